import { expect, test } from 'vitest'
import { line, novalgina, openCheckout } from '../support/checkout.ts'
import { actorOf, operator } from '../support/staff.ts'

const erp = { name: 'ERP', scopes: ['orders', 'stock'] as const, branchId: null }

/** The demo shop, with a key for a system that has these scopes. */
async function openKeyed(
  scopes: readonly ('orders' | 'stock' | 'prices')[] = erp.scopes,
  branchId: number | null = null,
) {
  const shop = await openCheckout()
  const token = await shop.staff.apiKeys.addApiKey(operator, { name: 'ERP', scopes: [...scopes], branchId })
  const system = await shop.staff.apiKeys.findSystemActor(token, '203.0.113.7')
  if (!system) throw new Error('the key opens nothing')
  return { ...shop, token, system }
}

test('a key opens what it is for and nothing else, until it is removed; the database never has its token', async () => {
  const { staff, token, system, database } = await openKeyed()
  const permissions = ['orders.see', 'orders.handle', 'products.stock', 'products.price', 'orders.end', 'staff.manage']
  expect(permissions.filter((permission) => staff.hasPermission(system, permission as 'orders.see'))).toEqual([
    'orders.see',
    'orders.handle',
    'products.stock',
  ])
  expect(await staff.apiKeys.findSystemActor(`${token.slice(1)}A`, 'test')).toBeNull()
  expect(await staff.apiKeys.findSystemActor('', 'test')).toBeNull()
  const rows = await database.db.selectFrom('apiKey').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(token)

  const owner = await actorOf({ staff } as Parameters<typeof actorOf>[0], 'owner')
  const [key] = await staff.apiKeys.listApiKeys(owner)
  expect(key).toMatchObject({ name: 'ERP', scopes: ['orders', 'stock'], branchId: null, usedAt: expect.any(Date) })
  await staff.apiKeys.removeApiKey(owner, key?.id ?? 0)
  expect(await staff.apiKeys.findSystemActor(token, 'test')).toBeNull()
  expect(await staff.apiKeys.listApiKeys(owner)).toEqual([])
  await expect(staff.apiKeys.removeApiKey(owner, key?.id ?? 0)).rejects.toMatchObject({ code: 'key.unknown' })
  const acts = (await staff.audit.listEntries(owner)).map(({ action, record }) => `${action} ${record}`)
  expect(acts).toEqual(expect.arrayContaining(['keys.add key ERP', 'keys.remove key ERP']))
})

test('a key without a name or a purpose is not made', async () => {
  const { staff } = await openCheckout()
  for (const key of [
    { ...erp, scopes: [] },
    { ...erp, scopes: ['orders' as const], name: '  ' },
  ])
    await expect(staff.apiKeys.addApiKey(operator, key)).rejects.toMatchObject({ code: 'key.incomplete' })
})

test('a system updates price and stock row by row; what is refused keeps nothing else back, and each change is on record', async () => {
  const { backoffice, system, database, staff, stockOf } = await openKeyed(['stock', 'prices'])
  const { sku } = await database.db
    .selectFrom('product')
    .select('sku')
    .where('id', '=', novalgina)
    .executeTakeFirstOrThrow()
  await database.db.updateTable('product').set({ ceilingPriceCents: 3000 }).where('id', '=', novalgina).execute()
  const outcomes = await backoffice.products.applyOfferUpdates(system, [
    { productKey: { sku }, branchId: 1, priceCents: 1990, stock: 7 },
    { productKey: { sku: 'XX9999' }, branchId: 1, stock: 1 },
    { productKey: { sku }, branchId: 999, stock: 1 },
    { productKey: { sku }, branchId: 1, priceCents: 3001 },
    { productKey: { sku }, branchId: 1, addStock: -8 },
    { productKey: { sku }, branchId: 1, addStock: 2 },
  ])
  expect(outcomes).toMatchObject([
    { offer: { priceCents: 1990, stock: 7 }, error: null },
    { offer: null, error: { code: 'product.unknown' } },
    { offer: null, error: { code: 'offer.unknown' } },
    { offer: null, error: { code: 'offer.ceiling' } },
    { offer: null, error: { code: 'offer.stock' } },
    { offer: { priceCents: 1990, stock: 9 }, error: null },
  ])
  expect(await stockOf(novalgina)).toBe(9)
  const entries = await staff.audit.listEntries(operator, { target: { type: 'product', id: sku } })
  expect(entries).toMatchObject([
    { name: 'ERP', role: 'system', detail: 'branch 1, stock +2', network: '203.0.113.7' },
    { name: 'ERP', role: 'system', detail: 'branch 1, price → 1990, shelf → 7' },
  ])
})

test('a key of one branch reaches neither orders nor offers of another', async () => {
  const { backoffice, system, place, pay } = await openKeyed(['orders', 'stock'], 2)
  const { id } = await place([line(novalgina)])
  await pay(id)
  expect((await backoffice.orders.listQueue(system, 'open', 1)).orders).toEqual([])
  await expect(backoffice.orders.advanceOrder(system, id, 'pick')).rejects.toMatchObject({ code: 'order.unknown' })
  expect(
    await backoffice.products.applyOfferUpdates(system, [{ productKey: { sku: 'FD0060' }, branchId: 1, stock: 1 }]),
  ).toMatchObject([{ error: { code: 'offer.unknown' } }])
})
