import type { Encryption } from '../platform/encryption.ts'
import type { PdfSignatures } from './signature/pdf-signature.ts'

/** Personal data of a prescription's patient and doctor, stored encrypted. */
export interface PrescriptionDetails {
  patient: string
  issuers: string
  code: string
  /** Fourteen digits of the national system (SNCR). */
  sncr?: string | undefined
  /** Years as `52`, months as `8 meses`. */
  age?: string | undefined
  sex?: 'F' | 'M' | undefined
  /** As the pharmacist read them: a name, and `CRM-SP 123456`. */
  prescriber?: string | undefined
  registration?: string | undefined
  /** What the signatures of its PDF tell; undefined before they were checked. */
  signatures?: CheckedSignatures | undefined
}

export interface CheckedSignatures extends PdfSignatures {
  /** In ISO form. */
  checkedAt: string
  /** Against which roots. */
  rootsId: string
}

export function encryptDetails(encryption: Encryption, prescriptionId: number, details: PrescriptionDetails): string {
  return encryption.encryptText(JSON.stringify(details), buildDetailsEncryptionContext(prescriptionId))
}

export function decryptDetails(
  encryption: Encryption,
  prescriptionId: number,
  encryptedDetails: string,
): PrescriptionDetails {
  return JSON.parse(encryption.decryptText(encryptedDetails, buildDetailsEncryptionContext(prescriptionId)))
}

/** A prescription’s context in the encryption. */
export function buildDetailsEncryptionContext(prescriptionId: number): string {
  return `prescription ${prescriptionId}`
}
