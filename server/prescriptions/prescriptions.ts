import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Database } from '../database/connection.ts'
import type { Clock } from '../platform/clock.ts'
import type { Encryption } from '../platform/encryption.ts'
import type { FileStorage } from '../platform/files/file-storage.ts'
import { createApprovalService } from './approvals.ts'
import { createPrescriptionClaimService } from './claims.ts'
import { createFingerprintService } from './fingerprints.ts'
import { createPatientService } from './patients.ts'
import { createPdfRenderer, type PdfRenderer } from './pdf-renderer.ts'
import { listUncoveredLines } from './prescription.ts'
import { maxFileBytes } from './prescription-file.ts'
import { createPrescriptionFileStore } from './prescription-file-store.ts'
import * as forms from './prescription-forms.ts'
import { createPrescriptionQueries } from './prescription-queries.ts'
import { createQuoteService } from './quotes.ts'
import { createReencryptionService } from './reencryption.ts'
import { createRepeatService } from './repeats.ts'
import { createReviewService } from './review.ts'
import { readTrustedRoots, type TrustedRoots } from './signature/trusted-roots.ts'
import { createSignatureChecker } from './signature-checker.ts'
import { createSubmissionService } from './submission.ts'
import { requiresRetention } from './validity.ts'

interface Deps {
  database: Database
  clock: Clock
  catalogue: Catalogue
  encryption: Encryption
  /** Shared by all servers. */
  storage: FileStorage
  pdfRenderer?: PdfRenderer
  /** Certificates that signed prescriptions may lead to; left out, none. */
  trustedRoots?: TrustedRoots
}

export type PrescriptionService = ReturnType<typeof createPrescriptionService>

/** Prescriptions, from the upload to the pharmacist's decision. Files and details are encrypted at rest. */
export function createPrescriptionService({
  database,
  clock,
  catalogue,
  encryption,
  storage,
  pdfRenderer = createPdfRenderer(),
  trustedRoots = readTrustedRoots(undefined),
}: Deps) {
  const files = createPrescriptionFileStore(storage, encryption)
  const signatureChecker = createSignatureChecker({ database, clock, encryption, files, pdfRenderer, trustedRoots })
  const fingerprints = createFingerprintService({ database, encryption })
  const patients = createPatientService(database, clock, encryption)
  const repeats = createRepeatService({ database, clock, catalogue, encryption, fingerprints })
  const submission = createSubmissionService({
    database,
    clock,
    catalogue,
    encryption,
    patients,
    files,
    signatureChecker,
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
    ...createQuoteService({ database, clock, encryption, submission }),
    ...createPrescriptionQueries(database, catalogue, encryption, repeats),
    ...createPrescriptionClaimService({ database, clock, catalogue, files, repeats }),
    ...createReviewService({ database, clock, files, pdfRenderer }),
    ...createApprovalService({ database, catalogue, encryption, fingerprints, repeats }),
    recheckSignatures: signatureChecker.recheckSignatures,
    listEarlierUses: fingerprints.listEarlierUses,
    setRepeats: repeats.setRepeats,
    listRepeats: repeats.listRepeats,
    listRepeatableParts: repeats.listRepeatableParts,
    reusePart: repeats.reusePart,
    ...createReencryptionService({ database, encryption, files }),
  }

  /** Whether the pharmacy keeps the prescription of one of these products. */
  async function hasRetainedProduct(productIds: number[]): Promise<boolean> {
    const records = await catalogue.loadProductRecords(productIds)
    return [...records.values()].some(({ prescriptionClass }) => requiresRetention(prescriptionClass))
  }
}
