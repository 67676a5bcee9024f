import type { Encryption } from '../platform/encryption.ts'

/** Personal data of a prescription's patient and doctor, stored encrypted. */
interface Details {
  patient: string
  issuers: string
  code: string
}

export function encryptDetails(encryption: Encryption, prescriptionId: number, details: Details): string {
  return encryption.encryptText(JSON.stringify(details), detailsContext(prescriptionId))
}

export function decryptDetails(encryption: Encryption, prescriptionId: number, encrypted: string): Details {
  return JSON.parse(encryption.decryptText(encrypted, detailsContext(prescriptionId)))
}

/** A prescription’s context in the encryption. */
export function detailsContext(prescriptionId: number): string {
  return `prescription ${prescriptionId}`
}
