import { type Kysely, sql } from 'kysely'

/** When and how often a coupon holds, and a branch's own notice in place of the usual one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const columns: [table: string, column: string, type: 'text' | 'integer'][] = [
    ['coupon', 'first_day', 'text'],
    ['coupon', 'last_day', 'text'],
    ['coupon', 'minimum_cents', 'integer'],
    ['coupon', 'max_uses', 'integer'],
    ['branch', 'notice', 'text'],
    ['branch', 'notice_until', 'text'],
  ]
  for (const [table, column, type] of columns) await db.schema.alterTable(table).addColumn(column, type).execute()
  await db.schema
    .alterTable('coupon')
    .addColumn('redemptions', 'integer', (c) => c.notNull().defaultTo(0).check(sql`redemptions >= 0`))
    .execute()
}
