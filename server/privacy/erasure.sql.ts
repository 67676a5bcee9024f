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
  'customer_search_word',
  'known_device',
  'mailbox_code',
  'passkey',
  'wishlist_item',
  'address',
  'refill_reminder',
  'patient',
  'laboratory_opt_in',
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
      first_name: '',
      last_name: '',
      // Unique, and an address that can never exist (RFC 2606).
      email: `erased-${customerId}@invalid`,
      phone: '',
      birthday: null,
      password_hash: '',
      blocked_at: null,
      block_reason: null,
      erased_at: ctx.clock.now().toISOString(),
    })
    .where('id', '=', customerId)
    .execute()
  await deleteOwnedRows(ctx, [customerId])
  await ctx.db.deleteFrom('stock_notice').where('email', '=', email).execute()
  await ctx.db.deleteFrom('coverage_notice').where('email', '=', email).execute()
  await ctx.db.deleteFrom('outbox_email').where('recipient', '=', email).execute()
  await ctx.db.deleteFrom('order_problem').where('customer_id', '=', customerId).execute()
  const orderIdsQuery = ctx.db.selectFrom('orders').select('id').where('customer_id', '=', customerId)
  await ctx.db
    .updateTable('conversion_outbox')
    .set({ device_id: null })
    .where('order_id', 'in', orderIdsQuery)
    .execute()
  const gainIdsQuery = ctx.db.selectFrom('gain').select('id').where('customer_id', '=', customerId)
  await ctx.db.deleteFrom('gain_address').where('gain_id', 'in', gainIdsQuery).execute()
}

/**
 * Deletes what requests that were under way during an erasure have written since: on another device the customer may have
 * saved an address in the same instant.
 */
export async function deleteLateWrites(ctx: Context): Promise<void> {
  const erasedCustomers = await ctx.db
    .selectFrom('customer')
    .select('id')
    .where('erased_at', '>', addMinutes(ctx.clock.now(), -24 * 60).toISOString())
    .execute()
  const ids = erasedCustomers.map(({ id }) => id)
  if (ids.length > 0) await deleteOwnedRows(ctx, ids)
}

/** Orders that have ended, of erased accounts, and still have what identifies a person. */
export function selectOrdersWithErasedBuyer(ctx: Context) {
  return ctx.db
    .selectFrom('orders')
    .innerJoin('customer', 'customer.id', 'orders.customer_id')
    .select(['orders.id', 'orders.delivery_address'])
    .where('customer.erased_at', 'is not', null)
    .where('orders.status', 'in', closedStatuses)
    .where('orders.delivery_address', 'not like', '%"street":""%')
    .orderBy('orders.id')
    .execute()
}

/**
 * Removes from such an order what identifies a person: street, number, note, CPF. The postal code and the city stay for
 * bookkeeping.
 */
export async function eraseBuyerData(
  ctx: TransactionContext,
  { id, delivery_address }: { id: number; delivery_address: string },
): Promise<void> {
  const address: Address = {
    ...JSON.parse(delivery_address),
    addressType: '',
    street: '',
    number: '',
    complement: '',
    neighborhood: '',
  }
  await ctx.db
    .updateTable('orders')
    .set({ delivery_address: JSON.stringify(address), note: '', received_by: null, fiscal_cpf_encrypted: null })
    .where('id', '=', id)
    .execute()
  // Somebody's own words, which may name the customer.
  await ctx.db.deleteFrom('end_request').where('order_id', '=', id).execute()
}

/**
 * Prescriptions of erased accounts that no order under way needs, and that the law does not require to keep (RDC 471/2021:
 * antimicrobials and GLP-1).
 */
export function selectErasablePrescriptions(ctx: Context) {
  return ctx.db
    .selectFrom('prescription')
    .innerJoin('customer', 'customer.id', 'prescription.customer_id')
    .leftJoin('orders', 'orders.id', 'prescription.order_id')
    .select(['prescription.id', 'prescription.order_id as orderId'])
    .where('customer.erased_at', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('prescription.order_id', 'is', null),
        eb.and([eb('orders.status', 'in', closedStatuses), eb.not(isRetainedPrescription(eb))]),
      ]),
    )
    .orderBy('prescription.id')
    .execute()
}

/** Retained prescriptions that the law requires to keep no longer: decided before that instant. */
export function selectExpiredRetainedPrescriptions(ctx: Context, decidedBefore: string) {
  return (
    ctx.db
      .selectFrom('prescription')
      .innerJoin('orders', 'orders.id', 'prescription.order_id')
      .select(['prescription.id', 'orders.id as orderId'])
      // It was sent before it was decided; by that there is an index.
      .where('prescription.sent_at', '<', decidedBefore)
      .where('prescription.decided_at', '<', decidedBefore)
      .where('orders.status', 'in', closedStatuses)
      .where(isRetainedPrescription)
      .orderBy('prescription.id')
      .execute()
  )
}

function isRetainedPrescription(eb: ExpressionBuilder<Tables, 'prescription'>) {
  return eb.exists(
    eb
      .selectFrom('prescription_product')
      .innerJoin('prescription_part', 'prescription_part.id', 'prescription_product.part_id')
      .innerJoin('product', 'product.id', 'prescription_product.product_id')
      .select('product.id')
      .whereRef('prescription_part.prescription_id', '=', 'prescription.id')
      .where('product.prescription_class', 'in', ['RX_RETENCAO_10D', 'RX_RETENCAO_90D']),
  )
}

async function deleteOwnedRows(ctx: Context, customerIds: number[]): Promise<void> {
  for (const table of customerOwnedTables)
    await ctx.db.deleteFrom(table).where('customer_id', 'in', customerIds).execute()
}
