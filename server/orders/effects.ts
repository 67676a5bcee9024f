import { releaseCoupon } from '../bag/coupons.ts'
import { markDelivered, releaseUnits } from '../bag/programme/laboratory-authorisations.ts'
import { loadProductRecords } from '../catalogue/products.ts'
import { recordSales, restoreStock, withdrawSales } from '../catalogue/stock.ts'
import type { StockLine } from '../catalogue/types.ts'
import type { TransactionContext } from '../context.ts'
import { getBranchOrDefault, getPromisedAt } from '../delivery/delivery.ts'
import { releaseWindow } from '../delivery/delivery-windows.ts'
import { releaseFromOrder } from '../prescriptions/claims.ts'
import { markRefundDue } from '../receipts/order-payments.ts'
import { refundBalances } from '../wallet/balances.ts'
import { calculateCashback } from '../wallet/cashback.ts'
import { settleCashback } from '../wallet/wallet.ts'
import { loadNet } from './order-net-loader.ts'
import { assignPickupCodeAndDeadline } from './pickup-code.ts'
import { listRemainingLines } from './remaining-lines.ts'
import { isInPhase } from './statuses.ts'

/** What follows from an order's transition, each in the same transaction. */
export const transitionEffects = {
  async restoreStock(ctx, orderId) {
    const { branch_id } = await loadOrder(ctx, orderId)
    await restoreStock(ctx, branch_id, await listStockLines(ctx, orderId))
  },
  async releaseCoupon(ctx, orderId) {
    const { coupon_id } = await loadOrder(ctx, orderId)
    await releaseCoupon(ctx, orderId, coupon_id)
  },
  releasePrescription(ctx, orderId) {
    return releaseFromOrder(ctx, orderId)
  },
  async releaseWindow(ctx, orderId) {
    const { delivery_window_id } = await loadOrder(ctx, orderId)
    if (delivery_window_id !== null) await releaseWindow(ctx, delivery_window_id)
  },
  async promiseDelivery(ctx, orderId, at) {
    const { branch_id, order_type, promised_to } = await loadOrder(ctx, orderId)
    if (promised_to !== null) return
    const promisedAt = await getPromisedAt(ctx, { branchId: branch_id, orderType: order_type, paidAt: at })
    await ctx.db
      .updateTable('orders')
      .set({ promised_to: promisedAt?.toISOString() ?? null })
      .where('id', '=', orderId)
      .execute()
  },
  async startPickup(ctx, orderId, at) {
    const { branch_id } = await loadOrder(ctx, orderId)
    await assignPickupCodeAndDeadline(ctx, orderId, await getBranchOrDefault(ctx, branch_id), at)
  },
  /** Its code opens nothing any more. */
  async endPickup(ctx, orderId) {
    await ctx.db.updateTable('orders').set({ pickup_code: null }).where('id', '=', orderId).execute()
  },
  async returnBalances(ctx, orderId) {
    const { customer_id, balance_cents } = await loadOrder(ctx, orderId)
    await refundBalances(ctx, { id: orderId, customerId: customer_id, balanceCents: balance_cents })
  },
  async refundPayment(ctx, orderId) {
    await markRefundDue(ctx, orderId)
  },
  async recordSales(ctx, orderId) {
    return recordSales(ctx, await listStockLines(ctx, orderId))
  },
  /** Only of an order that was paid were any recorded. */
  async withdrawSales(ctx, orderId) {
    const { paid_at } = await loadOrder(ctx, orderId)
    if (paid_at !== null) await withdrawSales(ctx, await listStockLines(ctx, orderId))
  },
  /** By what is kept: none of an order that is over. */
  async settleCashback(ctx, orderId) {
    const { customer_id, status } = await loadOrder(ctx, orderId)
    const { lines } = await loadNet(ctx, orderId)
    const products = await loadProductRecords(
      ctx,
      lines.map(({ productId }) => productId),
    )
    const keptLines = isInPhase(status, 'void') ? [] : lines
    const dueCents = calculateCashback(
      keptLines.flatMap(({ productId, paidCents }) => {
        const product = products.get(productId)
        return product ? [{ ...product, paidCents }] : []
      }),
    )
    await settleCashback(ctx, { id: orderId, customerId: customer_id }, dueCents)
  },
  confirmAuthorisations(ctx, orderId) {
    return markDelivered(ctx, orderId)
  },
  cancelAuthorisations(ctx, orderId) {
    return releaseUnits(ctx, orderId)
  },
} satisfies Record<string, (ctx: TransactionContext, orderId: number, at: Date) => Promise<void>>

function loadOrder(ctx: TransactionContext, orderId: number) {
  return ctx.db
    .selectFrom('orders')
    .select(['status', 'branch_id', 'coupon_id', 'customer_id', 'balance_cents', 'paid_at'])
    .select(['delivery_window_id', 'order_type', 'promised_to'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
}

/** What was taken out was not there, so it never returns. */
function listStockLines(ctx: TransactionContext, orderId: number): Promise<StockLine[]> {
  return listRemainingLines(ctx, orderId)
}
