interface ConcurrencyLimiterSettings {
  /** How much runs at the same time, in this process. */
  maxConcurrent: number
  /** How many may wait; whoever comes after them is refused at once. */
  maxQueueLength: number
  /** How long one may wait, in milliseconds. */
  maxWaitMs: number
  /** Creates the error thrown for those that are refused. */
  createRefusal: () => Error
}

export type ConcurrencyLimiter = ReturnType<typeof createConcurrencyLimiter>

/** Lets only so much run at the same time; the rest waits briefly, first come, first served. */
export function createConcurrencyLimiter({
  maxConcurrent,
  maxQueueLength,
  maxWaitMs,
  createRefusal,
}: ConcurrencyLimiterSettings) {
  const queue: (() => void)[] = []
  let runningCount = 0
  return { acquire, run }

  /**
   * Waits for a place.
   * @returns a function that releases the place; calling it again does nothing
   * @throws the refusal when too many are waiting, or none became free in time
   */
  async function acquire(): Promise<() => void> {
    if (runningCount < maxConcurrent) runningCount += 1
    // Whoever leaves hands its place over, so that nobody who comes in between can take it.
    else await waitForSlot()
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      const startNext = queue.shift()
      if (startNext) startNext()
      else runningCount -= 1
    }
  }

  function waitForSlot(): Promise<void> {
    if (queue.length >= maxQueueLength) throw createRefusal()
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(start), 1)
        reject(createRefusal())
      }, maxWaitMs)
      queue.push(start)
    })
  }

  async function run<Result>(work: () => Promise<Result>): Promise<Result> {
    const release = await acquire()
    try {
      return await work()
    } finally {
      release()
    }
  }
}
