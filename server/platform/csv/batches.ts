/** Rows written by one statement: SQLite takes 32,766 values in one. */
const maxBatchSize = 2000

export function* splitIntoBatches<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let start = 0; start < items.length; start += maxBatchSize) yield items.slice(start, start + maxBatchSize)
}
