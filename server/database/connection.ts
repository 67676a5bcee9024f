import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import BetterSqlite from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
} from 'kysely'
import pg from 'pg'
import type { Tables } from './schema.ts'

export type Engine = 'sqlite' | 'postgres'
/** Inside `transact` only this may be used: on SQLite any other query would wait for the transaction to end. */
export type Transaction = Kysely<Tables>

/** The one way to the data, the same on both engines. */
export interface Database {
  engine: Engine
  query: Kysely<Tables>
  /** Runs `work` all or nothing; tries again when the engine itself gave it up (deadlock, serialisation). */
  transact<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>
  /** @throws when the database does not answer */
  ping(): Promise<void>
  close(): Promise<void>
}

/** Opens PostgreSQL at `postgres://…`, else the SQLite file of that name. */
export function openDatabase(location: string): Database {
  const postgres = /^postgres(ql)?:\/\//.test(location)
  const query = new Kysely<Tables>({ dialect: postgres ? postgresDialect(location) : sqliteDialect(location) })
  return {
    engine: postgres ? 'postgres' : 'sqlite',
    query,
    transact: (work) => retrying(() => query.transaction().execute(work)),
    ping: async () => {
      await query.executeQuery(CompiledQuery.raw('select 1'))
    },
    close: () => query.destroy(),
  }
}

function postgresDialect(connectionString: string): PostgresDialect {
  // count(*) and sum() come as text, because int8 may pass 2^53; ours never do.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
  const pool = new pg.Pool({ connectionString, max: 10, connectionTimeoutMillis: 5000, idleTimeoutMillis: 30_000 })
  // A connection that the server drops fails its query and is replaced at the next; unheard, its error would end the
  // process. The pool hears it of the idle ones alone.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return new PostgresDialect({ pool: withoutLostConnections(pool) })
}

/**
 * A query learns that its connection is lost before the pool does: given back, the connection would fail one more query. It is
 * therefore thrown away at once.
 */
function withoutLostConnections(pool: pg.Pool): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      let isLost = false
      const query = async (statement: string, values: readonly unknown[]) => {
        try {
          return await client.query(statement, [...values])
        } catch (error) {
          isLost ||= isUnavailable(error)
          throw error
        }
      }
      // Its type has a second form, for cursors, which nothing here streams with.
      return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release(isLost) }
    },
  }
}

function sqliteDialect(file: string): SqliteDialect {
  mkdirSync(dirname(file), { recursive: true })
  const sqlite = new BetterSqlite(file)
  sqlite.pragma('journal_mode = WAL')
  // An acknowledged order must outlive a power cut: every commit waits for the disk.
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('foreign_keys = ON')
  sqlite.pragma('busy_timeout = 5000')
  // 64 MiB: with the default 2 MiB a large catalogue is read from the file again and again.
  sqlite.pragma('cache_size = -65536')
  // Some rows tell the planner enough: `analyze` takes milliseconds, however large the catalogue.
  sqlite.pragma('analysis_limit = 1000')
  return new ImmediateSqliteDialect({ database: withPreparedStatements(sqlite) })
}

/** The page queries are few and the same each time: compiling them once saves most of a query's cost. */
function withPreparedStatements(sqlite: BetterSqlite.Database): SqliteDatabase {
  const prepared = new Map<string, BetterSqlite.Statement>()
  return {
    prepare(sql) {
      let statement = prepared.get(sql)
      if (!statement) {
        if (prepared.size >= 500) prepared.clear()
        statement = sqlite.prepare(sql)
        prepared.set(sql, statement)
      }
      return statement as unknown as ReturnType<SqliteDatabase['prepare']>
    },
    close: () => sqlite.close(),
  }
}

/** Takes the write lock at `begin`: a transaction that reads first and then writes could otherwise fail halfway. */
class ImmediateSqliteDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
}

class ImmediateSqliteDialect extends SqliteDialect {
  readonly #config: ConstructorParameters<typeof SqliteDialect>[0]

  constructor(config: ConstructorParameters<typeof SqliteDialect>[0]) {
    super(config)
    this.#config = config
  }

  override createDriver(): SqliteDriver {
    return new ImmediateSqliteDriver(this.#config)
  }
}

/** PostgreSQL's deadlock_detected and serialization_failure: the loser of a race may simply try again. */
const lostRaces = new Set(['40P01', '40001'])

async function retrying<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let left = 4; ; left -= 1) {
    try {
      return await attempt()
    } catch (error) {
      if (left === 0 || !lostRaces.has(errorCode(error))) throw error
    }
  }
}

function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** True when a write broke a unique constraint, on either engine. */
export function isUniqueViolation(error: unknown): boolean {
  return ['23505', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'].includes(errorCode(error))
}

/** True when a write named a row that does not exist, on either engine. */
export function isForeignKeyViolation(error: unknown): boolean {
  return ['23503', 'SQLITE_CONSTRAINT_FOREIGNKEY'].includes(errorCode(error))
}

/** True when the database itself is away, full or locked, on either engine: nothing the caller could have sent otherwise. */
export function isUnavailable(error: unknown): boolean {
  const isPoolTimeout =
    error instanceof Error && /timeout exceeded when trying to connect|^Connection terminated/.test(error.message)
  return (
    isPoolTimeout ||
    /^(ECONN|ENOTFOUND|ETIMEDOUT|EPIPE|08|53|57P|SQLITE_(BUSY|IOERR|FULL|READONLY))/.test(errorCode(error))
  )
}
