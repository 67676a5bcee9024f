/** The most products that can be compared side by side. */
const maxComparedProducts = 4

type CompareListChange = { ids: number[] } | { error: 'duplicate' | 'full' }

/** The compare list with one more product, unless it is there already or the list is full. */
export function addToCompareList(ids: number[], id: number): CompareListChange {
  if (ids.includes(id)) return { error: 'duplicate' }
  if (ids.length >= maxComparedProducts) return { error: 'full' }
  return { ids: [...ids, id] }
}
