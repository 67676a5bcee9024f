import { type Kysely, sql } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration'
import { OperatorError } from '../platform/operator-error.ts'
import type { Database, Engine } from './connection.ts'
import * as shop from './migrations/001-shop.ts'
import * as discovery from './migrations/002-discovery.ts'
import * as account from './migrations/003-account.ts'
import * as checkout from './migrations/004-checkout.ts'
import * as merchandise from './migrations/006-merchandise.ts'
import * as analytics from './migrations/007-analytics.ts'
import * as traces from './migrations/009-traces.ts'
import * as orderObject from './migrations/010-order-object.ts'
import * as databaseKind from './migrations/012-database-kind.ts'
import * as attempts from './migrations/013-attempts.ts'
import * as confirmedEmails from './migrations/014-confirmed-emails.ts'
import * as prescriptionDecisions from './migrations/015-prescription-decisions.ts'
import * as operatorCatalogue from './migrations/016-operator-catalogue.ts'
import * as shownChanges from './migrations/017-shown-changes.ts'
import * as fieldNames from './migrations/018-field-names.ts'
import * as orderBalances from './migrations/019-order-balances.ts'
import * as relevance from './migrations/020-relevance.ts'
import * as bannerSubcategory from './migrations/021-banner-subcategory.ts'
import * as coverageNotices from './migrations/022-coverage-notices.ts'
import * as staff from './migrations/023-staff.ts'
import * as emptySearches from './migrations/024-empty-searches.ts'
import * as shopWindow from './migrations/025-shop-window.ts'
import * as promotions from './migrations/026-promotions.ts'
import * as partialRefunds from './migrations/027-partial-refunds.ts'
import * as apiKeys from './migrations/028-api-keys.ts'
import * as webhooks from './migrations/029-webhooks.ts'
import * as blockedCustomers from './migrations/030-blocked-customers.ts'
import * as synonyms from './migrations/031-synonyms.ts'
import * as bannerPicture from './migrations/032-banner-picture.ts'
import * as listingGrowth from './migrations/033-listing-growth.ts'
import * as changedOffers from './migrations/034-changed-offers.ts'
import * as returnedMoney from './migrations/036-returned-money.ts'
import * as people from './migrations/038-people.ts'
import * as keyCheck from './migrations/040-key-check.ts'
import * as noShownChanges from './migrations/041-no-shown-changes.ts'
import * as productSlugs from './migrations/102-product-slugs.ts'
import type { Tables } from './schema.ts'

type Step = { up(db: Kysely<unknown>, engine: Engine): Promise<void> }

/** In order, and never changed once released: a change is a new migration at the end. */
const steps: Record<string, Step> = {
  '001-shop': shop,
  '002-discovery': discovery,
  '003-account': account,
  '004-checkout': checkout,
  '006-merchandise': merchandise,
  '007-analytics': analytics,
  '009-traces': traces,
  '010-order-object': orderObject,
  '012-database-kind': databaseKind,
  '013-attempts': attempts,
  '014-confirmed-emails': confirmedEmails,
  '015-prescription-decisions': prescriptionDecisions,
  '016-operator-catalogue': operatorCatalogue,
  '017-shown-changes': shownChanges,
  '018-field-names': fieldNames,
  '019-order-balances': orderBalances,
  '020-relevance': relevance,
  '021-banner-subcategory': bannerSubcategory,
  '022-coverage-notices': coverageNotices,
  '023-staff': staff,
  '024-empty-searches': emptySearches,
  '025-shop-window': shopWindow,
  '026-promotions': promotions,
  '027-partial-refunds': partialRefunds,
  '028-api-keys': apiKeys,
  '029-webhooks': webhooks,
  '030-blocked-customers': blockedCustomers,
  '031-synonyms': synonyms,
  '032-banner-picture': bannerPicture,
  '033-listing-growth': listingGrowth,
  '034-changed-offers': changedOffers,
  '036-returned-money': returnedMoney,
  '038-people': people,
  '040-key-check': keyCheck,
  '041-no-shown-changes': noShownChanges,
  '102-product-slugs': productSlugs,
}

/** The names of the migrations, in order. */
export const stepNames = Object.keys(steps)

/** The number of Kysely's own lock, which version 0.1 takes: the two wait for each other. */
const lockId = 3_853_314_791_062_309_107n

/**
 * Migrates the database to the current schema, or only up to the migration `last`. Safe to call at every start and from two
 * servers at once: one waits for the other.
 * @returns the names of the migrations run
 * @throws the first failing migration's error; then nothing has changed
 */
export async function migrate(database: Database, last?: string): Promise<string[]> {
  const migrations = Object.fromEntries(
    Object.entries(steps).map(([name, step]): [string, Migration] => [
      name,
      { up: (db) => step.up(db, database.engine) },
    ]),
  )
  const newer = (await stepsTaken(database.query)).find((name) => !Object.hasOwn(steps, name))
  if (newer) throw new OperatorError(`The database is newer than this program (it has ${newer}): update the program.`)
  return database.query.transaction().execute(async (tx) => {
    // Ends with the transaction. Of SQLite's, which write from their beginning, there is only one at a time.
    if (database.engine === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(lockId)})`.execute(tx)
    const migrator = new Migrator({ db: tx, provider: { getMigrations: async () => migrations } })
    const { error, results = [] } = await (last ? migrator.migrateTo(last) : migrator.migrateToLatest())
    if (error) throw error
    return results.map((result) => result.migrationName)
  })
}

/** The names of the migrations already run; none in an empty database. */
export async function stepsTaken(query: Kysely<Tables>): Promise<string[]> {
  const tables = await query.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return []
  const { rows } = await sql<{
    name: string
  }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`.execute(query)
  return rows.map(({ name }) => name)
}
