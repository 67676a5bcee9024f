import type { Context, TransactionContext } from '../context.ts'
import { ShopError } from '../platform/errors.ts'

/** A customer's prescriptions that no order uses yet, newest first; photos that came before their bag only once they have one. */
export function selectOpenPrescriptions(ctx: Context, customerId: number) {
  return ctx.db
    .selectFrom('prescription')
    .selectAll()
    .where('customerId', '=', customerId)
    .where('orderId', 'is', null)
    .where('status', '=', 'sent')
    .where('id', 'not in', (eb) =>
      eb.selectFrom('prescriptionQuote').select('prescriptionId').where('bagToken', 'is', null),
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
      customerId,
      orderId: null,
      status: 'sent',
      reason: null,
      sentAt,
      decidedAt: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The parts of prescriptions whose files are in place. */
export function selectStoredParts(ctx: Context, prescriptionIds: number[]) {
  return ctx.db
    .selectFrom('prescriptionPart')
    .selectAll()
    .where('prescriptionId', 'in', prescriptionIds)
    .where('isStored', '=', true)
    .orderBy('id')
    .execute()
}

export function selectPrescribedProducts(ctx: Context, ...prescriptionIds: number[]) {
  return ctx.db
    .selectFrom('prescriptionProduct')
    .innerJoin('prescriptionPart', 'prescriptionPart.id', 'prescriptionProduct.partId')
    .select(['prescriptionProduct.partId', 'prescriptionProduct.productId', 'prescriptionPart.issuedOn'])
    .select('prescriptionPart.isProlonged')
    .where('prescriptionPart.prescriptionId', 'in', prescriptionIds)
    .where('prescriptionPart.isStored', '=', true)
    .orderBy('prescriptionProduct.productId')
    .execute()
}

/** Who decided on prescriptions, of those on which somebody has. */
export function selectDecisions(ctx: Context, prescriptionIds: number[]) {
  return ctx.db.selectFrom('prescriptionDecision').selectAll().where('prescriptionId', 'in', prescriptionIds).execute()
}

/** Uploads that no order uses, sent before that instant; those that came before their bag before another. */
export function selectUnusedPrescriptions(ctx: Context, sentBefore: Date, quotesSentBefore: Date) {
  return ctx.db
    .selectFrom('prescription')
    .select('id')
    .where('orderId', 'is', null)
    .where('sentAt', '<', sentBefore)
    .where((eb) =>
      eb.or([
        eb('sentAt', '<', quotesSentBefore),
        eb('id', 'not in', eb.selectFrom('prescriptionQuote').select('prescriptionId')),
      ]),
    )
    .orderBy('id')
    .execute()
}
