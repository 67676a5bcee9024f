import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { isForeignKeyViolation } from '../../server/database/database-errors.ts'
import { generateProducts } from '../bench/generate.ts'
import { openTestShop } from '../support/shop.ts'

test('an offer keeps the discounted price and the percentage of its badge, whatever changes', async () => {
  const { database } = await openTestShop()
  const { db } = database
  const offerOf = (id: number) =>
    db.selectFrom('offer').selectAll().where('branch_id', '=', 1).where('product_id', '=', id).executeTakeFirstOrThrow()

  expect(await offerOf(60)).toMatchObject({ price_cents: 2290, effective_price_cents: 1947, discount_percent: 15 })
  expect(await offerOf(14)).toMatchObject({ price_cents: 449, effective_price_cents: 349, discount_percent: 22 })

  await db
    .updateTable('offer')
    .set({ price_cents: 3000 })
    .where('branch_id', '=', 1)
    .where('product_id', '=', 60)
    .execute()
  expect(await offerOf(60)).toMatchObject({ effective_price_cents: 2550 })
  await db.updateTable('product').set({ discount_type: 'amount', discount_value: 9999 }).where('id', '=', 60).execute()
  expect(await offerOf(60)).toMatchObject({ effective_price_cents: 1, discount_percent: 333 })
  await db
    .updateTable('product')
    .set({ discount_type: null, discount_value: null, units_sold: 7 })
    .where('id', '=', 60)
    .execute()
  expect(await offerOf(60)).toMatchObject({ effective_price_cents: 3000, discount_percent: 0, units_sold: 7 })
})

test('an offer’s price is the one its card shows', async () => {
  const { catalogue, database } = await openTestShop()
  const offers = await database.db.selectFrom('offer').selectAll().where('branch_id', '=', 4).execute()
  const products = await catalogue.findProducts(
    4,
    offers.map((offer) => offer.product_id),
  )
  expect(offers).toHaveLength(205)
  for (const offer of offers) {
    const product = products.get(offer.product_id)
    expect([offer.effective_price_cents, offer.discount_percent || null]).toEqual([
      product?.priceCents,
      product?.discountPercent,
    ])
  }
})

test('an import brings into an offer what the database would have kept there', async () => {
  const { database } = await openTestShop()
  const { db } = database
  await generateProducts(database, 200)
  const offers = () => db.selectFrom('offer').selectAll().orderBy('branch_id').orderBy('product_id').execute()
  const imported = await offers()
  expect(imported.some(({ discount_percent }) => discount_percent > 0)).toBe(true)
  for (const step of [1, -1]) {
    await db
      .updateTable('offer')
      .set((eb) => ({ price_cents: eb('price_cents', '+', step) }))
      .execute()
  }
  expect(await offers()).toEqual(imported)
})

test('an offer names a product and a branch of the shop, and neither can be deleted under it', async () => {
  const { database } = await openTestShop()
  const { db } = database
  // As an import inserts it: with the columns that triggers would fill.
  const offer = (branchId: number, productId: number) =>
    sql`insert into offer (branch_id, product_id, price_cents, stock, effective_price_cents)
      values (${branchId}, ${productId}, 100, 1, 100)`.execute(db)
  const refused = [
    () => offer(1, 9999),
    () => offer(99, 60),
    () => db.updateTable('offer').set({ product_id: 9999 }).where('product_id', '=', 60).execute(),
    () => db.updateTable('offer').set({ branch_id: 99 }).where('branch_id', '=', 1).execute(),
    () => db.deleteFrom('product').where('id', '=', 60).execute(),
    () => db.deleteFrom('branch').where('id', '=', 10).execute(),
    () => db.updateTable('product').set({ id: 9999 }).where('id', '=', 60).execute(),
  ]
  for (const write of refused) expect(await write().catch(isForeignKeyViolation), write.toString()).toBe(true)
})
