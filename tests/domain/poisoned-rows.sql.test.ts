import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type StatsByJob, startJobs } from '../../server/jobs.ts'
import { createNotice } from '../../server/notify/notice.ts'
import { notify } from '../../server/notify/notify.ts'
import { addMinutes } from '../../server/platform/clock.ts'
import { RoundError } from '../../server/platform/for-each-isolated.ts'
import { enqueueProblem } from '../../server/webhooks/webhooks.ts'
import { azitromicina, line, novalgina, openCheckout, paper, trayenta } from '../support/checkout.ts'
import { openReceiver } from '../support/receiver.ts'
import { it } from '../support/rule.ts'
import { openSmtpSink } from '../support/smtp.ts'

type CheckoutShop = Awaited<ReturnType<typeof openCheckout>>
type JobName = string

/** Two things that a job has to do, of which the database refuses one. */
interface TwoItems {
  /** The statement that fails, and of which row. */
  poison: { statement: 'insert' | 'update' | 'delete'; table: string; condition: string }
  /** What the job's error calls the poisoned one; null where the job tells the log alone. */
  poisonedName: string | null
  isDone(which: 'poisoned' | 'other'): Promise<boolean>
  run(): Promise<void>
}

const dayMinutes = 24 * 60

const twoItemsByJob: Record<JobName, (shop: CheckoutShop) => Promise<TwoItems>> = {
  async 'orders.cancelUncollected'(shop) {
    const orderIds = await placeReadyOrders(shop, -1)
    return {
      ...orderItems(orderIds, 'update', 'orders', 'old.id'),
      isDone: async (which) => (await statusOf(shop, orderIds[which])) === 'cancelled',
      run: shop.orders.pickup.cancelUncollectedPickups,
    }
  },
  async 'orders.remindOfPickups'(shop) {
    const orderIds = await placeReadyOrders(shop, 60)
    return {
      ...orderItems(orderIds, 'update', 'orders', 'old.id'),
      isDone: (which) => hasEvent(shop, orderIds[which], 'remindPickup'),
      run: shop.orders.pickup.remindOfPickups,
    }
  },
  async 'orders.lapseProposals'(shop) {
    const orderIds = await placePaidOrders(shop, 2)
    for (const orderId of Object.values(orderIds)) {
      await shop.database.db.updateTable('orders').set({ status: 'preparing' }).where('id', '=', orderId).execute()
      const offer = JSON.stringify({ way: 'window', windowId: 1, from: '', to: '' })
      const answerDueAt = addMinutes(shop.clock.now(), -1)
      await shop.database.db
        .insertInto('orderProposal')
        .values({ orderId, productId: novalgina, units: 1, offer, answerDueAt, state: 'open' })
        .execute()
    }
    return {
      ...orderItems(orderIds, 'update', 'order_proposal', 'old.order_id'),
      poisonedName: 'proposal 1',
      isDone: (which) => hasEvent(shop, orderIds[which], 'lapseProposal'),
      run: shop.orders.proposals.lapseOverdueProposals,
    }
  },
  async 'orders.endPictureRequests'(shop) {
    const orderIds = await placePaidOrders(shop, 2)
    for (const orderId of Object.values(orderIds)) {
      const now = shop.clock.now()
      const { id: prescriptionId } = await shop.database.db
        .insertInto('prescription')
        .values({ customerId: shop.customerId, orderId, status: 'sent', reason: null, sentAt: now, decidedAt: null })
        .returning('id')
        .executeTakeFirstOrThrow()
      await shop.database.db
        .updateTable('orders')
        .set({ status: 'prescription_review' })
        .where('id', '=', orderId)
        .execute()
      await shop.database.db
        .insertInto('prescriptionPictureRequest')
        .values({
          ...{ prescriptionId, partId: 1, reason: 'cortada', pharmacistName: 'Helena', pharmacistCrf: 'SP-1' },
          ...{ requestedAt: now, dueAt: now, state: 'waiting' },
        })
        .execute()
    }
    return {
      ...orderItems(orderIds, 'update', 'orders', 'old.id'),
      poisonedName: 'picture request 1',
      isDone: async (which) => (await statusOf(shop, orderIds[which])) === 'cancelled',
      run: shop.orders.pictureRequests.endUnansweredPictureRequests,
    }
  },
  async 'payments.endSurcharges'(shop) {
    const orderIds = await placePaidOrders(shop, 2)
    const now = shop.clock.now()
    for (const orderId of Object.values(orderIds))
      await shop.database.db
        .insertInto('orderSurcharge')
        .values({
          orderId,
          kind: 'address',
          details: '{}',
          amountCents: 1,
          state: 'waiting',
          createdAt: now,
          dueAt: now,
        })
        .execute()
    return {
      ...orderItems(orderIds, 'update', 'order_surcharge', 'old.order_id'),
      poisonedName: `surcharge 1 of order ${orderIds.poisoned}`,
      isDone: async (which) =>
        (await shop.payments.surcharges.checkSurcharge(shop.customerId, orderIds[which], { force: false }))?.state ===
        'over',
      run: shop.payments.surcharges.endOverdueSurcharges,
    }
  },
  'orders.noticeLate': prepareLateOrders,
  async 'promotions.applyDue'(shop) {
    const products = await shop.database.db
      .selectFrom('product')
      .select('id')
      .where('isPromoAllowed', '=', true)
      .where('isPbm', '=', false)
      .orderBy('id')
      .limit(2)
      .execute()
    const [poisoned = 0, other = 0] = products.map(({ id }) => id)
    const startsAt = addMinutes(shop.clock.now(), 60)
    for (const productId of [poisoned, other])
      await shop.catalogue.promotions.setPromotion(
        productId,
        { discount: { type: 'percent', value: 5 }, startsAt, endsAt: null },
        '',
      )
    shop.clock.pass(60)
    const ids = { poisoned, other }
    return {
      poison: { statement: 'update', table: 'promotion', condition: `old.product_id = ${poisoned}` },
      poisonedName: `product ${poisoned}`,
      isDone: async (which) => (await shop.catalogue.promotions.findPromotion(ids[which]))?.isRunning === true,
      run: shop.catalogue.promotions.startAndEndDuePromotions,
    }
  },
  async 'reminders.writeDue'(shop) {
    const { customerId: neighbourId } = await shop.neighbour()
    const ids = { poisoned: Math.min(shop.customerId, neighbourId), other: Math.max(shop.customerId, neighbourId) }
    for (const customerId of Object.values(ids)) {
      const reminder = { customerId, productId: novalgina, quantity: 1, days: 10, dueOn: '2026-01-01' }
      await shop.database.db
        .insertInto('refillReminder')
        .values({ ...reminder, token: `t${customerId}` })
        .execute()
    }
    return {
      poison: { statement: 'update', table: 'refill_reminder', condition: `old.customer_id = ${ids.poisoned}` },
      poisonedName: `customer ${ids.poisoned}`,
      isDone: async (which) => (await shop.reminders.listReminders(ids[which]))[0]?.isSent === true,
      run: shop.reminders.enqueueDueReminders,
    }
  },
  async 'stockNotices.writeDue'(shop) {
    const product = { id: novalgina, isSellableOnline: true }
    for (const name of ['poisoned', 'other']) {
      await shop.catalogue.stockNotices.requestNotice(`${name}@example.com`, product, 1, 'test')
      shop.clock.pass(1)
    }
    return {
      ...mailItems(shop, 'stock_notice'),
      poisonedName: `product ${novalgina} in branch 1`,
      run: shop.catalogue.stockNotices.enqueueDueNotices,
    }
  },
  async 'coverageNotices.writeDue'(shop) {
    for (const name of ['poisoned', 'other'])
      await shop.delivery.coverageNotices.requestNotice(`${name}@example.com`, '08100-000', 'test')
    const newlyServed = { branchId: 1, firstZipcode: 8_100_000, lastZipcode: 8_199_999 }
    await shop.database.db.insertInto('branchZipcodes').values(newlyServed).execute()
    return {
      ...mailItems(shop, 'coverage_notice'),
      poisonedName: 'postal code 08100000',
      run: shop.delivery.coverageNotices.enqueueDueNotices,
    }
  },
  async 'analytics.countLeftPurchases'(shop) {
    const orderIds = await placePaidOrders(shop)
    for (const orderId of Object.values(orderIds))
      await shop.analytics.registerPendingPurchase(crypto.randomUUID(), orderId)
    shop.clock.pass(30)
    const isCounted = async (orderId: number) => {
      const row = await shop.database.db
        .selectFrom('conversionOutbox')
        .select('deviceId')
        .where('orderId', '=', orderId)
        .executeTakeFirstOrThrow()
      return row.deviceId === null
    }
    return {
      ...orderItems(orderIds, 'update', 'conversion_outbox', 'old.order_id'),
      isDone: (which) => isCounted(orderIds[which]),
      run: shop.analytics.reportOverduePurchases,
    }
  },
  async 'prescriptions.eraseUnused'(shop) {
    const ids = {
      poisoned: await shop.prescriptions.submitPrescriptions(shop.customerId, [await paper([azitromicina])]),
      other: await shop.prescriptions.submitPrescriptions((await shop.neighbour()).customerId, [
        await paper([azitromicina]),
      ]),
    }
    shop.clock.pass(3 * dayMinutes)
    return {
      poison: { statement: 'delete', table: 'prescription', condition: `old.id = ${ids.poisoned}` },
      poisonedName: `prescription ${ids.poisoned}`,
      isDone: async (which) => (await shop.prescriptions.findPrescription(ids[which])) === null,
      run: shop.prescriptions.eraseUnused,
    }
  },
  async 'accounts.finishErasures'(shop) {
    const orderIds = await placePaidOrders(shop)
    const { db } = shop.database
    await db.updateTable('orders').set({ status: 'delivered' }).where('id', 'in', Object.values(orderIds)).execute()
    const erased = { erasedAt: shop.clock.now() }
    await db.updateTable('customer').set(erased).where('id', '=', shop.customerId).execute()
    return {
      ...orderItems(orderIds, 'update', 'orders', 'old.id'),
      poisonedName: `buyers: order ${orderIds.poisoned}`,
      isDone: async (which) => (await shop.orders.findOrder(orderIds[which]))?.address.street === '',
      run: shop.accounts.finishErasures,
    }
  },
  'mail.sendDue': prepareDueEmails,
  async 'laboratory.settleAuthorisations'(shop) {
    const at = shop.clock.now()
    for (const [index, id] of ['poisoned', 'other'].entries())
      await shop.database.db
        .insertInto('laboratoryAuthorisation')
        .values({
          id,
          customerId: shop.customerId,
          idempotencyKey: id,
          productId: trayenta,
          units: 0,
          state: 'authorised',
          requestedAt: at,
          dueAt: addMinutes(shop.clock.now(), index - 5),
        })
        .execute()
    const stateOf = async (id: string) =>
      (
        await shop.database.db
          .selectFrom('laboratoryAuthorisation')
          .select('state')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).state
    return {
      poison: { statement: 'update', table: 'laboratory_authorisation', condition: `old.id = 'poisoned'` },
      poisonedName: 'authorisation poisoned',
      isDone: async (which) => (await stateOf(which)) === 'cancelled',
      run: shop.bags.authorisations.notifyDueChanges,
    }
  },
  async 'webhooks.sendDue'(shop) {
    const receiver = await openReceiver()
    await shop.webhooks.addWebhook({ url: receiver.url, branchId: null })
    for (const id of [1, 2])
      await shop.ctx.transact((ctx) => enqueueProblem(ctx, { id, orderId: id, branchId: 1, kind: 'other' }))
    const deliveries = await shop.webhooks.listDeliveries()
    const [other, poisoned] = deliveries.map(({ id }) => id)
    const ids = { poisoned, other }
    return {
      poison: { statement: 'update', table: 'outbox', condition: `old.id = ${poisoned}` },
      poisonedName: null,
      isDone: async (which) =>
        (await shop.webhooks.listDeliveries()).find(({ id }) => id === ids[which])?.state === 'delivered',
      async run() {
        await shop.webhooks.sendDueMessages()
        await shop.webhooks.waitUntilIdle()
      },
    }
  },
}

/** Jobs of one statement, or whose parts fail or succeed together by design. */
const wholeJobs: JobName[] = [
  'accessLog.eraseOld',
  'accessLog.flush',
  'accounts.eraseExpiredAttempts',
  'accounts.eraseExpiredDevices',
  'accounts.eraseExpiredSessions',
  'accounts.eraseLateWrites',
  'counter.imports.eraseOld',
  'emptyLog',
  'emptySearches.eraseOld',
  'laboratory.eraseOld',
  'mail.purgeSent',
  'orders.eraseOldScans',
  'pauses.resumeDue',
  'prices.record',
  'problems.eraseDrafts',
  'staff.eraseExpiredCallKeys',
  'staff.eraseExpiredSessions',
  'webhooks.eraseOld',
  'whatsapp.purgeSent',
]
/** Tried in `outbox.sql.test.ts`, by the outbox's own channel. */
const outboxJobs: JobName[] = ['whatsapp.sendDue']
/** Tried in `payments-refused-refunds.test.ts`. */
const paymentJobs: JobName[] = ['payments.expireDue', 'payments.rereadPaid']

describe.each(Object.entries(twoItemsByJob))('%s', (_, prepare) => {
  test('a row that fails costs itself alone, is named, and is made up for', async () => {
    const sink = await openSmtpSink()
    const shop = await openCheckout({ SMTP_URL: sink.url })
    const { poison, poisonedName, isDone, run } = await prepare(shop)
    const cure = await poisonRow(shop, poison)
    const error = await run().then(
      () => null,
      (error: unknown) => error,
    )
    if (poisonedName !== null) expect(error).toMatchObject({ itemNames: [poisonedName] })
    expect({ poisoned: await isDone('poisoned'), other: await isDone('other') }).toEqual({
      poisoned: false,
      other: true,
    })
    await cure()
    await run()
    expect(await isDone('poisoned')).toBe(true)
  })
})

test('every job is tried with a poisoned row, or known to be of one piece', async () => {
  const shop = await openCheckout()
  const statsByJob: StatsByJob = new Map()
  await startJobs(shop.ctx, { error: () => {} }, statsByJob)()
  expect([...Object.keys(twoItemsByJob), ...wholeJobs, ...outboxJobs, ...paymentJobs].sort()).toEqual(
    [...statsByJob.keys()].sort(),
  )
})

it('a failed round’s items are told by name until a round goes well', async () => {
  const shop = await openCheckout()
  const { poison, poisonedName } = await prepareLateOrders(shop)
  const cure = await poisonRow(shop, poison)
  const statsByJob: StatsByJob = new Map()
  const errors: unknown[] = []
  await startJobs(shop.ctx, { error: ({ err }) => errors.push(err) }, statsByJob)()
  expect(statsByJob.get('orders.noticeLate')).toMatchObject({ failedItemNames: [poisonedName], lastSuccessAt: null })
  expect(errors).toEqual([expect.any(RoundError)])
  await cure()
  await startJobs(shop.ctx, { error: ({ err }) => errors.push(err) }, statsByJob)()
  expect(statsByJob.get('orders.noticeLate')).toMatchObject({ failedItemNames: [], failureCount: 0 })
})

it('what failed in one round is told no more once the next one goes well', async () => {
  const sink = await openSmtpSink()
  const shop = await openCheckout({ SMTP_URL: sink.url })
  const { poison, poisonedName } = await prepareDueEmails(shop)
  const cure = await poisonRow(shop, poison)
  const statsByJob: StatsByJob = new Map()
  onTestFinished(startJobs(shop.ctx, { error: () => {} }, statsByJob))
  const failedItemNames = () => statsByJob.get('mail.sendDue')?.failedItemNames
  await expect.poll(failedItemNames).toEqual([poisonedName])
  await cure()
  await expect.poll(failedItemNames).toEqual([])
})

test('an order is told of as late, however many others are promised for later', async () => {
  const shop = await openCheckout()
  const { poisoned: later, other: late } = await placePaidOrders(shop)
  const { db } = shop.database
  const promiseEndsAt = addMinutes(shop.clock.now(), 9 * dayMinutes)
  await db.updateTable('orders').set({ promiseEndsAt }).where('id', '=', later).execute()
  const {
    id: _,
    idempotencyKey: __,
    ...columns
  } = await db.selectFrom('orders').selectAll().where('id', '=', later).executeTakeFirstOrThrow()
  for (let index = 0; index < 500; index += 1)
    await db
      .insertInto('orders')
      .values({ ...columns, idempotencyKey: `later ${index}` })
      .execute()
  shop.clock.pass(3 * dayMinutes)
  await shop.orders.reportLateOrders()
  expect(await hasEvent(shop, late, 'late')).toBe(true)
  expect(await hasEvent(shop, later, 'late')).toBe(false)
})

test('a prescription whose second file cannot be erased serves for no order, and is erased once it can be', async () => {
  const shop = await openCheckout()
  const id = await shop.prescriptions.submitPrescriptions(shop.customerId, [
    await paper([azitromicina]),
    { ...(await paper([azitromicina])), patient: 'Bento Prates' },
  ])
  shop.clock.pass(3 * dayMinutes)
  const folder = join(shop.dataDir, 'receitas')
  const keys = await shop.database.db.selectFrom('prescriptionPart').select('fileKey').orderBy('id').execute()
  const stuckFile = join(folder, String(keys[1]?.fileKey))
  // A folder is not removed as a file is.
  rmSync(stuckFile)
  mkdirSync(stuckFile)
  writeFileSync(join(stuckFile, 'within'), '')
  await expect(shop.prescriptions.eraseUnused()).rejects.toThrow(`prescription ${id}`)
  await expect(shop.place([line(azitromicina)], { prescriptionId: id })).rejects.toThrow(
    expect.objectContaining({ code: 'prescription.required' }),
  )
  rmSync(stuckFile, { recursive: true })
  await shop.prescriptions.eraseUnused()
  expect(await shop.prescriptions.findPrescription(id)).toBeNull()
  expect(readdirSync(folder)).toEqual([])
})

async function prepareLateOrders(shop: CheckoutShop): Promise<TwoItems> {
  const orderIds = await placePaidOrders(shop)
  shop.clock.pass(3 * dayMinutes)
  return {
    ...orderItems(orderIds, 'insert', 'order_event', 'new.order_id'),
    isDone: (which) => hasEvent(shop, orderIds[which], 'late'),
    run: shop.orders.reportLateOrders,
  }
}

async function prepareDueEmails(shop: CheckoutShop): Promise<TwoItems> {
  for (const name of ['poisoned', 'other'])
    await shop.ctx.transact((ctx) => notify(ctx, createNotice('welcome', 'Ana'), { email: `${name}@example.com` }))
  const { id } = await shop.database.db
    .selectFrom('outbox')
    .select('id')
    .where('recipient', '=', 'poisoned@example.com')
    .executeTakeFirstOrThrow()
  const isSent = async (to: string) => (await shop.mail.listByRecipient(to)).length > 0 && (await wasSent(shop, to))
  return {
    poison: { statement: 'update', table: 'outbox', condition: `old.id = ${id}` },
    poisonedName: `e-mail ${id}`,
    isDone: (which) => isSent(`${which}@example.com`),
    run: shop.mail.sendDueEmails,
  }
}

async function poisonRow(
  { database: { db, engine } }: CheckoutShop,
  { statement, table, condition }: TwoItems['poison'],
) {
  if (engine === 'postgres') {
    await sql`create function refuse_poisoned() returns trigger language plpgsql
      as $$ begin raise exception 'poisoned'; end $$`.execute(db)
    await sql
      .raw(
        `create trigger poisoned before ${statement} on ${table} for each row when (${condition}) execute function refuse_poisoned()`,
      )
      .execute(db)
    return () => sql.raw(`drop trigger poisoned on ${table}`).execute(db)
  }
  await sql
    .raw(
      `create trigger poisoned before ${statement} on ${table} when ${condition} begin select raise(abort, 'poisoned'); end`,
    )
    .execute(db)
  return () => sql.raw('drop trigger poisoned').execute(db)
}

async function placePaidOrders(shop: CheckoutShop, quantity = 1) {
  const place = async () => {
    const { id } = await shop.place([line(novalgina, quantity)])
    await shop.pay(id)
    return id
  }
  return { poisoned: await place(), other: await place() }
}

/** @param keptMinutes from now until nobody keeps them any more */
async function placeReadyOrders(shop: CheckoutShop, keptMinutes: number) {
  const orderIds = await placePaidOrders(shop)
  const pickupEndsAt = addMinutes(shop.clock.now(), keptMinutes)
  await shop.database.db
    .updateTable('orders')
    .set({ status: 'ready_for_pickup', orderType: 'pickup', pickupEndsAt })
    .where('id', 'in', Object.values(orderIds))
    .execute()
  return orderIds
}

function orderItems(
  { poisoned }: { poisoned: number },
  statement: TwoItems['poison']['statement'],
  table: string,
  column: string,
) {
  return { poison: { statement, table, condition: `${column} = ${poisoned}` }, poisonedName: `order ${poisoned}` }
}

function mailItems(shop: CheckoutShop, table: string) {
  return {
    poison: { statement: 'delete' as const, table, condition: `old.email = 'poisoned@example.com'` },
    isDone: async (which: string) => (await shop.mail.listByRecipient(`${which}@example.com`)).length === 1,
  }
}

async function wasSent({ database: { db } }: CheckoutShop, recipient: string): Promise<boolean> {
  const row = await db.selectFrom('outbox').select('sentAt').where('recipient', '=', recipient).executeTakeFirst()
  return row?.sentAt !== null
}

async function statusOf(shop: CheckoutShop, orderId: number) {
  return (await shop.orders.findOrder(orderId))?.status
}

async function hasEvent(shop: CheckoutShop, orderId: number, kind: string): Promise<boolean> {
  return (await shop.orders.listEvents(orderId)).some((event) => event.kind === kind)
}
