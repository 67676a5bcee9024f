import { expect, test } from 'vitest'
import { findCatalogueGaps } from '../../server/catalogue/catalogue-gaps.ts'
import { listBranchGaps } from '../../server/delivery/branch-gaps.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'

const gapsOf = async (shop: TestShop, id: number) =>
  (await listBranchGaps(shop.ctx)).find((branch) => branch.id === id)?.gaps

test('what a branch lacks is seen in its row, its postal codes and its windows', async () => {
  const shop = await openTestShop()
  const { db } = shop.database
  const change = (values: object, id = 1) => db.updateTable('branch').set(values).where('id', '=', id).execute()
  expect(await gapsOf(shop, 1)).toEqual([])
  // Nobody can go to it, and it delivers in windows.
  expect(await gapsOf(shop, 10)).toEqual(['address', 'phone', 'pharmacist', 'legalData'])

  await change({ phone: null })
  expect(await gapsOf(shop, 1)).toEqual(['phone'])
  await change({ pharmacistCrf: null })
  expect(await gapsOf(shop, 1)).toEqual(['phone', 'pharmacist'])
  await change({ afe: null })
  expect(await gapsOf(shop, 1)).toEqual(['phone', 'pharmacist', 'legalData'])
  await db.deleteFrom('branchZipcodes').where('branchId', '=', 1).execute()
  expect(await gapsOf(shop, 1)).toEqual(['zipcodes', 'phone', 'pharmacist', 'legalData'])
  await change({ pickupMinutes: null })
  expect(await gapsOf(shop, 1)).toEqual(['customers', 'phone', 'pharmacist', 'legalData'])
  await change({ weeklyHours: JSON.stringify([[], [], [], [], [], [], []]) })
  expect(await gapsOf(shop, 1)).toContain('hours')
})

test('a branch that delivers by appointment alone lacks windows that lie within its hours', async () => {
  const shop = await openTestShop()
  const { db } = shop.database
  const sundays = JSON.stringify([[['01:00', '02:00']], [], [], [], [], [], []])
  await db.updateTable('branch').set({ weeklyHours: sundays }).where('id', 'in', [3, 10]).execute()
  expect(await gapsOf(shop, 10)).toContain('windows')
  // It delivers at once, too.
  expect(await gapsOf(shop, 3)).not.toContain('windows')
})

test('on sale is what has stock, is not paused and is sold online; what was withdrawn counts nowhere', async () => {
  const shop = await openTestShop()
  const { db } = shop.database
  const { productCount, branches } = await findCatalogueGaps(shop.ctx)
  expect(branches.map(({ branchId }) => branchId)).toEqual([1, 2, 3, 4, 5, 10])
  const { pricedCount = 0, buyableCount = 0 } = branches[0] ?? {}
  expect([pricedCount, buyableCount > 4 && buyableCount < pricedCount]).toEqual([productCount, true])

  const buyableRows = await db
    .selectFrom('offer')
    .innerJoin('product', 'product.id', 'productId')
    .where('branchId', '=', 1)
    .where('stock', '>', 20)
    .where('isSellableOnline', '=', true)
    .where('pauseEndsAt', 'is', null)
    .select('productId')
    .orderBy('productId')
    .limit(4)
    .execute()
  const [soldOut = 0, paused = 0, offline = 0, withdrawn = 0] = buyableRows.map(({ productId }) => productId)
  await db.updateTable('offer').set({ stock: 0 }).where('productId', '=', soldOut).where('branchId', '=', 1).execute()
  const pauseEndsAt = new Date('2099-01-01')
  await db.updateTable('product').set({ pauseEndsAt }).where('id', '=', paused).execute()
  await db.updateTable('product').set({ isSellableOnline: false }).where('id', '=', offline).execute()
  await db.deleteFrom('offer').where('productId', '=', withdrawn).execute()
  const changed = await findCatalogueGaps(shop.ctx)
  expect(changed.productCount).toBe(productCount - 1)
  expect(changed.branches[0]).toEqual({
    branchId: 1,
    pricedCount: pricedCount - 1,
    buyableCount: buyableCount - 4,
  })
})

test('prices above the legal ceiling are counted, in every branch, and whether the CMED’s list was taken in', async () => {
  const shop = await openTestShop()
  const { db } = shop.database
  const medicines = await db.selectFrom('product').where('isMedicine', '=', true).select('id').execute()
  const demo = { count: 1, skus: ['FD0039'] }
  expect(await findCatalogueGaps(shop.ctx)).toMatchObject({
    medicineCount: medicines.length,
    hasCeilingList: true,
    aboveCeiling: demo,
  })
  const { id } = await db.selectFrom('product').where('sku', '=', 'FD0039').select('id').executeTakeFirstOrThrow()
  await db.updateTable('offer').set({ priceCents: 99_999 }).where('productId', '=', id).execute()
  await db.deleteFrom('ceilingList').execute()
  expect(await findCatalogueGaps(shop.ctx)).toMatchObject({
    hasCeilingList: false,
    aboveCeiling: { ...demo, count: 6 },
  })
})

test('counted are prescription medicines without a registration, and what may have a picture and has none', async () => {
  const shop = await openTestShop()
  const { db } = shop.database
  const products = await db
    .selectFrom('product')
    .select(['id', 'sku', 'requiresPrescription', 'isSellableOnline', 'isImageShown'])
    .orderBy('id')
    .execute()
  await db.deleteFrom('productPicture').execute()
  await db.updateTable('product').set({ anvisaRegistration: null }).execute()
  const registered = products.find((product) => product.requiresPrescription && product.isSellableOnline)
  await db
    .updateTable('product')
    .set({ anvisaRegistration: '1000000000001' })
    .where('id', '=', registered?.id ?? 0)
    .execute()
  const prescriptionProducts = products.filter(({ requiresPrescription }) => requiresPrescription)
  const soldOnline = prescriptionProducts.filter((product) => product.isSellableOnline && product !== registered)
  const withoutPictureCount = products.filter(({ isImageShown }) => isImageShown).length
  expect([withoutPictureCount < products.length, soldOnline.length > 3]).toEqual([true, true])
  expect(soldOnline.length).toBeLessThan(prescriptionProducts.length - 1)
  expect(await findCatalogueGaps(shop.ctx)).toMatchObject({
    prescriptionCount: prescriptionProducts.length,
    withoutPictureCount,
    unregistered: { count: soldOnline.length, skus: soldOnline.slice(0, 3).map(({ sku }) => sku) },
  })
})
