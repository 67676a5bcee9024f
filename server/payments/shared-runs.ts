/**
 * Shares work between those who ask for it at once: by name, one run is under way at a time, and whoever asks meanwhile gets
 * the one after it, which sees what was new when they asked.
 */
export function createSharedRuns() {
  /** By name: the newest run, and the one that has not begun yet. */
  const newest = new Map<string, Promise<void>>()
  const waiting = new Map<string, Promise<void>>()
  return { run }

  function run(name: string, work: () => Promise<void>): Promise<void> {
    const shared = waiting.get(name)
    if (shared) return shared
    const own = begin(name, work)
    waiting.set(name, own)
    newest.set(name, own)
    return own
  }

  async function begin(name: string, work: () => Promise<void>): Promise<void> {
    const before = newest.get(name)
    await before?.catch(() => {})
    const own = waiting.get(name)
    waiting.delete(name)
    try {
      await work()
    } finally {
      if (newest.get(name) === own) newest.delete(name)
    }
  }
}
