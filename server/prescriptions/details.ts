import type { Encryption } from '../platform/encryption.ts'

/** Personal data of a prescription's patient and doctor, stored encrypted. */
interface Details {
  patient: string
  issuers: string
  code: string
}

export function sealDetails(vault: Encryption, prescriptionId: number, details: Details): string {
  return vault.sealText(JSON.stringify(details), contextOf(prescriptionId))
}

export function openDetails(vault: Encryption, prescriptionId: number, sealed: string): Details {
  return JSON.parse(vault.openText(sealed, contextOf(prescriptionId)))
}

function contextOf(prescriptionId: number): string {
  return `prescription ${prescriptionId}`
}
