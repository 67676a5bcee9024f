/** Rows written by one statement: SQLite takes 32,766 values in one. */
const maxRows = 2000

export function* inBatches<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let from = 0; from < items.length; from += maxRows) yield items.slice(from, from + maxRows)
}
