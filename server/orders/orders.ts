import type { Customers } from '../accounts/customers.ts'
import type { Addresses } from '../addresses/addresses.ts'
import type { Bags } from '../bag/bag.ts'
import type { Coupons } from '../bag/coupons.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Database } from '../database/connection.ts'
import type { Delivery } from '../delivery/delivery.ts'
import type { Mail } from '../mail/mail.ts'
import type { Clock } from '../platform/clock.ts'
import type { Prescriptions } from '../prescriptions/prescriptions.ts'
import type { Wallet } from '../wallet/wallet.ts'
import type { Webhooks } from '../webhooks/webhooks.ts'
import { openOrderFigures } from './figures.ts'
import * as forms from './order-forms.ts'
import { openPlacement } from './placement.ts'
import { openProgress } from './progress.ts'
import { openQueue } from './queue.ts'
import { openRecords } from './records.ts'
import { removeUnits } from './removal.ts'
import { stepsAhead } from './statuses.ts'

export type Orders = ReturnType<typeof openOrders>

interface Parts {
  database: Database
  clock: Clock
  accounts: Customers
  catalogue: Catalogue
  bags: Bags
  coupons: Coupons
  prescriptions: Prescriptions
  delivery: Delivery
  addresses: Addresses
  mail: Mail
  wallet: Wallet
  webhooks: Pick<Webhooks, 'enqueue'>
  nativePayment: boolean
}

/** Orders, from placement to their final status. */
export function openOrders(parts: Parts) {
  const records = openRecords(parts)
  const queue = openQueue(parts)
  const progress = openProgress(parts)
  return {
    forms,
    queue,
    removeUnits,
    figures: openOrderFigures(parts.database),
    ...openPlacement({ ...parts, records, progress }),
    findOrder: records.findOrder,
    listOrders: records.listOrders,
    countDelivered: records.countDelivered,
    boughtProductIds: records.boughtProductIds,
    statusHistoryOf: records.statusHistoryOf,
    stepsAhead,
    listForOperator: records.listForOperator,
    findForOperator: records.findForOperator,
    markPaid: progress.markPaid,
    dueOrders: progress.dueOrders,
    expireOrder: progress.expireOrder,
    transition: progress.transition,
    stopReturned: progress.stopReturned,
    reportRemoval: progress.reportRemoval,
    reportReturn: progress.reportReturn,
    summaryOf: records.summaryOf,
    summariesOf: records.summariesOf,
    endedUnpaid: records.endedUnpaid,
    refuseUnderWay: records.refuseUnderWay,
  }
}
