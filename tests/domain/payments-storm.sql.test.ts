import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '../../server/database/connection.ts'
import type { OrderStatus } from '../../server/database/schema.ts'
import { expectOrderAddsUp } from '../support/order-money.ts'
import { gainAtFirst, openStorm, stockAtFirst, walletAtFirst } from '../support/storm.ts'

const isLong = process.env.TEST_LONG === '1'
const orderCount = isLong ? 2000 : 175
const ordersPerRound = 25
/** By default one whose orders meet every fate; `npm test -- long` takes another one each time. */
const seed = Number(process.env.STORM_SEED ?? (isLong ? Math.floor(Math.random() * 2 ** 31) : 6))

/** Statuses in which an order holds neither stock nor money. */
const over = ['expired', 'failed', 'cancelled', 'refunded']

/** `18.50` is 1850. */
function centsOf(valor: string): number {
  return Math.round(Number(valor) * 100)
}

/** Of a Pix that is kept the parts went back, of any other the rest, too: each once. */
function expectReturned(
  {
    endToEndId,
    valor,
    devolucoes = [],
  }: { endToEndId: string; valor: string; devolucoes?: { valor: string }[] | undefined },
  parts: { reference: string; amountCents: number }[],
  isKept: boolean,
): void {
  const removed = parts.filter(({ reference }) => reference === endToEndId).map(({ amountCents }) => amountCents)
  const rest = centsOf(valor) - removed.reduce((sum, cents) => sum + cents, 0)
  const wanted = isKept || rest === 0 ? removed : [...removed, rest]
  const ascending = (a: number, b: number) => a - b
  const returned = devolucoes.map((refund) => centsOf(refund.valor))
  expect([endToEndId, returned.sort(ascending)]).toEqual([endToEndId, wanted.sort(ascending)])
}

/** Of each store's stock is gone what its orders hold or what left with them, and what was never there. */
async function expectStock(db: Database['db']): Promise<void> {
  const orders = await db.selectFrom('orders').select(['id', 'branchId', 'status']).execute()
  const steps = await db
    .selectFrom('orderEvent')
    .select(['orderId', 'kind'])
    .where('kind', 'in', ['dispatch', 'handOver', 'returnUnpaid'])
    .execute()
  // What nobody paid for at the door never left the courier's hands.
  const isBack = new Set(steps.flatMap(({ orderId, kind }) => (kind === 'returnUnpaid' ? [orderId] : [])))
  const left = new Set(steps.flatMap(({ orderId }) => (isBack.has(orderId) ? [] : [orderId])))
  const branchOf = new Map(orders.map(({ id, branchId }) => [id, branchId]))
  const holding = new Set(orders.filter(({ id, status }) => left.has(id) || !over.includes(status)).map(({ id }) => id))
  const lines = await db.selectFrom('orderLine').selectAll().execute()
  for (const { branchId, productId, stock } of await db.selectFrom('offer').selectAll().execute()) {
    const gone = lines
      .filter((line) => line.productId === productId && branchOf.get(line.orderId) === branchId)
      .map(({ orderId, quantity, removedUnits }) => (holding.has(orderId) ? quantity : removedUnits))
    const units = gone.reduce((sum, each) => sum + each, 0)
    expect([branchId, productId, stockAtFirst - stock]).toEqual([branchId, productId, units])
  }
}

/** One decision at most on each prescription, and its order went that way. */
async function expectDecided(db: Database['db'], statusById: Map<number, OrderStatus>): Promise<void> {
  const decided = await db
    .selectFrom('prescription')
    .innerJoin('prescriptionDecision', 'prescriptionDecision.prescriptionId', 'prescription.id')
    .select(['prescription.id', 'orderId', 'decision'])
    .execute()
  expect(new Set(decided.map(({ id }) => id)).size).toBe(decided.length)
  for (const { orderId, decision } of decided) {
    const expected = decision === 'rejected' ? ['cancelled'] : ['paid', 'preparing', 'cancelled']
    expect(expected, `order ${orderId}, ${decision}`).toContain(statusById.get(orderId ?? 0))
  }
}

/** Cents that the answers to problems gave back, as the orders' own records tell. */
async function grantedByOrder(db: Database['db']): Promise<Map<number, number>> {
  const answers = await db
    .selectFrom('orderEvent')
    .select(['orderId', 'data'])
    .where('kind', '=', 'answerProblem')
    .execute()
  const granted = new Map<number, number>()
  for (const { orderId, data } of answers)
    granted.set(orderId, (granted.get(orderId) ?? 0) + centsInParts(JSON.parse(data)))
  return granted
}

/** What went back with the order's end is no part. */
function centsInParts({ cents, endsOrder = false }: { cents: number; endsOrder?: boolean }): number {
  return endsOrder ? 0 : cents
}

function sumOf(moves: { amountCents: number }[]): number {
  return moves.reduce((sum, { amountCents }) => sum + amountCents, 0)
}

function cashback(entries: { kind: string; amountCents: number }[]): number {
  return sumOf(entries.filter(({ kind }) => kind.startsWith('cashback')))
}

test('after a storm of orders stock and money add up, and the bank has heard nothing but the standard', async () => {
  console.log(`STORM_SEED=${seed}`)
  const { db, bank, tills, ways, programme, seen, playRound, calmDown, endAll } = await openStorm(
    seed,
    Math.ceil(orderCount / 100),
  )
  for (let placed = 0; placed < orderCount; placed += ordersPerRound) await playRound(ordersPerRound)
  await calmDown()
  await ways.expectPlaces()

  const orders = await db.selectFrom('orders').selectAll().execute()
  const lines = await db.selectFrom('orderLine').selectAll().execute()
  const payments = await db.selectFrom('payment').selectAll().execute()
  const live = new Set(orders.filter(({ status }) => !over.includes(status)).map(({ id }) => id))
  const sold = new Set(orders.filter(({ id, paidAt }) => paidAt !== null && live.has(id)).map(({ id }) => id))
  const unitsOf = (product: number, ids: Set<number>) =>
    lines
      .filter((line) => line.productId === product && ids.has(line.orderId))
      .reduce((sum, line) => sum + line.quantity - line.removedUnits - line.returnedUnits, 0)
  expect(orders).toHaveLength(orderCount)
  await expectStock(db)
  for (const { id, unitsSold } of await db.selectFrom('product').selectAll().execute()) {
    expect(unitsSold).toBe(unitsOf(id, sold))
  }

  // Every order that holds stock has been paid exactly once, with its amount; no other keeps any money.
  for (const { id, status, totalCents, balanceCents } of orders) {
    const captured = payments.filter((payment) => payment.orderId === id && payment.status === 'captured')
    expect([id, status, captured.map(({ amountCents }) => amountCents)]).toEqual([
      id,
      status,
      live.has(id) && totalCents > balanceCents ? [totalCents - balanceCents] : [],
    ])
  }
  // Balances paid what the live orders say, got the rest back, and were never below zero, entry by entry.
  const entries = await db.selectFrom('ledgerEntry').selectAll().orderBy('id').execute()
  const balances = new Map<number | null, number>()
  for (const { gainId, amountCents } of entries) {
    balances.set(gainId, (balances.get(gainId) ?? 0) + amountCents)
    expect(balances.get(gainId)).toBeGreaterThanOrEqual(0)
  }
  const inParts = entries.filter(({ kind }) => kind === 'part_returned')
  const inPartsOf = (id: number) => sumOf(inParts.filter(({ orderId }) => orderId === id))
  const spent = orders.filter(({ id }) => live.has(id)).reduce((sum, { balanceCents }) => sum + balanceCents, 0)
  const left = [...balances.values()].reduce((sum, cents) => sum + cents, 0)
  const returned = sumOf(inParts.filter(({ orderId }) => live.has(orderId ?? 0)))
  expect(left + spent).toBe(gainAtFirst + walletAtFirst + cashback(entries) + returned)
  for (const { id, balanceCents } of orders) {
    const moved = entries.filter(({ orderId, kind }) => orderId === id && kind.startsWith('purchase'))
    const paidCents = moved.reduce((sum, { amountCents }) => sum - amountCents, 0)
    expect([id, paidCents]).toEqual([id, live.has(id) ? balanceCents : inPartsOf(id)])
  }
  await programme.expectHeld((id) => !live.has(id))
  await expectDecided(db, new Map(orders.map(({ id, status }) => [id, status])))
  // The bank's records agree: what the shop did not keep was refunded, fully and once.
  const received = await tills.received()
  const byProvider = payments.filter(({ provider }) => provider !== 'door')
  expect(byProvider.length).toBe(payments.length - seen.paidAtDoor)
  const kept = new Map(
    byProvider.map(({ provider, reference, status }) => [`${provider} ${reference}`, status === 'captured']),
  )
  expect([...kept.keys()].sort()).toEqual(received.map(({ endToEndId }) => endToEndId).sort())
  // Each provider received something.
  expect([...new Set(byProvider.map(({ provider }) => provider))].sort()).toEqual([
    'card',
    'external',
    'pix',
    'pix_mercadopago',
  ])
  const parts = await db
    .selectFrom('partialRefund')
    .innerJoin('payment', 'payment.id', 'partialRefund.paymentId')
    .selectAll('partialRefund')
    .select(sql<string>`payment.provider || ' ' || payment.reference`.as('reference'))
    .execute()
  expect(parts.filter(({ status }) => status === 'due')).toEqual([])
  const granted = await grantedByOrder(db)
  for (const payment of received) expectReturned(payment, parts, kept.get(payment.endToEndId) === true)
  for (const { id, shortPickedCents } of orders) {
    const cents = sumOf(parts.filter(({ orderId }) => orderId === id)) + inPartsOf(id)
    expect([id, cents]).toEqual([id, shortPickedCents + (granted.get(id) ?? 0)])
    await expectOrderAddsUp({ db }, id, `order ${id}`)
  }
  expect(bank.offences()).toEqual([])

  // The test has covered everything: all final statuses, servers killed while working, failures of bank and shop.
  const missed = Object.entries({ ...seen, ...ways.seen, ...programme.seen }).filter(([, times]) => times === 0)
  expect(missed.map(([what]) => what)).toEqual([])
  const ends = ['cancelled', 'delivered', 'expired', 'failed', 'out_for_delivery', 'paid', 'preparing']
  expect([...new Set(orders.map(({ status }) => status))]).toEqual(
    expect.arrayContaining([...ends, 'ready_for_pickup', 'refunded']),
  )

  console.log(ways.seen, programme.seen)
  // What the remaining orders hold returns with their end.
  await endAll()
  await ways.expectPlaces()
  await expectStock(db)
  const ended = await db
    .selectFrom('orders')
    .select('id')
    .where('status', 'in', over as OrderStatus[])
    .execute()
  const overIds = new Set(ended.map(({ id }) => id))
  await programme.expectHeld((id) => overIds.has(id))
}, 1_800_000)
