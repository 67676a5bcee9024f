import { ShopError } from '../platform/errors.ts'
import type { ChargeRow } from './payments.sql.ts'
import { BankFault } from './pix/pix-bank.ts'

/** The process's logger, for failures of the bank and for what only a person can resolve. */
export interface PaymentLog {
  warn(
    details: { txid: string; orderId?: number; err?: unknown } | { orderId: number; reference: string },
    message: string,
  ): void
}

export type BankReports = ReturnType<typeof createBankReports>

/** Runs work with the bank about one charge, and logs the bank's faults. */
export function createBankReports(log: PaymentLog) {
  return { withErrorLog, attempt }

  async function withErrorLog<Result>(
    { txid, order_id: orderId }: ChargeRow,
    work: () => Promise<Result>,
  ): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      const fault = bankFault(error)
      if (fault) log.warn({ txid, orderId, err: fault }, 'a call to the bank failed')
      throw error
    }
  }

  /** @returns false when the bank is unavailable; true also when it answered with an error */
  async function attempt(charge: ChargeRow, work: () => Promise<void>): Promise<boolean> {
    try {
      await withErrorLog(charge, work)
      return true
    } catch (error) {
      const fault = bankFault(error)
      if (!fault) throw error
      return !fault.isUnavailable
    }
  }
}

/** The bank's fault behind a refusal, or null. */
export function bankFault(error: unknown): BankFault | null {
  return error instanceof ShopError && error.cause instanceof BankFault ? error.cause : null
}
