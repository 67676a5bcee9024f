import type { PaymentMethodDetails } from '../../app/texts/payment-methods.ts'
import type { Customers } from '../accounts/customers.ts'
import type { Addresses } from '../addresses/addresses.ts'
import type { Bags } from '../bag/bag.ts'
import type { Coupons } from '../bag/coupons.ts'
import type { Authorisations } from '../bag/programme/authorisations.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Database, Transaction } from '../database/connection.ts'
import type { Delivery } from '../delivery/delivery.ts'
import type { Mail } from '../mail/mail.ts'
import type { Clock } from '../platform/clock.ts'
import type { Prescriptions } from '../prescriptions/prescriptions.ts'
import type { Wallet } from '../wallet/wallet.ts'
import type { Webhooks } from '../webhooks/webhooks.ts'
import { createDeliveryUpdates, promisedDeliveryAt } from './delivery-updates.ts'
import { createEffects } from './effects.ts'
import { createLifecycle } from './lifecycle.ts'
import { createLots } from './lots.ts'
import { createOrderCommands, type DueRefund } from './order-commands.ts'
import { createOrderEmails } from './order-emails.ts'
import * as forms from './order-forms.ts'
import { createOrderQueries } from './order-queries.ts'
import { createPickup } from './pickup.ts'
import { createPlacement } from './placement.ts'
import { createProposals } from './proposals.ts'
import { createOrderReports } from './reports.ts'
import { createReroute } from './reroute.ts'
import { listRemainingStatuses } from './statuses.ts'
import { createWorkQueue } from './work-queue.ts'

export type Orders = ReturnType<typeof createOrders>

interface Deps {
  database: Database
  clock: Clock
  accounts: Customers
  catalogue: Catalogue
  bags: Bags
  coupons: Coupons
  authorisations: Authorisations
  prescriptions: Prescriptions
  delivery: Delivery
  addresses: Addresses
  mail: Mail
  wallet: Wallet
  webhooks: Pick<Webhooks, 'enqueueStatusChange' | 'enqueueOrderLate'>
  /** How long an order waits for its payment. */
  paymentTimeoutMinutes: number
  /** What payments do for an order: they know orders, not the other way round. */
  payments: {
    markRefundDue(tx: Transaction, orderId: number): Promise<unknown>
    findDueRefund(tx: Transaction, orderId: number): Promise<DueRefund>
    markPartialRefundDue(tx: Transaction, clock: Clock, orderId: number, amountCents: number): Promise<void>
    findPaymentMethod(tx: Transaction, orderId: number): Promise<PaymentMethodDetails | null>
  }
}

/** Orders, from placement to their final status. */
export function createOrders(deps: Deps) {
  const orderQueries = createOrderQueries(deps)
  const queue = createWorkQueue(deps)
  const emails = createOrderEmails({ ...deps, findPaymentMethod: deps.payments.findPaymentMethod })
  const effects = createEffects({ ...deps, ...deps.payments })
  const lifecycle = createLifecycle({ ...deps, effects, emails })
  const orderCommands = createOrderCommands({ ...deps, ...deps.payments, lifecycle, emails, orderQueries })
  return {
    forms,
    queue,
    emails,
    ...createDeliveryUpdates(deps),
    pickup: createPickup({ ...deps, lifecycle, emails }),
    proposals: createProposals({ ...deps, ...deps.payments, reroute: createReroute(deps), orderCommands, emails }),
    promisedDeliveryAt,
    ...orderCommands,
    reports: createOrderReports(deps.database),
    lots: createLots(deps.database),
    ...createPlacement({ ...deps, orderQueries, lifecycle, orderCommands }),
    getOrder: orderQueries.getOrder,
    listOrders: orderQueries.listOrders,
    countDelivered: orderQueries.countDelivered,
    listBoughtProductIds: orderQueries.listBoughtProductIds,
    listEvents: orderQueries.listEvents,
    getOrderAsPlaced: orderQueries.getOrderAsPlaced,
    listStatusHistory: orderQueries.listStatusHistory,
    listRemainingStatuses,
    listForOperator: orderQueries.listForOperator,
    findForOperator: orderQueries.findForOperator,
    listByIds: orderQueries.listByIds,
    findSummary: orderQueries.findSummary,
    findSummaries: orderQueries.findSummaries,
    listEndedWithoutPurchase: orderQueries.listEndedWithoutPurchase,
    assertNoOpenOrders: orderQueries.assertNoOpenOrders,
  }
}
