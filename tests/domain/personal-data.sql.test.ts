import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { startSession } from '../../server/accounts/sessions.ts'
import { saveContact } from '../../server/notify/whatsapp/contacts.ts'
import { enqueueNumberCode } from '../../server/notify/whatsapp/whatsapp-channel.ts'
import { saveCancellationRequest } from '../../server/orders/fulfilment-queue.ts'
import { placeOrder } from '../../server/orders/placement.ts'
import { emptyApproval } from '../../server/prescriptions/approvals.ts'
import { submitPrescriptions } from '../../server/prescriptions/submission.ts'
import { eraseCustomer } from '../../server/privacy/erasure.sql.ts'
import { azitromicina, novalgina, openCheckout, ozempic, paper as paperFor, trayenta } from '../support/checkout.ts'
import { afterReading, beforeTransaction } from '../support/context.ts'
import { passkeyOf } from '../support/passkey-rows.ts'
import { tellExternal } from '../support/payments.ts'
import { pdfDocument, pharmacist } from '../support/prescriptions.ts'
import { it } from '../support/rule.ts'
import { demoCustomer, openTestShop, type TestShop } from '../support/shop.ts'
import { untilWaiting } from '../support/shop-processes.ts'
import { byOperator } from '../support/staff.ts'

const omeprazol = 20

/** Tables with data about a customer, and where the customer's export contains it. */
const exported: Record<string, (data: PersonalData) => unknown> = {
  customer: ({ profile }) => profile?.email,
  session: ({ devices }) => devices[0]?.since,
  passkey: ({ passkeys }) => passkeys[0]?.name,
  whatsapp_contact: ({ whatsapp }) => whatsapp?.phone,
  address: ({ addresses }) => addresses[0]?.street,
  orders: ({ orders }) => orders[0]?.note,
  order_line: ({ orders }) => orders[0]?.lines[0]?.name,
  order_event: ({ orders }) => orders[0]?.steps[0]?.status,
  payment: ({ orders }) => orders[0]?.payments[0]?.amountCents,
  end_request: ({ orders }) => orders.find(({ endRequest }) => endRequest)?.endRequest?.reason,
  order_proposal: ({ orders }) => orders.find(({ proposals }) => proposals[0])?.proposals[0]?.state,
  order_surcharge: ({ orders }) => orders.find(({ surcharges }) => surcharges[0])?.surcharges[0]?.address?.street,
  order_problem: ({ problems }) => problems[0]?.message,
  order_problem_item: ({ problems }) => problems[0]?.items[0]?.productId,
  order_problem_message: ({ problems }) => problems[0]?.messages[0]?.text,
  order_problem_photo: ({ problems }) => problems[0]?.photoIds[0],
  patient: ({ patients }) => patients[0]?.name,
  prescription: ({ prescriptions }) => prescriptions[0]?.status,
  prescription_part: ({ prescriptions }) => prescriptions[0]?.parts[0]?.patient,
  prescription_decision: ({ prescriptions }) => prescriptions[0]?.decision?.by.name,
  prescription_picture_request: ({ prescriptions }) =>
    prescriptions.find(({ pictureRequest }) => pictureRequest)?.pictureRequest?.reason,
  prescription_product: ({ prescriptions }) => prescriptions[0]?.parts[0]?.products[0]?.name,
  prescription_quote: ({ quotes }) => quotes[0]?.note,
  refill_reminder: ({ reminders }) => reminders[0]?.dueOn,
  laboratory_opt_in: ({ laboratoryDiscounts }) => laboratoryDiscounts[0]?.cpf,
  laboratory_opt_in_product: ({ laboratoryDiscounts }) => laboratoryDiscounts[0]?.productIds[0],
  laboratory_authorisation: ({ laboratoryAuthorisations }) => laboratoryAuthorisations[0]?.units,
  wishlist_item: ({ favouriteProductIds }) => favouriteProductIds[0],
  stock_notice: ({ stockNotices }) => stockNotices[0]?.productId,
  coverage_notice: ({ coverageNotices }) => coverageNotices[0]?.zipcode,
  ledger_entry: ({ gains }) => gains[0]?.statement.entries[0]?.amountCents,
  gain: ({ gains }) => gains[0]?.name,
  gain_address: ({ gains }) => gains[0]?.addresses[0]?.street,
}

/** Tables about a customer that add nothing to those: references for providers, codes, queued e-mail, the access log. */
const repeats = [
  ...[
    'charge',
    'external_report',
    'card_refund',
    'conversion_outbox',
    'coupon_redemption',
    'mailbox_code',
    'passkey_answer',
    'outbox',
  ],
  ...[
    'prescription_access_log',
    'prescription_fingerprint',
    'known_device',
    'order_pick',
    'order_lot',
    'order_scan',
    'partial_refund',
    'bank_refund',
    'refund_settlement',
  ],
  // What a program was answered, for a day, encrypted.
  'call_key',
  // Names and phones once more; who used the shop from where, under secrecy (Marco Civil, art. 15).
  ...['customer_search_word', 'access_log'],
]

/** Tables without personal data. */
const impersonal = [
  ...[
    'branch',
    'branch_zipcodes',
    'delivery_slot',
    'delivery_window',
    'category',
    'subcategory',
    'product',
    'product_picture',
    'product_slug_history',
    'offer',
    'withdrawn_offer',
    'banner',
    'coupon',
  ],
  ...['ceiling_list', 'price_ceiling', 'ceiling_rate', 'trade_name'],
  ...['search_word', 'synonym', 'catalogue_version', 'facet_count', 'staged_product', 'staged_offer'],
  ...['catalogue_rule', 'pending_product', 'pending_offer'],
  // The shop's own people, and what they did: records are named by number.
  ...['staff', 'staff_invitation', 'staff_recovery_code', 'staff_session', 'api_key', 'audit_entry'],
  ...['empty_search', 'promotion', 'bag_promotion', 'bag_promotion_product', 'order_line_discount', 'price_period'],
  // Numbers of orders and their statuses.
  // A store's own phone and e-mail, and names of templates.
  ...['webhook', 'whatsapp_template', 'branch_alert'],
  ...[
    'sandbox_charge',
    'sandbox_card_order',
    'sandbox_webhook',
    'database_kind',
    'key_check',
    'fingerprint_key',
    'sandbox_authorisation',
    'attempt_count',
  ],
]

/**
 * Tables that keep rows after an erasure, as the law requires, without a name: bookkeeping, and encrypted prescriptions of
 * antimicrobials and GLP-1.
 */
const kept = ['gain', 'laboratory_authorisation', 'ledger_entry', 'orders', 'prescription']

type PersonalData = Awaited<ReturnType<TestShop['exportPersonalData']>>

const email = 'beneficio@example.com'
/** Values that identify the customer, as they were typed. */
const identity = ['Zulmira', 'Quaresma', email, '11955554444', '1951-07-09', 'Travessa', 'Tibério', '52998224725']
/** The id of a browser that consented to analytics. */
const device = '0e4bd3a2-5b0c-4b8e-9d6f-000000000001'

test('every table is the shop’s own, or told in the file that a customer can download', async () => {
  const shop = await openTestShop()
  const tables = await shop.database.db.introspection.getTables()
  const names = tables.map(({ name }) => name).filter((name) => !/^sqlite_|^product_search/.test(name))
  expect(names.sort()).toEqual([...Object.keys(exported), ...repeats, ...impersonal].sort())
})

test('the file tells of everything, and after the deletion nothing leads to the customer', async () => {
  const { shop, customerId, dataDir } = await openWithTraces()
  const data = await shop.exportPersonalData(customerId)
  for (const [table, tell] of Object.entries(exported)) expect([table, tell(data)]).toEqual([table, expect.anything()])
  for (const word of identity) expect(JSON.stringify(data)).toContain(word)
  expect(data.prescriptions).toHaveLength(5)
  expect(data.orders.filter(({ taxNumber }) => taxNumber === '52998224725')).toHaveLength(3)
  const [part] = data.prescriptions[0]?.parts ?? []
  const picture = await shop.prescriptions.renderCustomerFile(customerId, part?.id ?? 0)
  expect(picture.subarray(0, 3).toString('hex')).toBe('ffd8ff')

  await shop.accounts.sendDeletionCode(customerId, '/excluir-conta')
  const [{ text = '' } = {}] = await shop.mail.listByRecipient(email)
  const deleteToken = /\b\d{6}\b/.exec(text)?.[0] ?? ''
  await shop.accounts.deleteAccount(customerId, deleteToken, 'test')

  // The e-mail that confirms the deletion, still queued.
  await shop.database.db.deleteFrom('outbox').where('recipient', '=', email).execute()
  const left = JSON.stringify(await allRows(shop))
  for (const word of [...identity, device]) expect(left).not.toContain(word)
  expect(await tablesOf(shop, customerId)).toEqual(kept)
  const fiscal = await shop.database.db.selectFrom('orders').select('fiscalCpfEncrypted').execute()
  expect(fiscal.every((order) => order.fiscalCpfEncrypted === null)).toBe(true)
  expect((await shop.prescriptions.listByCustomer(customerId)).map(({ parts }) => parts[0]?.products[0]?.id)).toEqual([
    azitromicina,
    ozempic,
  ])
  expect(readdirSync(join(dataDir, 'receitas'))).toHaveLength(2)
})

it('who has not proved to read a mailbox is not told what its reader asked for there', async () => {
  const { shop, customerId } = await openWithTraces()
  const { db } = shop.database
  await db.updateTable('customer').set({ emailConfirmedAt: null }).where('id', '=', customerId).execute()
  const { stockNotices, coverageNotices } = await shop.exportPersonalData(customerId)
  expect([stockNotices, coverageNotices]).toEqual([[], []])
})

test('after an erasure no file of the shop, and no table, has a byte of who the customer was', async () => {
  const { shop, customerId, dataDir } = await openWithTraces()
  expect(wordsFound(await remains(shop, dataDir))).toEqual(traces)
  await shop.accounts.eraseAccount(customerId)
  await shop.accounts.eraseTraces()
  // The e-mail that confirms the erasure is deleted once it is sent.
  await shop.database.db.deleteFrom('outbox').where('recipient', '=', email).execute()
  await shop.database.truncateWal()
  expect(wordsFound(await remains(shop, dataDir))).toEqual([])
})

test('one of many customers is erased without a byte left, though the database has moved their rows about', async () => {
  const { shop, customerId, dataDir } = await openWithTraces()
  const { db } = shop.database
  const [row] = await db.selectFrom('customer').selectAll().where('id', '=', customerId).execute()
  if (!row) throw new Error('the customer is gone')
  const { id: _, ...person } = row
  for (let at = 0; at < 400; at += 1) {
    const other = {
      ...person,
      email: `b${(at * 7919) % 400}@example.com`,
      firstName: 'x'.repeat(at % 97),
      lastName: '',
      phone: '',
      birthday: null,
    }
    await db.insertInto('customer').values(other).execute()
    if (at % 40 === 0)
      await db
        .updateTable('customer')
        .set({ lastName: `Quaresma ${'de '.repeat(at)}` })
        .where('id', '=', customerId)
        .execute()
  }
  await shop.accounts.eraseAccount(customerId)
  await shop.accounts.eraseTraces()
  await db.deleteFrom('outbox').where('recipient', '=', email).execute()
  await shop.database.truncateWal()
  expect(wordsFound(await remains(shop, dataDir))).toEqual([])
})

test('a retained prescription is erased two years after its decision, of who deleted the account and of who did not', async () => {
  const { shop, customerId, dataDir } = await openWithTraces()
  const neighbour = (await shop.accounts.findCustomerByEmail('cliente@example.com'))?.id ?? 0
  const { db } = shop.database
  await shop.accounts.eraseAccount(customerId)
  const [first, second] = await shop.prescriptions.listByCustomer(customerId)
  const moveTo = { customerId: neighbour }
  await db
    .updateTable('prescription')
    .set(moveTo)
    .where('id', '=', second?.id ?? 0)
    .execute()
  shop.clock.pass(730 * 24 * 60)
  await shop.accounts.finishErasures()
  expect(await shop.prescriptions.findPrescription(first?.id ?? 0)).not.toBeNull()
  shop.clock.pass(3 * 24 * 60)
  await shop.accounts.finishErasures()
  for (const each of [first, second]) expect(await shop.prescriptions.findPrescription(each?.id ?? 0)).toBeNull()
  expect(readdirSync(join(dataDir, 'receitas'))).toEqual([])
})

it('a goodbye is all the e-mail that is left of who deleted the account', async () => {
  const { shop, customerId } = await openWithTraces()
  await shop.accounts.sendDeletionCode(customerId, '/excluir-conta')
  const [{ text = '' } = {}] = await shop.mail.listByRecipient(email)
  await shop.accounts.deleteAccount(customerId, /\b\d{6}\b/.exec(text)?.[0] ?? '', 'test')
  expect((await shop.mail.listByRecipient(email)).map(({ subject }) => subject)).toEqual(['Sua conta foi excluída'])
})

it("another customer's prescription file is unknown", async () => {
  const shop = await openCheckout()
  const id = await shop.prescriptions.submitPrescriptions(shop.customerId, [await paper(azitromicina)])
  const part = (await shop.prescriptions.findPrescription(id))?.parts[0]?.id ?? 0
  const other = await shop.neighbour()
  await expect(shop.prescriptions.renderCustomerFile(other.customerId, part)).rejects.toMatchObject({
    code: 'prescription.unknown',
    status: 404,
  })
  expect((await shop.prescriptions.renderCustomerFile(shop.customerId, part)).length).toBeGreaterThan(0)
})

it('a prescription that was looked at is erased when no order uses it, and the line of the look stays', async () => {
  const { shop, customerId } = await openWithTraces()
  const [, , , unused] = await shop.prescriptions.listByCustomer(customerId)
  if (!unused) throw new Error('there is no unused prescription')
  await shop.prescriptions.recordFileAccess(unused, unused.parts[0]?.id ?? 0, 'a pharmacist')
  shop.clock.pass(48 * 60 + 1)
  await shop.prescriptions.eraseUnused()
  expect(await shop.prescriptions.findPrescription(unused.id)).toBeNull()
  const looks = await shop.database.db.selectFrom('prescriptionAccessLog').selectAll().execute()
  expect(looks).toMatchObject([{ prescriptionId: unused.id, accessedBy: 'a pharmacist' }])
})

test('an order placed in the same instant as its account is erased is refused, and takes nothing', async () => {
  const shop = await openTestShop()
  const { customerId, addressId } = await demoCustomer(shop)
  const ctx = beforeTransaction(shop.ctx, () => shop.accounts.eraseAccount(customerId))
  const placing = placeOrder(ctx, orderOf(customerId, addressId))
  await expect(placing).rejects.toMatchObject({ code: 'token.invalid' })
  expect(await tablesOf(shop, customerId)).toEqual([])
})

test('an order waits for an erasure under way, and is refused after it', async () => {
  const shop = await openTestShop()
  const { customerId, addressId } = await demoCustomer(shop)
  const placing = await shop.ctx.transact(async (ctx) => {
    await eraseCustomer(ctx, { id: customerId, email: 'cliente@example.com' })
    const placing = shop.orders.placeOrder(orderOf(customerId, addressId)).catch((error) => error)
    await untilWaiting(shop.database, [], 1)
    return [placing]
  })
  expect(await placing[0]).toMatchObject({ status: expect.toSatisfy((status) => [401, 404].includes(status)) })
  expect(await tablesOf(shop, customerId)).toEqual([])
})

test('an erasure waits for an order under way, and is refused after it', async () => {
  const shop = await openTestShop()
  const { customerId, addressId } = await demoCustomer(shop)
  let erasing: Promise<unknown> | undefined
  const ctx = afterReading(shop.ctx, 'product', async () => {
    erasing = shop.accounts.eraseAccount(customerId).catch((error) => error)
    await untilWaiting(shop.database, [], 1)
  })
  const { id } = await placeOrder(ctx, orderOf(customerId, addressId))
  expect(await erasing).toMatchObject({ code: 'order.underWay', orderId: id })
  expect(await deadlocks(shop.database)).toBe(0)
})

test('what a request saves in the same instant as the account is erased is refused, or erased soon after', async () => {
  const shop = await openTestShop()
  const { accounts, addresses } = shop
  const { customerId, addressId } = await demoCustomer(shop)
  const address = await addresses.getAddress(customerId, addressId)
  await accounts.eraseAccount(customerId)
  const profile = { firstName: 'Zulmira', lastName: 'Quaresma', phone: '11955554444', birthday: '1951-07-09' }
  await expect(accounts.updateProfile(customerId, profile)).rejects.toMatchObject({ code: 'token.invalid' })
  await addresses.addAddress(customerId, { ...address, street: 'Travessa do Teste' })
  await accounts.rememberDevice(customerId, null)
  const token = await startSession(shop.ctx, customerId)
  expect(await accounts.findSession(token)).toBeNull()
  await shop.prescriptions.registerPatient(customerId, 'Tibério Quaresma')
  await shop.wishlist.addFavourite(customerId, novalgina)

  await accounts.eraseLateWrites()
  expect(await tablesOf(shop, customerId)).toEqual([])
  const left = wordsFound(JSON.stringify(await allRows(shop)))
  expect(left.filter((word) => word !== email)).toEqual([])
})

test('a file whose prescription is erased while it is being stored is deleted, too', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'balcao-traces-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const shop = await openTestShop({ env: { DATA_DIR: dataDir } })
  const { customerId } = await demoCustomer(shop)
  const ctx = {
    ...shop.ctx,
    files: {
      ...shop.files,
      async write(key: string, content: Uint8Array) {
        await shop.accounts.eraseAccount(customerId)
        await shop.accounts.eraseTraces()
        await shop.files.write(key, content)
      },
    },
  }
  await expect(submitPrescriptions(ctx, customerId, [await paper(azitromicina)])).rejects.toMatchObject({
    code: 'prescription.unknown',
  })
  expect(readdirSync(join(dataDir, 'receitas'))).toEqual([])
  expect(await shop.database.db.selectFrom('prescriptionPart').selectAll().execute()).toEqual([])
})

const orderOf = (customerId: number, addressId: number) => ({
  customerId,
  addressId,
  idempotencyKey: crypto.randomUUID(),
  bag: { lines: [{ productId: novalgina, quantity: 1 }] },
  note: '',
})

/** What identifies the customer and stands in plain text somewhere until the erasure: the rest is encrypted. */
const traces = [...identity.filter((word) => word !== '52998224725'), device]

/** All that is stored, as text: SQLite's files or each table of PostgreSQL, and the files of DATA_DIR. */
async function remains(shop: TestShop, dataDir: string): Promise<string> {
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name))
  const database = shop.database.engine === 'sqlite' ? [shop.location, `${shop.location}-wal`] : []
  const bytes = [...files, ...database].map((file) => readFileSync(file, 'utf8'))
  return [JSON.stringify(await allRows(shop)), ...bytes].join('\n')
}

function wordsFound(text: string): string[] {
  return [...identity, device].filter((word) => text.includes(word))
}

/** A benefit user with a trace in every table: orders with and without a prescription to keep, delivered. */
async function openWithTraces() {
  const dataDir = await mkdtemp(join(tmpdir(), 'balcao-traces-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const shop = await openTestShop({ env: { DATA_DIR: dataDir } })
  const token = await shop.accounts.signInWithPassword(email, 'balcao-demo-2026', 'test')
  const customerId = (await shop.accounts.findSession(token))?.customerId ?? 0
  await shop.accounts.updateProfile(customerId, {
    firstName: 'Zulmira',
    lastName: 'Quaresma',
    phone: '11955554444',
    birthday: '1951-07-09',
  })
  await shop.database.db.insertInto('passkey').values(passkeyOf(customerId, 'Celular da Zulmira')).execute()
  const [address] = await shop.addresses.listAddresses(customerId)
  if (!address) throw new Error('the demo customer has no address')
  await shop.addresses.changeAddress(customerId, address.id, { ...address, street: 'Travessa do Teste' })

  for (const productId of [azitromicina, ozempic, omeprazol]) {
    const prescriptionId = await shop.prescriptions.submitPrescriptions(customerId, [await paper(productId)])
    const order = await shop.orders.placeOrder({
      customerId,
      addressId: address.id,
      idempotencyKey: crypto.randomUUID(),
      bag: { lines: [{ productId, quantity: 1 }] },
      prescriptionId,
      note: 'Chamar Tibério na Travessa',
    })
    await pay(shop, customerId, order.id, order.totalCents)
    await shop.taxNumber.saveTaxNumber(customerId, order.id, '529.982.247-25')
    await shop.database.db
      .insertInto('prescriptionPictureRequest')
      .values({
        ...{ prescriptionId, partId: 1, reason: 'cortada', pharmacistName: 'Helena', pharmacistCrf: 'SP-1' },
        ...{ requestedAt: shop.clock.now(), dueAt: shop.clock.now(), state: 'over' },
      })
      .execute()
    await shop.orders.approvePrescription(
      prescriptionId,
      { ...byOperator, pharmacist },
      { ...emptyApproval, seenUses: null },
    )
    for (const step of ['pick', 'dispatch'] as const) await shop.orders.advanceOrder(order.id, step, byOperator)
    const wish = { orderId: order.id, reason: 'Tibério ligou', requestedBy: 'Bruno' }
    await shop.ctx.transact((ctx) =>
      saveCancellationRequest(ctx, { ...wish, requestedStatus: 'preparing', answer: 'ended' }),
    )
    const proposal = {
      orderId: order.id,
      productId: novalgina,
      units: 1,
      answerDueAt: new Date('2026-03-10T12:00:00.000Z'),
    }
    await shop.database.db
      .insertInto('orderProposal')
      .values({ ...proposal, offer: '{"way":"window"}', state: 'open' })
      .execute()
    const surcharge = { orderId: order.id, kind: 'address', amountCents: 100, state: 'over' } as const
    const details = JSON.stringify({ address: { street: 'Rua Quaresma' } })
    await shop.database.db
      .insertInto('orderSurcharge')
      .values({ ...surcharge, details, createdAt: proposal.answerDueAt, dueAt: proposal.answerDueAt })
      .execute()
    await shop.orders.advanceOrder(order.id, 'deliver', byOperator)
    const items = [{ productId, units: 1 }]
    const report = { kind: 'damaged', items, message: 'Tibério viu a caixa aberta' } as const
    await shop.problems.saveDraft(customerId, order.id, report, [])
    const problem = await shop.problems.submitDraft(customerId, order.id)
    const picture = { problemId: problem.id, contentEncrypted: 'sealed' }
    await shop.database.db.insertInto('orderProblemPhoto').values(picture).execute()
    const question = { decision: 'ask', message: 'Sra. Quaresma, qual caixa?' } as const
    await shop.problems.answerProblem(byOperator, problem.id, question)
    const count = { orderId: order.id, deviceId: device }
    await shop.database.db.insertInto('conversionOutbox').values(count).execute()
  }
  await shop.prescriptions.submitPrescriptions(customerId, [await paper(azitromicina)])
  await shop.prescriptions.requestQuote(customerId, 1, {
    patient: 'Tibério',
    file: pdfDocument(),
    note: 'Tibério quer genérico',
  })
  const optIn = await shop.bags.laboratory.optIn({ branchId: 1, productId: trayenta, cpf: '529.982.247-25' })
  const reminder = { productId: novalgina, quantity: 1, days: 10, dueOn: '2026-03-20', token: 't' }
  await shop.database.db
    .insertInto('refillReminder')
    .values({ ...reminder, customerId })
    .execute()
  const held = { id: 'held', idempotencyKey: 'k', units: 1, state: 'authorised' } as const
  await shop.database.db
    .insertInto('laboratoryAuthorisation')
    .values({ ...held, customerId, productId: trayenta, requestedAt: shop.clock.now() })
    .execute()
  await shop.bags.laboratory.assignOptInToCustomer(optIn, customerId)
  await shop.catalogue.stockNotices.requestNotice(email, { id: novalgina, isSellableOnline: true }, 1, 'test')
  const price = { isPromoAllowed: true, priceCents: 1 }
  await shop.catalogue.stockNotices.requestNotice(email, { id: trayenta, isSellableOnline: true }, 1, 'test', price)
  await shop.delivery.coverageNotices.requestNotice(email, '08100-000', 'test')
  await shop.ctx.transact((ctx) => saveContact(ctx, customerId, '11955554444'))
  await shop.ctx.transact((ctx) => enqueueNumberCode(ctx, '11955554444', '123456'))
  await shop.accounts.sendRecoveryCode(email, 'test')
  await shop.accounts.rememberDevice(customerId, null)
  return { shop, customerId, dataDir }
}

const paper = async (productId: number) => ({ ...(await paperFor([productId])), patient: 'Tibério Quaresma' })

/** Pays through the external page, the shortest way. */
async function pay(shop: TestShop, customerId: number, orderId: number, cents: number): Promise<void> {
  const { reference } = await shop.payments.chargeOrder(customerId, orderId, 'external')
  await tellExternal(shop.payments, {
    payment_id: `payment-${orderId}`,
    transaction_reference: reference,
    status: 'paid',
    amount: cents / 100,
  })
}

async function allRows({ database }: TestShop): Promise<unknown[]> {
  const tables = await database.db.introspection.getTables()
  return Promise.all(
    tables.map(({ name }) =>
      database.db
        .selectFrom(name as never)
        .selectAll()
        .execute(),
    ),
  )
}

/** Tables in which a row still points to the customer. */
async function tablesOf({ database }: TestShop, customerId: number): Promise<string[]> {
  const tables = await database.db.introspection.getTables()
  const owned = tables.filter(({ columns }) => columns.some(({ name }) => name === 'customer_id'))
  const counts = await Promise.all(
    owned.map(async ({ name }) => {
      const rows = await database.db
        .selectFrom(name as never)
        .selectAll()
        .where('customerId' as never, '=', customerId as never)
        .execute()
      return rows.length > 0 ? name : []
    }),
  )
  return counts.flat().sort()
}

/** How often PostgreSQL had to end a circle of waiting transactions in this database. */
async function deadlocks({ engine, db }: TestShop['database']): Promise<number> {
  if (engine === 'sqlite') return 0
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const count = sql<{ deadlocks: number }>`select deadlocks from pg_stat_database where datname = current_database()`
  return (await count.execute(db)).rows[0]?.deadlocks ?? 0
}
