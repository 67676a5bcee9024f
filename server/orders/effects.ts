import type { CouponService } from '../bag/coupons.ts'
import type { LaboratoryAuthorisationService } from '../bag/programme/laboratory-authorisations.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { StockLine } from '../catalogue/types.ts'
import type { Transaction } from '../database/connection.ts'
import type { DeliveryService } from '../delivery/delivery.ts'
import type { PrescriptionService } from '../prescriptions/prescriptions.ts'
import type { Purchase, WalletService } from '../wallet/wallet.ts'
import { assignPickupCodeAndDeadline } from './pickup-code.ts'
import { listRemainingLines } from './remaining-lines.ts'

/** What follows from an order's transition, each in the same transaction. */
export type TransitionEffects = Record<
  | 'restoreStock'
  | 'releaseCoupon'
  | 'releasePrescription'
  | 'releaseWindow'
  | 'promiseDelivery'
  | 'startPickup'
  | 'endPickup'
  | 'returnBalances'
  | 'refundPayment'
  | 'recordSales'
  | 'creditCashback'
  | 'reverseCashback'
  | 'confirmAuthorisations'
  | 'cancelAuthorisations',
  (tx: Transaction, orderId: number, at: Date) => Promise<void>
>

interface Deps {
  catalogue: Pick<Catalogue, 'restoreStock' | 'recordSales'>
  coupons: Pick<CouponService, 'releaseCoupon'>
  authorisations: Pick<LaboratoryAuthorisationService, 'markDelivered' | 'releaseUnits'>
  prescriptions: Pick<PrescriptionService, 'releaseFromOrder'>
  delivery: Pick<DeliveryService, 'releaseWindow' | 'getPromisedAt' | 'getBranchOrDefault'>
  wallet: Pick<WalletService, 'refundBalances' | 'creditCashback' | 'reverseCashback'>
  /** Marks what was paid for refund: payments know orders, not the other way round. */
  markRefundDue: (tx: Transaction, orderId: number) => Promise<unknown>
}

export function createTransitionEffects({
  catalogue,
  coupons,
  delivery,
  wallet,
  markRefundDue,
  ...otherDeps
}: Deps): TransitionEffects {
  const { authorisations, prescriptions } = otherDeps
  return {
    async restoreStock(tx, orderId) {
      const { branch_id } = await loadOrder(tx, orderId)
      await catalogue.restoreStock(tx, branch_id, await listStockLines(tx, orderId))
    },
    async releaseCoupon(tx, orderId) {
      const { coupon_code } = await loadOrder(tx, orderId)
      await coupons.releaseCoupon(tx, orderId, coupon_code)
    },
    releasePrescription: (tx, orderId) => prescriptions.releaseFromOrder(tx, orderId),
    async releaseWindow(tx, orderId) {
      const { delivery_window_id } = await loadOrder(tx, orderId)
      if (delivery_window_id !== null) await delivery.releaseWindow(tx, delivery_window_id)
    },
    async promiseDelivery(tx, orderId, at) {
      const { branch_id, order_type, promised_to } = await loadOrder(tx, orderId)
      if (promised_to !== null) return
      const promisedAt = await delivery.getPromisedAt(tx, { branchId: branch_id, orderType: order_type, paidAt: at })
      await tx.updateTable('orders').set({ promised_to: promisedAt.toISOString() }).where('id', '=', orderId).execute()
    },
    async startPickup(tx, orderId, at) {
      const { branch_id } = await loadOrder(tx, orderId)
      await assignPickupCodeAndDeadline(tx, orderId, await delivery.getBranchOrDefault(branch_id, tx), at)
    },
    /** Its code opens nothing any more. */
    async endPickup(tx, orderId) {
      await tx.updateTable('orders').set({ pickup_code: null }).where('id', '=', orderId).execute()
    },
    async returnBalances(tx, orderId) {
      const { customer_id, balance_cents } = await loadOrder(tx, orderId)
      await wallet.refundBalances(tx, { id: orderId, customerId: customer_id, balanceCents: balance_cents })
    },
    async refundPayment(tx, orderId) {
      await markRefundDue(tx, orderId)
    },
    recordSales: async (tx, orderId) => catalogue.recordSales(tx, await listStockLines(tx, orderId)),
    creditCashback: async (tx, orderId) => wallet.creditCashback(tx, await loadPurchase(tx, orderId)),
    reverseCashback: (tx, orderId) => wallet.reverseCashback(tx, orderId),
    confirmAuthorisations: (tx, orderId) => authorisations.markDelivered(tx, orderId),
    cancelAuthorisations: (tx, orderId) => authorisations.releaseUnits(tx, orderId),
  }
}

function loadOrder(tx: Transaction, orderId: number) {
  return tx
    .selectFrom('orders')
    .select(['branch_id', 'coupon_code', 'customer_id', 'balance_cents', 'coupon_discount_cents'])
    .select(['delivery_window_id', 'order_type', 'promised_to'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
}

/** What was taken out was not there, so it never returns. */
async function listStockLines(tx: Transaction, orderId: number): Promise<StockLine[]> {
  return listRemainingLines(tx, orderId)
}

async function loadPurchase(tx: Transaction, orderId: number): Promise<Purchase> {
  const { customer_id, coupon_discount_cents } = await loadOrder(tx, orderId)
  return {
    id: orderId,
    customerId: customer_id,
    couponDiscountCents: coupon_discount_cents,
    lines: await listRemainingLines(tx, orderId),
  }
}
