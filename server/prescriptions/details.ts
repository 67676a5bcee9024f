import type { Context } from '../context.ts'
import type { LeftOutContent } from './pdf-content.ts'
import type { CheckedPdf } from './pdf-renderer.ts'

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
  /** What its PDF has beyond its drawing. */
  leftOut?: LeftOutContent[] | undefined
  /** The texts of the QR codes in its picture; undefined for one that came before they were read. */
  qrCodes?: string[] | undefined
}

export interface CheckedSignatures extends CheckedPdf {
  /** In ISO form. */
  checkedAt: string
  /** Against which roots, by which version of the check. */
  rootsId: string
}

export function encryptDetails(ctx: Context, prescriptionId: number, details: PrescriptionDetails): string {
  return ctx.encryption.encryptText(JSON.stringify(details), buildDetailsEncryptionContext(prescriptionId))
}

export function decryptDetails(ctx: Context, prescriptionId: number, encryptedDetails: string): PrescriptionDetails {
  return JSON.parse(ctx.encryption.decryptText(encryptedDetails, buildDetailsEncryptionContext(prescriptionId)))
}

export function buildDetailsEncryptionContext(prescriptionId: number): string {
  return `prescription ${prescriptionId}`
}
