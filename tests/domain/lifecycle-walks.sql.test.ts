import { expect, test } from 'vitest'
import type { DeliveryChoice } from '../../server/delivery/delivery-quote.ts'
import * as doorPayments from '../../server/orders/door-payments.ts'
import type { OrderEvent } from '../../server/orders/events.ts'
import { transitions } from '../../server/orders/lifecycle.ts'
import type { Order } from '../../server/orders/order.ts'
import { stopAfterBankRefund } from '../../server/orders/order-commands.ts'
import { isInPhase } from '../../server/orders/statuses.ts'
import { azitromicina, line, novalgina, openCheckout, paper, unlimited } from '../support/checkout.ts'
import { expectOrderAddsUp } from '../support/order-money.ts'
import { receivePix } from '../support/payments.ts'
import { advance, byOperator } from '../support/staff.ts'

const isLong = process.env.TEST_LONG === '1'
const walks = Number(process.env.WALKS ?? (isLong ? 2000 : 15))
const actsPerWalk = 9
const seed = Number(process.env.WALK_SEED ?? (isLong ? Math.floor(Math.random() * 2 ** 31) : 7))

/** Numbers from 0 to 1 that a seed repeats (mulberry32). */
function randomFrom(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Shop = Awaited<ReturnType<typeof openCheckout>>
interface Walk {
  id: number
  prescriptionId: number | undefined
  /** Made for this walk alone. */
  couponCode: string | undefined
  /** Of its delivery, where it has one. */
  windowId: number | undefined
  before: { novalgina: number; azitromicina: number; wallet: number; booked: number }
}

const pharmacist = { name: 'Helena Prado', crf: 'SP-12345' }
const quietly = (act: Promise<unknown>) =>
  act.catch((error) => {
    // What is refused has changed nothing; every other error is a fault.
    if (error.name !== 'ShopError') throw error
  })

/** Everything that anybody may do to an order: customer, staff, jobs, bank. */
const acts: Record<string, (shop: Shop, walk: Walk, random: () => number) => Promise<unknown>> = {
  pay: (shop, { id }) => receivePix(shop, id),
  expire: (shop, { id }) => shop.orders.endUnpaidOrder(id, 'expire', { kind: 'job' }),
  fail: (shop, { id }) => shop.orders.endUnpaidOrder(id, 'fail', { kind: 'bank' }),
  cancelUnpaid: (shop, { id }) =>
    shop.orders.endUnpaidOrder(id, 'cancelUnpaid', { kind: 'customer', id: shop.customerId }),
  approve: async (shop, { prescriptionId }) =>
    prescriptionId && shop.orders.approvePrescription(prescriptionId, { ...byOperator, pharmacist }),
  reject: async (shop, { prescriptionId }) =>
    prescriptionId && shop.orders.rejectPrescription(prescriptionId, { ...byOperator, pharmacist }, 'ilegível'),
  advance: (shop, { id }) => advance(shop, id),
  receiveAtDoor: async (shop, { id }) => {
    const { doorTerms } = await shop.orders.getOrder(shop.customerId, id)
    const receipt = { method: 'cash', amountCents: doorTerms?.cents ?? 0 }
    return shop.ctx.transact((ctx) => doorPayments.receiveAtDoor(ctx, id, receipt, byOperator))
  },
  returnFromDoor: (shop, { id }) => shop.ctx.transact((ctx) => doorPayments.returnFromDoor(ctx, id, byOperator)),
  end: (shop, { id }) => shop.orders.cancelOrRefund(id, byOperator),
  removeUnits: (shop, { id }) =>
    shop.orders.removeUnits({ orderId: id, productId: novalgina, units: 1, expectedUnits: 2 }, byOperator),
  /** Nobody came for it in time. */
  cancelUncollected: async (shop, { id }) => {
    const until = shop.clock.now()
    await shop.database.db.updateTable('orders').set({ pickupEndsAt: until }).where('id', '=', id).execute()
    await shop.orders.pickup.cancelUncollectedPickups()
    await shop.orders.pickup.remindOfPickups()
  },
  stop: (shop, { id }) => shop.ctx.transact((ctx) => stopAfterBankRefund(ctx, id)),
  cancelPaid: (shop, walk) => tell(shop, walk, 'cancel', 0),
  withdraw: (shop, walk, random) => tell(shop, walk, 'withdraw', random() < 0.5 ? 1 : 2),
  withdrawAll: (shop, walk) => tell(shop, walk, 'withdraw', 2),
  damaged: (shop, walk) => tell(shop, walk, 'damaged', 1),
  answer: async (shop, { id }, random) => {
    const [problem] = await shop.problems.listByOrder(id)
    const decision = (['grant', 'part', 'refuse', 'ask'] as const)[Math.floor(random() * 4)] ?? 'ask'
    const answer = { decision, amountCents: 500, message: 'Certo.' }
    return problem && shop.problems.answerProblem(byOperator, problem.id, answer)
  },
}

async function tell(shop: Shop, { id }: Walk, kind: 'cancel' | 'withdraw' | 'damaged', units: number) {
  const items = units === 0 ? [] : [{ productId: novalgina, units }]
  await shop.problems.saveDraft(shop.customerId, id, { kind, items, message: 'Veio assim.' }, [])
  return shop.problems.submitDraft(shop.customerId, id)
}

async function stateOf(shop: Shop, windowId = 0) {
  const window = await shop.database.db
    .selectFrom('deliveryWindow')
    .select('booked')
    .where('id', '=', windowId)
    .executeTakeFirst()
  return {
    novalgina: (await shop.stockOf(novalgina)) ?? 0,
    azitromicina: (await shop.stockOf(azitromicina)) ?? 0,
    wallet: await shop.wallet.loadBalance(shop.customerId),
    booked: window?.booked ?? 0,
  }
}

/** One that its customer may use once. */
async function addCoupon(shop: Shop): Promise<string> {
  const code = `PASSEIO${(await shop.bags.coupons.listCoupons()).length}`
  const discount = { discountType: 'percent' as const, discountValue: 10, maxDiscountCents: null }
  await shop.bags.coupons.saveCoupon({ code, title: 'Passeio', ...discount, ...unlimited, isOncePerCustomer: true })
  return code
}

type WayOfWalk = 'now' | 'window' | 'pickup'

async function choiceOf(shop: Shop, way: WayOfWalk): Promise<DeliveryChoice> {
  if (way !== 'window') return way === 'pickup' ? { method: way, branchId: 1 } : { method: way }
  const bag = { lines: [line(novalgina)] }
  const { options } = await shop.orders.quoteOrder(shop.customerId, bag, { addressId: shop.addressId })
  return options.find(({ choice }) => choice.method === 'window')?.choice ?? { method: 'now' }
}

async function begin(
  shop: Shop,
  random: () => number,
  { isPrescribed = false, way = 'now', isAtDoor = false }: Omit<PlannedWalk, 'names'>,
): Promise<Walk> {
  const delivery = await choiceOf(shop, way)
  const windowId = delivery.method === 'window' ? delivery.windowId : undefined
  const before = await stateOf(shop, windowId)
  const prescriptionId = isPrescribed
    ? await shop.prescriptions.submitPrescriptions(shop.customerId, [await paper([azitromicina])])
    : undefined
  const couponCode = random() < 0.4 ? await addCoupon(shop) : undefined
  const walletCents = random() < 0.4 ? 1_000 : 0
  const lines = [line(novalgina, 2), ...(isPrescribed ? [line(azitromicina)] : [])]
  const { id } = await shop.place(lines, {
    delivery,
    ...(isAtDoor && { paymentMethod: 'door' as const }),
    ...(prescriptionId && { prescriptionId }),
    ...(couponCode && { couponCode }),
    ...(walletCents && { balances: { gainIds: [], walletCents } }),
  })
  return { id, prescriptionId, couponCode, windowId, before }
}

const delivered = ['pay', 'advance', 'advance', 'advance']
interface PlannedWalk {
  isPrescribed?: boolean
  way?: WayOfWalk
  isAtDoor?: boolean
  names: string[]
}

/** One walk for each row of the table. */
const usualWalks: PlannedWalk[] = [
  { way: 'pickup', names: [...delivered, 'damaged', 'answer'] },
  { way: 'pickup', names: ['pay', 'advance', 'advance', 'cancelUncollected', 'advance'] },
  { way: 'window', names: ['pay', 'advance', 'end'] },
  { way: 'window', names: ['expire'] },
  { names: ['expire', 'pay'] },
  { names: ['fail'] },
  { names: ['cancelUnpaid', 'advance'] },
  { names: ['pay', 'cancelPaid', 'end'] },
  { names: ['pay', 'advance', 'removeUnits', 'end'] },
  { names: ['pay', 'stop'] },
  { names: [...delivered, 'damaged', 'answer', 'end'] },
  { names: [...delivered, 'withdrawAll'] },
  { isPrescribed: true, names: ['pay', 'approve', 'advance', 'advance', 'withdraw', 'end'] },
  { isPrescribed: true, names: ['pay', 'reject', 'approve'] },
  { isAtDoor: true, names: ['advance', 'advance', 'advance', 'receiveAtDoor', 'advance', 'damaged', 'answer', 'end'] },
  { isAtDoor: true, way: 'window', names: ['advance', 'removeUnits', 'advance', 'receiveAtDoor', 'advance', 'end'] },
  { isAtDoor: true, way: 'pickup', names: ['advance', 'advance', 'returnFromDoor', 'receiveAtDoor'] },
  { isAtDoor: true, isPrescribed: true, names: ['approve', 'advance', 'end'] },
]

/** Each step follows from the one before by a row of the table. */
function expectSteps(events: OrderEvent[], reachedStatus: string, said: string): OrderEvent[] {
  const steps = events.filter(({ status }) => status !== null)
  let status = 'pending_payment'
  for (const { kind, status: reached } of steps.slice(1)) {
    const row = transitions[kind as keyof typeof transitions]
    expect([said, kind, row.from.includes(status as never), row.to]).toEqual([said, kind, true, reached])
    status = reached ?? ''
  }
  expect([said, reachedStatus]).toEqual([said, status])
  return steps
}

/** What it took of the shelf and of a window is there again once it is released. */
async function expectGoods(shop: Shop, { before, windowId }: Walk, order: Order, isReleased: boolean, said: string) {
  const now = await stateOf(shop, windowId)
  if (windowId !== undefined) expect([said, now.booked - before.booked]).toEqual([said, isReleased ? 0 : 1])
  for (const { productId, quantity, shortPickedUnits } of order.lines) {
    const name = productId === novalgina ? 'novalgina' : 'azitromicina'
    expect([said, name, before[name] - now[name]]).toEqual([said, name, isReleased ? shortPickedUnits : quantity])
  }
}

/** Whatever was done, the order's record, its stock, its prescription and its money agree. */
async function expectWhole(shop: Shop, walk: Walk, said: string) {
  const { id, prescriptionId, couponCode } = walk
  const order = await shop.orders.getOrder(shop.customerId, id)
  const events = await shop.orders.listEvents(id)
  const steps = expectSteps(events, order.status, said)
  const isReleased = steps.some(({ kind }) => {
    const row = kind in transitions ? transitions[kind as keyof typeof transitions] : {}
    return 'effects' in row && (row.effects as readonly string[]).includes('restoreStock')
  })
  await expectGoods(shop, walk, order, isReleased, said)
  if (prescriptionId) {
    const prescription = await shop.prescriptions.findPrescription(prescriptionId)
    const isFree = isReleased && prescription?.status === 'sent'
    expect([said, prescription?.orderId ?? null]).toEqual([said, isFree ? null : id])
  }
  if (couponCode) await expectRedeemed(shop, couponCode, said, isReleased ? [] : [id])
  await expectMoney(shop, order, said)
  await expectOrderAddsUp(shop.database, id, said)
}

/** The coupon counts the orders that have it, and its customer may use it again once none has. */
async function expectRedeemed(shop: Shop, code: string, said: string, orderIds: number[]) {
  const { db } = shop.database
  const coupon = (await shop.bags.coupons.listCoupons()).find((each) => each.code === code)
  const redeemed = await db.selectFrom('couponRedemption').select('orderId').where('couponCode', '=', code).execute()
  expect([said, coupon?.useCount, redeemed.map(({ orderId }) => orderId)]).toEqual([said, orderIds.length, orderIds])
}

async function expectMoney(shop: Shop, order: Awaited<ReturnType<Shop['orders']['getOrder']>>, said: string) {
  const { db } = shop.database
  const parts = await db.selectFrom('partialRefund').select('amountCents').where('orderId', '=', order.id).execute()
  const partCents = parts.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const entries = await db.selectFrom('ledgerEntry').selectAll().where('orderId', '=', order.id).execute()
  const sumOf = (...kinds: string[]) =>
    entries.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { amountCents }) => sum + amountCents, 0)
  const backToBalances = sumOf('purchase_returned', 'part_returned')
  const problems = await db.selectFrom('orderProblem').selectAll().where('orderId', '=', order.id).execute()
  // A whole end tells all that was left in its problem, of which parts are a part.
  const partly = problems.filter(({ kind }) => kind !== 'cancel').reduce((sum, row) => sum + row.grantedCents, 0)
  const isAtDoor = (await shop.orders.listEvents(order.id)).some(({ kind }) => kind === 'acceptUnpaid')
  expect([said, order.balanceCents + sumOf('purchase')]).toEqual([said, 0])
  if (isInPhase(order.status, 'void')) expect([said, backToBalances]).toEqual([said, order.balanceCents])
  // What was taken out before it was paid at the door was paid by nobody.
  else expect([said, partCents + backToBalances]).toEqual([said, (isAtDoor ? 0 : order.shortPickedCents) + partly])
  const [payment] = await shop.payments.listPayments(order.id)
  if (payment) expect([said, partCents <= payment.amountCents]).toEqual([said, true])
  const isEnded = isInPhase(order.status, 'void') && payment?.reason === null
  const wasStopped = (await shop.orders.listEvents(order.id)).some(({ kind }) => kind === 'stop')
  if (isEnded && !wasStopped) expect([said, payment?.status]).toEqual([said, 'refund_due'])
}

test('whatever is done to orders, in any sequence: only listed steps are taken, and stock, coupons, prescriptions and money add up', async () => {
  console.log(`WALK_SEED=${seed}`)
  const random = randomFrom(seed)
  const shop = await openCheckout()
  await shop.database.db.updateTable('branch').set({ doorPaymentLimitCents: 1_000_000 }).execute()
  await shop.database.db.updateTable('deliverySlot').set({ capacity: 10_000 }).execute()
  await shop.database.db
    .updateTable('offer')
    .set({ stock: 10_000 })
    .where('productId', 'in', [novalgina, azitromicina])
    .execute()
  const credit = { customerId: shop.customerId, gainId: null, orderId: null, kind: 'credit' as const }
  await shop.database.db
    .insertInto('ledgerEntry')
    .values({ ...credit, amountCents: 5_000_000, enteredAt: shop.clock.now() })
    .execute()
  // Steps of the usual way are taken often enough to come to its end.
  const all = [...Object.keys(acts), ...Array<string>(8).fill('advance'), ...Array<string>(2).fill('approve')]
  const randomWalks = Array.from({ length: walks }, (_, walk) => ({
    isPrescribed: random() < 0.4,
    way: (['now', 'now', 'window', 'pickup'] as const)[Math.floor(random() * 4)] ?? 'now',
    isAtDoor: walk % 5 === 3,
    // Half of the walks are paid first, since most acts need it.
    names: Array.from({ length: actsPerWalk }, (_, act) =>
      act === 0 && walk % 2 === 0 ? 'pay' : (all[Math.floor(random() * all.length)] ?? 'pay'),
    ),
  }))
  const seen = new Set<string>()
  for (const { names, ...planned } of [...usualWalks, ...randomWalks]) {
    const begun = await begin(shop, random, planned)
    for (const [at, name] of names.entries()) {
      await quietly(acts[name]?.(shop, begun, random) ?? Promise.reject(new Error(name)))
      await expectWhole(shop, begun, names.slice(0, at + 1).join(' '))
    }
    for (const { kind } of await shop.orders.listEvents(begun.id)) seen.add(kind)
  }
  // Every row of the table was taken.
  expect(Object.keys(transitions).filter((step) => !seen.has(step))).toEqual([])
}, 1_500_000)
