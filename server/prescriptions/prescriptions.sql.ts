import type { Kysely } from 'kysely'
import type { Tables } from '../database/schema.ts'
import { endedStatuses } from '../orders/statuses.ts'

/** A customer's prescriptions that no order uses yet, newest first. */
export function selectOpen(query: Kysely<Tables>, customerId: number) {
  return query
    .selectFrom('prescription')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('order_id', 'is', null)
    .where('status', '=', 'sent')
    .orderBy('id', 'desc')
}

/** The parts of a prescription whose files are in place. */
export function selectParts(query: Kysely<Tables>, prescriptionId: number) {
  return query
    .selectFrom('prescription_part')
    .selectAll()
    .where('prescription_id', '=', prescriptionId)
    .where('is_stored', '=', 1)
    .orderBy('id')
    .execute()
}

export function selectProducts(query: Kysely<Tables>, prescriptionId: number) {
  return query
    .selectFrom('prescription_product')
    .innerJoin('prescription_part', 'prescription_part.id', 'prescription_product.part_id')
    .innerJoin('product', 'product.id', 'prescription_product.product_id')
    .select([
      'prescription_product.part_id',
      'prescription_product.product_id',
      'product.name',
      'product.prescription_class',
      'prescription_part.issued_at',
    ])
    .where('prescription_part.prescription_id', '=', prescriptionId)
    .where('prescription_part.is_stored', '=', 1)
    .orderBy('prescription_product.product_id')
    .execute()
}

/** Who decided on a prescription; undefined while nobody has. */
export function selectDecision(query: Kysely<Tables>, prescriptionId: number) {
  return query
    .selectFrom('prescription_decision')
    .selectAll()
    .where('prescription_id', '=', prescriptionId)
    .executeTakeFirst()
}

/** Prescriptions used by orders, oldest first, for the operator. */
export function selectOfOrders(query: Kysely<Tables>) {
  return query
    .selectFrom('prescription')
    .innerJoin('orders', 'orders.id', 'prescription.order_id')
    .select([
      'prescription.id',
      'prescription.order_id',
      'prescription.status',
      'prescription.sent_at',
      'orders.status as order_status',
    ])
    .orderBy('prescription.id')
}

/**
 * Prescriptions that must not be kept any longer: uploads that no order uses, sent before that instant; and, of erased
 * accounts, all that no order under way needs and that the law does not require to keep (RDC 471/2021: antimicrobials and
 * GLP-1).
 */
export function selectErasable(query: Kysely<Tables>, before: string) {
  return query
    .selectFrom('prescription')
    .innerJoin('customer', 'customer.id', 'prescription.customer_id')
    .leftJoin('orders', 'orders.id', 'prescription.order_id')
    .select(['prescription.id', 'prescription.order_id'])
    .where((eb) => {
      const isUnused = eb('prescription.order_id', 'is', null)
      const isGone = eb('customer.erased_at', 'is not', null)
      const isRetained = eb.exists(
        eb
          .selectFrom('prescription_product')
          .innerJoin('prescription_part', 'prescription_part.id', 'prescription_product.part_id')
          .innerJoin('product', 'product.id', 'prescription_product.product_id')
          .select('product.id')
          .whereRef('prescription_part.prescription_id', '=', 'prescription.id')
          .where('product.prescription_class', 'in', ['RX_RETENCAO_10D', 'RX_RETENCAO_90D']),
      )
      return eb.or([
        eb.and([isUnused, eb('prescription.sent_at', '<', before)]),
        eb.and([isGone, isUnused]),
        eb.and([isGone, eb('orders.status', 'in', endedStatuses), eb.not(isRetained)]),
      ])
    })
    .limit(50)
    .execute()
}
