import type { Context } from '../context.ts'
import { toShopDay } from '../platform/calendar.ts'
import type { Branch } from './branch.ts'
import { listBranches } from './delivery.ts'
import { listDeliverySlots } from './delivery-slots.ts'
import { buildWindows, listBookableDays } from './delivery-windows.ts'
import { listZipcodeRanges } from './zipcode-ranges.ts'

/**
 * What a branch lacks: opening hours; customers, where it neither delivers nor lets anybody pick up; windows, where it delivers in
 * nothing else; postal codes, where one may pick up; an address and what it tells of itself, where the shop's own data stand in.
 */
export type BranchGap =
  | 'hours'
  | 'customers'
  | 'windows'
  | 'zipcodes'
  | 'address'
  | 'phone'
  | 'pharmacist'
  | 'legalData'

export interface BranchGaps {
  id: number
  name: string
  gaps: BranchGap[]
}

/** All branches, by id, with what each lacks. */
export async function listBranchGaps(ctx: Context): Promise<BranchGaps[]> {
  const [branches, ranges, slots] = [
    await listBranches(ctx),
    await listZipcodeRanges(ctx),
    await listDeliverySlots(ctx),
  ]
  const days = listBookableDays(toShopDay(ctx.clock.now()))
  return branches.map((branch) => {
    const delivers = ranges.some(({ branchId }) => branchId === branch.id)
    const ownSlots = slots.filter(({ branchId }) => branchId === branch.id)
    const hasWindows = days.some((day) => buildWindows(ownSlots, day, branch.hours).length > 0)
    return { id: branch.id, name: branch.name, gaps: findGaps(branch, { delivers, hasWindows }) }
  })
}

function findGaps(branch: Branch, { delivers, hasWindows }: { delivers: boolean; hasWindows: boolean }): BranchGap[] {
  const { isOpen, opensAt, shipsByAppointment, address, pickupMinutes, phone } = branch
  const { cnpj, licence, afe, pharmacistName, pharmacistCrf } = branch.legalData
  const isOpening = isOpen || opensAt !== null
  const isPickupStore = address !== null && pickupMinutes !== null
  const isGapByName: Record<BranchGap, boolean> = {
    hours: !isOpening,
    customers: !delivers && !isPickupStore,
    windows: isOpening && delivers && shipsByAppointment && !hasWindows,
    zipcodes: !delivers && isPickupStore,
    address: address === null,
    phone: phone === null,
    pharmacist: pharmacistName === null || pharmacistCrf === null,
    legalData: cnpj === null || licence === null || afe === null,
  }
  return (Object.keys(isGapByName) as BranchGap[]).filter((gap) => isGapByName[gap])
}
