import { Agent, type IncomingMessage, request } from 'node:http'
import { percentiles } from './figures.ts'
import type { LoadPlan, LoadReport, LoadStep } from './load.ts'

/** Plays a plan that its parent sends, and reports. A process of its own, so that its work is not mistaken for the shop's. */
const tickMs = 5
/** More than as many browsers as a server would have connections of at the same time. */
const maxSockets = 2_000

process.on('message', async ({ url, steps }: LoadPlan) => {
  const reports: LoadReport[] = []
  for (const step of steps) reports.push(await playStep(url, step))
  process.send?.(reports)
})
process.on('disconnect', () => process.exit())

async function playStep(url: string, step: LoadStep): Promise<LoadReport> {
  const agent = new Agent({ keepAlive: true, maxSockets })
  const times = new Map<string, number[]>()
  const started = performance.now()
  const cpuBefore = process.cpuUsage()
  let sent = 0
  const next = async (dueAt: number) => {
    const path = step.paths[sent % step.paths.length] ?? '/'
    sent += 1
    const status = await ask(url + path, agent, step.headers)
    const known = times.get(status) ?? []
    known.push(performance.now() - dueAt)
    times.set(status, known)
  }
  const until = started + step.seconds * 1000
  if (step.atOnce) await Promise.all(Array.from({ length: step.atOnce }, () => repeat(next, until)))
  else await arrive(next, started, until, step.perSecond ?? 1)
  const seconds = (performance.now() - started) / 1000
  const { user, system } = process.cpuUsage(cpuBefore)
  agent.destroy()
  return {
    seconds,
    sent,
    cpuPercent: Math.round((user + system) / 1e4 / seconds),
    answers: Object.fromEntries([...times].map(([status, ms]) => [status, percentiles(ms)])),
  }
}

async function repeat(next: (dueAt: number) => Promise<void>, until: number): Promise<void> {
  while (performance.now() < until) await next(performance.now())
}

async function arrive(next: (dueAt: number) => Promise<void>, started: number, until: number, perSecond: number) {
  const pending = new Set<Promise<void>>()
  let sent = 0
  await new Promise<void>((resolve) => {
    const tick = setInterval(() => {
      const now = performance.now()
      const due = ((Math.min(now, until) - started) / 1000) * perSecond
      for (; sent < Math.floor(due); sent += 1) {
        // A late tick must not make the shop look faster: the wait counts from when the request was due.
        const asked = next(started + (sent / perSecond) * 1000).then(() => void pending.delete(asked))
        pending.add(asked)
      }
      if (now < until) return
      clearInterval(tick)
      resolve()
    }, tickMs)
  })
  await Promise.all(pending)
}

/** @returns the status, with " later" where the answer says when to come back; or the connection's error */
function ask(url: string, agent: Agent, headers: Record<string, string> = {}): Promise<string> {
  return new Promise((resolve) => {
    const sending = request(url, { agent, headers }, (answer: IncomingMessage) => {
      answer.on('end', () => resolve(`${answer.statusCode}${answer.headers['retry-after'] ? ' later' : ''}`))
      answer.on('error', () => resolve('cut off'))
      answer.resume()
    })
    sending.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'failed'))
    sending.end()
  })
}
