import type { Kysely } from 'kysely'
import type { Database, Engine } from './database/connection.ts'
import type { Tables } from './database/schema.ts'
import type { Clock } from './platform/clock.ts'
import type { SecurityLog } from './platform/security-log.ts'

/** What of a context works without a shop around it: imports run in a process of their own. Every `Context` is one. */
export interface BareContext {
  readonly engine: Engine
  readonly db: Kysely<Tables>
  readonly clock: Clock
  readonly securityLog: SecurityLog
  transact<Result>(work: (ctx: BareContext) => Promise<Result>): Promise<Result>
}

export function createBareContext(
  { engine, db, transact }: Pick<Database, 'engine' | 'db' | 'transact'>,
  ports: Pick<BareContext, 'clock' | 'securityLog'>,
): BareContext {
  const context: BareContext = {
    ...ports,
    engine,
    db,
    transact: (work) =>
      transact((tx) => {
        const joined: BareContext = { ...context, db: tx, transact: (work) => work(joined) }
        return work(joined)
      }),
  }
  return context
}
