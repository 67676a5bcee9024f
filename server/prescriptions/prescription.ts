import type { PrescriptionStatus } from '../database/schema.ts'
import type { CheckedSignatures } from './details.ts'
import type { LeftOutContent } from './pdf-content.ts'
import type { Pharmacist } from './pharmacist.ts'
import type { QrCode } from './qr-codes.ts'

/** 1 digital, verified by its issuers and code; 2 paper, of which a picture or PDF is sent. */
type PrescriptionType = 1 | 2

/** One prescription of a doctor, as it is sent. */
export interface NewPrescriptionPart {
  /** A patient's id, or a name. */
  patient: string
  type: PrescriptionType
  issuers: string
  code: string
  /** Fourteen digits of the national system (SNCR). */
  sncr?: string | undefined
  /** The patient's: years as `52`, months as `8 meses`. */
  age?: string | undefined
  sex?: 'F' | 'M' | undefined
  /** Whether it says that the treatment is prolonged. */
  isProlonged?: boolean | undefined
  /** yyyy-MM-dd; optional in calls: then the pharmacist looks for the date. */
  issuedAt?: string | undefined
  /**
   * The day that the customer confirmed for a prescription of long ago; undefined in calls, which are not asked.
   */
  confirmedDay?: string | undefined
  productIds: number[]
  file?: Uint8Array | undefined
}

interface PrescriptionPart {
  id: number
  patient: string
  type: PrescriptionType
  issuers: string
  code: string
  sncr?: string | undefined
  age?: string | undefined
  sex?: 'F' | 'M' | undefined
  prescriber?: string | undefined
  registration?: string | undefined
  isProlonged: boolean
  /** How often it serves again, until which day; null where it serves once. */
  repeatTimes: number | null
  repeatUntil: string | null
  /** The part of an earlier prescription that this is once more. */
  repeatsPartId: number | null
  issuedAt: string | null
  products: { id: number; name: string }[]
  fileType: string | null
  /** What the signatures of a PDF tell; undefined while they were not checked. */
  signatures?: CheckedSignatures | undefined
  /** What a PDF has beyond its drawing; undefined for one that came before this was looked for. */
  leftOut?: LeftOutContent[] | undefined
  /** Read from its picture; none for one that came before they were. */
  qrCodes: QrCode[]
}

/** How many of the ordered units of a product a prescription was approved for. */
export interface ApprovedUnits {
  productId: number
  units: number
  orderedUnits: number
}

/** Another picture that a pharmacist asked for, since the one that was sent cannot be read. */
export interface PictureRequest {
  id: number
  prescriptionId: number
  partId: number
  /** For the customer. */
  reason: string
  by: Pharmacist
  requestedAt: Date
  dueAt: Date
  /** `over`: nobody sent it in time, or its prescription was decided without it. */
  state: 'waiting' | 'answered' | 'over'
  answeredAt: Date | null
}

/** The parts that were sent together. */
export interface Prescription {
  id: number
  customerId: number
  orderId: number | null
  status: PrescriptionStatus
  reason: string | null
  sentAt: Date
  /** Null while it is undecided, and for decisions of before the shop recorded who made them. */
  decision: {
    by: Pharmacist
    at: Date
    justification: string | null
    /** Of an approval; empty where it was made before this was kept. */
    approvedUnits: ApprovedUnits[]
  } | null
  /** The latest. */
  pictureRequest: PictureRequest | null
  parts: PrescriptionPart[]
}

/** The lines of a bag that need a prescription and have none in what was sent. */
export function listUncoveredLines<Line extends { product: { id: number; requiresPrescription: boolean } }>(
  lines: Line[],
  prescription: Prescription | null,
): Line[] {
  const coveredProductIds = new Set(prescription?.parts.flatMap(({ products }) => products.map(({ id }) => id)))
  return lines.filter(({ product }) => product.requiresPrescription && !coveredProductIds.has(product.id))
}
