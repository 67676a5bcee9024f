/** Where a value stands in an answer. */
export type FieldPath = (string | number)[]

/** What other systems write in place of what is expected; undefined: the field is missing. */
export const oddValues = [null, undefined, '', 'estranho', '37.000', '37,00', 37.001, -1, 0, 7, true, [], {}, [null]]

/** Every field of an answer: its lists and objects, and what is in them. */
export function listFields(value: unknown, path: FieldPath = []): FieldPath[] {
  const own = path.length > 0 ? [path] : []
  if (Array.isArray(value)) return [...own, ...value.flatMap((entry, index) => listFields(entry, [...path, index]))]
  if (typeof value !== 'object' || value === null) return own
  return [...own, ...Object.entries(value).flatMap(([name, field]) => listFields(field, [...path, name]))]
}

/** Writes something else into a field. */
export function replaceField(answer: object, path: FieldPath, value: unknown): void {
  const [last = '', ...parents] = [...path].reverse()
  const parent = parents.reverse().reduce<unknown>((object, key) => (object as Record<string, unknown>)[key], answer)
  Object.assign(parent as object, { [last]: structuredClone(value) })
}
