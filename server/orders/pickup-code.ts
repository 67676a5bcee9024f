import { randomInt } from 'node:crypto'
import type { Transaction } from '../database/connection.ts'
import type { Branch } from '../delivery/branch.ts'
import { closingOn, nextOpening } from '../delivery/opening-hours.ts'
import { shopDay } from '../platform/calendar.ts'
import { minutesAfter } from '../platform/clock.ts'

const dayMinutes = 24 * 60

/** Gives an order its code, and the day until whose closing time it is kept. */
export async function keepForPickup(tx: Transaction, orderId: number, branch: Branch, at: Date): Promise<void> {
  const last = nextOpening(minutesAfter(at, branch.pickupDays * dayMinutes), branch)
  const until = closingOn(shopDay(last), branch) ?? last
  const pickup_code = await freeCode(tx, branch.id)
  await tx
    .updateTable('orders')
    .set({ pickup_code, pickup_until: until.toISOString() })
    .where('id', '=', orderId)
    .execute()
}

async function freeCode(tx: Transaction, branchId: number): Promise<string> {
  // Of 900,000 few are in use at once: a second try is rare.
  for (;;) {
    const code = String(randomInt(100_000, 1_000_000))
    const usage = await tx
      .selectFrom('orders')
      .select('id')
      .where('branch_id', '=', branchId)
      .where('pickup_code', '=', code)
      .executeTakeFirst()
    if (!usage) return code
  }
}
