import { loadProductRecords } from '../catalogue/products.ts'
import type { Context } from '../context.ts'
import type { PrescriptionStatus, Row } from '../database/schema.ts'
import { splitIntoBatches } from '../platform/csv/batches.ts'
import { decryptDetails, type PrescriptionDetails } from './details.ts'
import { listPictureRequests } from './picture-requests.ts'
import type { ApprovedUnits, Prescription } from './prescription.ts'
import { prescriptionFolder } from './prescription-file-store.ts'
import {
  selectDecisions,
  selectOpenPrescriptions,
  selectPrescribedProducts,
  selectStoredParts,
} from './prescriptions.sql.ts'
import { parseQrCodes } from './qr-codes.ts'
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
        selectFrom('prescriptionPart')
          .select('prescriptionPart.id')
          .whereRef('prescriptionId', '=', 'prescription.id')
          .where('isStored', '=', true),
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
    .where('customerId', '=', customerId)
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
  return ctx.db
    .selectFrom('prescription')
    .select(['id', 'orderId', 'status', 'sentAt'])
    .where('orderId', 'is not', null)
    .$narrowType<{ orderId: number }>()
    .$if(status !== undefined, (qb) => qb.where('status', '=', status as PrescriptionStatus))
    .orderBy('id')
    .execute()
}

/** The prescriptions decided last, newest first. */
export async function listLatestDecisions(ctx: Context, limit: number, offset = 0) {
  return ctx.db
    .selectFrom('prescriptionDecision')
    .innerJoin('prescription', 'prescription.id', 'prescriptionDecision.prescriptionId')
    .select(['prescription.id', 'orderId', 'decision', 'reason', 'pharmacistName'])
    .select('prescriptionDecision.decidedAt')
    .orderBy('prescriptionDecision.decidedAt', 'desc')
    .orderBy('prescription.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

/** The prescriptions that orders use, why they were rejected (null: they were not), and what was approved, by order. */
export async function loadByOrderIds(ctx: Context, orderIds: number[]): Promise<Map<number, OrderPrescription>> {
  if (orderIds.length === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('prescription')
    .leftJoin('prescriptionDecision', 'prescriptionDecision.prescriptionId', 'prescription.id')
    .select(['id', 'reason', 'orderId', 'approvedUnitsJson'])
    .where('orderId', 'in', orderIds)
    .$narrowType<{ orderId: number }>()
    .execute()
  return new Map(
    rows.map(({ orderId, approvedUnitsJson, ...prescription }) => [
      orderId,
      { ...prescription, approvedUnits: parseApprovedUnits(approvedUnitsJson) },
    ]),
  )
}

/** The keys of all their files, those being stored too. */
export async function listFileKeys(ctx: Context): Promise<Set<string>> {
  const rows = await ctx.db.selectFrom('prescriptionPart').select('fileKey').where('fileKey', 'is not', null).execute()
  return new Set(rows.map(({ fileKey }) => `${prescriptionFolder}/${fileKey}`))
}

/** Whether the pharmacy keeps the prescription of one of these products. */
export async function hasRetainedProduct(ctx: Context, productIds: number[]): Promise<boolean> {
  const records = await loadProductRecords(ctx, productIds)
  return [...records.values()].some(({ prescriptionClass }) => requiresRetention(prescriptionClass))
}

async function loadPrescriptions(ctx: Context, rows: Row<'prescription'>[]): Promise<Prescription[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const [parts, products, decisions, pictureRequests] = await Promise.all([
    selectStoredParts(ctx, ids),
    selectPrescribedProducts(ctx, ...ids),
    selectDecisions(ctx, ids),
    listPictureRequests(ctx, ids),
  ])
  const productIds = products.map(({ productId }) => productId)
  const productRecords = await loadProductRecords(ctx, productIds)
  const listPartProducts = (partId: number) =>
    products
      .filter((product) => product.partId === partId)
      .map(({ productId }) => ({ id: productId, name: productRecords.get(productId)?.name ?? '' }))
  return rows.map(({ decidedAt: _, releasedAt: __, ...row }) => ({
    ...row,
    pictureRequest: pictureRequests.find(({ prescriptionId }) => prescriptionId === row.id) ?? null,
    decision: toDecision(decisions.find(({ prescriptionId }) => prescriptionId === row.id)),
    parts: parts
      .filter(({ prescriptionId }) => prescriptionId === row.id)
      .map((part) => ({
        id: part.id,
        ...toPartDetails(decryptDetails(ctx, row.id, part.detailsEncrypted)),
        type: part.type,
        isProlonged: part.isProlonged,
        repeatTimes: part.repeatTimes,
        repeatUntil: part.repeatUntil,
        repeatsPartId: part.repeatsPartId,
        issuedAt: part.issuedOn,
        products: listPartProducts(part.id),
        fileType: part.fileType,
      })),
  }))
}

function toPartDetails({ qrCodes = [], ...details }: PrescriptionDetails) {
  return { ...details, qrCodes: parseQrCodes(qrCodes) }
}

function parseApprovedUnits(json: string | null): ApprovedUnits[] {
  return json === null ? [] : JSON.parse(json)
}

function toDecision(row: Row<'prescriptionDecision'> | undefined): Prescription['decision'] {
  if (!row) return null
  return {
    by: { name: row.pharmacistName, crf: row.pharmacistCrf },
    at: row.decidedAt,
    justification: row.justification,
    approvedUnits: parseApprovedUnits(row.approvedUnitsJson),
  }
}
