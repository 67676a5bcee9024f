import { type Kysely, sql } from 'kysely'

/** A listing begins with what needs no prescription: its pictures tell more than a wall of plates. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index offer_by_popularity`.execute(db)
  await sql`create index offer_by_popularity on offer (branch_id, category_id, out_of_stock, requires_prescription,
    units_sold desc, product_id, subcategory_id, discount_percent, effective_price_cents, kind)`.execute(db)
}
