import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Database } from '../database/connection.ts'
import type { Clock } from '../platform/clock.ts'
import type { Encryption } from '../platform/encryption.ts'
import type { FileStorage } from '../platform/files/file-storage.ts'
import { createApprovals } from './approvals.ts'
import { createClaims } from './claims.ts'
import { createPrescriptionFiles } from './encrypted-files.ts'
import { createFingerprints } from './fingerprints.ts'
import { createPatients } from './patients.ts'
import { createPdfPictures, type PdfPictures } from './pdf-pictures.ts'
import { listUncoveredLines } from './prescription.ts'
import { maxFileBytes } from './prescription-file.ts'
import * as forms from './prescription-forms.ts'
import { createPrescriptionQueries } from './prescription-queries.ts'
import { createQuotes } from './quotes.ts'
import { createReencryption } from './reencryption.ts'
import { createRepeats } from './repeats.ts'
import { createReview } from './review.ts'
import { readTrustedRoots, type TrustedRoots } from './signature/trusted-roots.ts'
import { createSignatureChecks } from './signature-checks.ts'
import { createSubmission } from './submission.ts'
import { requiresRetention } from './validity.ts'

interface Deps {
  database: Database
  clock: Clock
  catalogue: Catalogue
  encryption: Encryption
  /** Shared by all servers. */
  storage: FileStorage
  pdfPictures?: PdfPictures
  /** Certificates that signed prescriptions may lead to; left out, none. */
  trustedRoots?: TrustedRoots
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
  trustedRoots = readTrustedRoots(undefined),
}: Deps) {
  const files = createPrescriptionFiles(storage, encryption)
  const signatureChecks = createSignatureChecks({ database, clock, encryption, files, pdfPictures, trustedRoots })
  const fingerprints = createFingerprints({ database, encryption })
  const patients = createPatients(database, clock, encryption)
  const repeats = createRepeats({ database, clock, catalogue, encryption, fingerprints })
  const submission = createSubmission({
    database,
    clock,
    catalogue,
    encryption,
    patients,
    files,
    signatureChecks,
    fingerprints,
  })
  const { submitPrescriptions, assertIssueDate, assertReadableFile } = submission
  const { listPatients, registerPatient, updatePatient } = patients
  return {
    forms,
    maxFileBytes,
    listUncoveredLines,
    hasRetainedProduct,
    listPatients,
    registerPatient,
    updatePatient,
    submitPrescriptions,
    assertIssueDate,
    assertReadableFile,
    ...createQuotes({ database, clock, encryption, submission }),
    ...createPrescriptionQueries(database, catalogue, encryption, repeats),
    ...createClaims({ database, clock, catalogue, files, repeats }),
    ...createReview({ database, clock, files, pdfPictures }),
    ...createApprovals({ database, catalogue, encryption, fingerprints, repeats }),
    recheckSignatures: signatureChecks.recheckSignatures,
    listEarlierUses: fingerprints.listEarlierUses,
    setRepeats: repeats.setRepeats,
    listRepeats: repeats.listRepeats,
    listRepeatableParts: repeats.listRepeatableParts,
    reusePart: repeats.reusePart,
    ...createReencryption({ database, encryption, files }),
  }

  /** Whether the pharmacy keeps the prescription of one of these products. */
  async function hasRetainedProduct(productIds: number[]): Promise<boolean> {
    const records = await catalogue.loadProductRecords(productIds)
    return [...records.values()].some(({ prescriptionClass }) => requiresRetention(prescriptionClass))
  }
}
