import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { isForeignKeyViolation } from '../../server/database/database-errors.ts'
import { generateProducts } from '../bench/generate.ts'
import { openTestShop } from '../support/shop.ts'

test('an offer keeps the discounted price and the percentage of its badge, whatever changes', async () => {
  const { database } = await openTestShop()
  const { db } = database
  const offerOf = (id: number) =>
    db.selectFrom('offer').selectAll().where('branchId', '=', 1).where('productId', '=', id).executeTakeFirstOrThrow()

  expect(await offerOf(60)).toMatchObject({ priceCents: 2290, effectivePriceCents: 1947, discountPercent: 15 })
  expect(await offerOf(14)).toMatchObject({ priceCents: 449, effectivePriceCents: 349, discountPercent: 22 })

  await db
    .updateTable('offer')
    .set({ priceCents: 3000 })
    .where('branchId', '=', 1)
    .where('productId', '=', 60)
    .execute()
  expect(await offerOf(60)).toMatchObject({ effectivePriceCents: 2550 })
  await db.updateTable('product').set({ discountType: 'amount', discountValue: 9999 }).where('id', '=', 60).execute()
  expect(await offerOf(60)).toMatchObject({ effectivePriceCents: 1, discountPercent: 333 })
  await db
    .updateTable('product')
    .set({ discountType: null, discountValue: null, unitsSold: 7 })
    .where('id', '=', 60)
    .execute()
  expect(await offerOf(60)).toMatchObject({ effectivePriceCents: 3000, discountPercent: 0, unitsSold: 7 })
})

test('an offer’s price is the one its card shows', async () => {
  const { catalogue, database } = await openTestShop()
  const offers = await database.db.selectFrom('offer').selectAll().where('branchId', '=', 4).execute()
  const products = await catalogue.findProducts(
    4,
    offers.map((offer) => offer.productId),
  )
  expect(offers).toHaveLength(205)
  for (const offer of offers) {
    const product = products.get(offer.productId)
    expect([offer.effectivePriceCents, offer.discountPercent || null]).toEqual([
      product?.priceCents,
      product?.discountPercent,
    ])
  }
})

test('an import brings into an offer what the database would have kept there', async () => {
  const { database } = await openTestShop()
  const { db } = database
  await generateProducts(database, 200)
  const offers = () => db.selectFrom('offer').selectAll().orderBy('branchId').orderBy('productId').execute()
  const imported = await offers()
  expect(imported.some(({ discountPercent }) => discountPercent > 0)).toBe(true)
  for (const step of [1, -1]) {
    await db
      .updateTable('offer')
      .set((eb) => ({ priceCents: eb('priceCents', '+', step) }))
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
    () => db.updateTable('offer').set({ productId: 9999 }).where('productId', '=', 60).execute(),
    () => db.updateTable('offer').set({ branchId: 99 }).where('branchId', '=', 1).execute(),
    () => db.deleteFrom('product').where('id', '=', 60).execute(),
    () => db.deleteFrom('branch').where('id', '=', 10).execute(),
    () => db.updateTable('product').set({ id: 9999 }).where('id', '=', 60).execute(),
  ]
  for (const write of refused) expect(await write().catch(isForeignKeyViolation), write.toString()).toBe(true)
})
