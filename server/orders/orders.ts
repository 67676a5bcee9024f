import type { PaymentMethodDetails } from '../../app/texts/payment-methods.ts'
import type { CustomerService } from '../accounts/customers.ts'
import type { AddressService } from '../addresses/addresses.ts'
import type { BagService } from '../bag/bag.ts'
import type { CouponService } from '../bag/coupons.ts'
import type { LaboratoryAuthorisationService } from '../bag/programme/laboratory-authorisations.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Database, Transaction } from '../database/connection.ts'
import type { DeliveryService } from '../delivery/delivery.ts'
import type { MailService } from '../mail/mail.ts'
import type { Clock } from '../platform/clock.ts'
import type { PrescriptionService } from '../prescriptions/prescriptions.ts'
import type { WalletService } from '../wallet/wallet.ts'
import type { WebhookService } from '../webhooks/webhooks.ts'
import { createDeliveryUpdater, resolveDeliveryDueAt } from './delivery-updates.ts'
import { createTransitionEffects } from './effects.ts'
import { createFulfilmentQueue } from './fulfilment-queue.ts'
import { createOrderLifecycle } from './lifecycle.ts'
import { createLotService } from './lots.ts'
import { createOrderCommands, type DueRefund } from './order-commands.ts'
import { createOrderEmailService } from './order-emails.ts'
import * as forms from './order-forms.ts'
import { createOrderQueries } from './order-queries.ts'
import { createOrderRerouter } from './order-rerouter.ts'
import { createPickupService } from './pickup.ts'
import { createPlacementService } from './placement.ts'
import { createProposalService } from './proposals.ts'
import { createOrderReportQueries } from './reports.ts'
import { listRemainingStatuses } from './statuses.ts'

export type OrderService = ReturnType<typeof createOrderService>

interface Deps {
  database: Database
  clock: Clock
  customers: CustomerService
  catalogue: Catalogue
  bags: BagService
  coupons: CouponService
  authorisations: LaboratoryAuthorisationService
  prescriptions: PrescriptionService
  delivery: DeliveryService
  addresses: AddressService
  mail: MailService
  wallet: WalletService
  webhooks: Pick<WebhookService, 'enqueueStatusChange' | 'enqueueOrderLate'>
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
export function createOrderService(deps: Deps) {
  const orderQueries = createOrderQueries(deps)
  const queue = createFulfilmentQueue(deps)
  const emails = createOrderEmailService({ ...deps, findPaymentMethod: deps.payments.findPaymentMethod })
  const effects = createTransitionEffects({ ...deps, ...deps.payments })
  const lifecycle = createOrderLifecycle({ ...deps, effects, emails })
  const orderCommands = createOrderCommands({ ...deps, ...deps.payments, lifecycle, emails, orderQueries })
  return {
    forms,
    queue,
    emails,
    ...createDeliveryUpdater(deps),
    pickup: createPickupService({ ...deps, lifecycle, emails }),
    proposals: createProposalService({
      ...deps,
      ...deps.payments,
      rerouteOrder: createOrderRerouter(deps),
      orderCommands,
      emails,
    }),
    resolveDeliveryDueAt,
    ...orderCommands,
    reports: createOrderReportQueries(deps.database),
    lots: createLotService(deps.database),
    ...createPlacementService({ ...deps, orderQueries, lifecycle, orderCommands }),
    getOrder: orderQueries.getOrder,
    listOrders: orderQueries.listOrders,
    countDeliveredOrders: orderQueries.countDeliveredOrders,
    listBoughtProductIds: orderQueries.listBoughtProductIds,
    listEvents: orderQueries.listEvents,
    getOrderAsPlaced: orderQueries.getOrderAsPlaced,
    listStatusHistory: orderQueries.listStatusHistory,
    listRemainingStatuses,
    listNewestOrders: orderQueries.listNewestOrders,
    findOrder: orderQueries.findOrder,
    listByIds: orderQueries.listByIds,
    findSummary: orderQueries.findSummary,
    loadSummaries: orderQueries.loadSummaries,
    listVoidOrderIds: orderQueries.listVoidOrderIds,
    assertNoOpenOrders: orderQueries.assertNoOpenOrders,
  }
}
