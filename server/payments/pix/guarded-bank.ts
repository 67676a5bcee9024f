import { type Breaker, BreakerOpen } from '../../platform/breaker.ts'
import { ShopError } from '../../platform/errors.ts'
import { bankFault } from '../bank-reports.ts'
import type { CertifiedPixBank } from './api-pix.ts'
import { BankFault, type PixBank } from './pix-bank.ts'

const results = ['ok', 'refused', 'away', 'timeout', 'not_asked'] as const
type BankResult = (typeof results)[number]

/** Whether an error means that the bank left its caller waiting. */
export function isBankTimeout(error: unknown): boolean {
  return bankFault(error)?.isTimeout ?? false
}

/** Calls to the bank that ended alike, and how long they took together, in seconds. */
interface BankCalls {
  count: number
  seconds: number
}

/** A bank behind a circuit breaker, which counts its calls by their result. */
export function guardBank(bank: CertifiedPixBank, breaker: Breaker) {
  const calls = Object.fromEntries(results.map((result) => [result, { count: 0, seconds: 0 }])) as Record<
    BankResult,
    BankCalls
  >
  const guarded: PixBank = {
    createCharge: (charge, options) => guard(() => bank.createCharge(charge, options)),
    findCharge: (txid, options) => guard(() => bank.findCharge(txid, options)),
    listPaidCharges: (period) => guard(() => bank.listPaidCharges(period)),
    cancelCharge: (txid) => guard(() => bank.cancelCharge(txid)),
    refund: (refund) => guard(() => bank.refund(refund)),
    registerWebhook: (url) => guard(() => bank.registerWebhook(url)),
  }
  return { ...guarded, certificates: bank.certificates, traffic: () => ({ breaker: breaker.state(), calls }) }

  async function guard<Result>(call: () => Promise<Result>): Promise<Result> {
    const start = performance.now()
    const note = (result: BankResult) => {
      calls[result].count += 1
      calls[result].seconds += (performance.now() - start) / 1000
    }
    try {
      const answer = await breaker.run(call)
      note('ok')
      return answer
    } catch (error) {
      note(resultOf(error))
      if (!(error instanceof BreakerOpen)) throw error
      const { message, retryAfterSeconds } = error
      throw new ShopError('payment.unavailable', { retryAfterSeconds }, { cause: new BankFault(message, null, error) })
    }
  }
}

function resultOf(error: unknown): BankResult {
  if (error instanceof BreakerOpen) return 'not_asked'
  const fault = bankFault(error)
  if (fault?.isTimeout) return 'timeout'
  return fault?.isUnavailable === false ? 'refused' : 'away'
}
