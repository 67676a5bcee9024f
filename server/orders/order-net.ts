import { sumBy } from '../platform/sum-by.ts'
import type { PaymentReturns } from '../receipts/refund-amounts.ts'

/** What is needed of an order's line to tell what is left of it. */
export interface NetLine {
  productId: number
  /** As it was bought, or came in place of something else. */
  quantity: number
  /** Taken out before the order left. */
  shortPickedUnits: number
  /** Back since then, or paid back. */
  returnedUnits: number
  /** Per unit, before any discount. */
  fullPriceCents: number
  /** What promotions and the product's own discount took off all of its units. */
  discountCents: number
  /** What the coupon took off all of its units. */
  couponCents: number
}

/** What a promotion took off a line, or off an order's lines together. */
export interface LinePromotion {
  title: string
  /** Of the units that were bought, those that it needed. */
  units: number
  cents: number
}

/** An order as the figures below need it. */
export interface NetOrder {
  id: number
  isPaid: boolean
  /** It ended without a purchase: all of it went back. */
  isVoid: boolean
  totalCents: number
  balanceCents: number
  deliveryFeeCents: number
  /** Of the fee, what went back. */
  refundedFeeCents: number
  /** What was taken out of it before it was paid: nobody paid for that. */
  unchargedCents: number
}

/** What went back to gains and wallet, in cents. */
export interface BalanceReturns {
  partCents: number
  /** What was left when the order ended. */
  remainderCents: number
}

export interface KeptLine {
  productId: number
  units: number
  /** What their customer paid for these units. */
  paidCents: number
  discountCents: number
  couponCents: number
}

/** What is left of an order, in goods and in money (cents). An order that is over has the goods it had when it ended, and no money. */
export interface OrderNet {
  lines: KeptLine[]
  units: number
  /** The kept units' worth, as they were paid. */
  goodsCents: number
  couponCents: number
  deliveryFeeCents: number
  /** Goods and fee: what a till rings up. */
  keptCents: number
  paidCents: number
  paidBackCents: number
  /** What went back with the order's end: by the payment's own way, and to the balances. */
  endRefund: { providerCents: number; balanceCents: number }
  /** What the shop keeps, or is still to get: paid less paid back, and of an unpaid order what it asks. */
  netCents: number
  /** What lists show of it: the net, and of an order that is over what it came to when it ended. */
  listedCents: number
}

export const noBalanceReturns: BalanceReturns = { partCents: 0, remainderCents: 0 }

export function countKeptUnits(line: Pick<NetLine, 'quantity' | 'shortPickedUnits' | 'returnedUnits'>): number {
  return line.quantity - line.shortPickedUnits - line.returnedUnits
}

type LinePrice = Pick<KeptLine, 'paidCents' | 'discountCents' | 'couponCents'>

/**
 * What is paid for some of a line's units: their price less their share of discounts and coupon. The share of the units that are gone is
 * rounded down, for the customer, and the last unit has the rest of the cents: whatever the steps, they add up to what was paid.
 */
export function priceUnits(
  {
    quantity,
    fullPriceCents,
    discountCents,
    couponCents,
  }: Pick<NetLine, 'quantity' | 'fullPriceCents' | 'discountCents' | 'couponCents'>,
  units: number,
): LinePrice {
  const keptShareOf = (cents: number) => cents - Math.floor((cents * (quantity - units)) / quantity)
  // Rounded together, or a line that was all but free would come to less than nothing.
  const keptOffCents = keptShareOf(discountCents + couponCents)
  const keptCouponCents = keptShareOf(couponCents)
  return {
    paidCents: fullPriceCents * units - keptOffCents,
    discountCents: keptOffCents - keptCouponCents,
    couponCents: keptCouponCents,
  }
}

/** What is left of a line came to, before the coupon, in cents. */
export function calculateDiscountedCents(line: NetLine): number {
  const { paidCents, couponCents } = priceUnits(line, countKeptUnits(line))
  return paidCents + couponCents
}

/** What goes back where so many units of a line go, and the coupon's share that does not. */
export function priceDepartingUnits(line: NetLine, units: number): LinePrice {
  const keptUnits = countKeptUnits(line)
  const [before, after] = [priceUnits(line, keptUnits), priceUnits(line, keptUnits - units)]
  return {
    paidCents: before.paidCents - after.paidCents,
    discountCents: before.discountCents - after.discountCents,
    couponCents: before.couponCents - after.couponCents,
  }
}

/** What is left of an order. Pages, letters, reports, calls and cashback read it. */
export function calculateOrderNet(
  order: NetOrder,
  lines: NetLine[],
  payment: PaymentReturns,
  balances: BalanceReturns,
): OrderNet {
  const keptLines = lines.map((line) => {
    const units = countKeptUnits(line)
    return { productId: line.productId, units, ...priceUnits(line, units) }
  })
  const goodsCents = sumBy(keptLines, ({ paidCents }) => paidCents)
  const deliveryFeeCents = order.deliveryFeeCents - order.refundedFeeCents
  const keptCents = goodsCents + deliveryFeeCents
  const paidCents = order.isPaid ? order.totalCents - order.unchargedCents : order.balanceCents
  const returnedCents =
    payment.partCents + payment.unrequestedCents + payment.remainderCents + balances.partCents + balances.remainderCents
  const paidBackCents = order.isVoid ? paidCents : Math.min(paidCents, returnedCents)
  const netCents = order.isVoid || order.isPaid ? paidCents - paidBackCents : keptCents
  return {
    lines: keptLines,
    units: sumBy(keptLines, ({ units }) => units),
    goodsCents,
    couponCents: sumBy(keptLines, ({ couponCents }) => couponCents),
    deliveryFeeCents,
    keptCents,
    paidCents,
    paidBackCents,
    endRefund: { providerCents: payment.remainderCents, balanceCents: balances.remainderCents },
    netCents,
    listedCents: order.isVoid ? keptCents : netCents,
  }
}
