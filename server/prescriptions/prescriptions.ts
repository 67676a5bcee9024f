import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Database } from '../database/connection.ts'
import type { Clock } from '../platform/clock.ts'
import type { Encryption } from '../platform/encryption.ts'
import type { FileStorage } from '../platform/files/file-storage.ts'
import { openClaims } from './claims.ts'
import { openFileStore } from './file-store.ts'
import { openPatients } from './patients.ts'
import { openPdfPictures } from './pdf-pictures.ts'
import { uncoveredLines } from './prescription.ts'
import { maxFileBytes } from './prescription-file.ts'
import * as forms from './prescription-forms.ts'
import { openRecords } from './records.ts'
import { openReencryption } from './reencryption.ts'
import { openReview } from './review.ts'
import { openSending } from './sending.ts'

interface Parts {
  database: Database
  clock: Clock
  catalogue: Catalogue
  encryption: Encryption
  /** Shared by all servers. */
  storage: FileStorage
}

export type Prescriptions = ReturnType<typeof openPrescriptions>

/** Prescriptions, from the upload to the pharmacist's decision. Files and details are encrypted at rest. */
export function openPrescriptions({ database, clock, catalogue, encryption, storage }: Parts) {
  const files = openFileStore(storage, encryption)
  const pdfPictures = openPdfPictures()
  const patients = openPatients(database, clock, encryption)
  const { listPatients, registerPatient, updatePatient } = patients
  return {
    forms,
    maxFileBytes,
    uncoveredLines,
    listPatients,
    registerPatient,
    updatePatient,
    ...openSending({ database, clock, catalogue, encryption, patients, files, pdfPictures }),
    ...openRecords(database, catalogue, encryption),
    ...openClaims({ database, clock, catalogue, files }),
    ...openReview({ database, clock, files, pdfPictures }),
    ...openReencryption({ database, encryption, files }),
  }
}
