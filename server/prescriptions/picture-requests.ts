import { randomUUID } from 'node:crypto'
import type { Context, OutsideTransaction, TransactionContext } from '../context.ts'
import type { Row } from '../database/schema.ts'
import { addMinutes } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import { decryptDetails, encryptDetails } from './details.ts'
import { computeHashes, replaceHashes } from './fingerprints.ts'
import type { Pharmacist } from './pharmacist.ts'
import type { PictureRequest, Prescription } from './prescription.ts'
import { erasePrescriptionFile, storePrescriptionFile } from './prescription-file-store.ts'
import { readAndCheckUpload, type Upload } from './submission.ts'

/** Minutes for which an order waits for another picture. */
const replyWindowMinutes = 24 * 60

/** A picture that was sent, beside the one in whose place it comes. */
interface NewPicture {
  partId: number
  /** A row that holds one of the two files until the other is in its place, so that none is lost or left behind. */
  sparePartId: number
  upload: Upload
  fileKey: string
  hashes: string[]
}

/** The newest first. */
export async function listPictureRequests(ctx: Context, prescriptionIds: number[]): Promise<PictureRequest[]> {
  const rows = await ctx.db
    .selectFrom('prescriptionPictureRequest')
    .selectAll()
    .where('prescriptionId', 'in', prescriptionIds)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(toPictureRequest)
}

/** Those that wait, the longest first. */
export async function listWaitingPictureRequests(ctx: Context): Promise<PictureRequest[]> {
  const rows = await ctx.db
    .selectFrom('prescriptionPictureRequest')
    .selectAll()
    .where('state', '=', 'waiting')
    .orderBy('id')
    .execute()
  return rows.map(toPictureRequest)
}

/**
 * Asks for another picture of a part that came with one.
 * @throws ShopError "prescription.decided", "picture.waiting" where one is asked for already, "prescription.unknown"
 */
export async function insertPictureRequest(
  ctx: TransactionContext,
  { prescriptionId, partId, reason }: Pick<PictureRequest, 'prescriptionId' | 'partId' | 'reason'>,
  pharmacist: Pharmacist,
): Promise<PictureRequest> {
  const prescription = await ctx.db
    .updateTable('prescription')
    .set((eb) => ({ status: eb.ref('status') }))
    .where('id', '=', prescriptionId)
    .where('status', '=', 'sent')
    .returning('id')
    .executeTakeFirst()
  if (!prescription) throw new ShopError('prescription.decided')
  const part = await ctx.db
    .selectFrom('prescriptionPart')
    .select('fileKey')
    .where('id', '=', partId)
    .where('prescriptionId', '=', prescriptionId)
    .where('isStored', '=', true)
    .executeTakeFirst()
  if (!part?.fileKey) throw new ShopError('prescription.unknown')
  const waitingQuery = ctx.db.selectFrom('prescriptionPictureRequest').select('id').where('state', '=', 'waiting')
  if (await waitingQuery.where('prescriptionId', '=', prescriptionId).executeTakeFirst())
    throw new ShopError('picture.waiting')
  const requestedAt = ctx.clock.now()
  const row = await ctx.db
    .insertInto('prescriptionPictureRequest')
    .values({
      prescriptionId,
      partId,
      reason,
      pharmacistName: pharmacist.name,
      pharmacistCrf: pharmacist.crf,
      requestedAt,
      dueAt: addMinutes(requestedAt, replyWindowMinutes),
      state: 'waiting',
      answeredAt: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toPictureRequest(row)
}

/**
 * Ends the wait, once: of a picture that comes in the last second, a decision and the job, one counts.
 * @returns false where nothing is waited for
 */
export async function endPictureRequests(
  ctx: TransactionContext,
  prescriptionId: number,
  state: 'answered' | 'over',
  id?: number,
): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('prescriptionPictureRequest')
    .set({ state, answeredAt: state === 'answered' ? ctx.clock.now() : null })
    .where('prescriptionId', '=', prescriptionId)
    .where('state', '=', 'waiting')
    .$if(id !== undefined, (qb) => qb.where('id', '=', id ?? 0))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Stores a picture beside the one that it replaces: `placePicture` puts it there.
 * @throws ShopError "file.…", "prescription.unknown"
 */
export async function storePicture(
  ctx: OutsideTransaction,
  { partId, prescriptionId }: Pick<PictureRequest, 'partId' | 'prescriptionId'>,
  bytes: Uint8Array,
): Promise<NewPicture> {
  const upload = await readAndCheckUpload(ctx, bytes)
  const part = await findPart(ctx, partId)
  const { issuers, code, sncr } = decryptDetails(ctx, prescriptionId, part.detailsEncrypted)
  const hashes = await computeHashes(ctx, {
    ...{ issuers, code, sncr, files: [bytes, upload.file.identity], signatureDigests: upload.signatures?.marks ?? [] },
  })
  const fileKey = randomUUID()
  const { id: sparePartId } = await ctx.db
    .insertInto('prescriptionPart')
    .values({
      ...{ prescriptionId, type: part.type, detailsEncrypted: part.detailsEncrypted, issuedOn: part.issuedOn },
      ...{ isProlonged: part.isProlonged, fileKey, fileType: upload.file.type, isStored: false },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await storePrescriptionFile(ctx, fileKey, upload.file.content)
  return { partId, sparePartId, upload, fileKey, hashes }
}

/** Puts a picture in the place of the one before, in the transaction that ends the wait for it. */
export async function placePicture(ctx: TransactionContext, prescriptionId: number, picture: NewPicture) {
  const { partId, sparePartId, upload, fileKey, hashes } = picture
  const part = await findPart(ctx, partId)
  const { leftOut } = upload.file
  const details = {
    ...decryptDetails(ctx, prescriptionId, part.detailsEncrypted),
    signatures: upload.signatures,
    leftOut,
    qrCodes: upload.qrCodes,
  }
  await ctx.db
    .updateTable('prescriptionPart')
    .set({ fileKey, fileType: upload.file.type, detailsEncrypted: encryptDetails(ctx, prescriptionId, details) })
    .where('id', '=', partId)
    .execute()
  await ctx.db.updateTable('prescriptionPart').set({ fileKey: part.fileKey }).where('id', '=', sparePartId).execute()
  await replaceHashes(ctx, partId, hashes)
}

/** Erases what is not in place: the earlier picture, or one that came too late. */
export async function eraseSparePicture(ctx: Context, { sparePartId }: NewPicture): Promise<void> {
  const { fileKey } = await findPart(ctx, sparePartId)
  const others = ctx.db.selectFrom('prescriptionPart').select('id').where('fileKey', '=', fileKey)
  // A prescription that serves again has the same file.
  const isShared = await others.where('id', '<>', sparePartId).executeTakeFirst()
  if (fileKey !== null && !isShared) await erasePrescriptionFile(ctx, fileKey)
  await ctx.db.deleteFrom('prescriptionPart').where('id', '=', sparePartId).execute()
}

/** What a form about a prescription shows of its pictures. */
export function describeSeenPictures({ pictureRequest }: Pick<Prescription, 'pictureRequest'>): string {
  return pictureRequest ? `${pictureRequest.id} ${pictureRequest.state}` : ''
}

function findPart(ctx: Context, id: number) {
  return ctx.db
    .selectFrom('prescriptionPart')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
    .then((part) => {
      if (!part) throw new ShopError('prescription.unknown')
      return part
    })
}

function toPictureRequest({
  pharmacistName,
  pharmacistCrf,
  ...row
}: Row<'prescriptionPictureRequest'>): PictureRequest {
  return { ...row, by: { name: pharmacistName, crf: pharmacistCrf } }
}
