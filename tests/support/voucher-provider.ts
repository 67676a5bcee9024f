import { ShopError } from '../../server/platform/errors.ts'
import {
  type ChargeSnapshot,
  type PaymentProvider,
  ProviderError,
  type ProviderPayment,
} from '../../server/ports/payment-provider.ts'

interface Voucher {
  state: ChargeSnapshot['state']
  payments: ProviderPayment[]
}

/** A payment provider of the tests' own, in memory: what a fourth one needs. */
export function createVoucherProvider(clock: { now(): Date }) {
  const vouchers = new Map<string, Voucher>()
  const faults = { isAway: false }
  const voucherOf = (reference: string) => vouchers.get(reference) ?? { state: 'closed' as const, payments: [] }
  const provider: PaymentProvider = {
    name: 'voucher',
    paymentTimeoutMinutes: 30,
    isDeclineFinal: false,
    disputeWindowDays: 30,
    async startCharge({ reference }) {
      assertThere()
      if (!vouchers.has(reference)) vouchers.set(reference, { state: 'open', payments: [] })
      return { providerId: null, codeOrUrl: `voucher ${reference}` }
    },
    async readCharge({ reference }) {
      assertThere()
      const voucher = vouchers.get(reference)
      return voucher ? { ...structuredClone(voucher), codeOrUrl: `voucher ${reference}` } : null
    },
    async closeCharge({ reference }) {
      assertThere()
      const voucher = voucherOf(reference)
      if (voucher.state === 'open') voucher.state = 'closed'
    },
    async refund({ charge, payment, id, amountCents }) {
      assertThere()
      const refund = { id, amountCents, status: 'returned' as const, requestedAt: clock.now() }
      paymentOf(charge.reference, payment.reference)?.refunds.push(refund)
      return refund
    },
    handleWebhook: async ({ body }) => ({ references: [Buffer.from(body).toString()] }),
  }
  const isPayable = async (reference: string) => voucherOf(reference).state === 'open'
  return { provider, faults, pay, refuse, returnByItself, returned, isPayable }

  function assertThere(): void {
    if (!faults.isAway) return
    throw new ShopError('payment.unavailable', {}, { cause: new ProviderError('away', null) })
  }

  function paymentOf(reference: string, payment: string): ProviderPayment | undefined {
    return voucherOf(reference).payments.find((paid) => paid.reference === payment)
  }

  async function pay(reference: string, amountCents: number): Promise<void> {
    const payment = { reference: `V${reference}`, amountCents, receivedAt: clock.now(), method: null, refunds: [] }
    Object.assign(voucherOf(reference), { state: 'closed', payments: [payment] })
  }

  async function refuse(reference: string): Promise<void> {
    voucherOf(reference).state = 'refused'
  }

  async function returnByItself(reference: string, amountCents: number): Promise<void> {
    const refund = { id: 'theirs', amountCents, status: 'returned' as const, requestedAt: clock.now() }
    voucherOf(reference).payments[0]?.refunds.push(refund)
  }

  async function returned(reference: string): Promise<number> {
    const refunds = voucherOf(reference).payments.flatMap(({ refunds }) => refunds)
    return refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)
  }
}
