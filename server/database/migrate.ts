import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Database, Engine } from './connection.ts'
import * as shop from './migrations/001-shop.ts'
import * as discovery from './migrations/002-discovery.ts'
import * as account from './migrations/003-account.ts'
import * as checkout from './migrations/004-checkout.ts'
import * as merchandise from './migrations/006-merchandise.ts'
import * as analytics from './migrations/007-analytics.ts'
import * as traces from './migrations/009-traces.ts'
import * as orderObject from './migrations/010-order-object.ts'

type Step = { up(db: Kysely<unknown>, engine: Engine): Promise<void> }

/** In order, and never changed once released: a change is a new step at the end. */
const steps: Record<string, Step> = {
  '001-shop': shop,
  '002-discovery': discovery,
  '003-account': account,
  '004-checkout': checkout,
  '006-merchandise': merchandise,
  '007-analytics': analytics,
  '009-traces': traces,
  '010-order-object': orderObject,
}

/**
 * Brings the database to today's shape; safe to call at every start and from two servers at once (Kysely takes a lock).
 * @returns the names of the steps that were new
 * @throws the first step's error, with that step undone
 */
export async function migrate(database: Database): Promise<string[]> {
  const migrations = Object.fromEntries(
    Object.entries(steps).map(([name, step]): [string, Migration] => [
      name,
      { up: (db) => step.up(db, database.engine) },
    ]),
  )
  const migrator = new Migrator({ db: database.query, provider: { getMigrations: async () => migrations } })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw error
  return results.map((result) => result.migrationName)
}
