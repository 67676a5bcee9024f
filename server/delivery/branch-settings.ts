import { formatMoneyInput } from '../../app/texts/money.ts'
import type { Database, TransactionHook } from '../database/connection.ts'
import { ShopError, type ShopErrorCode } from '../platform/errors.ts'
import type { Branch } from './branch.ts'
import {
  branchSettingSchemas,
  formatDeliveryWindows,
  formatSpecialDays,
  replaceDeliverySlots,
} from './branch-import.ts'

/** The settings of a branch that the back office changes, as they are typed: amounts in reais, windows and days as in the file of branches. */
export interface BranchSettingsInput {
  fee: string
  freeDeliveryFrom: string
  pickupMinutes: string
  windows: string
  specialDays: string
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
} satisfies Record<keyof typeof branchSettingSchemas, ShopErrorCode>

export function createBranchSettingsService({ db, transact }: Database) {
  return { listBranchSettings, changeBranchSettings }

  /** The settings of these branches, as they are typed. */
  async function listBranchSettings(branches: Branch[]): Promise<{ branch: Branch; settings: BranchSettingsInput }[]> {
    const slots = await db.selectFrom('delivery_slot').selectAll().execute()
    return branches.map((branch) => ({
      branch,
      settings: {
        fee: formatMoneyInput(branch.deliveryFeeCents),
        freeDeliveryFrom: formatMoneyInput(branch.freeDeliveryFromCents),
        pickupMinutes: String(branch.pickupMinutes ?? ''),
        windows: formatDeliveryWindows(slots.filter(({ branch_id }) => branch_id === branch.id)),
        specialDays: formatSpecialDays(branch.specialDays),
      },
    }))
  }

  /** @throws ShopError "branch.fee", "branch.pickup", "branch.windows", "branch.days" */
  async function changeBranchSettings(
    branchId: number,
    input: BranchSettingsInput,
    transactionHook: TransactionHook,
  ): Promise<void> {
    const { delivery_windows, special_days, ...values } = parseBranchSettings({
      delivery_fee: input.fee,
      free_delivery_from: input.freeDeliveryFrom,
      pickup_minutes: input.pickupMinutes,
      delivery_windows: input.windows,
      special_days: input.specialDays,
    })
    await transact(async (tx) => {
      await tx
        .updateTable('branch')
        .set({
          delivery_fee_cents: values.delivery_fee,
          free_delivery_from_cents: values.free_delivery_from,
          pickup_minutes: values.pickup_minutes,
          special_days: JSON.stringify(special_days),
        })
        .where('id', '=', branchId)
        .execute()
      await replaceDeliverySlots(tx, branchId, delivery_windows)
      await transactionHook(tx)
    })
  }
}

function parseBranchSettings(input: Record<keyof typeof branchSettingSchemas, string>): ParsedBranchSettings {
  const entries = Object.entries(branchSettingSchemas).map(([key, schema]) => {
    const field = key as keyof typeof branchSettingSchemas
    const result = schema.safeParse(input[field].trim())
    if (!result.success) throw new ShopError(errorCodeByField[field])
    return [field, result.data]
  })
  return Object.fromEntries(entries) as ParsedBranchSettings
}
