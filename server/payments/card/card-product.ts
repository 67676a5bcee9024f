import { toDecimalAmount } from '../amounts.ts'
import { calculateInstallments } from '../installments.ts'
import type { OrderProduct } from './order-product.ts'

/** What is paid on another day, or from a balance: an order waits half an hour, and Pix is a method of its own. */
const excludedPaymentTypes = ['ticket', 'bank_transfer', 'atm', 'account_money', 'digital_currency']
/** More than the two clocks differ by, in seconds: a charge ends before its order does. */
const expiryMarginSeconds = 30

/** Cards on the hosted page: card numbers never touch the shop (PCI DSS, SAQ A). */
export const cardProduct: OrderProduct = {
  name: 'card',
  paymentTimeoutMinutes: 30,
  isDeclineFinal: false,
  disputeWindowDays: 180,
  buildOrder({ reference, orderId, amountCents, expiresInSeconds, message }, { origin, ...installmentLimits }) {
    const amount = toDecimalAmount(amountCents)
    const { count: installmentCount } = calculateInstallments(amountCents, installmentLimits)
    const returnUrl = `${origin}/checkout/${orderId}/cartao?voltei`
    return {
      type: 'online',
      processing_mode: 'manual',
      total_amount: amount,
      external_reference: reference,
      expiration_time: `PT${Math.max(1, Math.floor((expiresInSeconds - expiryMarginSeconds) / 60))}M`,
      // One item without a product's name: a medicine's name would be health data (LGPD).
      items: [{ title: message, unit_price: amount, quantity: 1, unit_measure: 'unit', total_amount: amount }],
      config: {
        payment_method: {
          max_installments: installmentCount,
          installments: { interest_free: { type: 'range', values: [1, installmentCount] } },
          not_allowed_types: excludedPaymentTypes,
        },
        online: {
          success_url: returnUrl,
          failure_url: returnUrl,
          pending_url: returnUrl,
          auto_return: 'all',
          retries: { allowed: false },
        },
      },
    }
  },
  findPayable({ checkout_url }) {
    return /^(https:\/\/|\/sandbox\/)/.test(checkout_url ?? '') ? checkout_url : null
  },
  describePayment({ payment_method: method }) {
    const card = {
      brand: method?.id ?? null,
      lastFour: method?.last_four_digits ?? null,
      installments: method?.installments ?? null,
    }
    return { method: 'card', card }
  },
}
