import * as doorPayments from '../orders/door-payments.ts'
import { toDecimalAmount } from '../payments/amounts.ts'
import { orderCommand } from './order-command.ts'
import { assertOrderSeen, seenOrder } from './seen-order.ts'

/**
 * What was taken where an order was handed over.
 * @param seenHash `seenOrder.status`
 */
export const receiveAtDoor = orderCommand({
  permission: 'orders.handle',
  action: 'orders.receiveAtDoor',
  async run(ctx, actor, order, receipt: { method: string; amountCents: number }, seenHash?: string) {
    assertOrderSeen(seenOrder.status(order), seenHash, order)
    return doorPayments.receiveAtDoor(ctx, order.id, receipt, { kind: 'staff', actor })
  },
  detail: (cents, { method }) => `${toDecimalAmount(cents)} ${method}`,
})

/**
 * Nobody took the order, or paid for it: it is back.
 * @param seenHash `seenOrder.status`
 */
export const returnFromDoor = orderCommand({
  permission: 'orders.handle',
  action: 'orders.returnFromDoor',
  async run(ctx, actor, order, seenHash?: string) {
    assertOrderSeen(seenOrder.status(order), seenHash, order)
    await doorPayments.returnFromDoor(ctx, order.id, { kind: 'staff', actor })
  },
})
