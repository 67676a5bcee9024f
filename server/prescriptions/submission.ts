import { randomUUID } from 'node:crypto'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Database, Transaction } from '../database/connection.ts'
import type { Clock } from '../platform/clock.ts'
import type { Encryption } from '../platform/encryption.ts'
import { ShopError } from '../platform/errors.ts'
import { type CheckedSignatures, encryptDetails } from './details.ts'
import type { FingerprintService } from './fingerprints.ts'
import type { PatientService } from './patients.ts'
import type { NewPrescriptionPart } from './prescription.ts'
import { type PrescriptionFile, sanitizePrescriptionFile } from './prescription-file.ts'
import type { PrescriptionFileStore } from './prescription-file-store.ts'
import { findOrCreateOpenPrescription } from './prescriptions.sql.ts'
import type { SignatureChecker } from './signature-checker.ts'
import { assertWithinValidity, needsDateConfirmation, needsPrescription } from './validity.ts'

interface Deps {
  database: Database
  clock: Clock
  catalogue: Catalogue
  encryption: Encryption
  patients: PatientService
  files: PrescriptionFileStore
  signatureChecker: SignatureChecker
  fingerprints: FingerprintService
}

interface IssueDateInput extends Pick<NewPrescriptionPart, 'productIds' | 'confirmedDay' | 'isProlonged'> {
  /** yyyy-MM-dd */
  issuedAt: string
}

interface StoredPart {
  id: number
  fileKey: string | null
  file: PrescriptionFile | null
}

interface Upload {
  file: PrescriptionFile
  signatures?: CheckedSignatures
}

/** A part, with what was found out about its file. */
interface ExaminedPart {
  part: NewPrescriptionPart
  upload: Upload | null
  /** By what it is recognised when it comes again. */
  fingerprintHashes: string[]
}

export type SubmissionService = ReturnType<typeof createSubmissionService>

/** Validates and stores what a customer sends. */
export function createSubmissionService({
  database,
  clock,
  catalogue,
  encryption,
  patients,
  files,
  signatureChecker,
  fingerprints,
}: Deps) {
  return { submitPrescriptions, submitParts, assertIssueDate, assertReadableFile }

  /**
   * Stores prescriptions that a customer sends together.
   *
   * @param openPrescriptionId an earlier prescription of the customer that no order uses yet, to which these are added
   * @returns its id, to be used in the order
   * @throws ShopError "prescription.products", "prescription.expired", "prescription.inFuture", "prescription.longAgo", "prescription.unknown",
   *   "patient.unknown", "file.…"; then nothing is stored
   */
  async function submitPrescriptions(
    customerId: number,
    parts: NewPrescriptionPart[],
    openPrescriptionId?: number,
  ): Promise<number> {
    for (const part of parts) await assertValidPart(part)
    return submitParts(customerId, parts, openPrescriptionId)
  }

  /** The same of parts whose products need not be known yet. @param transactionHook in the transaction of the prescription's row */
  async function submitParts(
    customerId: number,
    parts: NewPrescriptionPart[],
    openPrescriptionId?: number,
    transactionHook: (tx: Transaction, prescriptionId: number) => Promise<void> = async () => {},
  ): Promise<number> {
    const examinedParts: ExaminedPart[] = []
    // One after the other: each takes much memory.
    for (const part of parts) examinedParts.push(await examinePart(part))

    const { prescriptionId, storedParts } = await database.transact(async (tx) => {
      const prescriptionId = await findOrCreateOpenPrescription(tx, customerId, openPrescriptionId, clock.now())
      const storedParts: StoredPart[] = []
      for (const examinedPart of examinedParts) {
        const patient = await patients.findOrRegisterPatient(tx, customerId, examinedPart.part.patient)
        storedParts.push(await insertPart(tx, prescriptionId, examinedPart, patient.name))
      }
      await transactionHook(tx, prescriptionId)
      return { prescriptionId, storedParts }
    })
    // The row is written before the file: after a crash it is found and erased as unused.
    for (const { fileKey, file } of storedParts) if (fileKey && file) await files.store(fileKey, file.content)
    await markPartsStored(storedParts)
    return prescriptionId
  }

  /**
   * Rows that are gone were erased with their account meanwhile: then nothing else would find the files.
   * @throws ShopError "prescription.unknown"
   */
  async function markPartsStored(parts: StoredPart[]): Promise<void> {
    const { numUpdatedRows } = await database.db
      .updateTable('prescription_part')
      .set({ is_stored: 1 })
      .where(
        'id',
        'in',
        parts.map(({ id }) => id),
      )
      .executeTakeFirst()
    if (Number(numUpdatedRows) === parts.length) return
    for (const { fileKey } of parts) if (fileKey) await files.erase(fileKey)
    throw new ShopError('prescription.unknown')
  }

  async function examinePart(part: NewPrescriptionPart): Promise<ExaminedPart> {
    const upload = part.file === undefined ? null : await readAndCheckUpload(part.file)
    const files = part.file && upload ? [part.file, upload.file.content] : []
    const signatureDigests = upload?.signatures?.marks ?? []
    return { part, upload, fingerprintHashes: await fingerprints.computeHashes({ ...part, files, signatureDigests }) }
  }

  /** A PDF of which any page cannot be drawn is refused at once: the pharmacist could not see it. */
  async function readAndCheckUpload(bytes: Uint8Array): Promise<Upload> {
    const file = await sanitizePrescriptionFile(bytes)
    if (file.type !== 'application/pdf') return { file }
    const signatures = await signatureChecker.checkSignatures(file.content).catch((error) => {
      const isUndrawable = error instanceof ShopError && error.code === 'file.undrawable'
      throw isUndrawable ? new ShopError('file.damaged', { input: 'file' }, { cause: error }) : error
    })
    return { file, signatures }
  }

  /** Refuses a file that the pharmacist could not see. @throws ShopError "file.…" */
  async function assertReadableFile(bytes: Uint8Array): Promise<void> {
    await readAndCheckUpload(bytes)
  }

  async function assertValidPart(part: NewPrescriptionPart): Promise<void> {
    const { productIds, issuedAt, type, file } = part
    const records = await catalogue.loadProductRecords(productIds)
    const isPrescribable = (id: number) => needsPrescription(records.get(id)?.prescriptionClass)
    if (productIds.length === 0 || !productIds.every(isPrescribable)) {
      throw new ShopError('prescription.products', { input: 'products' })
    }
    if (type === 2 && file === undefined) throw new ShopError('file.missing', { input: 'file' })
    if (issuedAt !== undefined) await assertIssueDate({ ...part, issuedAt })
  }

  /**
   * Refuses a day of issue that these products do not allow, or that is to be confirmed.
   * @throws ShopError "prescription.expired", "prescription.inFuture", "prescription.longAgo"
   */
  async function assertIssueDate({ productIds, issuedAt, confirmedDay, isProlonged }: IssueDateInput): Promise<void> {
    const records = await catalogue.loadProductRecords(productIds)
    const classes = [...records.values()].map(({ prescriptionClass }) => prescriptionClass)
    assertWithinValidity(issuedAt, classes, clock.now(), { isProlonged: isProlonged ?? false })
    const isConfirmed = confirmedDay === undefined || confirmedDay === issuedAt
    if (!isConfirmed && needsDateConfirmation(issuedAt, clock.now())) {
      throw new ShopError('prescription.longAgo', { input: 'issuedAt', day: issuedAt })
    }
  }

  async function insertPart(
    tx: Transaction,
    prescriptionId: number,
    { part, upload, fingerprintHashes }: ExaminedPart,
    patientName: string,
  ): Promise<StoredPart> {
    const file = upload?.file ?? null
    const fileKey = file && randomUUID()
    const { type, issuers, code, sncr, age, sex, issuedAt, productIds } = part
    const details = { patient: patientName, issuers, code, sncr, age, sex, signatures: upload?.signatures }
    const { id } = await tx
      .insertInto('prescription_part')
      .values({
        prescription_id: prescriptionId,
        type,
        details_encrypted: encryptDetails(encryption, prescriptionId, details),
        issued_at: issuedAt ?? null,
        is_prolonged: part.isProlonged ? 1 : 0,
        file_key: fileKey,
        file_type: file?.type ?? null,
        is_stored: 0,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const products = [...new Set(productIds)].map((product_id) => ({ part_id: id, product_id }))
    if (products.length > 0) await tx.insertInto('prescription_product').values(products).execute()
    await fingerprints.recordHashes(tx, id, fingerprintHashes)
    return { id, fileKey, file }
  }
}
