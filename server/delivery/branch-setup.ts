import type { Context } from '../context.ts'
import { getBranchOrDefault } from './delivery.ts'
import { listDeliverySlots } from './delivery-slots.ts'
import type { BranchSetup } from './kept-bookings.ts'

/** What the branch's open orders rely on. */
export async function loadSetup(ctx: Context, branchId: number): Promise<BranchSetup> {
  const { hours, address, pickupMinutes } = await getBranchOrDefault(ctx, branchId)
  const zipcodeRanges = await ctx.db
    .selectFrom('branchZipcodes')
    .select(['firstZipcode', 'lastZipcode'])
    .where('branchId', '=', branchId)
    .execute()
  const isPickupStore = address !== null && pickupMinutes !== null
  return { hours, isPickupStore, zipcodeRanges, slots: await listDeliverySlots(ctx, branchId) }
}
