import { setTimeout as pause } from 'node:timers/promises'
import { CompiledQuery, Kysely, type PostgresPool, type PostgresPoolClient } from 'kysely'
import { type Database, openDatabase } from './connection.ts'
import { errorCode } from './failures.ts'
import { Dialect } from './postgres.ts'
import type { Tables } from './schema.ts'

/** A replica that lags behind by more is left out. */
export const maxLagMs = 2000
/** A page waits no longer for it, in milliseconds; then it asks the primary. */
const patience = { connection: 1000, query: 2000 }
/** The operator's try waits so long for it. */
const tryMs = 2 * maxLagMs
/** How often `check` is to be called, in milliseconds, and for how many rounds it remembers where the primary was. */
export const checkPauseMs = 1000
const maxMarks = 60
/** Between two looks at how far it has come, in milliseconds. */
const tryPauseMs = 50

interface Log {
  warn(details: { reason: string }, message: string): void
}

/** Where the primary's log ended (bytes), and when (milliseconds of this process's own clock). */
interface Mark {
  position: number
  at: number
}

/** The end of the log as far as a server has it, and which database it is: a copy has the same identifier and name. */
const whereabouts = CompiledQuery.raw(`select system_identifier || ' ' || current_database() as identity,
  pg_is_in_recovery() as is_standby,
  pg_wal_lsn_diff(case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end, '0/0') as position
  from pg_control_system()`)

/** The sum of `shown_change` (`shown-changes.ts`), and the end of a log that has whatever this statement sees. */
const changesWithPosition = CompiledQuery.raw(`select coalesce(sum(changes), 0) as changes,
  pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as position from shown_change`)

async function find({ query }: Pick<Database, 'query'>) {
  const { rows } = await query.executeQuery<{ identity: string; is_standby: boolean; position: number }>(whereabouts)
  return rows[0] as (typeof rows)[number]
}

/**
 * Tries a replica, for the operator.
 * @returns milliseconds until it had all that the primary had when it was asked; null where it has not after `tryMs`
 * @throws Error that says why it is none, and the database's own where it does not answer
 */
export async function tryReplica(primary: Database, url: string): Promise<number | null> {
  const replica = openDatabase(url, () => {}, patience)
  try {
    const here = await find(primary)
    const start = performance.now()
    for (;;) {
      const there = await find(replica)
      if (there.identity !== here.identity) throw new Error('it is no replica of this database')
      if (!there.is_standby) throw new Error('it takes writes itself: it is no standby, or was promoted')
      const ms = performance.now() - start
      if (there.position >= here.position) return ms
      if (ms > tryMs) return null
      await pause(tryPauseMs)
    }
  } finally {
    await replica.close()
  }
}

/**
 * Opens a streaming replica of `primary` for what pages show to everybody. It is read once `check` has found it near enough, and
 * left out when it lags, does not answer or fails a query, which the primary then answers.
 * @param url PostgreSQL's address
 */
export function openReplica(primary: Database, url: string, log: Log) {
  const replica = openDatabase(url, () => {}, patience)
  let shown = { changes: Number.NaN, position: 0 }
  let marks: Mark[] = []
  /** Undefined before it was first checked. */
  let isRead: boolean | undefined
  let leftOutAt = Number.NEGATIVE_INFINITY
  let lagMs: number | null = null
  const query = new Kysely<Tables>({ dialect: new Dialect({ pool: answering(read) }) })

  return {
    /** Reads from the replica; from the primary while that is left out. */
    query,
    isUpToDate,
    check,
    /** `lagSeconds`: at most so far behind; null while it cannot be told. */
    measure: () => ({ isRead: isRead === true, lagSeconds: lagMs === null ? null : lagMs / 1000 }),
    close: async () => {
      await query.destroy()
      await replica.close()
    },
  }

  /**
   * Whether the replica has every change of what pages show that the primary shows when this is asked: so nothing read from it
   * afterwards is older.
   */
  async function isUpToDate(): Promise<boolean> {
    if (!isRead) return false
    const there = find(replica).catch((error) => leaveOut(reasonOf(error)))
    const [reached, here] = await Promise.all([there, findChanges().catch(() => null)])
    if (!reached || !here) return false
    // Where the log ended when this number of changes was first seen, all of them were in it.
    if (shown.changes !== here.changes) shown = here
    return reached.position >= shown.position
  }

  async function findChanges() {
    const { rows } = await primary.query.executeQuery<typeof shown>(changesWithPosition)
    return rows[0]
  }

  /** Finds how far the replica lags, and leaves it out or takes it again. */
  async function check(): Promise<void> {
    const here = await find(primary).catch(() => null)
    // Without the primary there is nothing to compare with, and no page to be made.
    if (here === null) return
    marks = [...marks, { position: here.position, at: performance.now() }].slice(-maxMarks)
    const there = await find(replica).catch(reasonOf)
    lagMs = null
    if (typeof there === 'string') return leaveOut(there)
    if (there.identity !== here.identity) return leaveOut('it is no replica of this database')
    const reached = marks.findLast(({ position }) => position <= there.position)
    const oldest = reached ?? (marks[0] as Mark)
    lagMs = oldest === marks.at(-1) ? 0 : performance.now() - oldest.at
    if (lagMs > maxLagMs || reached === undefined) return leaveOut(`it lags behind by ${(lagMs / 1000).toFixed(1)} s`)
    // Not before it has all that was there when it failed: a query that it failed may have been answered by the primary.
    if (!isRead && reached.at > leftOutAt) {
      isRead = true
      log.warn({ reason: 'it follows closely' }, 'pages are read from the replica')
    }
  }

  function leaveOut(reason: string): void {
    leftOutAt = performance.now()
    if (isRead === false) return
    isRead = false
    log.warn({ reason }, 'the replica is left out')
  }

  async function read(statement: CompiledQuery) {
    if (isRead) {
      try {
        return await replica.query.executeQuery(statement)
      } catch (error) {
        if (isOfData(error)) throw error
        leaveOut(reasonOf(error))
      }
    }
    return primary.query.executeQuery(statement)
  }
}

/** A pool of which each query is answered by `read`. There are no transactions on it: these write, or take a snapshot. */
function answering(read: (statement: CompiledQuery) => Promise<{ rows: unknown[] }>): PostgresPool {
  const query = async (text: string, values: readonly unknown[]) => {
    const { rows } = await read(CompiledQuery.raw(text, [...values]))
    return { command: 'SELECT', rowCount: rows.length, rows }
  }
  const client = { query: query as unknown as PostgresPoolClient['query'], release: () => {} }
  return { options: {}, connect: async () => client, end: async () => {} }
}

/** The fault is in what was asked, and the primary would say the same. */
function isOfData(error: unknown): boolean {
  return /^2[23]/.test(errorCode(error))
}

function reasonOf(error: unknown): string {
  return `it does not answer: ${error instanceof Error ? error.message || errorCode(error) : String(error)}`
}
