import { createHash } from 'node:crypto'
import {
  type DialectAdapter,
  PostgresAdapter,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  PostgresQueryCompiler,
  type QueryCompiler,
} from 'kysely'
import type { Pool } from 'pg'
import { errorCodeOf, isDatabaseUnavailable } from './database-errors.ts'
import { copyFromStdin, loadPg } from './pg-driver.ts'
import { encodeValue, toDatabaseName } from './row-codec.ts'

/** Of a process's connections to PostgreSQL: how many are open, how many of them idle, and requests that wait for one. */
export interface ConnectionCounts {
  openCount: number
  idleCount: number
  queuedCount: number
}

/** How long to wait for a connection, in milliseconds. */
const connectionTimeoutMs = 5000

export function openPostgres(
  databaseUrl: string,
  onError: (error: unknown) => void,
): { dialect: PostgresDialect; countConnections: () => ConnectionCounts } {
  const pg = loadPg()
  // count(*) and sum() arrive as text, because int8 may exceed 2^53; ours never do.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
  const options = {
    connectionString: databaseUrl,
    max: readConnectionLimit(databaseUrl),
    connectionTimeoutMillis: connectionTimeoutMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
  }
  const pool = new pg.Pool(options)
  // A dropped connection fails its query and is replaced for the next one. Without these listeners, its error event would
  // end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const statementNamer = usesPooler(databaseUrl) ? null : createStatementNamer()
  return {
    dialect: new LocklessPostgresDialect({ pool: createPreparedStatementPool(pool, statementNamer, onError) }),
    countConnections: () => ({ openCount: pool.totalCount, idleCount: pool.idleCount, queuedCount: pool.waitingCount }),
  }
}

/** As Prisma names it, `?connection_limit=5`; ten by default. */
function readConnectionLimit(databaseUrl: string): number {
  return Number(new URL(databaseUrl).searchParams.get('connection_limit')) || 10
}

/** As Prisma and others name it, `?pgbouncer=true`: each transaction may find itself on another connection. */
function usesPooler(databaseUrl: string): boolean {
  return new URL(databaseUrl).searchParams.get('pgbouncer') === 'true'
}

/** Without Kysely's lock for migrations, which is the session's: behind a pooler it would stay. `migrate` has its own. */
export class LocklessPostgresDialect extends PostgresDialect {
  override createAdapter(): DialectAdapter {
    return Object.assign(new PostgresAdapter(), {
      acquireMigrationLock: async () => {},
      releaseMigrationLock: async () => {},
    })
  }

  override createQueryCompiler(): QueryCompiler {
    return new CodeNamesCompiler()
  }
}

class CodeNamesCompiler extends PostgresQueryCompiler {
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

/**
 * Names each statement, so that the server prepares it once per connection. A query notices a lost connection before the pool
 * does: returned to the pool, the connection would fail one more query, so it is discarded at once.
 */
function createPreparedStatementPool(
  pool: Pool,
  statementNamer: ReturnType<typeof createStatementNamer> | null,
  onError: (error: unknown) => void,
): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      let isConnectionLost = false
      const runOnce = async (text: string, values: readonly unknown[]) => {
        if (!text.startsWith('copy '))
          return client.query({ name: statementNamer?.assignName(text), text, values: [...values] })
        await copyFromStdin(client, text, String(values[0]))
        return { command: 'COPY', rows: [] }
      }
      const query = async (text: string, values: readonly unknown[]) => {
        try {
          return await runOnce(text, values)
        } catch (error) {
          onError(error)
          isConnectionLost ||= isDatabaseUnavailable(error)
          if (!isOutdatedPlanError(error)) throw error
          statementNamer?.reset()
          // In a transaction all of it has to be retried: `transact` does.
          if (client.getTransactionStatus() !== 'I') throw error
          return runOnce(text, values)
        }
      }
      // The type has an overload for cursors, which nothing here uses.
      return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release(isConnectionLost) }
    },
  }
}

/**
 * Limits of the statements prepared: each connection keeps their plans, and an import's long statements are seldom repeated.
 */
const maxStatementNames = 300
const maxStatementLength = 6000

/**
 * Names of prepared statements: a hash of the text.
 */
function createStatementNamer() {
  const nameByText = new Map<string, string>()
  let generation = 0
  return {
    assignName(text: string): string | undefined {
      const existingName = nameByText.get(text)
      if (
        existingName !== undefined ||
        nameByText.size >= maxStatementNames ||
        text.length > maxStatementLength ||
        !isPreparable(text)
      )
        return existingName
      const name = `${generation}_${createHash('sha256').update(text).digest('base64url')}`
      nameByText.set(text, name)
      return name
    },
    /** With new names every connection prepares the statements again. */
    reset(): void {
      generation += 1
      nameByText.clear()
    },
  }
}

/** `begin`, `commit` and DDL have no plan; a search's plan must depend on its words. */
function isPreparable(text: string): boolean {
  return /^\s*(select|insert|update|delete|with)\b/i.test(text) && !text.includes('::tsquery')
}

/** "cached plan must not change result type": a newer server has migrated a table that this one still uses. */
export function isOutdatedPlanError(error: unknown): boolean {
  return errorCodeOf(error) === '0A000'
}
