import { CompiledQuery, Kysely } from 'kysely'
import { errorCode } from './failures.ts'
import { isOutdated, postgresDialect } from './postgres.ts'
import type { Tables } from './schema.ts'
import { sqliteDialect } from './sqlite.ts'

export type Engine = 'sqlite' | 'postgres'
/** Inside `transact` only this may be used: on SQLite any other query would wait for the transaction's end, a deadlock. */
export type Transaction = Kysely<Tables>

/** The only access to the data, the same on both engines. */
export interface Database {
  engine: Engine
  query: Kysely<Tables>
  /** Runs `work` in a transaction, and retries it when the engine aborted it (deadlock, serialisation failure). */
  transact<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>
  /** Runs read-only `work` on a snapshot: it sees no writes made meanwhile. */
  snapshot<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>
  /** @throws when the database does not answer */
  ping(): Promise<void>
  /**
   * A string that changes whenever the result of any query could have changed, whichever process wrote. PostgreSQL: the
   * snapshot of visible transactions. SQLite: the commits of other connections and the rows changed by this one.
   */
  state(): Promise<string>
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
    snapshot: (work) =>
      query.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work),
    ping: async () => {
      await query.executeQuery(CompiledQuery.raw('select 1'))
    },
    async state() {
      const { rows } = await query.executeQuery<{ state: string }>(postgres ? postgresState : sqliteState)
      return rows[0]?.state ?? ''
    },
    close: () => query.destroy(),
  }
}

const postgresState = CompiledQuery.raw('select pg_current_snapshot()::text as state')
const sqliteState = CompiledQuery.raw(`select data_version || '+' || total_changes() as state from pragma_data_version`)

/** PostgreSQL's deadlock_detected and serialization_failure: the transaction can be retried. */
const lostRaces = new Set(['40P01', '40001'])

async function retrying<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let left = 4; ; left -= 1) {
    try {
      return await attempt()
    } catch (error) {
      if (left === 0 || !(lostRaces.has(errorCode(error)) || isOutdated(error))) throw error
    }
  }
}
