import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished } from 'vitest'
import type { Database } from '../../server/database/connection.ts'
import { buildSandboxPixSettings } from '../../server/demo/simulators/sandbox-bank.ts'
import { openingInstant } from './server.ts'
import type { ProcessSettings, Reply, Request, Verbs } from './shop-process.ts'

/** A server from its caller's side; `cut`: no response, because the server was cut off. */
export interface ShopProcess {
  webhookUrl: string
  isRunning(): boolean
  ask<Verb extends keyof Verbs>(verb: Verb, ...args: Parameters<Verbs[Verb]>): Promise<Outcome<Verb>>
  stop(): Promise<void>
}

export type Outcome<Verb extends keyof Verbs> =
  | { value: Awaited<ReturnType<Verbs[Verb]>>; refusal?: undefined }
  | { value?: undefined; refusal: string }

interface Surroundings {
  settings: ProcessSettings
  /** Additional trusted certificates (NODE_EXTRA_CA_CERTS). */
  authorityFile?: string
  /** Milliseconds. */
  now: () => number
}

/** What `ask` answers for a server that was cut off. */
export const cut = 'cut off'

/**
 * Starts a server as a process of its own (`shop-process.ts`).
 * @throws Error, from `ask`, for a fault of the shop, which would be a 500
 */
export async function startShopProcess({ settings, authorityFile, now }: Surroundings): Promise<ShopProcess> {
  const child = fork(join(import.meta.dirname, 'shop-process.ts'), [JSON.stringify(settings)], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      NODE_EXTRA_CA_CERTS: authorityFile,
    },
    execArgv: [],
  })
  const [{ webhookUrl }] = (await once(child, 'message')) as [{ webhookUrl: string }]
  const waiting = new Map<number, (reply: Reply) => void>()
  let asked = 0
  child.on('message', (reply: Reply) => {
    waiting.get(reply.id)?.(reply)
    waiting.delete(reply.id)
  })
  child.on('exit', () => {
    for (const [id, answer] of waiting) answer({ id, cut: true })
  })
  const isRunning = () => child.connected
  return { webhookUrl, isRunning, ask, stop: () => stop(child) }

  async function ask<Verb extends keyof Verbs>(verb: Verb, ...args: Parameters<Verbs[Verb]>): Promise<Outcome<Verb>> {
    if (!isRunning()) return { refusal: cut }
    asked += 1
    const request: Request = { id: asked, now: now(), verb, args }
    const reply = await new Promise<Reply>((resolve) => {
      waiting.set(request.id, resolve)
      child.send(request, (error) => error && resolve({ id: request.id, cut: true }))
    })
    if ('fault' in reply) throw new Error(`${verb}: ${reply.fault}`)
    if ('cut' in reply) return { refusal: cut }
    if ('refusal' in reply) return { refusal: reply.refusal }
    return { value: reply.value as Awaited<ReturnType<Verbs[Verb]>> }
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.disconnect()
  await once(child, 'exit')
}

/** Two servers of one shop, for what needs no bank; stopped after the test. */
export async function startShopProcesses(location: string): Promise<ShopProcess[]> {
  const settings = { location, pix: buildSandboxPixSettings('http://127.0.0.1:9') }
  const now = () => Date.parse(openingInstant)
  const servers = await Promise.all([1, 2].map(() => startShopProcess({ settings, now })))
  onTestFinished(async () => {
    await Promise.all(servers.map((server) => server.stop()))
  })
  return servers
}

/**
 * Waits until so many transactions of the servers wait for a lock that the caller's own transaction holds. On SQLite nobody
 * can see who waits: there each server answers questions meanwhile, more than an order asks before its transaction. Its
 * queries take turns, first come, first served, so its orders have come as far as the lock by then.
 */
export async function untilWaiting({ engine, db }: Database, servers: ShopProcess[], transactions: number) {
  if (engine === 'sqlite') {
    for (let question = 0; question < 20; question += 1) {
      await Promise.all(servers.map((server) => server.ask('checkPayment', 0, 0)))
    }
    return
  }
  const waiting = sql<{ count: number }>`select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await waiting.execute(db)).rows[0]?.count).toBe(transactions)
}
