import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Database } from '../database/connection.ts'
import type { Clock } from '../platform/clock.ts'
import type { Encryption } from '../platform/encryption.ts'
import type { FileStorage } from '../platform/files/file-storage.ts'
import { createClaims } from './claims.ts'
import { createFileStore } from './file-store.ts'
import { createPatients } from './patients.ts'
import { createPdfPictures, type PdfPictures } from './pdf-pictures.ts'
import { uncoveredLines } from './prescription.ts'
import { maxFileBytes } from './prescription-file.ts'
import * as forms from './prescription-forms.ts'
import { createRecords } from './records.ts'
import { createReencryption } from './reencryption.ts'
import { createReview } from './review.ts'
import { createSending } from './sending.ts'

interface Deps {
  database: Database
  clock: Clock
  catalogue: Catalogue
  encryption: Encryption
  /** Shared by all servers. */
  storage: FileStorage
  pdfPictures?: PdfPictures
}

export type Prescriptions = ReturnType<typeof createPrescriptions>

/** Prescriptions, from the upload to the pharmacist's decision. Files and details are encrypted at rest. */
export function createPrescriptions({
  database,
  clock,
  catalogue,
  encryption,
  storage,
  pdfPictures = createPdfPictures(),
}: Deps) {
  const files = createFileStore(storage, encryption)
  const patients = createPatients(database, clock, encryption)
  const { listPatients, registerPatient, updatePatient } = patients
  return {
    forms,
    maxFileBytes,
    uncoveredLines,
    listPatients,
    registerPatient,
    updatePatient,
    ...createSending({ database, clock, catalogue, encryption, patients, files, pdfPictures }),
    ...createRecords(database, catalogue, encryption),
    ...createClaims({ database, clock, catalogue, files }),
    ...createReview({ database, clock, files, pdfPictures }),
    ...createReencryption({ database, encryption, files }),
  }
}
