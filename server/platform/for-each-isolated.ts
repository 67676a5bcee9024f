/** Some items of a round failed, and the others were done. Its errors are theirs, its message has their names. */
export class RoundError extends AggregateError {
  readonly itemNames: string[]

  constructor(failures: { name: string; error: unknown }[]) {
    const itemNames = failures.flatMap(({ name, error }) =>
      error instanceof RoundError ? error.itemNames.map((itemName) => `${name}: ${itemName}`) : [name],
    )
    super(
      failures.flatMap(({ error }) => (error instanceof RoundError ? error.errors : [error])),
      `${itemNames.length} of this round failed: ${itemNames.join(', ')}`,
    )
    this.name = 'RoundError'
    this.itemNames = itemNames
  }
}

/**
 * Works through all items; one that fails does not keep the others waiting.
 * @param nameOf what the log calls an item, such as "order 12": never personal data
 * @throws RoundError after all were tried
 */
export async function forEachIsolated<Item>(
  items: Iterable<Item>,
  nameOf: (item: Item) => string,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const failures: { name: string; error: unknown }[] = []
  for (const item of items) {
    try {
      await work(item)
    } catch (error) {
      failures.push({ name: nameOf(item), error })
    }
  }
  if (failures.length > 0) throw new RoundError(failures)
}

/**
 * Rounds of one job: what failed last is tried last, so that however many items fail, a round of limited length still reaches the others.
 * @param maxItems per round
 */
export function createFairRounds(maxItems = Number.POSITIVE_INFINITY) {
  /** The keys of what failed, the longest ago first. */
  const failedKeys = new Set<string>()
  return forEachInTurn

  /**
   * @param keyOf tells the items apart, where their names do not
   * @throws RoundError as `forEachIsolated`
   */
  async function forEachInTurn<Item>(
    items: readonly Item[],
    nameOf: (item: Item) => string,
    work: (item: Item) => Promise<unknown>,
    keyOf: (item: Item) => string = nameOf,
  ): Promise<void> {
    const keys = new Set(items.map(keyOf))
    for (const key of failedKeys) if (!keys.has(key)) failedKeys.delete(key)
    const turnByKey = new Map([...failedKeys].map((key, index) => [key, index + 1]))
    const turnOf = (item: Item) => turnByKey.get(keyOf(item)) ?? 0
    const itemsInTurn = [...items].sort((a, b) => turnOf(a) - turnOf(b)).slice(0, maxItems)
    await forEachIsolated(itemsInTurn, nameOf, async (item) => {
      failedKeys.delete(keyOf(item))
      try {
        await work(item)
      } catch (error) {
        failedKeys.add(keyOf(item))
        throw error
      }
    })
  }
}
