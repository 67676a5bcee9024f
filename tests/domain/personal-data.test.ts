import { readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { openTestShop, type TestShop } from '../support/shop.ts'

const [novalgina, trayenta, azitromicina, omeprazol] = [60, 43, 3, 20]

/** Tables with data about a customer, and where the customer's export contains it. */
const exported: Record<string, (data: PersonalData) => unknown> = {
  customer: ({ profile }) => profile?.email,
  session: ({ devices }) => devices[0]?.since,
  address: ({ addresses }) => addresses[0]?.street,
  orders: ({ orders }) => orders[0]?.note,
  order_line: ({ orders }) => orders[0]?.lines[0]?.name,
  order_step: ({ orders }) => orders[0]?.steps[0]?.status,
  payment: ({ orders }) => orders[0]?.payments[0]?.amountCents,
  patient: ({ patients }) => patients[0]?.name,
  prescription: ({ prescriptions }) => prescriptions[0]?.status,
  prescription_part: ({ prescriptions }) => prescriptions[0]?.parts[0]?.patient,
  prescription_product: ({ prescriptions }) => prescriptions[0]?.parts[0]?.products[0]?.name,
  laboratory_opt_in: ({ laboratoryDiscounts }) => laboratoryDiscounts[0]?.cpf,
  laboratory_opt_in_product: ({ laboratoryDiscounts }) => laboratoryDiscounts[0]?.productIds[0],
  wishlist_item: ({ favouriteProductIds }) => favouriteProductIds[0],
  stock_notice: ({ stockNotices }) => stockNotices[0]?.productId,
  ledger_entry: ({ gains }) => gains[0]?.statement.entries[0]?.amountCents,
  gain: ({ gains }) => gains[0]?.name,
  gain_address: ({ gains }) => gains[0]?.addresses[0]?.street,
}

/** Tables about a customer that add nothing to those: references for providers, codes, queued e-mail, the access log. */
const repeats = [
  ...['pix_charge', 'external_payment', 'purchase_count', 'coupon_use', 'email_code', 'outbox_email'],
  'prescription_look',
]

/** Tables without personal data. */
const impersonal = [
  ...[
    'branch',
    'branch_zipcodes',
    'category',
    'subcategory',
    'product',
    'product_picture',
    'offer',
    'banner',
    'coupon',
  ],
  ...['search_word', 'catalogue_version', 'listing_count', 'staged_product', 'staged_offer'],
  ...['sandbox_charge', 'sandbox_webhook'],
]

/**
 * Tables that keep rows after an erasure, as the law requires, without a name: bookkeeping, and encrypted prescriptions of
 * antimicrobials.
 */
const kept = ['gain', 'ledger_entry', 'orders', 'prescription']

type PersonalData = Awaited<ReturnType<TestShop['exportPersonalData']>>

const email = 'beneficio@example.com'
/** Values that identify the customer, as they were typed. */
const identity = ['Zulmira', 'Quaresma', email, '11955554444', '1951-07-09', 'Travessa', 'Tibério', '52998224725']
/** The id of a browser that consented to analytics. */
const device = '0e4bd3a2-5b0c-4b8e-9d6f-000000000001'

test('every table is the shop’s own, or told in the file that a customer can download', async () => {
  const shop = await openTestShop()
  const tables = await shop.database.query.introspection.getTables()
  const names = tables.map(({ name }) => name).filter((name) => !/^sqlite_|^product_search/.test(name))
  expect(names.sort()).toEqual([...Object.keys(exported), ...repeats, ...impersonal].sort())
})

test('the file tells of everything, and after the deletion nothing leads to the customer', async () => {
  const { shop, customerId, dataDir } = await openWithTraces()
  const data = await shop.exportPersonalData(customerId)
  for (const [table, tell] of Object.entries(exported)) expect([table, tell(data)]).toEqual([table, expect.anything()])
  for (const word of identity) expect(JSON.stringify(data)).toContain(word)
  expect(data.prescriptions).toHaveLength(3)
  const [part] = data.prescriptions[0]?.parts ?? []
  expect(await shop.prescriptions.readOwnFile(customerId, part?.id ?? 0)).toMatchObject({ type: 'image/jpeg' })

  await shop.accounts.mailDeletionCode(customerId, '/excluir-conta')
  const [{ text = '' } = {}] = await shop.mail.listWritten(email)
  const deleteToken = /\b\d{6}\b/.exec(text)?.[0] ?? ''
  await shop.operations['auth/deleteAccount'].run({ deleteToken }, { customerId, network: 'test' })

  // The e-mail that confirms the deletion, still queued.
  await shop.database.query.deleteFrom('outbox_email').where('recipient', '=', email).execute()
  const left = JSON.stringify(await allRows(shop))
  for (const word of [...identity, device]) expect(left).not.toContain(word)
  expect(await tablesOf(shop, customerId)).toEqual(kept)
  expect((await shop.prescriptions.listOf(customerId)).map(({ parts }) => parts[0]?.products[0]?.id)).toEqual([
    azitromicina,
  ])
  expect(readdirSync(join(dataDir, 'receitas'))).toHaveLength(1)
})

test('a goodbye is all the e-mail that is left of who deleted the account', async () => {
  const { shop, customerId } = await openWithTraces()
  await shop.accounts.mailDeletionCode(customerId, '/excluir-conta')
  const [{ text = '' } = {}] = await shop.mail.listWritten(email)
  await shop.accounts.deleteAccount(customerId, /\b\d{6}\b/.exec(text)?.[0] ?? '', 'test')
  expect((await shop.mail.listWritten(email)).map(({ subject }) => subject)).toEqual(['Sua conta foi excluída'])
})

test("another customer's prescription file is unknown", async () => {
  const { shop, customerId } = await openWithTraces()
  const [prescription] = await shop.prescriptions.listOf(customerId)
  const token = await shop.accounts.login('cliente@example.com', 'balcao-demo-2026', 'test')
  const otherId = (await shop.accounts.findSession(token))?.customerId ?? 0
  const look = (id: number) => shop.prescriptions.readOwnFile(id, prescription?.parts[0]?.id ?? 0)
  await expect(look(otherId)).rejects.toMatchObject({ code: 'prescription.unknown', status: 404 })
})

test('a prescription that was looked at is erased when no order uses it, and the line of the look stays', async () => {
  const { shop, customerId } = await openWithTraces()
  const [, , unused] = await shop.prescriptions.listOf(customerId)
  if (!unused) throw new Error('there is no unused prescription')
  await shop.prescriptions.readFileOf(unused, unused.parts[0]?.id ?? 0, 'a pharmacist')
  shop.clock.pass(48 * 60 + 1)
  await shop.prescriptions.eraseUnused()
  expect(await shop.prescriptions.show(unused.id)).toBeNull()
  const looks = await shop.database.query.selectFrom('prescription_look').selectAll().execute()
  expect(looks).toMatchObject([{ prescription_id: unused.id, looked_by: 'a pharmacist' }])
})

/** A benefit user with a trace in every table: orders with and without a prescription to keep, delivered. */
async function openWithTraces() {
  const dataDir = await mkdtemp(join(tmpdir(), 'balcao-traces-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const shop = await openTestShop({ env: { DATA_DIR: dataDir } })
  const token = await shop.accounts.login(email, 'balcao-demo-2026', 'test')
  const customerId = (await shop.accounts.findSession(token))?.customerId ?? 0
  await shop.accounts.updateProfile(customerId, {
    firstName: 'Zulmira',
    lastName: 'Quaresma',
    phone: '11955554444',
    birthday: '1951-07-09',
  })
  const [address] = await shop.addresses.listAddresses(customerId)
  if (!address) throw new Error('the demo customer has no address')
  await shop.addresses.changeAddress(customerId, address.id, { ...address, street: 'Travessa do Teste' })

  for (const productId of [azitromicina, omeprazol]) {
    const prescriptionId = await shop.prescriptions.send(customerId, [await paper(productId)])
    const order = await shop.orders.placeOrder({
      customerId,
      addressId: address.id,
      submissionKey: crypto.randomUUID(),
      bag: { lines: [{ productId, quantity: 1 }] },
      prescriptionId,
      note: 'Chamar Tibério na Travessa',
    })
    await pay(shop, customerId, order.id, order.totalCents)
    await shop.counter.approve(prescriptionId)
    await shop.counter.advance(order.id)
    await shop.counter.advance(order.id)
    const count = { order_id: order.id, device_id: device }
    await shop.database.query.insertInto('purchase_count').values(count).execute()
  }
  await shop.prescriptions.send(customerId, [await paper(azitromicina)])
  const optIn = await shop.laboratory.optIn({ branchId: 1, productId: trayenta, cpf: '529.982.247-25' })
  await shop.laboratory.adopt(optIn, customerId)
  await shop.stockNotices.askForNotice(email, { id: novalgina, sellableOnline: true }, 1)
  await shop.accounts.mailRecoveryCode(email, 'test')
  return { shop, customerId, dataDir }
}

const paper = async (productId: number) => ({
  patient: 'Tibério Quaresma',
  type: 2 as const,
  issuers: '',
  code: '',
  issuedAt: '2026-03-09',
  productIds: [productId],
  file: await sharp({ create: { width: 40, height: 30, channels: 3, background: 'white' } })
    .jpeg()
    .toBuffer(),
})

/** Pays through the external page, the shortest way. */
async function pay(shop: TestShop, customerId: number, orderId: number, cents: number): Promise<void> {
  await shop.externalPayments.learn({
    payment_id: `payment-${orderId}`,
    transaction_reference: await shop.externalPayments.referenceFor(customerId, orderId),
    status: 'paid',
    amount: cents / 100,
  })
}

async function allRows({ database }: TestShop): Promise<unknown[]> {
  const tables = await database.query.introspection.getTables()
  return Promise.all(
    tables.map(({ name }) =>
      database.query
        .selectFrom(name as never)
        .selectAll()
        .execute(),
    ),
  )
}

/** Tables in which a row still points to the customer. */
async function tablesOf({ database }: TestShop, customerId: number): Promise<string[]> {
  const tables = await database.query.introspection.getTables()
  const owned = tables.filter(({ columns }) => columns.some(({ name }) => name === 'customer_id'))
  const counts = await Promise.all(
    owned.map(async ({ name }) => {
      const rows = await database.query
        .selectFrom(name as never)
        .selectAll()
        .where('customer_id' as never, '=', customerId as never)
        .execute()
      return rows.length > 0 ? name : []
    }),
  )
  return counts.flat().sort()
}
