import type { ExpressionBuilder } from 'kysely'
import type { Address } from '../addresses/addresses.ts'
import type { Context, TransactionContext } from '../context.ts'
import type { Tables } from '../database/schema.ts'
import { listStatusesIn } from '../orders/statuses.ts'
import { addMinutes } from '../platform/clock.ts'

const closedStatuses = listStatusesIn('done', 'void')

/**
 * The erasure registry: what is removed of a customer, in every domain's tables. Its queries may
 * name tables of every domain, so that whoever adds one finds in one place what is erased.
 */

/** Tables of which an erased customer keeps no row. */
const customerOwnedTables = [
  'session',
  'customerSearchWord',
  'knownDevice',
  'mailboxCode',
  'passkey',
  'wishlistItem',
  'address',
  'refillReminder',
  'patient',
  'laboratoryOptIn',
  'whatsappContact',
] as const

/**
 * Deletes everything that identifies a customer, across all domains in one transaction (LGPD, art. 18). The row itself stays
 * without personal data, since orders, retained prescriptions (encrypted) and ledger entries refer to it.
 */
export async function eraseCustomer(
  ctx: TransactionContext,
  { id: customerId, email }: { id: number; email: string },
): Promise<void> {
  // First, as an order being placed locks this row first: were the address deleted before, each would wait for the other.
  await ctx.db
    .updateTable('customer')
    .set({
      firstName: '',
      lastName: '',
      // Unique, and an address that can never exist (RFC 2606).
      email: `erased-${customerId}@invalid`,
      phone: '',
      birthday: null,
      passwordHash: '',
      blockedAt: null,
      blockReason: null,
      erasedAt: ctx.clock.now(),
    })
    .where('id', '=', customerId)
    .execute()
  const contactQuery = ctx.db.selectFrom('whatsappContact').select('phone').where('customerId', '=', customerId)
  const isTheirs = (eb: ExpressionBuilder<Tables, 'outbox'>) =>
    eb.or([eb('recipient', '=', email), eb('fallbackRecipient', '=', email), eb('recipient', 'in', contactQuery)])
  await ctx.db.deleteFrom('outbox').where(isTheirs).execute()
  await deleteOwnedRows(ctx, [customerId])
  await ctx.db.deleteFrom('stockNotice').where('email', '=', email).execute()
  await ctx.db.deleteFrom('coverageNotice').where('email', '=', email).execute()
  await ctx.db.deleteFrom('orderProblem').where('customerId', '=', customerId).execute()
  const orderIdsQuery = ctx.db.selectFrom('orders').select('id').where('customerId', '=', customerId)
  await ctx.db.updateTable('conversionOutbox').set({ deviceId: null }).where('orderId', 'in', orderIdsQuery).execute()
  const gainIdsQuery = ctx.db.selectFrom('gain').select('id').where('customerId', '=', customerId)
  await ctx.db.deleteFrom('gainAddress').where('gainId', 'in', gainIdsQuery).execute()
}

/**
 * Deletes what requests that were under way during an erasure have written since: on another device the customer may have
 * saved an address in the same instant.
 */
export async function deleteLateWrites(ctx: Context): Promise<void> {
  const erasedCustomers = await ctx.db
    .selectFrom('customer')
    .select('id')
    .where('erasedAt', '>', addMinutes(ctx.clock.now(), -24 * 60))
    .execute()
  const ids = erasedCustomers.map(({ id }) => id)
  if (ids.length > 0) await deleteOwnedRows(ctx, ids)
}

/** Orders that have ended, of erased accounts, and still have what identifies a person. */
export function selectOrdersWithErasedBuyer(ctx: Context) {
  return ctx.db
    .selectFrom('orders')
    .innerJoin('customer', 'customer.id', 'orders.customerId')
    .select(['orders.id', 'orders.deliveryAddress'])
    .where('customer.erasedAt', 'is not', null)
    .where('orders.status', 'in', closedStatuses)
    .where('orders.deliveryAddress', 'not like', '%"street":""%')
    .orderBy('orders.id')
    .execute()
}

/**
 * Removes from such an order what identifies a person: street, number, note, CPF. The postal code and the city stay for
 * bookkeeping.
 */
export async function eraseBuyerData(
  ctx: TransactionContext,
  { id, deliveryAddress }: { id: number; deliveryAddress: string },
): Promise<void> {
  const address: Address = {
    ...JSON.parse(deliveryAddress),
    addressType: '',
    street: '',
    number: '',
    complement: '',
    neighborhood: '',
  }
  await ctx.db
    .updateTable('orders')
    .set({ deliveryAddress: JSON.stringify(address), note: '', receivedBy: null, fiscalCpfEncrypted: null })
    .where('id', '=', id)
    .execute()
  // Another address that was asked for.
  await ctx.db.updateTable('orderSurcharge').set({ details: '{}' }).where('orderId', '=', id).execute()
  // Somebody's own words, which may name the customer.
  await ctx.db.deleteFrom('endRequest').where('orderId', '=', id).execute()
}

/**
 * Prescriptions of erased accounts that no order under way needs, and that the law does not require to keep (RDC 471/2021:
 * antimicrobials and GLP-1).
 */
export function selectErasablePrescriptions(ctx: Context) {
  return ctx.db
    .selectFrom('prescription')
    .innerJoin('customer', 'customer.id', 'prescription.customerId')
    .leftJoin('orders', 'orders.id', 'prescription.orderId')
    .select(['prescription.id', 'prescription.orderId'])
    .where('customer.erasedAt', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('prescription.orderId', 'is', null),
        eb.and([eb('orders.status', 'in', closedStatuses), eb.not(isRetainedPrescription(eb))]),
      ]),
    )
    .orderBy('prescription.id')
    .execute()
}

/** Retained prescriptions that the law requires to keep no longer: decided before that instant. */
export function selectExpiredRetainedPrescriptions(ctx: Context, decidedBefore: Date) {
  return (
    ctx.db
      .selectFrom('prescription')
      .innerJoin('orders', 'orders.id', 'prescription.orderId')
      .select(['prescription.id', 'orders.id as orderId'])
      // It was sent before it was decided; by that there is an index.
      .where('prescription.sentAt', '<', decidedBefore)
      .where('prescription.decidedAt', '<', decidedBefore)
      .where('orders.status', 'in', closedStatuses)
      .where(isRetainedPrescription)
      .orderBy('prescription.id')
      .execute()
  )
}

function isRetainedPrescription(eb: ExpressionBuilder<Tables, 'prescription'>) {
  return eb.exists(
    eb
      .selectFrom('prescriptionProduct')
      .innerJoin('prescriptionPart', 'prescriptionPart.id', 'prescriptionProduct.partId')
      .innerJoin('product', 'product.id', 'prescriptionProduct.productId')
      .select('product.id')
      .whereRef('prescriptionPart.prescriptionId', '=', 'prescription.id')
      .where('product.prescriptionClass', 'in', ['RX_RETENCAO_10D', 'RX_RETENCAO_90D']),
  )
}

async function deleteOwnedRows(ctx: Context, customerIds: number[]): Promise<void> {
  for (const table of customerOwnedTables)
    await ctx.db.deleteFrom(table).where('customerId', 'in', customerIds).execute()
}
