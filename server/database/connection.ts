import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { CompiledQuery, Kysely, type KyselyConfig, sql } from 'kysely'
import { findTracer } from '../platform/tracing.ts'
import { errorCodeOf, isDiskFull } from './database-errors.ts'
import { type ConnectionCounts, isOutdatedPlanError, openPostgres } from './postgres.ts'
import { rowCodec } from './row-codec.ts'
import type { Tables } from './schema.ts'
import { createSqliteDialect } from './sqlite.ts'

export type Engine = 'sqlite' | 'postgres'
/** Inside `transact` only this may be used: on SQLite any other query would wait for the transaction's end, a deadlock. */
export type Transaction = Kysely<Tables>
/** The only access to the data, the same on both engines. */
export interface Database {
  engine: Engine
  /** Rows in the words of the code (`row-codec.ts`): `db.withoutPlugins()` for whom tables and columns are the subject. */
  db: Kysely<Tables>
  /** Runs `work` in a transaction, and retries it when the engine aborted it (deadlock, serialisation failure). */
  transact<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>
  /** Runs read-only `work` on a snapshot: it sees no writes made meanwhile. */
  runOnSnapshot<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>
  /** @throws when the database does not answer, or its disk is still full */
  ping(): Promise<void>
  /**
   * SQLite: moves the write-ahead log into the file and empties it, since it still contains what has been deleted.
   * PostgreSQL: nothing, its log is the database server's.
   * @throws when other processes keep reading
   */
  truncateWal(): Promise<void>
  /** Null on SQLite, which has none. */
  countConnections(): ConnectionCounts | null
  close(): Promise<void>
}

/**
 * Opens PostgreSQL at `postgres://…`, else the SQLite file of that name.
 * @param onDiskFull called for each statement that failed because the disk is full
 */
export function openDatabase(location: string, onDiskFull: () => void = () => {}): Database {
  let wasDiskFull = false
  const handleError = (error: unknown) => {
    if (!isDiskFull(error)) return
    wasDiskFull = true
    onDiskFull()
  }
  const postgres = /^postgres(ql)?:\/\//.test(location) ? openPostgres(location, handleError) : null
  const db = new Kysely<Tables>({
    dialect: postgres?.dialect ?? createSqliteDialect(location, handleError),
    plugins: [rowCodec],
    ...buildTracingConfig(postgres ? 'postgresql' : 'sqlite'),
  })
  return {
    engine: postgres ? 'postgres' : 'sqlite',
    db,
    transact: (work) => withRetries(() => db.transaction().execute(work)),
    runOnSnapshot: (work) =>
      db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work),
    ping: async () => {
      await db.executeQuery(CompiledQuery.raw('select 1'))
      // Reading goes on while the disk is full: only a write shows whether there is space again.
      if (wasDiskFull) await db.transaction().execute(assertDiskSpace)
      wasDiskFull = false
    },
    truncateWal: async () => {
      if (!postgres) await truncateSqliteWal(db)
    },
    countConnections: () => postgres?.countConnections() ?? null,
    close: () => db.destroy(),
  }
}

/** A statement has no values in it: these are sent beside it. */
function buildTracingConfig(databaseSystem: string): Pick<KyselyConfig, 'log'> {
  const tracer = findTracer()
  if (!tracer) return {}
  return {
    log({ query: { sql }, queryDurationMillis, ...event }) {
      const [operation = 'query'] = /\w+/.exec(sql) ?? []
      const attributes = { 'db.system.name': databaseSystem, 'db.query.text': sql.slice(0, 2000) }
      tracer.recordSpan(
        'client',
        operation.toLowerCase(),
        attributes,
        queryDurationMillis,
        'error' in event ? event.error : undefined,
      )
    },
  }
}

/**
 * Bytes: a small write would succeed on the full disk, in space that an earlier one left over, and the next order would fail.
 */
const probeBytes = 1_000_000

/**
 * Fails where there is no space for new data. The table exists in this transaction alone, so that PostgreSQL gives its space
 * back; the text is random, since PostgreSQL compresses what it can.
 */
async function assertDiskSpace(tx: Transaction): Promise<void> {
  const padding = randomBytes((probeBytes * 3) / 4).toString('base64')
  await sql`create table space_tried (filling text not null)`.execute(tx)
  await sql`insert into space_tried (filling) values (${padding})`.execute(tx)
  await sql`drop table space_tried`.execute(tx)
}

const truncateWalQuery = CompiledQuery.raw('pragma wal_checkpoint(truncate)')
const maxCheckpointAttempts = 40
const retryDelayMs = 50

async function truncateSqliteWal(db: Kysely<Tables>): Promise<void> {
  for (let attemptsLeft = maxCheckpointAttempts; attemptsLeft > 0; attemptsLeft -= 1) {
    const { rows } = await db.executeQuery<{ busy: 0 | 1 }>(truncateWalQuery)
    if (rows[0]?.busy === 0) return
    await pause(retryDelayMs)
  }
  throw new Error('the write-ahead log cannot be emptied: another process is reading')
}

/** PostgreSQL's deadlock_detected and serialization_failure: the transaction can be retried. */
const retryableCodes = new Set(['40P01', '40001'])

async function withRetries<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let retriesLeft = 4; ; retriesLeft -= 1) {
    try {
      return await attempt()
    } catch (error) {
      if (retriesLeft === 0 || !(retryableCodes.has(errorCodeOf(error)) || isOutdatedPlanError(error))) throw error
    }
  }
}
