import { formatMoneyInput } from '../../app/texts/money.ts'
import type { Context, TransactionContext } from '../context.ts'
import type { Row } from '../database/schema.ts'
import { ShopError, type ShopErrorCode } from '../platform/errors.ts'
import type { Branch } from './branch.ts'
import { branchSettingSchemas } from './branch-row.ts'
import { getBranchOrDefault } from './delivery.ts'
import { listDeliverySlots, replaceDeliverySlots } from './delivery-slots.ts'
import { formatDeliveryWindows, formatSpecialDays } from './window-formats.ts'

/** The settings of a branch that the back office changes, as they are typed: amounts in reais, windows and days as in the file of branches. */
export interface BranchSettingsInput {
  fee: string
  freeDeliveryFrom: string
  pickupMinutes: string
  windows: string
  specialDays: string
  safetyStock: string
}

type ParsedBranchSettings = {
  [Key in keyof typeof branchSettingSchemas]: (typeof branchSettingSchemas)[Key]['_output']
}

const errorCodeByField = {
  delivery_fee: 'branch.fee',
  free_delivery_from: 'branch.fee',
  pickup_minutes: 'branch.pickup',
  delivery_windows: 'branch.windows',
  special_days: 'branch.days',
  safety_stock: 'offer.safety',
} satisfies Record<keyof typeof branchSettingSchemas, ShopErrorCode>

/** The settings of these branches, as they are typed. */
export async function listBranchSettings(
  ctx: Context,
  branches: Branch[],
): Promise<{ branch: Branch; settings: BranchSettingsInput }[]> {
  const slots = await listDeliverySlots(ctx)
  return branches.map((branch) => ({
    branch,
    settings: toSettingsInput(
      branch,
      slots.filter(({ branch_id }) => branch_id === branch.id),
    ),
  }))
}

/** The settings as they are, the branch's row locked until the transaction ends. */
export async function lockSettings(ctx: TransactionContext, branchId: number): Promise<BranchSettingsInput> {
  await ctx.db
    .updateTable('branch')
    .set((eb) => ({ pickup_minutes: eb.ref('pickup_minutes') }))
    .where('id', '=', branchId)
    .execute()
  return toSettingsInput(await getBranchOrDefault(ctx, branchId), await listDeliverySlots(ctx, branchId))
}

/** @throws ShopError "branch.fee", "branch.pickup", "branch.windows", "branch.days", "offer.safety" */
export async function changeBranchSettings(
  ctx: TransactionContext,
  branchId: number,
  input: BranchSettingsInput,
): Promise<void> {
  const { delivery_windows, special_days, ...values } = parseBranchSettings({
    delivery_fee: input.fee,
    free_delivery_from: input.freeDeliveryFrom,
    pickup_minutes: input.pickupMinutes,
    delivery_windows: input.windows,
    special_days: input.specialDays,
    safety_stock: input.safetyStock,
  })
  await ctx.db
    .updateTable('branch')
    .set({
      delivery_fee_cents: values.delivery_fee,
      free_delivery_from_cents: values.free_delivery_from,
      pickup_minutes: values.pickup_minutes,
      special_days: JSON.stringify(special_days),
      safety_stock: values.safety_stock,
    })
    .where('id', '=', branchId)
    .execute()
  await replaceDeliverySlots(ctx, branchId, delivery_windows)
}

function toSettingsInput(branch: Branch, slots: Row<'delivery_slot'>[]): BranchSettingsInput {
  return {
    fee: formatMoneyInput(branch.deliveryFeeCents),
    freeDeliveryFrom: formatMoneyInput(branch.freeDeliveryFromCents),
    pickupMinutes: String(branch.pickupMinutes ?? ''),
    windows: formatDeliveryWindows(slots),
    specialDays: formatSpecialDays(branch.specialDays),
    safetyStock: String(branch.safetyStock),
  }
}

function parseBranchSettings(input: Record<keyof typeof branchSettingSchemas, string>): ParsedBranchSettings {
  const entries = Object.entries(branchSettingSchemas).map(([key, schema]) => {
    const field = key as keyof typeof branchSettingSchemas
    const result = schema.safeParse(input[field].trim())
    const code = errorCodeByField[field]
    const reason = result.error?.issues[0]?.message ?? ''
    if (!result.success) throw new ShopError(code, { reason })
    return [field, result.data]
  })
  return Object.fromEntries(entries) as ParsedBranchSettings
}
