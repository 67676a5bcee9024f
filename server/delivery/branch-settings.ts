import { formatMoneyInput } from '../../app/texts/money.ts'
import type { Database, TransactionHook } from '../database/connection.ts'
import { ShopError, type ShopErrorCode } from '../platform/errors.ts'
import type { Branch } from './branch.ts'
import { branchSettingSchemas, formatSpecialDays, formatWindows, saveSlots } from './branch-import.ts'

/** What of a branch the back office changes, as it is typed: amounts in reais, windows and days as in the file of branches. */
export interface BranchSettingsInput {
  fee: string
  freeFrom: string
  pickupMinutes: string
  windows: string
  specialDays: string
}

type ParsedSettings = { [Key in keyof typeof branchSettingSchemas]: (typeof branchSettingSchemas)[Key]['_output'] }

const errorCodes = {
  delivery_fee: 'branch.fee',
  free_delivery_from: 'branch.fee',
  pickup_minutes: 'branch.pickup',
  delivery_windows: 'branch.windows',
  special_days: 'branch.days',
} satisfies Record<keyof typeof branchSettingSchemas, ShopErrorCode>

export function createBranchSettings({ db, transact }: Database) {
  return { listSettings, changeSettings }

  /** Of each of these branches, as they are typed. */
  async function listSettings(branches: Branch[]): Promise<{ branch: Branch; settings: BranchSettingsInput }[]> {
    const slots = await db.selectFrom('delivery_slot').selectAll().execute()
    return branches.map((branch) => ({
      branch,
      settings: {
        fee: formatMoneyInput(branch.deliveryFeeCents),
        freeFrom: formatMoneyInput(branch.freeDeliveryFromCents),
        pickupMinutes: String(branch.pickupMinutes ?? ''),
        windows: formatWindows(slots.filter(({ branch_id }) => branch_id === branch.id)),
        specialDays: formatSpecialDays(branch.specialDays),
      },
    }))
  }

  /** @throws ShopError "branch.fee", "branch.pickup", "branch.windows", "branch.days" */
  async function changeSettings(
    branchId: number,
    input: BranchSettingsInput,
    transactionHook: TransactionHook,
  ): Promise<void> {
    const { delivery_windows, special_days, ...values } = parseSettings({
      delivery_fee: input.fee,
      free_delivery_from: input.freeFrom,
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
      await saveSlots(tx, branchId, delivery_windows)
      await transactionHook(tx)
    })
  }
}

function parseSettings(input: Record<keyof typeof branchSettingSchemas, string>): ParsedSettings {
  const entries = Object.entries(branchSettingSchemas).map(([key, schema]) => {
    const name = key as keyof typeof branchSettingSchemas
    const result = schema.safeParse(input[name].trim())
    if (!result.success) throw new ShopError(errorCodes[name])
    return [name, result.data]
  })
  return Object.fromEntries(entries) as ParsedSettings
}
