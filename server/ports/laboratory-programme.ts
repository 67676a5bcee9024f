import { TimeoutError } from '../platform/outgoing-http.ts'

/** A product as a programme knows it. */
export interface ProgrammeProduct {
  productId: number
  /** Its bar code. */
  ean: string | null
  /** The branch's price of one unit, before any discount. */
  listPriceCents: number
}

/** The discount on a unit's price, in hundredths of a percent, and for how many units at most. */
export interface ProgrammeOffer {
  discountBasisPoints: number
  units: number
}

export interface AuthorisationRequest extends ProgrammeProduct {
  /** Chosen by the shop. */
  id: string
  /** Eleven digits, given with consent for this product. */
  cpf: string
  units: number
}

/** The result of a change: `ended` where the programme has ended the authorisation by itself. */
export type ChangeOutcome = 'done' | 'ended'

/**
 * A laboratory's discount programme (PBM): the port to whoever grants its discounts. Every call may be repeated, late or interrupted.
 * All throw ProgrammeError when the programme is unavailable.
 */
export interface LaboratoryProgramme {
  /** What it would grant a CPF now, by product; those that it grants nothing for are left out. */
  listEligibleOffers(cpf: string, products: ProgrammeProduct[]): Promise<Map<number, ProgrammeOffer>>
  /** Authorises a discount for an order: fewer units than requested, or none, are no fault. Idempotent by the request's id. */
  authorise(request: AuthorisationRequest): Promise<ProgrammeOffer>
  confirm(id: string, deliveredUnits: number): Promise<ChangeOutcome>
  /** Cancels all units but the remaining ones: 0 ends the authorisation. One that the programme does not know is never authorised later. */
  cancel(id: string, remainingUnits: number): Promise<ChangeOutcome>
}

/** A call to a programme failed. The message names no CPF, since it is logged. */
export class ProgrammeError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ProgrammeError'
  }
}

/** Whether the programme did not respond in time. */
export function isProgrammeTimeout(error: unknown): boolean {
  return error instanceof ProgrammeError && error.cause instanceof TimeoutError
}

/** A unit's price with a discount, rounded half up to the cent. */
export function calculateDiscountedPriceCents(listPriceCents: number, discountBasisPoints: number): number {
  return Math.max(1, Math.floor((listPriceCents * (10_000 - discountBasisPoints) + 5_000) / 10_000))
}
