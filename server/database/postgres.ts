import { createHash } from 'node:crypto'
import {
  type DialectAdapter,
  PostgresAdapter,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
} from 'kysely'
import type { PoolConfig } from 'pg'
import { errorCode, isUnavailable } from './failures.ts'
import { openHosts } from './hosts.ts'
import { copyIn, loadPg } from './pg.ts'

/** Of a process's connections to PostgreSQL: how many are open, how many of them idle, and requests that wait for one. */
export interface Connections {
  open: number
  idle: number
  waiting: number
}

/** How long to wait for a connection, and for a query, in milliseconds; without `query` as long as it takes. */
export interface Patience {
  connection: number
  query?: number
}

export function openPostgres(
  location: string,
  onError: (error: unknown) => void,
  patience: Patience = { connection: 5000 },
): { dialect: PostgresDialect; connections: () => Connections } {
  const pg = loadPg()
  // count(*) and sum() arrive as text, because int8 may exceed 2^53; ours never do.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
  const options = {
    max: 10,
    connectionTimeoutMillis: patience.connection,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    ...(patience.query && { query_timeout: patience.query }),
  }
  const hosts = openHosts(location, options)
  return { dialect: new Dialect({ pool: preparing(hosts, options, onError) }), connections: hosts.counts }
}

/** How long a query may take before the server is asked whether it is still there, in milliseconds. */
const doubtsMs = 5000

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
 * Names each statement, so that the server prepares it once per connection; not behind a pooler, whose next transaction may
 * find itself on a connection that has not prepared it. A query notices a lost connection before the pool does: returned to
 * the pool, the connection would fail one more query, so it is discarded at once.
 */
function preparing(
  hosts: ReturnType<typeof openHosts>,
  options: PoolConfig,
  onError: (error: unknown) => void,
): PostgresPool {
  const names = openStatementNames()
  return {
    options,
    end: hosts.end,
    async connect() {
      const { client, isPooled, suspect } = await hosts.connect()
      let isLost = false
      const run = async (text: string, values: readonly unknown[]) => {
        if (!text.startsWith('copy ')) {
          return client.query({ name: isPooled ? undefined : names.of(text), text, values: [...values] })
        }
        await copyIn(client, text, String(values[0]))
        return { command: 'COPY', rows: [] }
      }
      const query = async (text: string, values: readonly unknown[]) => {
        const doubts = setTimeout(suspect, doubtsMs)
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
        } finally {
          clearTimeout(doubts)
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
