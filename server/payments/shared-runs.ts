/**
 * Shares work between those who ask for it at once: by name, one run is under way at a time, and whoever asks meanwhile gets
 * the one after it, which sees what was new when they asked.
 */
export function createSharedRuns() {
  /** By name: the newest run, and the one that has not begun yet. */
  const newestRuns = new Map<string, Promise<void>>()
  const queuedRuns = new Map<string, Promise<void>>()
  return { run }

  function run(name: string, work: () => Promise<void>): Promise<void> {
    const queuedRun = queuedRuns.get(name)
    if (queuedRun) return queuedRun
    const newRun = runAfterPrevious(name, work)
    queuedRuns.set(name, newRun)
    newestRuns.set(name, newRun)
    return newRun
  }

  async function runAfterPrevious(name: string, work: () => Promise<void>): Promise<void> {
    const previousRun = newestRuns.get(name)
    await previousRun?.catch(() => {})
    const ownRun = queuedRuns.get(name)
    queuedRuns.delete(name)
    try {
      await work()
    } finally {
      if (newestRuns.get(name) === ownRun) newestRuns.delete(name)
    }
  }
}
