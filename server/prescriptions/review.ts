import type { Context, TransactionContext } from '../context.ts'
import { ShopError } from '../platform/errors.ts'
import { createPdfRenderer } from './pdf-renderer.ts'
import type { Pharmacist } from './pharmacist.ts'
import { endPictureRequests } from './picture-requests.ts'
import type { Prescription } from './prescription.ts'
import { readPrescriptionFile } from './prescription-file-store.ts'
import { toSignatureVerdict } from './signature/pdf-signature.ts'

/** A part's file whose access is recorded. */
interface AccessedFile {
  key: string
  type: string | null
  /** Where what was signed ends; undefined for all of it. */
  endOffset?: number | undefined
}

/** The order that uses a prescription; null where none does, or the prescription is unknown. */
export async function findOrderOf(ctx: Context, id: number): Promise<number | null> {
  const row = await ctx.db.selectFrom('prescription').select('orderId').where('id', '=', id).executeTakeFirst()
  return row?.orderId ?? null
}

/**
 * Records a pharmacist's decision about the prescription of an order, which is locked, and who made it.
 * @returns false, changing nothing, when it was decided before or this order uses it no more
 */
export async function recordDecision(
  ctx: TransactionContext,
  { id, orderId }: { id: number; orderId: number },
  status: 'approved' | 'rejected',
  pharmacist: Pharmacist,
  reason: string | null = null,
): Promise<boolean> {
  const decidedAt = ctx.clock.now()
  const { numUpdatedRows } = await ctx.db
    .updateTable('prescription')
    .set({ status, reason, decidedAt })
    .where('id', '=', id)
    .where('orderId', '=', orderId)
    .where('status', '=', 'sent')
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return false
  await endPictureRequests(ctx, id, 'over')
  await ctx.db
    .insertInto('prescriptionDecision')
    .values({
      prescriptionId: id,
      decision: status,
      pharmacistName: pharmacist.name,
      pharmacistCrf: pharmacist.crf,
      decidedAt,
      justification: null,
      approvedUnitsJson: null,
    })
    .execute()
  return true
}

/**
 * Records that somebody looks at a part's file, before it is read.
 * @returns the file, for `drawFile`
 * @throws ShopError "prescription.unknown" where the part has no file, or nothing signed that was changed afterwards
 */
export async function recordFileAccess(
  ctx: Context,
  prescription: Prescription,
  partId: number,
  accessedBy: string,
  revision: 'file' | 'signedRevision' = 'file',
): Promise<AccessedFile> {
  const endOffset = revision === 'file' ? undefined : getSignedEndOffset(prescription, partId)
  const row = await ctx.db
    .selectFrom('prescriptionPart')
    .select(['fileKey', 'fileType'])
    .where('id', '=', partId)
    .where('prescriptionId', '=', prescription.id)
    .executeTakeFirst()
  if (!row?.fileKey) throw new ShopError('prescription.unknown')
  await ctx.db
    .insertInto('prescriptionAccessLog')
    .values({
      prescriptionId: prescription.id,
      partId,
      accessedAt: ctx.clock.now(),
      accessedBy,
    })
    .execute()
  return { key: row.fileKey, type: row.fileType, endOffset }
}

/** As one JPEG, the pages of a PDF below each other. @throws ShopError "file.undrawable", "file.tooManyPages", "limit.reached" */
export async function drawFile(ctx: Context, { key, type, endOffset }: AccessedFile): Promise<Buffer> {
  const content = (await readPrescriptionFile(ctx, key)).subarray(0, endOffset)
  return type === 'application/pdf' ? ctx.memory(createPdfRenderer).renderAsSingleJpeg(content) : content
}

/**
 * A part's file for the customer who sent it, as one JPEG: the pages of a PDF are below each other. Their own access is not
 * recorded.
 * @throws ShopError "prescription.unknown" for a part that is unknown, another customer's, or has no file;
 *   "file.undrawable", "file.tooManyPages", "limit.reached"
 */
export async function renderCustomerFile(ctx: Context, customerId: number, partId: number): Promise<Buffer> {
  const row = await ctx.db
    .selectFrom('prescriptionPart')
    .innerJoin('prescription', 'prescription.id', 'prescriptionPart.prescriptionId')
    .select(['fileKey', 'fileType'])
    .where('prescriptionPart.id', '=', partId)
    .where('prescriptionPart.isStored', '=', true)
    .where('prescription.customerId', '=', customerId)
    .executeTakeFirst()
  if (!row?.fileKey) throw new ShopError('prescription.unknown')
  return drawFile(ctx, { key: row.fileKey, type: row.fileType })
}

/** Where what was signed ends, of a file that was changed afterwards. */
function getSignedEndOffset({ parts }: Prescription, partId: number): number {
  const signatures = parts.find(({ id }) => id === partId)?.signatures?.signatures ?? []
  const changedSignature = signatures.find((signature) => toSignatureVerdict(signature) === 'changed')
  if (!changedSignature) throw new ShopError('prescription.unknown')
  return changedSignature.end
}
