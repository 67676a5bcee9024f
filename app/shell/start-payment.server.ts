import type { Order } from '#server/orders/order.ts'
import type { PaymentWay } from '#server/orders/payment-way.ts'
import type { CookieChanges } from '../http/cookies.server.ts'
import type { CustomerFormContext } from '../http/define-form.server.ts'
import { createFlashMessage, isShopError } from '../http/responses.server.ts'
import { paymentTexts as texts } from '../texts/checkout.ts'
import { formatTime } from '../texts/dates.ts'

/** The ways that lead to a payment at once. */
export const providerWays = ['pix', 'card', 'external'] as const satisfies PaymentWay[]
type ProviderWay = (typeof providerWays)[number]

/** Where an order is paid by each way. */
const pathSegments: Record<ProviderWay, string> = { pix: '/pix', card: '/cartao?ir', external: '/externo' }

export function buildPaymentPath(orderId: number, way: ProviderWay): string {
  return `/checkout/${orderId}${pathSegments[way]}`
}

/**
 * Makes the charge of an order that was just placed, by the way its customer chose.
 * @returns where it is paid; where its provider makes no charge now, the page that lets another way be chosen, and says so
 */
export async function startPayment(
  { args, shop }: CustomerFormContext,
  order: Order,
  way: ProviderWay,
): Promise<{ to: string } & CookieChanges> {
  try {
    if (way !== 'external') await shop.payments.chargeOrder(order.customerId, order.id, way)
    return { to: buildPaymentPath(order.id, way) }
  } catch (error) {
    // It was sent twice, and is paid or over by now: its page leads to where it belongs.
    if (isShopError(error, 'order.notPayable')) return { to: `/checkout/${order.id}` }
    if (!isShopError(error, 'payment.unavailable')) throw error
    args.context.logger.warn({ id: args.context.requestId, err: error.cause ?? error }, 'no charge was made')
    const formatMessage = way === 'card' ? texts.cardUnavailable : texts.pixUnavailable
    const flash = createFlashMessage('error', formatMessage(formatTime(order.paymentDueAt)))
    return { to: `/checkout/${order.id}`, flash }
  }
}
