/** What the shop asks of a bank, whichever bank it is. `api-pix.ts` is the one implementation. */
export interface PixBank {
  /**
   * Makes a charge. Asked twice with the same txid there is still one charge.
   * @throws ShopError "payment.unavailable", its cause a BankFault
   */
  createCharge(charge: NewBankCharge): Promise<BankCharge>
  /**
   * @returns null when the bank knows no such charge
   * @throws ShopError "payment.unavailable", its cause a BankFault
   */
  findCharge(txid: string): Promise<BankCharge | null>
  /**
   * Takes a charge back, so that nobody can pay it any more. One that is paid, gone or unknown stays as it is.
   * @throws ShopError "payment.unavailable", its cause a BankFault
   */
  cancelCharge(txid: string): Promise<void>
  /**
   * Asks for money to go back to who paid it.
   * @throws ShopError "payment.unavailable", its cause a BankFault, also when the same id was used before
   */
  refund(refund: NewBankRefund): Promise<BankRefund>
  /**
   * Has the bank call `{url}/pix` whenever a Pix comes in.
   * @throws ShopError "payment.unavailable", its cause a BankFault
   */
  registerWebhook(url: string): Promise<void>
}

export interface NewBankCharge {
  /** 26 to 35 letters and digits, ours alone. */
  txid: string
  amountCents: number
  /** Seconds from now, at least 1. */
  expiresIn: number
  /** What the payer reads; at most 140 characters. */
  message: string
}

export interface BankCharge {
  txid: string
  amountCents: number
  /** Says nothing about expiry: a charge whose time has run out stays active. */
  status: 'active' | 'completed' | 'removed'
  /** Copia e cola; null where the bank no longer shows it. */
  pixCode: string | null
  /** What came in for it. */
  pix: BankPix[]
}

export interface BankPix {
  /** 32 letters and digits, unique among all Pix there are. */
  endToEndId: string
  amountCents: number
  receivedAt: Date
  refunds: BankRefund[]
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
  /** `failed`: the bank tried and could not; a new one with another id may be asked for. */
  status: 'underWay' | 'returned' | 'failed'
  requestedAt: Date | null
}

/** Why the bank was of no use, for the log. */
export class BankFault extends Error {
  /** The HTTP status, or null when no answer came. */
  readonly status: number | null

  constructor(message: string, status: number | null, cause?: unknown) {
    super(message, { cause })
    this.name = 'BankFault'
    this.status = status
  }

  /** The bank itself is down, as opposed to having said no to this one call. */
  get isAway(): boolean {
    return this.status === null || this.status >= 500
  }
}
