import { createHash } from 'node:crypto'
import { PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { errorCode, isUnavailable } from './failures.ts'

export function postgresDialect(connectionString: string): PostgresDialect {
  // count(*) and sum() come as text, because int8 may pass 2^53; ours never do.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
  const pool = new pg.Pool({ connectionString, max: 10, connectionTimeoutMillis: 5000, idleTimeoutMillis: 30_000 })
  // A dropped connection fails its query and is replaced for the next one. Without this listener, an idle connection's
  // error event would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return new PostgresDialect({ pool: preparing(pool) })
}

/**
 * Gives each statement a name, by which the server knows it from the second time on. A query also learns that its connection
 * is lost before the pool does: given back, the connection would fail one more query, so it is thrown away at once.
 */
function preparing(pool: pg.Pool): PostgresPool {
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
          isLost ||= isUnavailable(error)
          if (!isOutdated(error)) throw error
          names.forget()
          // What began a transaction has to begin it again: `transact` does.
          if (client.getTransactionStatus() !== 'I') throw error
          return run(text, values)
        }
      }
      // Its type has a second form, for cursors, which nothing here streams with.
      return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release(isLost) }
    },
  }
}

/** Each connection keeps the plans of its statements: so many, and none of an import's that differ in length each time. */
const mostNames = 300
const longestNamed = 6000

/**
 * Names for the statements that come again. A name follows from the text, so that processes which share the server's
 * connections through a proxy never mean different statements by one name.
 */
function openStatementNames() {
  const names = new Map<string, string>()
  let generation = 0
  return {
    of(text: string): string | undefined {
      const known = names.get(text)
      if (known !== undefined || names.size >= mostNames || text.length > longestNamed || !isPlanned(text)) return known
      const name = `${generation}_${createHash('sha256').update(text).digest('base64url')}`
      names.set(text, name)
      return name
    },
    /** Under new names every connection reads the statements afresh. */
    forget(): void {
      generation += 1
      names.clear()
    },
  }
}

/** `begin`, `commit` and changes of tables have no plan; a search's depends on its words, so one for all would be a bad one. */
function isPlanned(text: string): boolean {
  return /^\s*(select|insert|update|delete|with)\b/i.test(text) && !text.includes('::tsquery')
}

/** "cached plan must not change result type": a newer server has changed a table under a running one. */
export function isOutdated(error: unknown): boolean {
  return errorCode(error) === '0A000'
}
