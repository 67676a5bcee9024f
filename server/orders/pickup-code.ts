import { randomInt } from 'node:crypto'
import type { Transaction } from '../database/connection.ts'
import type { Branch } from '../delivery/branch.ts'
import { findClosingInstant, findNextOpening } from '../delivery/opening-hours.ts'
import { toShopDay } from '../platform/calendar.ts'
import { addMinutes } from '../platform/clock.ts'

const dayMinutes = 24 * 60

/** Assigns an order its code, and the closing time until which it is kept. */
export async function assignPickupCodeAndDeadline(
  tx: Transaction,
  orderId: number,
  branch: Branch,
  readyAt: Date,
): Promise<void> {
  const finalOpeningAt = findNextOpening(addMinutes(readyAt, branch.pickupDays * dayMinutes), branch)
  const pickupDeadline = findClosingInstant(toShopDay(finalOpeningAt), branch) ?? finalOpeningAt
  const pickup_code = await generateUnusedPickupCode(tx, branch.id)
  await tx
    .updateTable('orders')
    .set({ pickup_code, pickup_until: pickupDeadline.toISOString() })
    .where('id', '=', orderId)
    .execute()
}

async function generateUnusedPickupCode(tx: Transaction, branchId: number): Promise<string> {
  // Of 900,000 few are in use at once: a second try is rare.
  for (;;) {
    const code = String(randomInt(100_000, 1_000_000))
    const orderWithCode = await tx
      .selectFrom('orders')
      .select('id')
      .where('branch_id', '=', branchId)
      .where('pickup_code', '=', code)
      .executeTakeFirst()
    if (!orderWithCode) return code
  }
}
