import { z } from 'zod'
import { branchTexts } from '../../app/texts/backoffice/branches.ts'
import { formatMoneyInput } from '../../app/texts/money.ts'
import { refusals } from '../../app/texts/refusals.ts'
import type { Context, TransactionContext } from '../context.ts'
import type { Branch } from './branch.ts'
import { branchSettingSchemas } from './branch-row.ts'
import { getBranchOrDefault } from './delivery.ts'
import { listDeliverySlots, replaceDeliverySlots } from './delivery-slots.ts'
import { toHoursColumns } from './opening-hours.ts'
import { formatDeliveryWindows, formatSpecialDays, formatWeeklyHours, type NewSlot } from './window-formats.ts'
import { formatZipcodeRanges, listZipcodeRanges, replaceZipcodeRanges, type ZipcodeRange } from './zipcode-ranges.ts'

const { errors } = branchTexts

/**
 * A setting as it is typed, in the format of the file of branches, and back.
 * @param explain says what is wrong, from the fault of the file's column
 */
function createSetting<Value>(
  schema: z.ZodType<Value>,
  format: (value: Value) => string,
  explain: (fault: string) => string,
) {
  return z.codec(z.string().trim().default(''), z.custom<Value>(), {
    decode(text, { issues }) {
      const { data, error } = schema.safeParse(text)
      if (error) issues.push({ code: 'custom', message: explain(error.issues[0]?.message ?? ''), input: text })
      return data as Value
    },
    encode: format,
  })
}

/** The settings of a branch that the back office changes: another one is a line here, its column, and its words. */
export const BranchSettings = z.object({
  zipcodes: createSetting(branchSettingSchemas.zipcodes, formatZipcodeRanges, errors.zipcodes),
  deliveryFeeCents: createSetting(branchSettingSchemas.delivery_fee, formatMoneyInput, errors.money),
  freeDeliveryFromCents: createSetting(branchSettingSchemas.free_delivery_from, formatMoneyInput, errors.money),
  minimumOrderCents: createSetting(branchSettingSchemas.minimum_order, formatMoneyInput, errors.money),
  pickupMinutes: createSetting(
    branchSettingSchemas.pickup_minutes,
    (minutes) => String(minutes ?? ''),
    errors.pickupMinutes,
  ),
  windows: createSetting(branchSettingSchemas.delivery_windows, formatDeliveryWindows, errors.windows),
  weeklyHours: createSetting(branchSettingSchemas.weekly_hours, formatWeeklyHours, errors.weeklyHours),
  specialDays: createSetting(branchSettingSchemas.special_days, formatSpecialDays, errors.specialDays),
  doorPaymentLimitCents: createSetting(branchSettingSchemas.door_payment_limit, formatMoneyInput, errors.money),
  isDoorPaymentKnownOnly: createSetting(
    branchSettingSchemas.door_payment_known_only,
    (isKnownOnly) => (isKnownOnly ? '1' : '0'),
    () => errors.flag,
  ),
  safetyStock: createSetting(branchSettingSchemas.safety_stock, String, refusals['offer.safety']),
})
export type BranchSettings = z.output<typeof BranchSettings>
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
  { windows, weeklyHours, zipcodes, specialDays, ...settings }: Partial<BranchSettings>,
): Promise<void> {
  const columns = {
    ...settings,
    ...(weeklyHours && toHoursColumns(weeklyHours)),
    ...(specialDays && { specialDays: JSON.stringify(specialDays) }),
  }
  if (Object.keys(columns).length > 0)
    await ctx.db.updateTable('branch').set(columns).where('id', '=', branchId).execute()
  if (windows) await replaceDeliverySlots(ctx, branchId, windows)
  if (zipcodes) await replaceZipcodeRanges(ctx, branchId, zipcodes)
}

function toSettingsInput(branch: Branch, windows: NewSlot[], zipcodes: ZipcodeRange[]): BranchSettingsInput {
  return z.encode(BranchSettings, {
    ...branch,
    specialDays: branch.plannedDays,
    windows,
    zipcodes,
  }) as BranchSettingsInput
}
