import type { Address } from '../addresses/addresses.ts'
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
    const { branchId } = await loadOrder(ctx, orderId)
    await restoreStock(ctx, branchId, await listStockLines(ctx, orderId))
  },
  async releaseCoupon(ctx, orderId) {
    const { couponId } = await loadOrder(ctx, orderId)
    await releaseCoupon(ctx, orderId, couponId)
  },
  releasePrescription(ctx, orderId) {
    return releaseFromOrder(ctx, orderId)
  },
  async releaseWindow(ctx, orderId) {
    const { deliveryWindowId } = await loadOrder(ctx, orderId)
    if (deliveryWindowId !== null) await releaseWindow(ctx, deliveryWindowId)
  },
  async promiseDelivery(ctx, orderId, at) {
    const { branchId, orderType, promiseEndsAt, deliveryAddress } = await loadOrder(ctx, orderId)
    if (promiseEndsAt !== null) return
    const { zipcode }: Pick<Address, 'zipcode'> = JSON.parse(deliveryAddress)
    const promisedAt = await getPromisedAt(ctx, { branchId, zipcode, orderType, paidAt: at })
    await ctx.db
      .updateTable('orders')
      .set({ promiseEndsAt: promisedAt ?? null })
      .where('id', '=', orderId)
      .execute()
  },
  async startPickup(ctx, orderId, at) {
    const { branchId } = await loadOrder(ctx, orderId)
    await assignPickupCodeAndDeadline(ctx, orderId, await getBranchOrDefault(ctx, branchId), at)
  },
  /** Its code opens nothing any more. */
  async endPickup(ctx, orderId) {
    await ctx.db.updateTable('orders').set({ pickupCode: null }).where('id', '=', orderId).execute()
  },
  async returnBalances(ctx, orderId) {
    const { customerId, balanceCents } = await loadOrder(ctx, orderId)
    await refundBalances(ctx, { id: orderId, customerId, balanceCents })
  },
  async refundPayment(ctx, orderId) {
    await markRefundDue(ctx, orderId)
  },
  async recordSales(ctx, orderId) {
    return recordSales(ctx, await listStockLines(ctx, orderId))
  },
  /** Only of an order that was paid were any recorded. */
  async withdrawSales(ctx, orderId) {
    const { paidAt } = await loadOrder(ctx, orderId)
    if (paidAt !== null) await withdrawSales(ctx, await listStockLines(ctx, orderId))
  },
  /** By what is kept: none of an order that is over. */
  async settleCashback(ctx, orderId) {
    const { customerId, status, cashbackPercent } = await loadOrder(ctx, orderId)
    const { lines } = await loadNet(ctx, orderId)
    const productIds = lines.map(({ productId }) => productId)
    const products = await loadProductRecords(ctx, productIds)
    const keptLines = isInPhase(status, 'void') ? [] : lines
    const dueCents = calculateCashback(
      keptLines.flatMap(({ productId, paidCents }) => {
        const product = products.get(productId)
        return product ? [{ ...product, paidCents }] : []
      }),
      cashbackPercent,
    )
    await settleCashback(ctx, { id: orderId, customerId }, dueCents)
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
    .select(['status', 'branchId', 'couponId', 'customerId', 'balanceCents', 'paidAt', 'cashbackPercent'])
    .select(['deliveryWindowId', 'orderType', 'promiseEndsAt', 'deliveryAddress'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
}

/** What was taken out was not there, so it never returns. */
function listStockLines(ctx: TransactionContext, orderId: number): Promise<StockLine[]> {
  return listRemainingLines(ctx, orderId)
}
