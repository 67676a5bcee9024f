import { TimeoutError } from '../../platform/outgoing-http.ts'

/** A product as a programme knows it. */
export interface ProgrammeProduct {
  productId: number
  /** Its bar code. */
  ean: string | null
  /** What the branch asks for one unit. */
  listCents: number
}

/** What a programme takes off a unit's price, in hundredths of a percent, and for how many units at most. */
export interface ProgrammeOffer {
  discountHundredths: number
  units: number
}

export interface AuthorisationRequest extends ProgrammeProduct {
  /** The shop's own name for it. */
  id: string
  /** Eleven digits, given with consent for this product. */
  cpf: string
  units: number
}

/** What a programme says to a change: `ended` where it has ended the authorisation by itself. */
export type ProgrammeResult = 'done' | 'ended'

/**
 * A laboratory's discount programme (PBM): the port to who grants its discounts. Every verb may be repeated, late or interrupted.
 * All throw ProgrammeFault when the programme is away.
 */
export interface LaboratoryProgramme {
  /** What it would grant a CPF now, by product; those that it grants nothing for are left out. */
  listEligibleOffers(cpf: string, products: ProgrammeProduct[]): Promise<Map<number, ProgrammeOffer>>
  /** Holds a discount for an order: fewer units than wanted, or none, are no fault. Idempotent by the request's id. */
  authorise(request: AuthorisationRequest): Promise<ProgrammeOffer>
  /** So many units were delivered. */
  confirm(id: string, units: number): Promise<ProgrammeResult>
  /** Gives units back, so that so many stay: 0 ends it. One that the programme does not know is never authorised later. */
  cancel(id: string, remainingUnits: number): Promise<ProgrammeResult>
}

/** Why a programme was of no use. Its message names no CPF, since it is logged. */
export class ProgrammeFault extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ProgrammeFault'
  }
}

/** Whether the programme left its caller waiting. */
export function isProgrammeTimeout(error: unknown): boolean {
  return error instanceof ProgrammeFault && error.cause instanceof TimeoutError
}

/** A unit's price with a discount, rounded half up to the cent. */
export function calculateDiscountedCents(listCents: number, discountHundredths: number): number {
  return Math.max(1, Math.floor((listCents * (10_000 - discountHundredths) + 5_000) / 10_000))
}
