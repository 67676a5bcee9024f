import { type Kysely, sql } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration'
import { OperatorError } from '../platform/operator-error.ts'
import type { Database, Engine } from './connection.ts'
import { listTableNames } from './introspection.ts'
import * as shop from './migrations/100-shop.ts'
import * as productSlugs from './migrations/102-product-slugs.ts'
import * as orderEvents from './migrations/103-order-events.ts'
import * as orderProblems from './migrations/104-order-problems.ts'
import * as auditRecords from './migrations/105-audit-records.ts'
import * as deliveryWays from './migrations/106-delivery-ways.ts'
import * as paymentProviders from './migrations/107-payment-providers.ts'
import * as orderProposals from './migrations/108-order-proposals.ts'
import * as fiscalCpf from './migrations/109-fiscal-cpf.ts'
import * as prescriptionChecks from './migrations/110-prescription-checks.ts'
import * as continuedCare from './migrations/111-continued-care.ts'
import * as signingIn from './migrations/112-signing-in.ts'
import * as prescriptionsAgain from './migrations/113-prescriptions-again.ts'
import * as iconsAndDetails from './migrations/114-icons-and-details.ts'
import * as anyRole from './migrations/115-any-role.ts'
import * as refundSettlements from './migrations/116-refund-settlements.ts'
import * as shelfStockAndCouponIds from './migrations/117-shelf-stock-and-coupon-ids.ts'
import * as orderNet from './migrations/118-order-net.ts'
import * as callKeys from './migrations/119-call-keys.ts'
import * as deferredLetters from './migrations/121-deferred-letters.ts'
import * as openingHours from './migrations/122-opening-hours.ts'
import * as prescriptionDecisions from './migrations/123-prescription-decisions.ts'
import * as restingShop from './migrations/128-resting-shop.ts'
import * as oneCodeTable from './migrations/129-one-code-table.ts'
import * as columnNames from './migrations/130-column-names.ts'
import * as priceCeilings from './migrations/131-price-ceilings.ts'
import * as catalogueAssembly from './migrations/132-catalogue-assembly.ts'
import * as weeklyHours from './migrations/133-weekly-hours.ts'
import * as deliveryTerms from './migrations/134-delivery-terms.ts'
import * as salesByDay from './migrations/135-sales-by-day.ts'
import * as cashbackPercent from './migrations/136-cashback-percent.ts'
import * as pictureRequests from './migrations/140-prescription-picture-requests.ts'
import * as orderSurcharges from './migrations/141-order-surcharges.ts'
import * as tillEntries from './migrations/143-till-entries.ts'
import * as outbox from './migrations/145-outbox.ts'
import * as whatsapp from './migrations/146-whatsapp.ts'
import * as payingAtTheDoor from './migrations/148-paying-at-the-door.ts'
import * as bagPromotions from './migrations/151-bag-promotions.ts'
import * as maxUnits from './migrations/152-max-units.ts'
import * as stagedSafetyStock from './migrations/153-staged-safety-stock.ts'
import * as pricePeriods from './migrations/156-price-periods.ts'
import * as priceNotices from './migrations/159-price-notices.ts'
import * as tradeNames from './migrations/165-trade-names.ts'
import { isLastPre1Schema, migrateFromPre1, pre1MigrationNames } from './pre1-upgrade.ts'
import type { Tables } from './schema.ts'

type ShopMigration = { up(db: Kysely<unknown>, engine: Engine): Promise<void> }

/** In order, and never changed once released: a change is a new migration at the end, with its import above. */
const migrationsByName: Record<string, ShopMigration> = {
  '100-shop': shop,
  '102-product-slugs': productSlugs,
  '103-order-events': orderEvents,
  '104-order-problems': orderProblems,
  '105-audit-records': auditRecords,
  '106-delivery-ways': deliveryWays,
  '107-payment-providers': paymentProviders,
  '108-order-proposals': orderProposals,
  '109-fiscal-cpf': fiscalCpf,
  '110-prescription-checks': prescriptionChecks,
  '111-continued-care': continuedCare,
  '112-signing-in': signingIn,
  '113-prescriptions-again': prescriptionsAgain,
  '114-icons-and-details': iconsAndDetails,
  '115-any-role': anyRole,
  '116-refund-settlements': refundSettlements,
  '117-shelf-stock-and-coupon-ids': shelfStockAndCouponIds,
  '118-order-net': orderNet,
  '119-call-keys': callKeys,
  '121-deferred-letters': deferredLetters,
  '122-opening-hours': openingHours,
  '123-prescription-decisions': prescriptionDecisions,
  '128-resting-shop': restingShop,
  '129-one-code-table': oneCodeTable,
  '130-column-names': columnNames,
  '131-price-ceilings': priceCeilings,
  '132-catalogue-assembly': catalogueAssembly,
  '133-weekly-hours': weeklyHours,
  '134-delivery-terms': deliveryTerms,
  '135-sales-by-day': salesByDay,
  '136-cashback-percent': cashbackPercent,
  '140-prescription-picture-requests': pictureRequests,
  '141-order-surcharges': orderSurcharges,
  '143-till-entries': tillEntries,
  '145-outbox': outbox,
  '146-whatsapp': whatsapp,
  '148-paying-at-the-door': payingAtTheDoor,
  '151-bag-promotions': bagPromotions,
  '152-max-units': maxUnits,
  '153-staged-safety-stock': stagedSafetyStock,
  '156-price-periods': pricePeriods,
  '159-price-notices': priceNotices,
  '165-trade-names': tradeNames,
}

export const allMigrationNames = Object.keys(migrationsByName)

/** The number of Kysely's own lock, which versions before 1.0 take, too: the two wait for each other. */
const migrationLockId = 3_853_314_791_062_309_107n

/**
 * Migrates the database to the current schema, or only up to `targetMigration`. Safe to call at every start and from two
 * servers at once: one waits for the other.
 * @returns the names of the migrations run
 * @throws the first failing migration's error, or OperatorError for a database that this program cannot use; then nothing
 *   has changed
 */
export async function migrate(database: Database, targetMigration?: string): Promise<string[]> {
  const { engine } = database
  const migrations = Object.fromEntries(
    Object.entries(migrationsByName).map(([name, migration]): [string, Migration] => [
      name,
      { up: (db) => migration.up(db, engine) },
    ]),
  )
  return database.db
    .withoutPlugins()
    .transaction()
    .execute(async (tx) => {
      // Ends with the transaction. Of SQLite's, which write from their beginning, there is only one at a time.
      if (engine === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(migrationLockId)})`.execute(tx)
      const completedMigrations = await listCompletedMigrations(tx)
      assertKnownMigrations(completedMigrations)
      if (!targetMigration && allMigrationNames.every((name) => completedMigrations.includes(name))) return []
      const pre1UpgradeMigrations = isLastPre1Schema(completedMigrations)
        ? [await migrateFromPre1(tx as unknown as Kysely<unknown>, engine)]
        : []
      const migrator = new Migrator({ db: tx, provider: { getMigrations: async () => migrations } })
      const { error, results = [] } = await (targetMigration
        ? migrator.migrateTo(targetMigration)
        : migrator.migrateToLatest())
      if (error) throw error
      return [...pre1UpgradeMigrations, ...results.map((result) => result.migrationName)]
    })
}

/** The names of the migrations already run; none in an empty database. */
export async function listCompletedMigrations(db: Kysely<Tables>): Promise<string[]> {
  if (!(await listTableNames(db)).has(DEFAULT_MIGRATION_TABLE)) return []
  // Whole rows, which the index of the names would not need: a damaged database is noticed before anything happens.
  const { rows } = await sql<{
    name: string
  }>`select * from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** The migrations of today that come to the same as these, of a database or a backup. */
export function toCurrentMigrations(completedMigrations: string[]): string[] {
  return isLastPre1Schema(completedMigrations) ? ['100-shop'] : completedMigrations
}

/** @throws OperatorError unless this program can use a database after these migrations */
export function assertKnownMigrations(completedMigrations: string[]): void {
  const unknownMigrations = toCurrentMigrations(completedMigrations).filter(
    (name) => !Object.hasOwn(migrationsByName, name),
  )
  const [newestUnknownMigration] = unknownMigrations.slice(-1)
  if (newestUnknownMigration === undefined) return
  throw new OperatorError(
    isPre1Migration(newestUnknownMigration)
      ? `The database is of a version that this program does not take over (its last migration is ${newestUnknownMigration}, not ${pre1MigrationNames.at(-1)}): start it with the last version before 1.0 and then with this one, or restore a backup of that version into an empty one.`
      : `The database is newer than this program (it has ${newestUnknownMigration}): update the program.`,
  )
}

/** The migrations that a database still needs: of an empty one, all of them. */
export function listPendingMigrations(completedMigrations: string[]): string[] {
  const currentMigrations = toCurrentMigrations(completedMigrations)
  return allMigrationNames.filter((name) => !currentMigrations.includes(name))
}

/**
 * Refuses an older or newer shop's database: its servers may be running, and none of its tables may change under them but by who
 * says so. An empty database is nobody's yet.
 * @throws OperatorError with one line that says what to do
 */
export async function assertNoPendingMigrations({ db }: Pick<Database, 'db'>): Promise<void> {
  const completedMigrations = await listCompletedMigrations(db)
  assertKnownMigrations(completedMigrations)
  const pendingMigrations = listPendingMigrations(completedMigrations)
  if (completedMigrations.length > 0 && pendingMigrations.length > 0)
    throw new OperatorError(formatPendingMessage(pendingMigrations))
}

export function formatPendingMessage(pendingMigrations: string[]): string {
  return `The database is of an older version; migrations are to be run (${pendingMigrations.join(', ')}): stop its servers, back up, then "npm run shop -- migrate" or start.`
}

/** Whether a migration is of a time before 1.0, released or not. */
export function isPre1Migration(name: string): boolean {
  return name < '100'
}
