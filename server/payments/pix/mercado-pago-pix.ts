import { toDecimalAmount } from '../amounts.ts'
import type { OrderProduct } from '../card/order-product.ts'
import { parseBrCode } from './br-code.ts'

/** The shortest time that the provider takes, in minutes: an order ends before, and then closes its charge itself. */
const minExpiryMinutes = 30

/** Pix by the card's provider: its code is shown on the shop's own page, and its money comes to the same account. */
export const mercadoPagoPixProduct: OrderProduct = {
  name: 'pix_mercadopago',
  paymentTimeoutMinutes: 30,
  isDeclineFinal: true,
  // As of any Pix (`pix-provider.ts`).
  disputeWindowDays: 80,
  refundWindowDays: 90,
  buildOrder({ reference, orderId, amountCents, expiresInSeconds, message }, { origin }) {
    const amount = toDecimalAmount(amountCents)
    const minutes = Math.max(minExpiryMinutes, Math.ceil(expiresInSeconds / 60))
    return {
      type: 'online',
      processing_mode: 'automatic',
      total_amount: amount,
      external_reference: reference,
      description: message,
      // An address has to be given: one of the shop's own, since whose order it is concerns nobody there (LGPD).
      payer: { email: `pedido-${orderId}@${toMailDomain(origin)}` },
      transactions: {
        payments: [{ amount, payment_method: { id: 'pix', type: 'bank_transfer' }, expiration_time: `PT${minutes}M` }],
      },
    }
  },
  findPayable({ total_amount: amountCents, transactions }) {
    const code = transactions.payments
      .filter(({ amount }) => amount === amountCents)
      .map(({ payment_method }) => payment_method?.qr_code)
      .find((qrCode) => qrCode)
    return code && isReadable(code) ? code : null
  },
  describePayment: () => ({ method: 'pix' }),
}

/** A damaged code cannot be paid, and the shopper would not know why. */
function isReadable(code: string): boolean {
  try {
    parseBrCode(code)
    return true
  } catch {
    return false
  }
}

/** An address needs a domain: a machine's own name has none. */
function toMailDomain(origin: string): string {
  const { hostname } = new URL(origin)
  return /\.[a-z]{2,}$/i.test(hostname) ? hostname : 'example.com'
}
