import { type Kysely, sql } from 'kysely'
import type { Engine } from '../connection.ts'
import { buildAccountTables } from './100-shop/accounts.ts'
import { buildCatalogueTables } from './100-shop/catalogue.ts'
import { buildDatabaseMetadataTables } from './100-shop/database-metadata.ts'
import { buildDeliveryTables } from './100-shop/delivery.ts'
import { dialectByEngine } from './100-shop/dialects.ts'
import { buildImportTables } from './100-shop/imports.ts'
import { buildMailAndAccessLogTables } from './100-shop/mail.ts'
import { buildOfferTables } from './100-shop/offers.ts'
import { buildOrderTables } from './100-shop/orders.ts'
import { buildPaymentTables } from './100-shop/payments.ts'
import { buildPrescriptionTables } from './100-shop/prescriptions.ts'
import { buildSearchTables } from './100-shop/search.ts'
import { buildStaffTables } from './100-shop/staff.ts'
import { buildWebhookTables } from './100-shop/webhooks.ts'

/** The parts of the shop, each after those that its tables refer to. */
const tableBuilders = [
  ...[buildDeliveryTables, buildCatalogueTables, buildOfferTables, buildSearchTables, buildImportTables],
  ...[buildAccountTables, buildMailAndAccessLogTables, buildOrderTables, buildPaymentTables, buildPrescriptionTables],
  ...[buildStaffTables, buildWebhookTables, buildDatabaseMetadataTables],
]

/** The tables of version 1.0. Their constraints guard the shop's invariants against races and bugs. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  for (const statement of buildStatements(engine)) await sql.raw(statement).execute(db)
}

export function buildStatements(engine: Engine): string[] {
  return tableBuilders.flatMap((buildTables) => buildTables(dialectByEngine[engine]))
}
