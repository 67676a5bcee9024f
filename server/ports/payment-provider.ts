import type { PaymentMethod, ProviderName } from '../database/schema.ts'
import { ShopError } from '../platform/errors.ts'
import { TimeoutError } from '../platform/outgoing-http.ts'

export type { PaymentMethod, ProviderName } from '../database/schema.ts'

/** A payment method's port to its provider. Every call may be repeated, late, or interrupted. */
export interface PaymentProvider {
  name: ProviderName
  /** How many minutes an order waits for it. */
  paymentTimeoutMinutes: number
  /** Whether the order fails once the payer's bank declined; else another way, or card, may be tried. */
  isDeclineFinal: boolean
  /** For how many days after a payment the payer's bank may take it back; 0: only a webhook call could report that. */
  disputeWindowDays: number
  /** For how many days after a payment it is returned at all; undefined: for longer than the shop returns anything. */
  refundWindowDays?: number
  /** Whose charges its webhook tells of, too, since both are of one account. */
  webhookPartners?: readonly ProviderName[]
  /** Creates a charge's reference, where its format differs from the one that NewCharge describes. */
  createReference?: () => string
  /**
   * Makes a charge. Idempotent by its reference: a repeated call makes no second one.
   * @throws ShopError "payment.unavailable", its cause a ProviderError
   */
  startCharge(charge: NewCharge, options?: CallOptions): Promise<StartedCharge>
  /**
   * The charge's current state at the provider. Only this counts, whatever triggered the call.
   * @returns null when it has no such charge
   * @throws ShopError "payment.unavailable", its cause a ProviderError
   */
  readCharge(charge: ChargeKey, options?: CallOptions): Promise<ChargeSnapshot | null>
  /**
   * Ends a charge, so that nobody can pay it any more. One that is paid, ended or unknown is left as it is.
   * @throws ShopError "payment.unavailable", its cause a ProviderError
   */
  closeCharge(charge: ChargeKey): Promise<void>
  /**
   * Returns money to the payer. Null: a person has to do it at the provider.
   * @throws ShopError "payment.unavailable", its cause a ProviderError, also when the same id was used before
   */
  refund: ((refund: NewRefund) => Promise<ProviderRefund>) | null
  /**
   * Which charges a call to the shop's webhook is about. The call is only a hint to read them; a provider whose calls do count
   * stores their content first, and reads it from there.
   */
  handleWebhook(webhook: IncomingWebhook): Promise<WebhookOutcome>
}

export interface CallOptions {
  /** Ends the call with a timeout, whatever part of it is under way. */
  signal?: AbortSignal | undefined
}

export interface ChargeKey {
  reference: string
  /** The provider's own id for it, where it gave one. */
  providerId: string | null
  amountCents: number
}

export interface NewCharge {
  /** 32 letters and digits, unique among the shop's charges. */
  reference: string
  orderId: number
  amountCents: number
  /** Seconds from now, at least 1. */
  expiresInSeconds: number
  /** What the payer reads; at most 140 characters. */
  message: string
}

export interface StartedCharge {
  providerId: string | null
  /** What the shopper pays with: "Pix copia e cola", or the address of the provider's page. */
  codeOrUrl: string
}

/** `refused`: the payer's bank declined, `closed`: paid or ended. Independent of expiry: an expired charge may still be open. */
export interface ChargeSnapshot {
  state: 'open' | 'in_review' | 'refused' | 'closed'
  /** As in StartedCharge; null where the provider no longer returns it, or it is for another amount. */
  codeOrUrl: string | null
  payments: ProviderPayment[]
  /** What could not be read, for the log and the staff: money may have arrived, or gone back, that is not in `payments`. */
  unclearReason?: string
}

export interface ProviderPayment {
  /** The provider's, unique there. */
  reference: string
  amountCents: number
  /** Null where the provider's time cannot be read. */
  receivedAt: Date | null
  method: PaymentMethod | null
  card?: { brand: string | null; lastFour: string | null; installments: number | null }
  refunds: ProviderRefund[]
  /** Some of its refunds could not be read: what went back is not known, and nothing more may. */
  hasUnclearRefunds?: boolean
  /** It is not, or no longer, approved: nothing was paid. */
  isReversed?: boolean
}

export interface ProviderRefund {
  /** For refunds that the shop requested: the id that the shop gave. */
  id: string
  amountCents: number
  /** `failed`: it could not be completed; a new one with another id may be requested. */
  status: 'pending' | 'returned' | 'failed'
  requestedAt: Date | null
  /** The payer disputes the payment (a chargeback): `returned` once their bank has taken the money back. */
  isDispute?: boolean
  /** The provider's own word for its status, where the shop does not know that. */
  providerStatus?: string
  /** Of several of the same amount, one was taken for the shop's own: which of them it is nobody knows. */
  isMatchedByAmount?: boolean
}

export interface NewRefund {
  charge: ChargeKey
  payment: Pick<ProviderPayment, 'reference' | 'amountCents' | 'refunds'>
  /** 1 to 35 letters and digits, unique within the payment. */
  id: string
  amountCents: number
  /** What the payer reads; at most 140 characters. */
  message: string
}

/** A call to the shop's webhook. */
export interface IncomingWebhook {
  body: Uint8Array
  getHeader(name: string): string | undefined
  query: URLSearchParams
}

export type WebhookOutcome =
  | 'forged'
  /** A test account's call to a live shop, or a real one's to a sandbox. */
  | 'otherMode'
  | 'malformed'
  /** The charges by the shop's references or the provider's ids, and how many entries could not be used; a malformed call may name one. */
  | { references: string[]; providerIds?: string[]; invalidCount?: number; isMalformed?: boolean }

/** Why a call to a provider failed, for the log. */
export class ProviderError extends Error {
  /** The HTTP status, or null when there was no response. */
  readonly status: number | null
  /** What the provider itself said, where it said something. */
  readonly providerWords: string

  constructor(message: string, status: number | null, cause?: unknown, providerWords = '') {
    super(message, { cause })
    this.name = 'ProviderError'
    this.status = status
    this.providerWords = providerWords
  }

  /** The provider left its caller waiting. */
  get isTimeout(): boolean {
    return this.cause instanceof TimeoutError
  }

  /** The provider itself is unavailable, rather than refusing this one call. */
  get isUnavailable(): boolean {
    return this.status === null || this.status >= 500
  }

  /** It answered that all is well, and the answer could not be understood. */
  get isUnreadable(): boolean {
    return this.status !== null && this.status < 400
  }

  /** It refused the request itself: not for a wrong token, a key in use, or too many calls, after which it may be made again. */
  get isDefiniteRefusal(): boolean {
    return isDefiniteRefusalStatus(this.status ?? 0)
  }
}

/** Whether a provider no longer returns a payment, so that the shop does by other means. */
export function isRefundWindowOver(
  provider: Pick<PaymentProvider, 'refundWindowDays'> | undefined,
  receivedAt: Date,
  now: Date,
): boolean {
  return (
    provider?.refundWindowDays !== undefined &&
    now.getTime() - receivedAt.getTime() > provider.refundWindowDays * 24 * 60 * 60_000
  )
}

/** Whether an HTTP status refuses the request for what it asks. */
export function isDefiniteRefusalStatus(status: number): boolean {
  return status >= 400 && status < 500 && ![401, 403, 408, 409, 423, 429].includes(status)
}

/** The provider's fault behind a refusal, or null. */
export function findProviderError(error: unknown): ProviderError | null {
  return error instanceof ShopError && error.cause instanceof ProviderError ? error.cause : null
}

/** Whether an error means that the provider left its caller waiting. */
export function isProviderTimeout(error: unknown): boolean {
  return findProviderError(error)?.isTimeout ?? false
}

export function createUnavailableError(cause: ProviderError): ShopError {
  return new ShopError('payment.unavailable', {}, { cause })
}
