import { moneyInField } from '../../app/texts/money.ts'
import type { Database, InTransaction } from '../database/connection.ts'
import { ShopError, type ShopErrorCode } from '../platform/errors.ts'
import type { Branch } from './branch.ts'
import { branchSettings, writeSlots, writtenDays, writtenWindows } from './branch-import.ts'

/** What of a branch the back office changes, as it is typed: amounts in reais, windows and days as in the file of branches. */
export interface BranchSettingsInput {
  fee: string
  freeFrom: string
  pickupMinutes: string
  windows: string
  specialDays: string
}

type Parsed = { [Key in keyof typeof branchSettings]: (typeof branchSettings)[Key]['_output'] }

const refusals = {
  delivery_fee: 'branch.fee',
  free_delivery_from: 'branch.fee',
  pickup_minutes: 'branch.pickup',
  delivery_windows: 'branch.windows',
  special_days: 'branch.days',
} satisfies Record<keyof typeof branchSettings, ShopErrorCode>

export function createBranchSettings({ db, transact }: Database) {
  return { listSettings, changeSettings }

  /** Of each of these branches, as they are typed. */
  async function listSettings(branches: Branch[]): Promise<{ branch: Branch; settings: BranchSettingsInput }[]> {
    const slots = await db.selectFrom('delivery_slot').selectAll().execute()
    return branches.map((branch) => ({
      branch,
      settings: {
        fee: moneyInField(branch.deliveryFeeCents),
        freeFrom: moneyInField(branch.freeDeliveryFromCents),
        pickupMinutes: String(branch.pickupMinutes ?? ''),
        windows: writtenWindows(slots.filter(({ branch_id }) => branch_id === branch.id)),
        specialDays: writtenDays(branch.specialDays),
      },
    }))
  }

  /** @throws ShopError "branch.fee", "branch.pickup", "branch.windows", "branch.days" */
  async function changeSettings(branchId: number, texts: BranchSettingsInput, alsoWrite: InTransaction): Promise<void> {
    const { delivery_windows, special_days, ...values } = parse({
      delivery_fee: texts.fee,
      free_delivery_from: texts.freeFrom,
      pickup_minutes: texts.pickupMinutes,
      delivery_windows: texts.windows,
      special_days: texts.specialDays,
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
      await writeSlots(tx, branchId, delivery_windows)
      await alsoWrite(tx)
    })
  }
}

function parse(texts: Record<keyof typeof branchSettings, string>): Parsed {
  const parsed = Object.entries(branchSettings).map(([key, schema]) => {
    const name = key as keyof typeof branchSettings
    const result = schema.safeParse(texts[name].trim())
    if (!result.success) throw new ShopError(refusals[name])
    return [name, result.data]
  })
  return Object.fromEntries(parsed) as Parsed
}
