/**
 * Shares work between those who ask for it at once: by name, one run is under way at a time, and whoever asks meanwhile gets
 * the one after it, which sees what was new when they asked.
 */
export function createSharedRuns() {
  /** By name: the newest run, and the one that has not begun yet. */
  const newest = new Map<string, Promise<void>>()
  const next = new Map<string, Promise<void>>()
  return { run }

  function run(name: string, work: () => Promise<void>): Promise<void> {
    const shared = next.get(name)
    if (shared) return shared
    const started = begin(name, work)
    next.set(name, started)
    newest.set(name, started)
    return started
  }

  async function begin(name: string, work: () => Promise<void>): Promise<void> {
    const before = newest.get(name)
    await before?.catch(() => {})
    const current = next.get(name)
    next.delete(name)
    try {
      await work()
    } finally {
      if (newest.get(name) === current) newest.delete(name)
    }
  }
}
