import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Database } from '../database/connection.ts'
import type { PrescriptionStatus, Row } from '../database/schema.ts'
import { splitIntoBatches } from '../platform/csv/batches.ts'
import type { Encryption } from '../platform/encryption.ts'
import { decryptDetails } from './details.ts'
import type { Prescription } from './prescription.ts'
import { prescriptionFolder } from './prescription-file-store.ts'
import {
  selectDecisions,
  selectOpenPrescriptions,
  selectPrescribedProducts,
  selectStoredParts,
} from './prescriptions.sql.ts'
import type { RepeatService } from './repeats.ts'

/** How many of a customer's that no order uses yet are looked at, the newest first. */
const maxOpenPrescriptions = 20

/** Reads prescriptions, for the customer and the pharmacist. */
export function createPrescriptionQueries(
  { db }: Database,
  catalogue: Pick<Catalogue, 'loadProductRecords'>,
  encryption: Encryption,
  { listUnusableRepeatPartIds }: Pick<RepeatService, 'listUnusableRepeatPartIds'>,
) {
  return {
    findOpenPrescription,
    listByCustomer,
    findPrescription,
    loadByIds,
    listPrescriptionsWithOrder,
    listLatestDecisions,
    loadByOrderIds,
    listFileKeys,
  }

  /**
   * The customer's prescription that no order uses yet, without what repeats one that serves no more; null if there is none. Of
   * several, such as a quote's beside one that was sent meanwhile: the one that covers most of these products, else the newest.
   */
  async function findOpenPrescription(customerId: number, productIds: number[] = []): Promise<Prescription | null> {
    // Not one whose file could not be stored: it would hide an earlier one.
    const rows = await selectOpenPrescriptions(db, customerId)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('prescription_part')
            .select('prescription_part.id')
            .whereRef('prescription_id', '=', 'prescription.id')
            .where('is_stored', '=', 1),
        ),
      )
      .limit(maxOpenPrescriptions)
      .execute()
    const openPrescriptions = (await loadPrescriptions(rows)).map(async (prescription) => {
      const unusableRepeatPartIds = await listUnusableRepeatPartIds(prescription.id)
      return { ...prescription, parts: prescription.parts.filter(({ id }) => !unusableRepeatPartIds.includes(id)) }
    })
    const countCoveredProducts = ({ parts }: Prescription) =>
      productIds.filter((productId) => parts.some(({ products }) => products.some(({ id }) => id === productId))).length
    return (
      (await Promise.all(openPrescriptions)).toSorted((a, b) => countCoveredProducts(b) - countCoveredProducts(a))[0] ??
      null
    )
  }

  /** All of a customer's prescriptions, oldest first. */
  async function listByCustomer(customerId: number): Promise<Prescription[]> {
    const rows = await db
      .selectFrom('prescription')
      .selectAll()
      .where('customer_id', '=', customerId)
      .orderBy('id')
      .execute()
    return loadPrescriptions(rows)
  }

  /** @returns null for an unknown id */
  async function findPrescription(id: number): Promise<Prescription | null> {
    return (await loadByIds([id])).get(id) ?? null
  }

  /** Unknown ids are left out. */
  async function loadByIds(ids: number[]): Promise<Map<number, Prescription>> {
    const prescriptions = new Map<number, Prescription>()
    for (const batch of splitIntoBatches(ids)) {
      const rows = await db.selectFrom('prescription').selectAll().where('id', 'in', batch).execute()
      for (const prescription of await loadPrescriptions(rows)) prescriptions.set(prescription.id, prescription)
    }
    return prescriptions
  }

  /** Those used by orders, of one status or of any, oldest first. */
  async function listPrescriptionsWithOrder(status?: PrescriptionStatus) {
    const rows = await db
      .selectFrom('prescription')
      .select(['id', 'order_id as orderId', 'status', 'sent_at'])
      .where('order_id', 'is not', null)
      .$narrowType<{ orderId: number }>()
      .$if(status !== undefined, (qb) => qb.where('status', '=', status as PrescriptionStatus))
      .orderBy('id')
      .execute()
    return rows.map(({ sent_at, ...row }) => ({ ...row, sentAt: new Date(sent_at) }))
  }

  /** The prescriptions decided last, newest first. */
  async function listLatestDecisions(limit: number) {
    const rows = await db
      .selectFrom('prescription_decision')
      .innerJoin('prescription', 'prescription.id', 'prescription_decision.prescription_id')
      .select(['prescription.id', 'order_id as orderId', 'decision', 'reason', 'pharmacist_name as pharmacistName'])
      .select('prescription_decision.decided_at')
      .orderBy('prescription_decision.decided_at', 'desc')
      .limit(limit)
      .execute()
    return rows.map(({ decided_at, ...row }) => ({ ...row, decidedAt: new Date(decided_at) }))
  }

  /** The prescriptions that orders use, and why they were rejected (null: they were not), by order. */
  async function loadByOrderIds(orderIds: number[]): Promise<Map<number, { id: number; reason: string | null }>> {
    if (orderIds.length === 0) return new Map()
    const rows = await db
      .selectFrom('prescription')
      .select(['id', 'reason', 'order_id as orderId'])
      .where('order_id', 'in', orderIds)
      .$narrowType<{ orderId: number }>()
      .execute()
    return new Map(rows.map(({ orderId, ...prescription }) => [orderId, prescription]))
  }

  /** The keys of all their files, those being stored too. */
  async function listFileKeys(): Promise<Set<string>> {
    const rows = await db.selectFrom('prescription_part').select('file_key').where('file_key', 'is not', null).execute()
    return new Set(rows.map(({ file_key }) => `${prescriptionFolder}/${file_key}`))
  }

  async function loadPrescriptions(rows: Row<'prescription'>[]): Promise<Prescription[]> {
    if (rows.length === 0) return []
    const ids = rows.map(({ id }) => id)
    const [parts, products, decisions] = await Promise.all([
      selectStoredParts(db, ids),
      selectPrescribedProducts(db, ...ids),
      selectDecisions(db, ids),
    ])
    const productRecords = await catalogue.loadProductRecords(products.map(({ product_id }) => product_id))
    const listPartProducts = (partId: number) =>
      products
        .filter(({ part_id }) => part_id === partId)
        .map(({ product_id }) => ({ id: product_id, name: productRecords.get(product_id)?.name ?? '' }))
    return rows.map((row) => ({
      id: row.id,
      customerId: row.customer_id,
      orderId: row.order_id,
      status: row.status,
      reason: row.reason,
      sentAt: new Date(row.sent_at),
      decision: toDecision(decisions.find(({ prescription_id }) => prescription_id === row.id)),
      parts: parts
        .filter(({ prescription_id }) => prescription_id === row.id)
        .map((part) => ({
          id: part.id,
          ...decryptDetails(encryption, row.id, part.details_encrypted),
          type: part.type,
          isProlonged: part.is_prolonged === 1,
          repeatTimes: part.repeat_times,
          repeatUntil: part.repeat_until,
          repeatsPartId: part.repeats_part_id,
          issuedAt: part.issued_at,
          products: listPartProducts(part.id),
          fileType: part.file_type,
        })),
    }))
  }
}

function toDecision(row: Row<'prescription_decision'> | undefined): Prescription['decision'] {
  if (!row) return null
  const pharmacist = { name: row.pharmacist_name, crf: row.pharmacist_crf }
  return { by: pharmacist, at: new Date(row.decided_at), justification: row.justification }
}
