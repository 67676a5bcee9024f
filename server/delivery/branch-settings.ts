import { z } from 'zod'
import type { Context, TransactionContext } from '../context.ts'
import type { Branch } from './branch.ts'
import { BranchSettings, toSettingColumns } from './branch-setting-schemas.ts'
import { getBranchOrDefault } from './delivery.ts'
import { listDeliverySlots, replaceDeliverySlots } from './delivery-slots.ts'
import type { NewSlot } from './window-formats.ts'
import { listZipcodeRanges, replaceZipcodeRanges, type ZipcodeRange } from './zipcode-ranges.ts'

/** As they are typed. */
export type BranchSettingsInput = { [Setting in keyof BranchSettings]: string }

/** The settings of these branches, as they are typed. */
export async function listBranchSettings(
  ctx: Context,
  branches: Branch[],
): Promise<{ branch: Branch; settings: BranchSettingsInput }[]> {
  const slots = await listDeliverySlots(ctx)
  const ranges = await listZipcodeRanges(ctx)
  return branches.map((branch) => ({
    branch,
    settings: toSettingsInput(
      branch,
      slots.filter(({ branchId }) => branchId === branch.id),
      ranges.filter(({ branchId }) => branchId === branch.id),
    ),
  }))
}

/** The settings as they are, the branch's row locked until the transaction ends. */
export async function lockSettings(ctx: TransactionContext, branchId: number): Promise<BranchSettingsInput> {
  await ctx.db
    .updateTable('branch')
    .set((eb) => ({ pickupMinutes: eb.ref('pickupMinutes') }))
    .where('id', '=', branchId)
    .execute()
  const ranges = await listZipcodeRanges(ctx)
  return toSettingsInput(
    await getBranchOrDefault(ctx, branchId),
    await listDeliverySlots(ctx, branchId),
    ranges.filter((range) => range.branchId === branchId),
  )
}

/** What is left out stays as it is. @throws ShopError "branch.zipcodes" for postal codes that another branch serves */
export async function changeBranchSettings(
  ctx: TransactionContext,
  branchId: number,
  settings: Partial<BranchSettings>,
): Promise<void> {
  const columns = toSettingColumns(settings)
  if (Object.keys(columns).length > 0)
    await ctx.db.updateTable('branch').set(columns).where('id', '=', branchId).execute()
  if (settings.windows) await replaceDeliverySlots(ctx, branchId, settings.windows)
  if (settings.zipcodes) await replaceZipcodeRanges(ctx, branchId, settings.zipcodes)
}

function toSettingsInput(branch: Branch, windows: NewSlot[], zipcodes: ZipcodeRange[]): BranchSettingsInput {
  return z.encode(BranchSettings, {
    ...branch,
    specialDays: branch.plannedDays,
    windows,
    zipcodes,
  }) as BranchSettingsInput
}
