import type { CircuitBreaker } from '../../platform/circuit-breaker.ts'
import { createCallGuard } from '../call-guard.ts'
import type { InspectablePixBank } from './api-pix.ts'
import type { PixBank } from './pix-bank.ts'

export function guardBank(bank: InspectablePixBank, breaker: CircuitBreaker) {
  const { guard, getCallStats } = createCallGuard(breaker)
  const guardedBank: PixBank = {
    createCharge: (charge, options) => guard(() => bank.createCharge(charge, options)),
    findCharge: (txid, options) => guard(() => bank.findCharge(txid, options)),
    listPaidCharges: (period) => guard(() => bank.listPaidCharges(period)),
    cancelCharge: (txid) => guard(() => bank.cancelCharge(txid)),
    refund: (refund) => guard(() => bank.refund(refund)),
    registerWebhook: (url) => guard(() => bank.registerWebhook(url)),
  }
  return { ...guardedBank, listCertificates: bank.listCertificates, getCallStats }
}
