/**
 * Coalesces concurrent calls: per key one run is active at a time, and all calls that arrive meanwhile share the next run, which
 * starts after them and so sees what had changed when they were made.
 */
export function createRunCoalescer() {
  /** The newest run of each key, and the one that has not begun yet. */
  const newestRunByKey = new Map<string, Promise<void>>()
  const queuedRunByKey = new Map<string, Promise<void>>()
  return { run }

  function run(key: string, work: () => Promise<void>): Promise<void> {
    const queuedRun = queuedRunByKey.get(key)
    if (queuedRun) return queuedRun
    const newRun = runAfterPrevious(key, work)
    queuedRunByKey.set(key, newRun)
    newestRunByKey.set(key, newRun)
    return newRun
  }

  async function runAfterPrevious(key: string, work: () => Promise<void>): Promise<void> {
    const previousRun = newestRunByKey.get(key)
    await previousRun?.catch(() => {})
    const currentRun = queuedRunByKey.get(key)
    queuedRunByKey.delete(key)
    try {
      await work()
    } finally {
      if (newestRunByKey.get(key) === currentRun) newestRunByKey.delete(key)
    }
  }
}
