import { loadProductRecords } from '../catalogue/products.ts'
import type { Context } from '../context.ts'
import type { PrescriptionStatus, Row } from '../database/schema.ts'
import { splitIntoBatches } from '../platform/csv/batches.ts'
import { decryptDetails } from './details.ts'
import type { ApprovedUnits, Prescription } from './prescription.ts'
import { prescriptionFolder } from './prescription-file-store.ts'
import {
  selectDecisions,
  selectOpenPrescriptions,
  selectPrescribedProducts,
  selectStoredParts,
} from './prescriptions.sql.ts'
import { listUnusableRepeatPartIds } from './repeats.ts'
import { requiresRetention } from './validity.ts'

/** How many of a customer's that no order uses yet are looked at, the newest first. */
const maxOpenPrescriptions = 20

/** What an order tells of its prescription. */
interface OrderPrescription {
  id: number
  reason: string | null
  approvedUnits: ApprovedUnits[]
}

/**
 * The customer's prescription that no order uses yet, without what repeats one that serves no more; null if there is none. Of
 * several, such as a quote's beside one that was sent meanwhile: the one that covers most of these products, else the newest.
 */
export async function findOpenPrescription(
  ctx: Context,
  customerId: number,
  productIds: number[] = [],
): Promise<Prescription | null> {
  // Not one whose file could not be stored: it would hide an earlier one.
  const rows = await selectOpenPrescriptions(ctx, customerId)
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
  const openPrescriptions = (await loadPrescriptions(ctx, rows)).map(async (prescription) => {
    const unusableRepeatPartIds = await listUnusableRepeatPartIds(ctx, prescription.id)
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
export async function listByCustomer(ctx: Context, customerId: number): Promise<Prescription[]> {
  const rows = await ctx.db
    .selectFrom('prescription')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .execute()
  return loadPrescriptions(ctx, rows)
}

/** @returns null for an unknown id */
export async function findPrescription(ctx: Context, id: number): Promise<Prescription | null> {
  return (await loadByIds(ctx, [id])).get(id) ?? null
}

/** Unknown ids are left out. */
export async function loadByIds(ctx: Context, ids: number[]): Promise<Map<number, Prescription>> {
  const prescriptions = new Map<number, Prescription>()
  for (const batch of splitIntoBatches(ids)) {
    const rows = await ctx.db.selectFrom('prescription').selectAll().where('id', 'in', batch).execute()
    for (const prescription of await loadPrescriptions(ctx, rows)) prescriptions.set(prescription.id, prescription)
  }
  return prescriptions
}

/** Those used by orders, of one status or of any, oldest first. */
export async function listPrescriptionsWithOrder(ctx: Context, status?: PrescriptionStatus) {
  const rows = await ctx.db
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
export async function listLatestDecisions(ctx: Context, limit: number) {
  const rows = await ctx.db
    .selectFrom('prescription_decision')
    .innerJoin('prescription', 'prescription.id', 'prescription_decision.prescription_id')
    .select(['prescription.id', 'order_id as orderId', 'decision', 'reason', 'pharmacist_name as pharmacistName'])
    .select('prescription_decision.decided_at')
    .orderBy('prescription_decision.decided_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ decided_at, ...row }) => ({ ...row, decidedAt: new Date(decided_at) }))
}

/** The prescriptions that orders use, why they were rejected (null: they were not), and what was approved, by order. */
export async function loadByOrderIds(ctx: Context, orderIds: number[]): Promise<Map<number, OrderPrescription>> {
  if (orderIds.length === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('prescription')
    .leftJoin('prescription_decision', 'prescription_decision.prescription_id', 'prescription.id')
    .select(['id', 'reason', 'order_id as orderId', 'approved_units_json'])
    .where('order_id', 'in', orderIds)
    .$narrowType<{ orderId: number }>()
    .execute()
  return new Map(
    rows.map(({ orderId, approved_units_json, ...prescription }) => [
      orderId,
      { ...prescription, approvedUnits: parseApprovedUnits(approved_units_json) },
    ]),
  )
}

/** The keys of all their files, those being stored too. */
export async function listFileKeys(ctx: Context): Promise<Set<string>> {
  const rows = await ctx.db
    .selectFrom('prescription_part')
    .select('file_key')
    .where('file_key', 'is not', null)
    .execute()
  return new Set(rows.map(({ file_key }) => `${prescriptionFolder}/${file_key}`))
}

/** Whether the pharmacy keeps the prescription of one of these products. */
export async function hasRetainedProduct(ctx: Context, productIds: number[]): Promise<boolean> {
  const records = await loadProductRecords(ctx, productIds)
  return [...records.values()].some(({ prescriptionClass }) => requiresRetention(prescriptionClass))
}

async function loadPrescriptions(ctx: Context, rows: Row<'prescription'>[]): Promise<Prescription[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const [parts, products, decisions] = await Promise.all([
    selectStoredParts(ctx, ids),
    selectPrescribedProducts(ctx, ...ids),
    selectDecisions(ctx, ids),
  ])
  const productRecords = await loadProductRecords(
    ctx,
    products.map(({ product_id }) => product_id),
  )
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
        ...decryptDetails(ctx, row.id, part.details_encrypted),
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

function parseApprovedUnits(json: string | null): ApprovedUnits[] {
  return json === null ? [] : JSON.parse(json)
}

function toDecision(row: Row<'prescription_decision'> | undefined): Prescription['decision'] {
  if (!row) return null
  const pharmacist = { name: row.pharmacist_name, crf: row.pharmacist_crf }
  return {
    by: pharmacist,
    at: new Date(row.decided_at),
    justification: row.justification,
    approvedUnits: parseApprovedUnits(row.approved_units_json),
  }
}
