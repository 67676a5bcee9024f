import { expect } from 'vitest'
import type { Database } from '../../server/database/connection.ts'

/**
 * What an order paid and got back, counted from the rows of payments and balances alone, beside what it keeps, counted from its lines:
 * paid less paid back is the worth of what is kept and the fee that is kept, but for what was granted beside units.
 */
export async function expectOrderAddsUp({ db }: Pick<Database, 'db'>, orderId: number, said: string) {
  const order = await db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
  const lines = await db.selectFrom('orderLine').selectAll().where('orderId', '=', orderId).execute()
  const payments = await db
    .selectFrom('payment')
    .selectAll()
    .where('orderId', '=', orderId)
    .where('refundReason', 'is', null)
    .execute()
  const parts = await db.selectFrom('partialRefund').selectAll().where('orderId', '=', orderId).execute()
  const entries = await db.selectFrom('ledgerEntry').selectAll().where('orderId', '=', orderId).execute()
  const answers = await db
    .selectFrom('orderEvent')
    .select('data')
    .where('orderId', '=', orderId)
    .where('kind', '=', 'answerProblem')
    .execute()
  const sum = (rows: { amountCents: number }[]) => rows.reduce((total, { amountCents }) => total + amountCents, 0)
  const ofKinds = (...kinds: string[]) => sum(entries.filter(({ kind }) => kinds.includes(kind)))
  const besideUnits = answers
    .map(({ data }) => JSON.parse(data) as { decision: string; cents: number })
    .reduce((total, { decision, cents }) => total + (decision === 'part' ? cents : 0), 0)
  const discounts = await db.selectFrom('orderLineDiscount').selectAll().where('orderId', '=', orderId).execute()
  const sumDiscounts = (productId: number) =>
    discounts.filter((each) => each.productId === productId).reduce((total, { cents }) => total + cents, 0)
  const kept = lines.map((line) => {
    const units = line.quantity - line.removedUnits - line.returnedUnits
    const offCents = line.couponCents + sumDiscounts(line.productId)
    const goneShare = Math.floor((offCents * (line.quantity - units)) / line.quantity)
    return line.fullPriceCents * units - (offCents - goneShare)
  })
  const keptCents = kept.reduce((total, cents) => total + cents, 0)
  const feeCents = order.deliveryFeeCents - order.deliveryRefundedCents
  const paidCents = sum(payments) - ofKinds('purchase')
  const backCents = sum(parts) + ofKinds('part_returned', 'purchase_returned')
  const isOver = ['expired', 'failed', 'cancelled', 'refunded'].includes(order.status)
  if (!isOver && order.paidAt !== null)
    expect([said, paidCents - backCents]).toEqual([said, Math.max(0, keptCents + feeCents - besideUnits)])
  // With its end all that was left went back.
  if (isOver) {
    expect([said, ofKinds('purchase', 'purchase_returned', 'part_returned')]).toEqual([said, 0])
    expect([said, sum(parts) <= sum(payments)]).toEqual([said, true])
  }
}
