import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Percentiles } from '../../support/figures.ts'
import type { Account } from './visits.ts'

/** A stretch of time in which so many visits a second begin. */
export interface Stretch {
  seconds: number
  perSecond: number
}

export interface CityPlan {
  /** The servers, in turn. */
  urls: string[]
  seed: number
  customers: Account[]
  staff: Account[]
}

/** What happened in a stretch. Times in milliseconds from a request to the end of its answer. */
export interface StretchReport extends Percentiles {
  orders: number
  paid: number
  refused: number
  failed: number
  /** Of one core, used by the city's own process. */
  cpuPercent: number
}

/** A city's shoppers, in a process of its own (`city-process.ts`): they come at their time, however slow the shop is. */
export async function openCity(plan: CityPlan) {
  const child = fork(join(import.meta.dirname, 'city-process.ts'), { execArgv: [] })
  child.send({ plan })
  return {
    async play(stretch: Stretch): Promise<StretchReport> {
      child.send({ stretch })
      const [report] = await once(child, 'message')
      return report
    },
    async close(): Promise<void> {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
