import type { CallOptions } from '../../ports/payment-provider.ts'

/** The port to a bank: what the shop needs of any bank. `api-pix.ts` is its only implementation. */
export interface PixBank {
  /**
   * Creates a charge. Idempotent by txid: a repeated call creates no second one.
   * @throws ShopError "payment.unavailable", its cause a ProviderError
   */
  createCharge(charge: NewBankCharge, options?: CallOptions): Promise<BankCharge>
  /**
   * @returns null when the bank has no such charge
   * @throws ShopError "payment.unavailable", its cause a ProviderError
   */
  findCharge(txid: string, options?: CallOptions): Promise<BankCharge | null>
  /**
   * The charges made in a period of the shop's receiver key that were paid, whoever made them, and those that cannot be read.
   * @throws ShopError "payment.unavailable", its cause a ProviderError
   */
  listPaidCharges(period: { from: Date; until: Date }): Promise<PaidCharge[]>
  /**
   * Cancels a charge, so that nobody can pay it any more. One that is paid, removed or unknown is left as it is.
   * @throws ShopError "payment.unavailable", its cause a ProviderError
   */
  cancelCharge(txid: string): Promise<void>
  /**
   * Requests a refund to the payer.
   * @throws ShopError "payment.unavailable", its cause a ProviderError, also when the same id was used before
   */
  refund(refund: NewBankRefund): Promise<BankRefund>
  /**
   * Registers a webhook: the bank calls `{url}/pix` whenever a Pix arrives.
   * @throws ShopError "payment.unavailable", its cause a ProviderError
   */
  registerWebhook(url: string): Promise<void>
}

export interface NewBankCharge {
  /** 26 to 35 letters and digits, unique among the shop's charges. */
  txid: string
  amountCents: number
  /** Seconds from now, at least 1. */
  expiresInSeconds: number
  /** What the payer reads; at most 140 characters. */
  message: string
}

export interface BankCharge {
  txid: string
  amountCents: number
  /** Independent of expiry: an expired charge is still active. */
  status: 'active' | 'completed' | 'removed'
  /** "Pix copia e cola"; null where the bank no longer returns it. */
  pixCode: string | null
  /** The payments received for it, as far as they could be read. */
  pix: BankPix[]
  /** What could not be read of it, and may be money. */
  unclearReason?: string
}

export interface PaidCharge {
  /** Null where it cannot be read. */
  txid: string | null
  /** What the payer read. */
  message: string
  pix: BankPix[]
  unclearReason?: string
}

export interface BankPix {
  /** By the standard 32 letters and digits, unique among all Pix payments of all banks. */
  endToEndId: string
  amountCents: number
  /** Null where the bank's time cannot be read. */
  receivedAt: Date | null
  refunds: BankRefund[]
  /** Some of its refunds could not be read: what went back is not known. */
  hasUnclearRefunds?: boolean
}

/** A certificate of a connection to the bank: the shop's own, or one that the bank showed last. */
export interface BankCertificate {
  name: string
  expiresAt: Date
}

export interface NewBankRefund {
  endToEndId: string
  /** 1 to 35 letters and digits, unique within the Pix. */
  id: string
  amountCents: number
  /** What the payer reads; at most 140 characters. */
  message: string
}

export interface BankRefund {
  id: string
  amountCents: number
  /** `failed`: the bank could not complete it; a new one with another id may be requested. */
  status: 'pending' | 'returned' | 'failed'
  requestedAt: Date | null
}
