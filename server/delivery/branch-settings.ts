import { formatMoneyInput } from '../../app/texts/money.ts'
import type { ChangeHook, Context, TransactionContext } from '../context.ts'
import type { Row } from '../database/schema.ts'
import { createDryRunContext } from '../dry-run-context.ts'
import { ShopError, type ShopErrorCode } from '../platform/errors.ts'
import type { Branch } from './branch.ts'
import { branchSettingSchemas } from './branch-row.ts'
import { loadSetup } from './branch-setup.ts'
import { getBranchOrDefault } from './delivery.ts'
import { listDeliverySlots, replaceDeliverySlots } from './delivery-slots.ts'
import type { BranchSetup } from './kept-bookings.ts'
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

/** A change of a branch, in its transaction. */
export interface BranchChange {
  branchId: number
  /** As they were. */
  settings: BranchSettingsInput
  before: BranchSetup
  after: BranchSetup
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
async function lockSettings(ctx: TransactionContext, branchId: Branch['id']): Promise<BranchSettingsInput> {
  await ctx.db
    .updateTable('branch')
    .set((eb) => ({ pickup_minutes: eb.ref('pickup_minutes') }))
    .where('id', '=', branchId)
    .execute()
  return toSettingsInput(await getBranchOrDefault(ctx, branchId), await listDeliverySlots(ctx, branchId))
}

/**
 * @param transactionHook is given the settings as they were, and what the branch's orders rely on, before and after
 * @throws ShopError "branch.fee", "branch.pickup", "branch.windows", "branch.days", "offer.safety"
 */
export async function changeBranchSettings(
  ctx: Context,
  branchId: number,
  input: BranchSettingsInput,
  transactionHook: ChangeHook<BranchChange>,
  { dryRun = false } = {},
): Promise<void> {
  const { delivery_windows, special_days, ...values } = parseBranchSettings({
    delivery_fee: input.fee,
    free_delivery_from: input.freeDeliveryFrom,
    pickup_minutes: input.pickupMinutes,
    delivery_windows: input.windows,
    special_days: input.specialDays,
    safety_stock: input.safetyStock,
  })
  await (dryRun ? createDryRunContext(ctx) : ctx).transact(async (ctx) => {
    const settings = await lockSettings(ctx, branchId)
    const before = await loadSetup(ctx, branchId)
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
    await transactionHook(ctx, { branchId, settings, before, after: await loadSetup(ctx, branchId) })
  })
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
