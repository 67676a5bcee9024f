import type { NewCharge, PaymentProvider, ProviderPayment } from '../../ports/payment-provider.ts'
import type { CardSettings } from './card-settings.ts'
import type { CardOrderAnswer, NewCardOrder, NewPixOrder, OrderPayment } from './mercado-pago.schemas.ts'

/** What of Mercado Pago's orders differs between those paid by card and those paid by Pix. */
export interface OrderProduct
  extends Pick<
    PaymentProvider,
    'name' | 'paymentTimeoutMinutes' | 'isDeclineFinal' | 'disputeWindowDays' | 'refundWindowDays'
  > {
  buildOrder(charge: NewCharge, settings: CardSettings): NewCardOrder | NewPixOrder
  /** What the shopper pays with; null where the order has none, or one that cannot be used. */
  findPayable(order: CardOrderAnswer): string | null
  describePayment(payment: OrderPayment): Pick<ProviderPayment, 'method' | 'card'>
}
