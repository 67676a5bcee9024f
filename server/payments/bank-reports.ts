import { ShopError } from '../errors.ts'
import type { OwnCharge } from './payments.sql.ts'
import { BankFault } from './pix-bank.ts'

/** Where a bank that fails is reported, and what only a person can see to: the process's logger. */
export interface PaymentLog {
  warn(details: { txid: string; err?: unknown } | { orderId: number; reference: string }, message: string): void
}

export type BankReports = ReturnType<typeof openBankReports>

/** Work with the bank about one charge, each fault of the bank in the log. */
export function openBankReports(log: PaymentLog) {
  return { reporting, attempt }

  async function reporting<Result>({ txid }: OwnCharge, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      const fault = bankFault(error)
      if (fault) log.warn({ txid, err: fault }, 'the bank was of no use')
      throw error
    }
  }

  /** @returns false when the bank is unavailable; true also when it answered with an error */
  async function attempt(own: OwnCharge, work: () => Promise<void>): Promise<boolean> {
    try {
      await reporting(own, work)
      return true
    } catch (error) {
      const fault = bankFault(error)
      if (!fault) throw error
      return !fault.isAway
    }
  }
}

function bankFault(error: unknown): BankFault | null {
  return error instanceof ShopError && error.cause instanceof BankFault ? error.cause : null
}
