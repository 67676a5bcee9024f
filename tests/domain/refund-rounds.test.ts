import { expect, test } from 'vitest'
import type { Context } from '../../server/context.ts'
import { maxRefusals } from '../../server/payments/charges.sql.ts'
import { recordPayment } from '../../server/payments/received-payments.ts'
import { issueRefunds } from '../../server/payments/refund-issuer.ts'
import { listUnknownPayments } from '../../server/payments/unknown-payments.ts'
import { recordUnrequestedRefunds } from '../../server/payments/unrequested-refunds.ts'
import type { ProviderPayment, ProviderRefund } from '../../server/ports/payment-provider.ts'
import { line, novalgina, openCheckout } from '../support/checkout.ts'

const hour = 60

/** An order that was paid with a charge of R$ 37,00, and a provider that notes what it is asked to return. */
async function openPaidCharge({ refunds = true, answer = 'returned' as ProviderRefund['status'] } = {}) {
  const shop = await openCheckout()
  const { db } = shop.database
  const { id: orderId } = await shop.place([line(novalgina, 2)])
  const now = shop.clock.now()
  await db
    .insertInto('charge')
    .values({
      ...{ reference: 'c1', provider: 'pix', orderId, amountCents: 3_700, providerId: null, payable: 'code' },
      ...{ state: 'closed', createdAt: now, expiresAt: now, checkedAt: now },
    })
    .execute()
  const charge = await db.selectFrom('charge').selectAll().where('reference', '=', 'c1').executeTakeFirstOrThrow()
  const requested: [string, number][] = []
  const warnings: string[] = []
  const provider = {
    name: 'pix',
    refund: refunds
      ? async ({ id, amountCents }: { id: string; amountCents: number }) => {
          requested.push([id, amountCents])
          return { id, amountCents, status: answer, requestedAt: now }
        }
      : null,
  }
  const ctx = {
    ...shop.ctx,
    providers: { ...shop.ctx.providers, payments: [provider] },
    log: { ...shop.ctx.log, warn: (_: object, message: string) => warnings.push(message) },
  } as unknown as Context
  const providerPayment: ProviderPayment = {
    ...{ reference: 'E1', amountCents: 3_700, receivedAt: now, method: 'pix', refunds: [] },
  }
  const charged = { provider: 'pix', orderId, amountCents: 3_700 } as const
  await recordPayment(ctx, { charge: charged, payment: { ...providerPayment, receivedAt: now } })
  const payment = await db.selectFrom('payment').selectAll().where('orderId', '=', orderId).executeTakeFirstOrThrow()
  return {
    ...{ shop, ctx, charge, orderId, requested, warnings, paymentId: payment.id },
    minutesAgo: (minutes: number) => new Date(now.getTime() - minutes * 60_000),
    status: async () => (await shop.orders.getOrder(shop.customerId, orderId)).status,
    paymentStatus: async () =>
      (await db.selectFrom('payment').select('status').where('id', '=', payment.id).executeTakeFirstOrThrow()).status,
    setPayment: (values: object) => db.updateTable('payment').set(values).where('id', '=', payment.id).execute(),
    async addPart(amountCents: number, values: object = {}) {
      const row = { orderId, paymentId: payment.id, amountCents, status: 'due', createdAt: now } as const
      const { id } = await db.insertInto('partialRefund').values(row).returning('id').executeTakeFirstOrThrow()
      if (Object.keys(values).length > 0)
        await db.updateTable('partialRefund').set(values).where('id', '=', id).execute()
      return id
    },
    parts: async () =>
      (
        await db
          .selectFrom('partialRefund')
          .select(['status', 'refusalCount'])
          .where('paymentId', '=', payment.id)
          .orderBy('id')
          .execute()
      ).map(({ status, refusalCount }) => [status, refusalCount]),
    issue: (listed: ProviderRefund[] = [], changes: Partial<ProviderPayment> = {}) =>
      issueRefunds(ctx, charge, [{ ...providerPayment, ...changes, refunds: listed }]),
    notice: (listed: ProviderRefund[], changes: Partial<ProviderPayment> = {}) =>
      recordUnrequestedRefunds(ctx, charge, { ...providerPayment, ...changes, refunds: listed }),
    noticed: () =>
      db
        .selectFrom('bankRefund')
        .select(['refundId', 'amountCents', 'status', 'isDispute', 'providerStatus'])
        .where('orderId', '=', orderId)
        .orderBy('refundId')
        .execute(),
  }
}

const refund = (
  id: string,
  amountCents: number,
  status: ProviderRefund['status'],
  requestedAt: Date | null = null,
) => ({
  ...{ id, amountCents, status, requestedAt },
})

test('a part that is due is asked for once, under its own name, and done once it is returned', async () => {
  const shop = await openPaidCharge()
  const id = await shop.addPart(500)
  await shop.addPart(300, { status: 'refunded' })
  await shop.issue()
  expect(shop.requested).toEqual([[`item${id}n1`, 500]])
  expect(await shop.parts()).toEqual([
    ['refunded', 0],
    ['refunded', 0],
  ])
  expect(await shop.paymentStatus()).toBe('captured')
})

test('a part that the provider has under way is waited for, and one that it has returned is done', async () => {
  const shop = await openPaidCharge({ answer: 'pending' })
  const [first, second] = [await shop.addPart(500), await shop.addPart(300)]
  await shop.issue([refund(`item${first}n1`, 500, 'pending'), refund(`item${second}n1`, 300, 'returned')])
  expect(shop.requested).toEqual([])
  expect(await shop.parts()).toEqual([
    ['due', 0],
    ['refunded', 0],
  ])
  await shop.issue([refund(`item${second}n1`, 300, 'returned')])
  expect(shop.requested).toEqual([[`item${first}n1`, 500]])
  expect((await shop.parts())[0]).toEqual(['due', 0])
})

test('of a part that was returned in part the rest is asked for', async () => {
  const shop = await openPaidCharge()
  const id = await shop.addPart(500)
  await shop.issue([refund(`item${id}n1`, 200, 'returned')])
  expect(shop.requested).toEqual([[`item${id}n2`, 300]])
})

test('a refund that failed is asked for again an hour later, and after the second failure no more', async () => {
  const shop = await openPaidCharge()
  const id = await shop.addPart(500)
  await shop.issue([refund(`item${id}n1`, 500, 'failed', shop.minutesAgo(hour - 1))])
  expect(shop.requested).toEqual([])
  await shop.issue([
    refund(`item${id}n1`, 500, 'failed', shop.minutesAgo(3 * hour)),
    refund(`item${id}n2`, 500, 'failed', shop.minutesAgo(hour)),
  ])
  expect([shop.requested, await shop.parts()]).toEqual([[], [['due', maxRefusals]]])
  expect((await shop.shop.orders.listEvents(shop.orderId)).at(-1)).toMatchObject({
    ...{ kind: 'refundRefused', data: { cents: 500 } },
  })
  const once = await openPaidCharge()
  const other = await once.addPart(500)
  await once.issue([refund(`item${other}n1`, 500, 'failed', once.minutesAgo(hour))])
  expect(once.requested).toEqual([[`item${other}n2`, 500]])
  expect(once.warnings).toContain('the payment provider could not carry out a refund')
})

test('a refund that was refused is asked for again an hour later, and one refused for good is not', async () => {
  const shop = await openPaidCharge()
  const refused = async (refusalCount: number, minutes: number) => {
    const id = await shop.addPart(100, { refusalCount, refusedAt: shop.minutesAgo(minutes), refusalReason: 'não' })
    return `item${id}n1`
  }
  await refused(maxRefusals, 9 * hour)
  await refused(1, hour - 1)
  const again = await refused(1, hour)
  await shop.issue()
  expect(shop.requested).toEqual([[again, 100]])
})

test('a part is never more than the provider still has, and waits while that may become more', async () => {
  const shop = await openPaidCharge()
  await shop.notice([refund('D1', 3_400, 'returned')])
  const [first, second] = [await shop.addPart(200), await shop.addPart(500)]
  await shop.issue([refund('D1', 3_400, 'returned')])
  expect(shop.requested).toEqual([
    [`item${first}n1`, 200],
    [`item${second}n1`, 100],
  ])
  const waiting = await openPaidCharge()
  await waiting.notice([refund('D1', 3_400, 'pending')])
  const [fits] = [await waiting.addPart(300), await waiting.addPart(1)]
  await waiting.issue([refund('D1', 3_400, 'pending')])
  expect(waiting.requested).toEqual([[`item${fits}n1`, 300]])
})

test('with an order’s end goes what is left beside its parts and what the bank returned by itself', async () => {
  const shop = await openPaidCharge()
  await shop.notice([refund('D1', 200, 'returned'), refund('D2', 900, 'failed')])
  const id = await shop.addPart(500)
  await shop.setPayment({ status: 'refund_due' })
  await shop.issue([refund('D1', 200, 'returned'), refund('D2', 900, 'failed')])
  expect(shop.requested).toEqual([
    [`item${id}n1`, 500],
    ['refund1', 3_000],
  ])
  expect(await shop.paymentStatus()).toBe('refunded')
})

test('while the bank returns something by itself, a payment is not done though the rest went', async () => {
  const shop = await openPaidCharge()
  await shop.notice([refund('D1', 200, 'pending')])
  await shop.setPayment({ status: 'refund_due' })
  await shop.issue([refund('D1', 200, 'pending')])
  expect([shop.requested, await shop.paymentStatus()]).toEqual([[['refund1', 3_500]], 'refund_due'])
})

test('nothing goes back of a payment that is kept, cannot be read, or is another order’s', async () => {
  const shop = await openPaidCharge()
  await shop.issue()
  await shop.setPayment({ status: 'refund_due' })
  await shop.issue([], { hasUnclearRefunds: true })
  await shop.issue([], { reference: 'E2' })
  const other = await shop.shop.place([line(novalgina)])
  await issueRefunds(shop.ctx, { ...shop.charge, orderId: other.id }, [
    { reference: 'E1', amountCents: 3_700, receivedAt: null, method: 'pix', refunds: [] },
  ])
  expect(shop.requested).toEqual([])
  await shop.issue()
  expect(shop.requested).toEqual([['refund1', 3_700]])
})

test('where a person returns the money, a refund of exactly what is due is taken for it, and told', async () => {
  const shop = await openPaidCharge({ refunds: false })
  await shop.setPayment({ status: 'refund_due' })
  await shop.issue([refund('X', 3_699, 'returned')])
  expect(await shop.paymentStatus()).toBe('refund_due')
  await shop.issue([refund('X', 3_700, 'returned')])
  expect(await shop.paymentStatus()).toBe('refunded')
  const [payment] = await shop.shop.payments.listPayments(shop.orderId)
  expect(payment?.isRefundMatchedByAmount).toBe(true)
  expect(shop.warnings.filter((message) => message.includes('by its amount'))).toHaveLength(1)
})

test('what a provider returned without being asked is noted, with its latest word, and told once', async () => {
  const shop = await openPaidCharge()
  const told = () => shop.warnings.filter((message) => message.includes('did not ask it to')).length
  await shop.notice([refund('D1', 700, 'pending'), refund('D2', 0, 'returned')])
  const noted = { refundId: 'D1', amountCents: 700, isDispute: false }
  expect([await shop.noticed(), told()]).toEqual([[{ ...noted, status: 'under_way', providerStatus: null }], 1])
  await shop.notice([{ ...refund('D1', 700, 'pending'), providerStatus: 'em análise' }])
  expect(await shop.noticed()).toEqual([{ ...noted, status: 'under_way', providerStatus: 'em análise' }])
  await shop.notice([refund('D1', 700, 'returned')])
  expect([await shop.noticed(), told()]).toEqual([[{ ...noted, status: 'returned', providerStatus: null }], 1])
  expect([await shop.status(), await shop.paymentStatus()]).toEqual(['paid', 'captured'])
})

test('refunds that the shop asked for are not noted: of a part that it has, and of a payment that is due', async () => {
  const shop = await openPaidCharge()
  const id = await shop.addPart(500)
  await shop.notice([refund(`item${id}n1`, 500, 'returned')])
  expect(await shop.noticed()).toEqual([])
  await shop.notice([refund('item999n1', 100, 'returned'), refund('refund1', 100, 'returned')])
  expect((await shop.noticed()).map(({ refundId }) => refundId)).toEqual(['item999n1', 'refund1'])
  const due = await openPaidCharge()
  await due.setPayment({ status: 'refund_due' })
  await due.notice([refund('refund1', 3_700, 'returned'), { ...refund('refund2', 10, 'pending'), isDispute: true }])
  expect(await due.noticed()).toMatchObject([{ refundId: 'refund2', isDispute: true }])
})

test('where refunds are made by hand, one of exactly what was due is the shop’s own', async () => {
  const noted = async (status: string, amountCents: number) => {
    const shop = await openPaidCharge({ refunds: false })
    await shop.addPart(500, { status: 'refunded' })
    await shop.setPayment({ status })
    await shop.notice([refund('X', amountCents, 'returned')])
    return (await shop.noticed()).length
  }
  expect([await noted('refund_due', 3_200), await noted('refund_due', 3_199), await noted('captured', 3_200)]).toEqual([
    ...[0, 1, 1],
  ])
})

test('a payment that came back whole stops its order; to the cent, and not while a part is still under way', async () => {
  const shop = await openPaidCharge()
  await shop.notice([refund('D1', 3_699, 'returned'), refund('D2', 1, 'pending')])
  expect([await shop.status(), await shop.paymentStatus()]).toEqual(['paid', 'captured'])
  await shop.notice([refund('D1', 3_699, 'returned'), refund('D2', 1, 'returned')])
  expect([await shop.status(), await shop.paymentStatus()]).toEqual(['refunded', 'refunded'])
  await shop.notice([refund('D1', 3_699, 'failed'), refund('D2', 1, 'returned')])
  expect([await shop.status(), await shop.paymentStatus()]).toEqual(['refunded', 'refund_due'])
})

test('a payment that is taken back is as good as returned, until it is approved again', async () => {
  const shop = await openPaidCharge()
  await shop.notice([])
  expect(await shop.noticed()).toEqual([])
  await shop.notice([], { isReversed: true })
  expect(await shop.noticed()).toMatchObject([{ refundId: 'reversal', amountCents: 3_700, status: 'returned' }])
  expect(await shop.paymentStatus()).toBe('refunded')
  await shop.notice([], { isReversed: false })
  expect(await shop.noticed()).toMatchObject([{ refundId: 'reversal', status: 'failed' }])
  expect(await shop.paymentStatus()).toBe('refund_due')
})

test('a payment is taken once, of the right amount, for an order that waits; else it goes back, and says why', async () => {
  const shop = await openPaidCharge()
  const now = shop.shop.clock.now()
  const receive = async (orderId: number, reference: string, changes: Partial<ProviderPayment> = {}) =>
    recordPayment(shop.ctx, {
      charge: { provider: 'pix', orderId, amountCents: 1_947 },
      payment: { reference, amountCents: 1_947, method: 'pix', refunds: [], ...changes, receivedAt: now },
    })
  const { id } = await shop.shop.place([line(novalgina)])
  expect(await receive(id, 'A1', { isReversed: true })).toBeNull()
  expect(await receive(id, 'A2', { refunds: [refund('D', 1_947, 'returned')] })).toBe('refunded')
  expect(await receive(id, 'A3', { amountCents: 1_946 })).toBe('refund_due')
  expect(await receive(id, 'A4', { refunds: [refund('D', 1_946, 'returned'), refund('E', 9, 'pending')] })).toBe(
    'captured',
  )
  expect(await receive(id, 'A4')).toBeNull()
  expect(await receive(id, 'A5')).toBe('refund_due')
  const late = await shop.shop.place([line(novalgina)])
  await shop.shop.orders.endUnpaidOrder(late.id, 'expire', { kind: 'job' })
  expect([await receive(late.id, 'B1'), await receive(late.id, 'B2', { amountCents: 1 })]).toEqual([
    ...['refund_due', 'refund_due'],
  ])
  const { db } = shop.shop.database
  const told = (await shop.shop.orders.listEvents(id)).filter(({ kind }) => kind === 'returnPayment')
  expect(told).toMatchObject([
    { by: { kind: 'bank' }, data: { amountCents: 1_946, reason: 'second' } },
    { data: { amountCents: 1_947, reason: 'second' } },
  ])
  const letters = await db.selectFrom('outbox').select('kind').where('orderId', '=', id).execute()
  expect(letters.filter(({ kind }) => kind === 'paymentGoesBack')).toHaveLength(2)
  const rows = await db
    .selectFrom('payment')
    .select(['reference', 'refundReason'])
    .where('orderId', 'in', [id, late.id])
    .execute()
  expect(Object.fromEntries(rows.map(({ reference, refundReason }) => [reference, refundReason]))).toEqual({
    ...{ A2: null, A3: 'second', A4: null, A5: 'second', B1: 'late', B2: 'amount' },
  })
})

test('what the bank holds and nobody recorded is listed, the longest first, behind what cannot be read', async () => {
  const shop = await openPaidCharge()
  const pix = (endToEndId: string, receivedAt: Date | null, refunds: ProviderRefund[] = []) => ({
    ...{ endToEndId, amountCents: 100, receivedAt, refunds },
  })
  const listPaidCharges = async () => [
    {
      ...{ txid: 'c1', message: 'Pedido' },
      pix: [
        pix('E1', shop.minutesAgo(9)),
        pix('N2', shop.minutesAgo(1)),
        pix('N1', shop.minutesAgo(5)),
        pix('N0', null),
        pix('whole', shop.minutesAgo(5), [refund('D', 60, 'returned'), refund('E', 40, 'returned')]),
        pix('partly', shop.minutesAgo(3), [refund('D', 60, 'returned'), refund('E', 40, 'failed')]),
      ],
    },
    { txid: null, message: 'Estranho', pix: [], unclearReason: 'odd' },
    { txid: 'strange', message: 'Outro', pix: [pix('N3', shop.minutesAgo(0))] },
  ]
  const period = { from: shop.minutesAgo(60), until: shop.minutesAgo(0) }
  const unknown = await listUnknownPayments(shop.ctx, { listPaidCharges } as never, period)
  expect(unknown.map(({ reference, txid, orderId }) => [reference, txid, orderId])).toEqual([
    [null, null, null],
    ['N0', 'c1', shop.orderId],
    ['N1', 'c1', shop.orderId],
    ['partly', 'c1', shop.orderId],
    ['N2', 'c1', shop.orderId],
    ['N3', 'strange', null],
  ])
})
