import { createHash } from 'node:crypto'
import { PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { errorCode, isUnavailable } from './failures.ts'

/** Of a process's connections to PostgreSQL: how many are open, how many of them idle, and requests that wait for one. */
export interface Connections {
  open: number
  idle: number
  waiting: number
}

export function openPostgres(
  connectionString: string,
  onError: (error: unknown) => void,
): { dialect: PostgresDialect; connections: () => Connections } {
  // count(*) and sum() arrive as text, because int8 may exceed 2^53; ours never do.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
  const pool = new pg.Pool({ connectionString, max: 10, connectionTimeoutMillis: 5000, idleTimeoutMillis: 30_000 })
  // A dropped connection fails its query and is replaced for the next one. Without this listener, an idle connection's
  // error event would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return {
    dialect: new PostgresDialect({ pool: preparing(pool, onError) }),
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  }
}

/**
 * Names each statement, so that the server prepares it once per connection. A query notices a lost connection before the
 * pool does: returned to the pool, the connection would fail one more query, so it is discarded at once.
 */
function preparing(pool: pg.Pool, onError: (error: unknown) => void): PostgresPool {
  const names = openStatementNames()
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      let isLost = false
      const run = (text: string, values: readonly unknown[]) =>
        client.query({ name: names.of(text), text, values: [...values] })
      const query = async (text: string, values: readonly unknown[]) => {
        try {
          return await run(text, values)
        } catch (error) {
          onError(error)
          isLost ||= isUnavailable(error)
          if (!isOutdated(error)) throw error
          names.forget()
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
 * Names of prepared statements. A name is a hash of the text, so that processes which share connections through a proxy
 * never use one name for different statements.
 */
function openStatementNames() {
  const names = new Map<string, string>()
  let generation = 0
  return {
    of(text: string): string | undefined {
      const known = names.get(text)
      if (known !== undefined || names.size >= maxNames || text.length > maxNamedLength || !isPlanned(text))
        return known
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
