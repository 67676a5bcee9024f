import { randomInt } from 'node:crypto'
import type { TransactionContext } from '../context.ts'
import type { Branch } from '../delivery/branch.ts'
import { endOfOpenDay } from '../delivery/opening-hours.ts'
import { addShopDays } from '../platform/calendar.ts'

/** Assigns an order its code, and the closing time until which it is kept. */
export async function assignPickupCodeAndDeadline(
  ctx: TransactionContext,
  orderId: number,
  branch: Branch,
  readyAt: Date,
): Promise<void> {
  const pickupDeadline = endOfOpenDay(addShopDays(readyAt, branch.pickupDays), branch.hours)
  const pickupCode = await generateUnusedPickupCode(ctx, branch.id)
  await ctx.db
    .updateTable('orders')
    .set({ pickupCode, pickupEndsAt: pickupDeadline })
    .where('id', '=', orderId)
    .execute()
}

async function generateUnusedPickupCode(ctx: TransactionContext, branchId: number): Promise<string> {
  // Of 900,000 few are in use at once: a second try is rare.
  for (;;) {
    const code = String(randomInt(100_000, 1_000_000))
    const orderWithCode = await ctx.db
      .selectFrom('orders')
      .select('id')
      .where('branchId', '=', branchId)
      .where('pickupCode', '=', code)
      .executeTakeFirst()
    if (!orderWithCode) return code
  }
}
