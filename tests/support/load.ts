import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Percentiles } from './figures.ts'

/**
 * Requests for so many seconds, the paths in turn: `perSecond` of them, each at its time whatever became of the earlier ones (an
 * open loop, as shoppers arrive), or `atOnce` that each wait for their answer before the next (a closed loop, which finds what a
 * server can do).
 */
export interface LoadStep {
  paths: string[]
  perSecond?: number
  atOnce?: number
  seconds: number
  headers?: Record<string, string> | undefined
}

export interface LoadPlan {
  url: string
  steps: LoadStep[]
}

/** What became of a step. Times in milliseconds from when a request was due until its answer was read to the end. */
export interface LoadReport {
  /** Until the last answer. */
  seconds: number
  sent: number
  /** Of one core, used by the load's own process. */
  cpuPercent: number
  /** By status ("503 later": with Retry-After), or by the connection's error. */
  answers: Record<string, Percentiles>
}

/** Plays a plan from a process of its own (`load-process.ts`), step after step. */
export async function sendLoad(plan: LoadPlan): Promise<LoadReport[]> {
  const child = fork(join(import.meta.dirname, 'load-process.ts'), { execArgv: [] })
  const ended = once(child, 'exit')
  try {
    child.send(plan)
    const [reports] = await Promise.race([once(child, 'message'), ended.then(() => [null])])
    if (!reports) throw new Error('the load ended before its plan')
    return reports
  } finally {
    if (child.connected) child.disconnect()
    await ended
  }
}
