import { dueRefundOf, markRefundDue } from './incoming.ts'
import { markPartDue } from './partial-refunds.ts'

/** What payments do for an order: they know orders, not the other way round. */
export const orderMoney = { markRefundDue, dueRefundOf, markPartDue }
