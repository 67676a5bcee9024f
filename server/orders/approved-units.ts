import type { TransactionContext } from '../context.ts'
import { ShopError } from '../platform/errors.ts'
import type { ApprovedUnits } from '../prescriptions/prescription.ts'

/** What a pharmacist typed of a product; products that are left out are approved as they were ordered. */
export interface ApprovedUnitsInput {
  productId: number
  units: string
}

/**
 * How many units of each prescribed line a decision approves.
 * @throws ShopError "prescription.units" for more than were ordered, or no number; "prescription.nothingApproved" where nothing
 *   would be left: that is a rejection
 */
export async function readApprovedUnits(
  ctx: TransactionContext,
  orderId: number,
  inputs: ApprovedUnitsInput[],
): Promise<ApprovedUnits[]> {
  const lines = await ctx.db
    .selectFrom('orderLine')
    .select(['productId', 'quantity', 'removedUnits'])
    .where('orderId', '=', orderId)
    .where('requiresPrescription', '=', true)
    .orderBy('productId')
    .execute()
  const approvedUnits = lines.map(({ productId, quantity, removedUnits }) => {
    const orderedUnits = quantity - removedUnits
    const text = inputs.find((input) => input.productId === productId)?.units.trim() ?? String(orderedUnits)
    const units = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN
    if (!(units <= orderedUnits))
      throw new ShopError('prescription.units', { input: `units.${productId}`, units: orderedUnits })
    return { productId, units, orderedUnits }
  })
  if (approvedUnits.every(({ units }) => units === 0))
    throw new ShopError('prescription.nothingApproved', { input: `units.${approvedUnits[0]?.productId}` })
  return approvedUnits
}
