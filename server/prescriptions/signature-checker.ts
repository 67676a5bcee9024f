import type { Database } from '../database/connection.ts'
import type { Clock } from '../platform/clock.ts'
import type { Encryption } from '../platform/encryption.ts'
import { type CheckedSignatures, decryptDetails, encryptDetails } from './details.ts'
import type { PdfRenderer } from './pdf-renderer.ts'
import type { Prescription } from './prescription.ts'
import type { PrescriptionFileStore } from './prescription-file-store.ts'
import type { TrustedRoots } from './signature/trusted-roots.ts'

interface Deps {
  database: Database
  clock: Clock
  encryption: Encryption
  files: PrescriptionFileStore
  pdfRenderer: PdfRenderer
  trustedRoots: TrustedRoots
}

export type SignatureChecker = ReturnType<typeof createSignatureChecker>

/** Checks who signed the PDFs of prescriptions: when they are sent, and again once the trusted roots are others. */
export function createSignatureChecker({ database, clock, encryption, files, pdfRenderer, trustedRoots }: Deps) {
  return { checkSignatures, recheckSignatures }

  /** @throws ShopError "file.undrawable", "file.blankPage", "file.tooManyPages", "limit.reached" */
  async function checkSignatures(pdf: Buffer, options?: { allowBlankPages: boolean }): Promise<CheckedSignatures> {
    const now = clock.now()
    const signatures = await pdfRenderer.checkSignatures(pdf, { pem: trustedRoots.pem, now }, options)
    return { ...signatures, checkedAt: now.toISOString(), rootsId: trustedRoots.id }
  }

  /** The prescription with what its PDFs' signatures tell by today's roots; where that fails, as it was. */
  async function recheckSignatures(prescription: Prescription): Promise<Prescription> {
    const parts = []
    for (const part of prescription.parts) {
      const isCurrent = part.fileType !== 'application/pdf' || part.signatures?.rootsId === trustedRoots.id
      const signatures = isCurrent
        ? part.signatures
        : await recheckPartSignatures(prescription.id, part.id).catch(() => part.signatures)
      parts.push({ ...part, signatures })
    }
    return { ...prescription, parts }
  }

  async function recheckPartSignatures(prescriptionId: number, partId: number): Promise<CheckedSignatures | undefined> {
    const row = await database.db
      .selectFrom('prescription_part')
      .select(['file_key', 'details_encrypted'])
      .where('id', '=', partId)
      .executeTakeFirst()
    if (!row?.file_key) return undefined
    const signatures = await checkSignatures(await files.read(row.file_key), { allowBlankPages: true })
    const details = { ...decryptDetails(encryption, prescriptionId, row.details_encrypted), signatures }
    await database.db
      .updateTable('prescription_part')
      .set({ details_encrypted: encryptDetails(encryption, prescriptionId, details) })
      .where('id', '=', partId)
      // Not what somebody else wrote meanwhile.
      .where('details_encrypted', '=', row.details_encrypted)
      .execute()
    return signatures
  }
}
