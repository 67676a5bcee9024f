import { createHash } from 'node:crypto'
import {
  type DialectAdapter,
  PostgresAdapter,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
} from 'kysely'
import type { Pool } from 'pg'
import { errorCode, isDatabaseUnavailable } from './failures.ts'
import { copyIn, loadPg } from './pg.ts'

/** Of a process's connections to PostgreSQL: how many are open, how many of them idle, and requests that wait for one. */
export interface Connections {
  open: number
  idle: number
  queued: number
}

/** How long to wait for a connection, in milliseconds. */
const connectionMs = 5000

export function openPostgres(
  location: string,
  onError: (error: unknown) => void,
): { dialect: PostgresDialect; connections: () => Connections } {
  const pg = loadPg()
  // count(*) and sum() arrive as text, because int8 may exceed 2^53; ours never do.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
  const options = {
    connectionString: location,
    max: connectionLimit(location),
    connectionTimeoutMillis: connectionMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
  }
  const pool = new pg.Pool(options)
  // A dropped connection fails its query and is replaced for the next one. Without these listeners, its error event would
  // end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const names = standsBehindPooler(location) ? null : createStatementNames()
  return {
    dialect: new Dialect({ pool: preparing(pool, names, onError) }),
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, queued: pool.waitingCount }),
  }
}

/** As Prisma names it, `?connection_limit=5`; ten unless told. */
function connectionLimit(location: string): number {
  return Number(new URL(location).searchParams.get('connection_limit')) || 10
}

/** As Prisma and others name it, `?pgbouncer=true`: each transaction may find itself on another connection. */
function standsBehindPooler(location: string): boolean {
  return new URL(location).searchParams.get('pgbouncer') === 'true'
}

/** Without Kysely's lock for migrations, which is the session's: behind a pooler it would stay. `migrate` has its own. */
export class Dialect extends PostgresDialect {
  override createAdapter(): DialectAdapter {
    return Object.assign(new PostgresAdapter(), {
      acquireMigrationLock: async () => {},
      releaseMigrationLock: async () => {},
    })
  }
}

/**
 * Names each statement, so that the server prepares it once per connection. A query notices a lost connection before the pool
 * does: returned to the pool, the connection would fail one more query, so it is discarded at once.
 */
function preparing(
  pool: Pool,
  names: ReturnType<typeof createStatementNames> | null,
  onError: (error: unknown) => void,
): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      let isLost = false
      const run = async (text: string, values: readonly unknown[]) => {
        if (!text.startsWith('copy ')) return client.query({ name: names?.of(text), text, values: [...values] })
        await copyIn(client, text, String(values[0]))
        return { command: 'COPY', rows: [] }
      }
      const query = async (text: string, values: readonly unknown[]) => {
        try {
          return await run(text, values)
        } catch (error) {
          onError(error)
          isLost ||= isDatabaseUnavailable(error)
          if (!isOutdated(error)) throw error
          names?.forget()
          // In a transaction all of it has to be retried: `transact` does.
          if (client.getTransactionStatus() !== 'I') throw error
          return run(text, values)
        }
      }
      // The type has an overload for cursors, which nothing here uses.
      return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release(isLost) }
    },
  }
}

/**
 * Limits of the statements prepared: each connection keeps their plans, and an import's long statements are seldom repeated.
 */
const maxNames = 300
const maxNamedLength = 6000

/**
 * Names of prepared statements: a hash of the text.
 */
function createStatementNames() {
  const names = new Map<string, string>()
  let generation = 0
  return {
    of(text: string): string | undefined {
      const statementName = names.get(text)
      if (statementName !== undefined || names.size >= maxNames || text.length > maxNamedLength || !isPlanned(text))
        return statementName
      const name = `${generation}_${createHash('sha256').update(text).digest('base64url')}`
      names.set(text, name)
      return name
    },
    /** With new names every connection prepares the statements again. */
    forget(): void {
      generation += 1
      names.clear()
    },
  }
}

/** `begin`, `commit` and DDL have no plan; a search's plan must depend on its words. */
function isPlanned(text: string): boolean {
  return /^\s*(select|insert|update|delete|with)\b/i.test(text) && !text.includes('::tsquery')
}

/** "cached plan must not change result type": a newer server has migrated a table that this one still uses. */
export function isOutdated(error: unknown): boolean {
  return errorCode(error) === '0A000'
}
