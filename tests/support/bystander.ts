import { expect, onTestFinished } from 'vitest'
import type { Context } from '../../server/context.ts'
import type { Database } from '../../server/database/connection.ts'

/** Before all others, so that a query that forgets whose rows it wants finds these first. */
export const bystanderId = -1
const id = bystanderId
const at = new Date('2026-01-14T13:00:00Z')

/** Tables that hold something of each order, and the column that names the order or what belongs to it. */
const tables = {
  orders: 'id',
  orderLine: 'orderId',
  orderEvent: 'orderId',
  orderPick: 'orderId',
  orderLot: 'orderId',
  orderProposal: 'orderId',
  orderSurcharge: 'orderId',
  endRequest: 'orderId',
  charge: 'orderId',
  payment: 'orderId',
  partialRefund: 'orderId',
  bankRefund: 'orderId',
  refundSettlement: 'orderId',
  ledgerEntry: 'orderId',
  orderProblem: 'id',
  orderProblemItem: 'problemId',
  orderProblemMessage: 'problemId',
  orderProblemPhoto: 'problemId',
} as const

/** Beside the orders of a test stands one that is none of them, of which nothing changes. @param productIds what it is of */
export async function standBy(
  { database, ctx }: { database: Database; ctx: Pick<Context, 'encryption'> },
  productIds: [number, ...number[]],
): Promise<void> {
  // Already there, where another shop of the test has the same database.
  if ((await readBystander(database)).orders?.length === 0) await addBystander(database, ctx, productIds)
  const rows = await readBystander(database)
  onTestFinished(async () => expect(await readBystander(database)).toEqual(rows))
}

/**
 * An order of another customer, of some weeks before, with all that an order can have. Whatever is done to the orders of a test, nothing of it
 * may change, and nothing of it may be shown as theirs.
 */
async function addBystander(
  { db }: Database,
  { encryption }: Pick<Context, 'encryption'>,
  productIds: [number, ...number[]],
): Promise<void> {
  const [product] = productIds

  const [customerId, orderId] = [id, id]
  const customer = { firstName: 'Vera', lastName: 'Outra', email: 'vera@example.com', phone: '', birthday: null }
  await db
    .insertInto('customer')
    .values({ id, ...customer, passwordHash: '', createdAt: at })
    .execute()
  await db
    .insertInto('orders')
    .values({
      ...{ id, customerId, idempotencyKey: 'bystander', status: 'delivered', branchId: 1, deliveryAddressId: null },
      ...{ deliveryAddress: '{}', itemsCents: 7_700, discountCents: 0, couponCode: null, couponTitle: null },
      ...{ couponDiscountCents: 0, deliveryFeeCents: 990, deliveryRefundedCents: 190, totalCents: 8_690, note: '' },
      ...{ appVersion: null, balanceCents: 1_100, shortPickedCents: 770, placedAt: at, paymentDueAt: at, paidAt: at },
      ...{ courierName: 'Vera', courierPhone: '11988887777', courierUrl: 'https://vera.example', receivedBy: 'Rui' },
      ...{ revisedPromiseAt: at, promiseEndsAt: at, pickupCode: '999999', pickupEndsAt: at, shelfMark: 'Z9' },
    })
    .execute()
  for (const productId of productIds) {
    await db
      .insertInto('orderLine')
      .values({
        ...{ orderId, productId, name: 'De outra pessoa', quantity: 5, fullPriceCents: 770 },
        ...{ requiresPrescription: false, removedUnits: 1, returnedUnits: 1, couponCents: 55 },
      })
      .execute()
    await db.insertInto('orderPick').values({ orderId, productId, units: 4, pickedAt: at }).execute()
    await db.insertInto('orderLot').values({ orderId, productId, lot: 'VIZINHO1', units: 4 }).execute()
  }
  const actor = { actorKind: 'job', actorId: null, actorName: null, actorCrf: null } as const
  for (const [nth, [kind, status]] of (
    [
      ['place', 'pending_payment'],
      ['pay', 'paid'],
      ['late', null],
    ] as const
  ).entries())
    await db
      .insertInto('orderEvent')
      .values({ id: nth - 10, orderId, kind, at, recordedAt: at, status, ...actor, data: '{}' })
      .execute()
  await db
    .insertInto('orderProposal')
    .values({ id, orderId, productId: product, units: 1, offer: '{}', state: 'open', answerDueAt: at })
    .execute()
  await db.updateTable('orderProposal').set({ state: 'declined' }).where('id', '=', id).execute()
  await db
    .insertInto('orderSurcharge')
    .values({ id, orderId, kind: 'address', details: '{}', amountCents: 90, state: 'over', createdAt: at, dueAt: at })
    .execute()
  const request = { reason: 'Outro', requestedBy: 'Outra', requestedAt: at, requestedStatus: 'paid' } as const
  await db
    .insertInto('endRequest')
    .values({ orderId, ...request, answer: 'kept' })
    .execute()
  await db
    .insertInto('charge')
    .values({
      ...{ reference: 'bystander', provider: 'external', orderId, amountCents: 7_590, providerId: 'bystander' },
      ...{ payable: 'bystander', state: 'closed', createdAt: at, expiresAt: at, checkedAt: at, isSpent: true },
    })
    .execute()
  await db
    .insertInto('payment')
    .values({
      ...{
        id,
        orderId,
        provider: 'external',
        reference: 'bystander',
        amountCents: 7_590,
        method: 'pix',
        receivedAt: at,
      },
      ...{ status: 'captured', refundReason: null },
    })
    .execute()
  await db
    .insertInto('partialRefund')
    .values({ id, orderId, paymentId: id, amountCents: 770, status: 'refunded', createdAt: at })
    .execute()
  await db
    .insertInto('bankRefund')
    .values({ paymentId: id, refundId: 'bystander', orderId, amountCents: 33, status: 'returned', noticedAt: at })
    .execute()
  const settled = { amountCents: 11, means: 'cash', settledOn: '2026-01-14', receipt: 'B1', recordedAt: at }
  await db
    .insertInto('refundSettlement')
    .values({ id, orderId, paymentId: id, partialRefundId: null, ...settled })
    .execute()
  for (const [nth, entry] of (
    [
      { orderId: null, kind: 'credit', amountCents: 1_100 },
      { orderId, kind: 'purchase', amountCents: -1_100 },
    ] as const
  ).entries())
    await db
      .insertInto('ledgerEntry')
      .values({ id: nth - 10, customerId, gainId: null, enteredAt: at, ...entry })
      .execute()
  await db
    .insertInto('orderProblem')
    .values({
      ...{
        id,
        orderId,
        customerId,
        branchId: 1,
        kind: 'damaged',
        message: encryption.encryptText('Outra.', `order problem ${id}`),
        state: 'closed',
        grantedCents: 77,
      },
      ...{ createdAt: at, dueAt: at },
    })
    .execute()
  await db.updateTable('orderProblem').set({ decision: 'part' }).where('id', '=', id).execute()
  await db.insertInto('orderProblemItem').values({ problemId: id, productId: product, units: 1 }).execute()
  const message = { problemId: id, at, staffName: null, staffCrf: null }
  await db
    .insertInto('orderProblemMessage')
    .values({ id, ...message, text: encryption.encryptText('Outra.', `order problem message ${id}`) })
    .execute()
  await db
    .insertInto('orderProblemPhoto')
    .values({ id, problemId: id, contentEncrypted: encryption.encryptText('', `order problem photo ${id}`) })
    .execute()
}

/** All that is stored of the bystander's order, but for what is encrypted anew with another key. */
async function readBystander({ db }: Database): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {}
  for (const [table, column] of Object.entries(tables)) {
    const found = await db
      .selectFrom(table as 'orderProblem')
      .selectAll()
      .where(column as 'id', '=', id)
      .execute()
    rows[table] = found.map(({ message, text, contentEncrypted, ...row }: Record<string, unknown>) => row)
  }
  return rows
}
