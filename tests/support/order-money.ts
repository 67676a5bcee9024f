import { expect } from 'vitest'
import type { Database } from '../../server/database/connection.ts'

/**
 * What an order paid and got back, counted from the rows of payments and balances alone, beside what it keeps, counted from its lines:
 * paid less paid back is the worth of what is kept and the fee that is kept, but for what was granted beside units.
 */
export async function expectOrderAddsUp({ db }: Pick<Database, 'db'>, orderId: number, said: string) {
  const order = await db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
  const lines = await db.selectFrom('order_line').selectAll().where('order_id', '=', orderId).execute()
  const payments = await db
    .selectFrom('payment')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('refund_reason', 'is', null)
    .execute()
  const parts = await db.selectFrom('partial_refund').selectAll().where('order_id', '=', orderId).execute()
  const entries = await db.selectFrom('ledger_entry').selectAll().where('order_id', '=', orderId).execute()
  const answers = await db
    .selectFrom('order_event')
    .select('data')
    .where('order_id', '=', orderId)
    .where('kind', '=', 'answerProblem')
    .execute()
  const sum = (rows: { amount_cents: number }[]) => rows.reduce((total, { amount_cents }) => total + amount_cents, 0)
  const ofKinds = (...kinds: string[]) => sum(entries.filter(({ kind }) => kinds.includes(kind)))
  const besideUnits = answers
    .map(({ data }) => JSON.parse(data) as { decision: string; cents: number })
    .reduce((total, { decision, cents }) => total + (decision === 'part' ? cents : 0), 0)
  const kept = lines.map((line) => {
    const units = line.quantity - line.removed_units - line.returned_units
    const goneShare = Math.floor((line.coupon_cents * (line.quantity - units)) / line.quantity)
    return line.price_cents * units - (line.coupon_cents - goneShare)
  })
  const keptCents = kept.reduce((total, cents) => total + cents, 0)
  const feeCents = order.delivery_charge_cents - order.delivery_refunded_cents
  const paidCents = sum(payments) - ofKinds('purchase')
  const backCents = sum(parts) + ofKinds('part_returned', 'purchase_returned')
  const isOver = ['expired', 'failed', 'cancelled', 'refunded'].includes(order.status)
  if (!isOver && order.paid_at !== null)
    expect([said, paidCents - backCents]).toEqual([said, Math.max(0, keptCents + feeCents - besideUnits)])
  // With its end all that was left went back.
  if (isOver) {
    expect([said, ofKinds('purchase', 'purchase_returned', 'part_returned')]).toEqual([said, 0])
    expect([said, sum(parts) <= sum(payments)]).toEqual([said, true])
  }
}
