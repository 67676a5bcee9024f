import { type Kysely, sql } from 'kysely'
import type { Engine } from '../connection.ts'
import { accounts } from './100-shop/accounts.ts'
import { catalogue } from './100-shop/catalogue.ts'
import { databaseMarks } from './100-shop/database-marks.ts'
import { delivery } from './100-shop/delivery.ts'
import { dialects } from './100-shop/dialects.ts'
import { imports } from './100-shop/imports.ts'
import { mail } from './100-shop/mail.ts'
import { offers } from './100-shop/offers.ts'
import { orders } from './100-shop/orders.ts'
import { payments } from './100-shop/payments.ts'
import { prescriptions } from './100-shop/prescriptions.ts'
import { search } from './100-shop/search.ts'
import { staff } from './100-shop/staff.ts'
import { webhooks } from './100-shop/webhooks.ts'

/** The parts of the shop, each after those that its tables refer to. */
const tableGroups = [
  ...[delivery, catalogue, offers, search, imports],
  ...[accounts, mail, orders, payments, prescriptions],
  ...[staff, webhooks, databaseMarks],
]

/** The tables of version 1.0. Their constraints guard the shop's invariants against races and bugs. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  for (const statement of buildStatements(engine)) await sql.raw(statement).execute(db)
}

export function buildStatements(engine: Engine): string[] {
  return tableGroups.flatMap((buildGroup) => buildGroup(dialects[engine]))
}
