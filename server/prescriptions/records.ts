import type { Database } from '../database/connection.ts'
import type { Row } from '../database/schema.ts'
import type { Encryption } from '../platform/encryption.ts'
import { decryptDetails } from './details.ts'
import type { Prescription } from './prescription.ts'
import { selectDecision, selectOfOrders, selectOpen, selectParts, selectProducts } from './prescriptions.sql.ts'

/** Reads prescriptions, for the customer and the pharmacist. */
export function openRecords({ query }: Database, encryption: Encryption) {
  return { findOpen, listOf, show, listForOperator }

  /** The customer's newest prescription that no order uses yet; null if there is none. */
  async function findOpen(customerId: number): Promise<Prescription | null> {
    const row = await selectOpen(query, customerId).executeTakeFirst()
    const found = row && (await withParts(row))
    return found && found.parts.length > 0 ? found : null
  }

  /** All of a customer's prescriptions, oldest first. */
  async function listOf(customerId: number): Promise<Prescription[]> {
    const rows = await query
      .selectFrom('prescription')
      .selectAll()
      .where('customer_id', '=', customerId)
      .orderBy('id')
      .execute()
    return Promise.all(rows.map(withParts))
  }

  /** @returns null for an unknown id */
  async function show(id: number): Promise<Prescription | null> {
    const row = await query.selectFrom('prescription').selectAll().where('id', '=', id).executeTakeFirst()
    return row ? withParts(row) : null
  }

  /** Those used by orders, oldest first; `waiting` leaves out those decided already, and orders not paid. */
  async function listForOperator({ waiting }: { waiting: boolean }) {
    const rows = await selectOfOrders(query)
      .$if(waiting, (all) =>
        all.where('prescription.status', '=', 'sent').where('orders.status', '=', 'prescription_review'),
      )
      .execute()
    return rows.map((row) => ({
      id: row.id,
      orderId: row.order_id,
      status: row.status,
      orderStatus: row.order_status,
      sentAt: new Date(row.sent_at),
    }))
  }

  async function withParts(row: Row<'prescription'>): Promise<Prescription> {
    const [parts, products, decision] = await Promise.all([
      selectParts(query, row.id),
      selectProducts(query, row.id),
      selectDecision(query, row.id),
    ])
    return {
      id: row.id,
      customerId: row.customer_id,
      orderId: row.order_id,
      status: row.status,
      reason: row.reason,
      sentAt: new Date(row.sent_at),
      decision: decision
        ? {
            by: { name: decision.pharmacist_name, crf: decision.pharmacist_crf },
            at: new Date(decision.decided_at),
          }
        : null,
      parts: parts.map((part) => ({
        id: part.id,
        ...decryptDetails(encryption, row.id, part.details_encrypted),
        type: part.type,
        issuedAt: part.issued_at,
        products: products
          .filter(({ part_id }) => part_id === part.id)
          .map(({ product_id, name }) => ({ id: product_id, name })),
        fileType: part.file_type,
      })),
    }
  }
}
