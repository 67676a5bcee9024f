import { randomUUID } from 'node:crypto'
import { loadProductRecords } from '../catalogue/products.ts'
import type { Context, TransactionContext } from '../context.ts'
import { ShopError } from '../platform/errors.ts'
import { type CheckedSignatures, decryptDetails, encryptDetails, type PrescriptionDetails } from './details.ts'
import { computeHashes, recordHashes } from './fingerprints.ts'
import { findOrRegisterPatient } from './patients.ts'
import type { NewPrescriptionPart } from './prescription.ts'
import { type PrescriptionFile, sanitizePrescriptionFile } from './prescription-file.ts'
import { erasePrescriptionFile, storePrescriptionFile } from './prescription-file-store.ts'
import { findOrCreateOpenPrescription } from './prescriptions.sql.ts'
import { createQrCodeReader } from './qr-code-reader.ts'
import { checkSignatures } from './signature-checker.ts'
import { assertWithinValidity, needsDateConfirmation, needsPrescription } from './validity.ts'

interface IssueDateInput extends Pick<NewPrescriptionPart, 'productIds' | 'confirmedDay' | 'isProlonged'> {
  /** yyyy-MM-dd */
  issuedAt: string
}

interface StoredPart {
  id: number
  fileKey: string | null
  file: PrescriptionFile | null
}

interface Submission {
  prescriptionId: number
  storedParts: StoredPart[]
}

export interface Upload {
  file: PrescriptionFile
  signatures?: CheckedSignatures
  /** The texts of the QR codes in its picture. */
  qrCodes: string[]
}

/** A part, with what was found out about its file. */
interface ExaminedPart {
  part: NewPrescriptionPart
  upload: Upload | null
  /** By what it is recognised when it comes again. */
  fingerprintHashes: string[]
}

/**
 * Stores prescriptions that a customer sends together.
 *
 * @param openPrescriptionId an earlier prescription of the customer that no order uses yet, to which these are added
 * @returns its id, to be used in the order
 * @throws ShopError "prescription.products", "prescription.expired", "prescription.inFuture", "prescription.longAgo", "prescription.unknown",
 *   "patient.unknown", "file.…"; then nothing is stored
 */
export async function submitPrescriptions(
  ctx: Context,
  customerId: number,
  parts: NewPrescriptionPart[],
  openPrescriptionId?: number,
): Promise<number> {
  for (const part of parts) await assertValidPart(ctx, part)
  const examinedParts = await examineParts(ctx, parts)
  const submission = await ctx.transact((ctx) => insertParts(ctx, customerId, examinedParts, openPrescriptionId))
  return storeFiles(ctx, submission)
}

/** What a submission begins with: its products need not be known yet. */
export async function examineParts(ctx: Context, parts: NewPrescriptionPart[]): Promise<ExaminedPart[]> {
  const examinedParts: ExaminedPart[] = []
  // One after the other: each takes much memory.
  for (const part of parts) examinedParts.push(await examinePart(ctx, part))
  return examinedParts
}

/** The rows are written before the files: after a crash they are found and erased as unused. */
export async function insertParts(
  ctx: TransactionContext,
  customerId: number,
  examinedParts: ExaminedPart[],
  openPrescriptionId?: number,
): Promise<Submission> {
  const prescriptionId = await findOrCreateOpenPrescription(ctx, customerId, openPrescriptionId, ctx.clock.now())
  const storedParts: StoredPart[] = []
  for (const examinedPart of examinedParts) {
    const patient = await findOrRegisterPatient(ctx, customerId, examinedPart.part.patient)
    if (await hasSamePart(ctx, prescriptionId, examinedPart, patient.name)) continue
    storedParts.push(await insertPart(ctx, prescriptionId, examinedPart, patient.name))
  }
  return { prescriptionId, storedParts }
}

/** What a submission ends with, after the transaction. @returns the prescription's id */
export async function storeFiles(ctx: Context, { prescriptionId, storedParts }: Submission): Promise<number> {
  for (const { fileKey, file } of storedParts)
    if (fileKey && file) await storePrescriptionFile(ctx, fileKey, file.content)
  await markPartsStored(ctx, storedParts)
  return prescriptionId
}

/** Whether the prescription has this part in every word: its form was sent twice. */
async function hasSamePart(
  ctx: TransactionContext,
  prescriptionId: number,
  { part, fingerprintHashes }: ExaminedPart,
  patient: string,
): Promise<boolean> {
  if (fingerprintHashes.length === 0) return false
  const rows = await ctx.db
    .selectFrom('prescriptionPart')
    .selectAll()
    .where('prescriptionId', '=', prescriptionId)
    .where('id', 'in', (eb) =>
      eb.selectFrom('prescriptionFingerprint').select('partId').where('hash', 'in', fingerprintHashes),
    )
    .execute()
  const { type, issuedAt = null, isProlonged = false } = part
  const wantedKey = toPartKey({ ...part, patient }, part.productIds, [type, issuedAt, isProlonged])
  for (const { id, detailsEncrypted, type, issuedOn, isProlonged } of rows) {
    const products = await ctx.db
      .selectFrom('prescriptionProduct')
      .select('productId')
      .where('partId', '=', id)
      .execute()
    const productIds = products.map(({ productId }) => productId)
    const details = decryptDetails(ctx, prescriptionId, detailsEncrypted)
    if (toPartKey(details, productIds, [type, issuedOn, isProlonged]) === wantedKey) return true
  }
  return false
}

function toPartKey(
  { patient, issuers, code, sncr, age, sex }: PrescriptionDetails,
  productIds: number[],
  columns: unknown[],
): string {
  const products = [...new Set(productIds)].sort((a, b) => a - b)
  return JSON.stringify([patient, issuers, code, sncr, age, sex, products, columns])
}

/** Rows that are gone were erased with their account meanwhile: then nothing else would find the files. */
async function markPartsStored(ctx: Context, parts: StoredPart[]): Promise<void> {
  if (parts.length === 0) return
  const { numUpdatedRows } = await ctx.db
    .updateTable('prescriptionPart')
    .set({ isStored: true })
    .where(
      'id',
      'in',
      parts.map(({ id }) => id),
    )
    .executeTakeFirst()
  if (Number(numUpdatedRows) === parts.length) return
  for (const { fileKey } of parts) if (fileKey) await erasePrescriptionFile(ctx, fileKey)
  throw new ShopError('prescription.unknown')
}

async function examinePart(ctx: Context, part: NewPrescriptionPart): Promise<ExaminedPart> {
  const upload = part.file === undefined ? null : await readAndCheckUpload(ctx, part.file)
  const files = part.file && upload ? [part.file, upload.file.identity] : []
  const signatureDigests = upload?.signatures?.marks ?? []
  return { part, upload, fingerprintHashes: await computeHashes(ctx, { ...part, files, signatureDigests }) }
}

export async function readAndCheckUpload(ctx: Context, bytes: Uint8Array): Promise<Upload> {
  const { pages, ...upload } = await drawUpload(ctx, bytes)
  return { ...upload, qrCodes: await ctx.memory(createQrCodeReader).readQrCodes(pages) }
}

/** A PDF of which any page cannot be drawn is refused at once: the pharmacist could not see it. */
async function drawUpload(
  ctx: Context,
  bytes: Uint8Array,
): Promise<Omit<Upload, 'qrCodes'> & { /** Pictures (JPEG). */ pages: Buffer[] }> {
  const file = await sanitizePrescriptionFile(bytes)
  if (file.type !== 'application/pdf') return { file, pages: [file.content] }
  const { signatures, pages } = await checkSignatures(ctx, file.content).catch((error) => {
    const isUndrawable = error instanceof ShopError && error.code === 'file.undrawable'
    throw isUndrawable ? new ShopError('file.damaged', { input: 'file' }, { cause: error }) : error
  })
  return { file, signatures, pages }
}

/** Refuses a file that the pharmacist could not see. */
export async function assertReadableFile(ctx: Context, bytes: Uint8Array): Promise<void> {
  await drawUpload(ctx, bytes)
}

async function assertValidPart(ctx: Context, part: NewPrescriptionPart): Promise<void> {
  const { productIds, issuedAt, type, file } = part
  const records = await loadProductRecords(ctx, productIds)
  const isPrescribable = (id: number) => needsPrescription(records.get(id)?.prescriptionClass)
  if (productIds.length === 0 || !productIds.every(isPrescribable)) {
    throw new ShopError('prescription.products', { input: 'products' })
  }
  if (type === 2 && file === undefined) throw new ShopError('file.missing', { input: 'file' })
  if (issuedAt !== undefined) await assertIssueDate(ctx, { ...part, issuedAt })
}

/** Refuses a day of issue that these products do not allow, or that is to be confirmed. */
export async function assertIssueDate(
  ctx: Context,
  { productIds, issuedAt, confirmedDay, isProlonged }: IssueDateInput,
): Promise<void> {
  const records = await loadProductRecords(ctx, productIds)
  const classes = [...records.values()].map(({ prescriptionClass }) => prescriptionClass)
  assertWithinValidity(issuedAt, classes, ctx.clock.now(), { isProlonged: isProlonged ?? false })
  const isConfirmed = confirmedDay === undefined || confirmedDay === issuedAt
  if (!isConfirmed && needsDateConfirmation(issuedAt, ctx.clock.now())) {
    throw new ShopError('prescription.longAgo', { input: 'issuedAt', day: issuedAt })
  }
}

async function insertPart(
  ctx: TransactionContext,
  prescriptionId: number,
  { part, upload, fingerprintHashes }: ExaminedPart,
  patientName: string,
): Promise<StoredPart> {
  const file = upload?.file ?? null
  const fileKey = file && randomUUID()
  const { type, issuers, code, sncr, age, sex, issuedAt, productIds } = part
  const leftOut = upload?.file.leftOut
  const { signatures, qrCodes } = upload ?? {}
  const details = { patient: patientName, issuers, code, sncr, age, sex, signatures, leftOut, qrCodes }
  const { id } = await ctx.db
    .insertInto('prescriptionPart')
    .values({
      prescriptionId,
      type,
      detailsEncrypted: encryptDetails(ctx, prescriptionId, details),
      issuedOn: issuedAt ?? null,
      isProlonged: Boolean(part.isProlonged),
      fileKey,
      fileType: file?.type ?? null,
      isStored: false,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const products = [...new Set(productIds)].map((productId) => ({ partId: id, productId }))
  if (products.length > 0) await ctx.db.insertInto('prescriptionProduct').values(products).execute()
  await recordHashes(ctx, id, fingerprintHashes)
  return { id, fileKey, file }
}
