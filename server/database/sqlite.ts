import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import BetterSqlite from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type QueryResult,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely'
import { errorCodeOf } from './database-errors.ts'
import { encodeValue, toDatabaseName } from './row-codec.ts'

export function createSqliteDialect(file: string, onError: (error: unknown) => void = () => {}): Dialect {
  createPrivateFile(file)
  const sqlite = openSqlite(file)
  return {
    createAdapter: () => new SharedSqliteAdapter(),
    createDriver: () => new SharedSqliteDriver(sqlite, onError),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new PlanOnceCompiler(),
  }
}

function openSqlite(file: string): BetterSqlite.Database {
  const sqlite = new BetterSqlite(file)
  try {
    sqlite.pragma('journal_mode = WAL')
    // An acknowledged order must survive a power cut: every commit waits for the disk.
    sqlite.pragma('synchronous = FULL')
    sqlite.pragma('foreign_keys = ON')
    // What is deleted is overwritten: an erased customer's data must not stay in the file's free space.
    sqlite.pragma('secure_delete = ON')
    // SQLite's own wait for another process's lock blocks the event loop: `SharedSqliteDriver` waits instead.
    sqlite.pragma('busy_timeout = 5')
    // 16 MiB: with the default 2 MiB a large catalogue is read from the file again and again.
    sqlite.pragma('cache_size = -16384')
    // A sample is enough for the planner: `analyze` takes milliseconds, however large the catalogue.
    sqlite.pragma('analysis_limit = 1000')
    return sqlite
  } catch (error) {
    // Not a database, or a damaged one.
    sqlite.close()
    throw error
  }
}

/**
 * For its owner only: the file holds customers' orders, and prescriptions. SQLite gives the files that it makes beside it the
 * same mode; those of an older version may be there already.
 */
function createPrivateFile(file: string): void {
  if (file === ':memory:') return
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  closeSync(openSync(file, 'a', 0o600))
  for (const suffix of ['', '-wal', '-shm', '-journal']) restrictToOwner(file + suffix)
}

function restrictToOwner(path: string): void {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0
  if ((mode & 0o077) === 0) return
  try {
    chmodSync(path, 0o600)
  } catch (error) {
    // Another process has closed the database meanwhile, and SQLite deleted its log.
    if (errorCodeOf(error) !== 'ENOENT') throw error
  }
}

/** The page queries are few and the same each time: compiling them once saves most of a query's cost. */
function withStatementCache(sqlite: BetterSqlite.Database): SqliteDatabase {
  const statementCache = new Map<string, BetterSqlite.Statement>()
  return {
    prepare(sql) {
      let statement = statementCache.get(sql)
      if (!statement) {
        if (statementCache.size >= 500) statementCache.clear()
        statement = sqlite.prepare(sql)
        statementCache.set(sql, statement)
      }
      return statement as unknown as ReturnType<SqliteDatabase['prepare']>
    },
    close: () => sqlite.close(),
  }
}

/**
 * SQLite's planner uses the values bound to bare parameters, so it plans a statement again whenever they are rebound, at
 * several times the cost of running it. A unary plus, which changes nothing else, hides them from the planner
 * (`sqlite3ExprIsInteger` in SQLite's expr.c).
 */
class PlanOnceCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?'
  }

  protected override sanitizeIdentifier(name: string): string {
    return super.sanitizeIdentifier(toDatabaseName(name))
  }

  protected override addParameter(value: unknown): void {
    super.addParameter(encodeValue(value))
  }

  protected override appendImmediateValue(value: unknown): void {
    super.appendImmediateValue(encodeValue(value))
  }
}

/** How long a write waits for another process's transaction, such as an import, before it fails. */
const maxLockWaitMs = 20_000
const retryDelayMs = 10

/**
 * One connection, which queries and transactions use in turn. A write that finds the file locked by another process gives up
 * its turn while it waits, so that it does not delay pages, which only read.
 */
class SharedSqliteDriver extends SqliteDriver {
  readonly #sqlite: BetterSqlite.Database
  readonly #onError: (error: unknown) => void
  readonly #lock = createMutex()

  constructor(sqlite: BetterSqlite.Database, onError: (error: unknown) => void) {
    super({ database: withStatementCache(sqlite) })
    this.#sqlite = sqlite
    this.#onError = onError
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    await this.#lock.acquire()
    const connection = await super.acquireConnection()
    return {
      executeQuery: <Row>(query: CompiledQuery) => this.#execute<Row>(connection, query),
      streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
    }
  }

  override async releaseConnection(): Promise<void> {
    this.#lock.release()
  }

  /** Takes the write lock at once: a transaction that reads first and then writes could otherwise fail halfway. */
  override async beginTransaction(
    connection: DatabaseConnection,
    settings: Partial<TransactionSettings> = {},
  ): Promise<void> {
    const beginStatement = settings.accessMode === 'read only' ? 'begin' : 'begin immediate'
    await connection.executeQuery(CompiledQuery.raw(beginStatement))
  }

  /** After some errors (a full disk) SQLite has rolled back already: a second rollback's error would hide the cause. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#sqlite.inTransaction) await super.rollbackTransaction(connection)
  }

  async #execute<Row>(connection: DatabaseConnection, query: CompiledQuery): Promise<QueryResult<Row>> {
    const deadlineMs = performance.now() + maxLockWaitMs
    for (;;) {
      try {
        return await connection.executeQuery<Row>(query)
      } catch (error) {
        this.#onError(error)
        const isLocked = errorCodeOf(error).startsWith('SQLITE_BUSY') && !this.#sqlite.inTransaction
        if (!isLocked || performance.now() > deadlineMs) throw error
      }
      this.#lock.release()
      await pause(retryDelayMs)
      await this.#lock.acquire()
    }
  }
}

/** A first-in, first-out lock. */
function createMutex() {
  const waiters: (() => void)[] = []
  let isHeld = false
  return {
    async acquire(): Promise<void> {
      if (isHeld) await new Promise<void>((resolve) => waiters.push(resolve))
      isHeld = true
    },
    release(): void {
      const resolveNext = waiters.shift()
      if (resolveNext) resolveNext()
      else isHeld = false
    },
  }
}

class SharedSqliteAdapter extends SqliteAdapter {
  /** Otherwise Kysely lets no query run while another waits; this driver serialises only where needed. */
  override get supportsMultipleConnections(): boolean {
    return true
  }

  /** SQLite can roll back DDL: so migrations run in one transaction, and one process after the other. */
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}
