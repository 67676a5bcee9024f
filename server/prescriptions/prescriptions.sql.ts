import type { Context, TransactionContext } from '../context.ts'
import { ShopError } from '../platform/errors.ts'

/** A customer's prescriptions that no order uses yet, newest first; photos that came before their bag only once they have one. */
export function selectOpenPrescriptions(ctx: Context, customerId: number) {
  return ctx.db
    .selectFrom('prescription')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('order_id', 'is', null)
    .where('status', '=', 'sent')
    .where('id', 'not in', (eb) =>
      eb.selectFrom('prescription_quote').select('prescription_id').where('bag_token', 'is', null),
    )
    .orderBy('id', 'desc')
}

/**
 * A prescription that no order uses yet, to which parts are added: an earlier one of the customer's, or a new one.
 * @throws ShopError "prescription.unknown" for an earlier one that is not open
 */
export async function findOrCreateOpenPrescription(
  ctx: TransactionContext,
  customerId: number,
  openPrescriptionId: number | undefined,
  sentAt: Date,
): Promise<number> {
  if (openPrescriptionId !== undefined) {
    const openPrescription = await selectOpenPrescriptions(ctx, customerId)
      .where('id', '=', openPrescriptionId)
      .executeTakeFirst()
    if (!openPrescription) throw new ShopError('prescription.unknown')
    return openPrescription.id
  }
  const { id } = await ctx.db
    .insertInto('prescription')
    .values({
      customer_id: customerId,
      order_id: null,
      status: 'sent',
      reason: null,
      sent_at: sentAt.toISOString(),
      decided_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The parts of prescriptions whose files are in place. */
export function selectStoredParts(ctx: Context, prescriptionIds: number[]) {
  return ctx.db
    .selectFrom('prescription_part')
    .selectAll()
    .where('prescription_id', 'in', prescriptionIds)
    .where('is_stored', '=', 1)
    .orderBy('id')
    .execute()
}

export function selectPrescribedProducts(ctx: Context, ...prescriptionIds: number[]) {
  return ctx.db
    .selectFrom('prescription_product')
    .innerJoin('prescription_part', 'prescription_part.id', 'prescription_product.part_id')
    .select(['prescription_product.part_id', 'prescription_product.product_id', 'prescription_part.issued_at'])
    .select('prescription_part.is_prolonged')
    .where('prescription_part.prescription_id', 'in', prescriptionIds)
    .where('prescription_part.is_stored', '=', 1)
    .orderBy('prescription_product.product_id')
    .execute()
}

/** Who decided on prescriptions, of those on which somebody has. */
export function selectDecisions(ctx: Context, prescriptionIds: number[]) {
  return ctx.db
    .selectFrom('prescription_decision')
    .selectAll()
    .where('prescription_id', 'in', prescriptionIds)
    .execute()
}

/** Uploads that no order uses, sent before that instant; those that came before their bag before another. */
export function selectUnusedPrescriptions(ctx: Context, sentBefore: string, quotesSentBefore: string) {
  return ctx.db
    .selectFrom('prescription')
    .select('id')
    .where('order_id', 'is', null)
    .where('sent_at', '<', sentBefore)
    .where((eb) =>
      eb.or([
        eb('sent_at', '<', quotesSentBefore),
        eb('id', 'not in', eb.selectFrom('prescription_quote').select('prescription_id')),
      ]),
    )
    .orderBy('id')
    .execute()
}
