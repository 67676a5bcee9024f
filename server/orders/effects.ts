import type { Coupons } from '../bag/coupons.ts'
import type { Authorisations } from '../bag/programme/authorisations.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { StockLine } from '../catalogue/shapes.ts'
import type { Transaction } from '../database/connection.ts'
import type { Delivery } from '../delivery/delivery.ts'
import type { Prescriptions } from '../prescriptions/prescriptions.ts'
import type { Purchase, Wallet } from '../wallet/wallet.ts'
import { linesLeft } from './lines-left.ts'
import { keepForPickup } from './pickup-code.ts'

/** What follows from an order's step, each in the transaction of the step. */
export type Effects = Record<
  | 'returnStock'
  | 'releaseCoupon'
  | 'releasePrescription'
  | 'releaseWindow'
  | 'promise'
  | 'keepForPickup'
  | 'endPickup'
  | 'returnBalances'
  | 'refundPayment'
  | 'countSales'
  | 'creditCashback'
  | 'reverseCashback'
  | 'confirmAuthorisations'
  | 'cancelAuthorisations',
  (tx: Transaction, orderId: number, at: Date) => Promise<void>
>

interface Deps {
  catalogue: Pick<Catalogue, 'returnStock' | 'countSales'>
  coupons: Pick<Coupons, 'release'>
  authorisations: Pick<Authorisations, 'deliver' | 'releaseUnits'>
  prescriptions: Pick<Prescriptions, 'release'>
  delivery: Pick<Delivery, 'releaseWindow' | 'promiseFor' | 'findBranch'>
  wallet: Pick<Wallet, 'refundPayment' | 'creditCashback' | 'reverseCashback'>
  /** Marks what was paid for refund: payments know orders, not the other way round. */
  markRefundDue: (tx: Transaction, orderId: number) => Promise<unknown>
}

export function createEffects({ catalogue, coupons, delivery, wallet, markRefundDue, ...domains }: Deps): Effects {
  const { authorisations, prescriptions } = domains
  return {
    async returnStock(tx, orderId) {
      const { branch_id } = await orderOf(tx, orderId)
      await catalogue.returnStock(tx, branch_id, await stockTakenBy(tx, orderId))
    },
    async releaseCoupon(tx, orderId) {
      const { coupon_code } = await orderOf(tx, orderId)
      await coupons.release(tx, orderId, coupon_code)
    },
    releasePrescription: (tx, orderId) => prescriptions.release(tx, orderId),
    async releaseWindow(tx, orderId) {
      const { delivery_window_id } = await orderOf(tx, orderId)
      if (delivery_window_id !== null) await delivery.releaseWindow(tx, delivery_window_id)
    },
    async promise(tx, orderId, at) {
      const { branch_id, order_type, promised_to } = await orderOf(tx, orderId)
      if (promised_to !== null) return
      const promise = await delivery.promiseFor(tx, { branchId: branch_id, type: order_type, paidAt: at })
      await tx.updateTable('orders').set({ promised_to: promise.toISOString() }).where('id', '=', orderId).execute()
    },
    async keepForPickup(tx, orderId, at) {
      const { branch_id } = await orderOf(tx, orderId)
      await keepForPickup(tx, orderId, await delivery.findBranch(branch_id, tx), at)
    },
    /** Its code opens nothing any more. */
    async endPickup(tx, orderId) {
      await tx.updateTable('orders').set({ pickup_code: null }).where('id', '=', orderId).execute()
    },
    async returnBalances(tx, orderId) {
      const { customer_id, balance_cents } = await orderOf(tx, orderId)
      await wallet.refundPayment(tx, { id: orderId, customerId: customer_id, balanceCents: balance_cents })
    },
    async refundPayment(tx, orderId) {
      await markRefundDue(tx, orderId)
    },
    countSales: async (tx, orderId) => catalogue.countSales(tx, await stockTakenBy(tx, orderId)),
    creditCashback: async (tx, orderId) => wallet.creditCashback(tx, await purchaseOf(tx, orderId)),
    reverseCashback: (tx, orderId) => wallet.reverseCashback(tx, orderId),
    confirmAuthorisations: (tx, orderId) => authorisations.deliver(tx, orderId),
    cancelAuthorisations: (tx, orderId) => authorisations.releaseUnits(tx, orderId),
  }
}

function orderOf(tx: Transaction, orderId: number) {
  return tx
    .selectFrom('orders')
    .select(['branch_id', 'coupon_code', 'customer_id', 'balance_cents', 'coupon_discount_cents'])
    .select(['delivery_window_id', 'order_type', 'promised_to'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
}

/** What was taken out was not there, so it never returns. */
async function stockTakenBy(tx: Transaction, orderId: number): Promise<StockLine[]> {
  return linesLeft(tx, orderId)
}

async function purchaseOf(tx: Transaction, orderId: number): Promise<Purchase> {
  const { customer_id, coupon_discount_cents } = await orderOf(tx, orderId)
  return {
    id: orderId,
    customerId: customer_id,
    couponDiscountCents: coupon_discount_cents,
    lines: await linesLeft(tx, orderId),
  }
}
