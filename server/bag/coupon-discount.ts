import type { ShopErrorCode } from '../platform/errors.ts'
import { sumBy } from '../platform/sum-by.ts'
import type { BagLine } from './bag.ts'
import type { Coupon } from './coupon.ts'

/** Why a coupon does not hold today, for so little, or any more. @param today yyyy-MM-dd in São Paulo */
export function findCouponRefusal(
  { firstDay, lastDay, minimumCents, maxUses }: Coupon,
  useCount: number,
  eligibleCents: number,
  today: string,
): ShopErrorCode | null {
  if ((firstDay ?? today) > today || (lastDay ?? today) < today) return 'coupon.notToday'
  if (maxUses !== null && useCount >= maxUses) return 'coupon.usedUp'
  return eligibleCents < (minimumCents ?? 0) ? 'coupon.belowMinimum' : null
}

/** In cents, rounded half up, and at least one cent less than the total, so that there is always something to pay. */
export function calculateDiscountCents(
  { discountType, discountValue, maxDiscountCents }: Coupon,
  eligibleCents: number,
): number {
  const discountCents =
    discountType === 'amount' ? discountValue : Math.floor((eligibleCents * discountValue + 50) / 100)
  return Math.max(0, Math.min(discountCents, maxDiscountCents ?? discountCents, eligibleCents - 1))
}

type DiscountableLine = Pick<BagLine, 'totalCents'> & { product: Pick<BagLine['product'], 'isPromoAllowed'> }

/** What of a line a coupon counts for: RDC 44/2009 excludes prescription medicines. */
function eligibleCentsOf({ product, totalCents }: DiscountableLine): number {
  return product.isPromoAllowed ? totalCents : 0
}

export function sumEligibleCents(lines: DiscountableLine[]): number {
  return sumBy(lines, eligibleCentsOf)
}

/** What a coupon takes off each line, in cents. */
export function divideCoupon(couponDiscountCents: number, lines: DiscountableLine[]): number[] {
  return divideCents(couponDiscountCents, lines.map(eligibleCentsOf))
}

/** Divides cents by weights (largest remainder): the parts add up, and none is more than a cent away from its exact share. */
export function divideCents(cents: number, weights: number[]): number[] {
  const totalWeight = sumBy(weights, (weight) => weight)
  if (totalWeight === 0) return weights.map(() => 0)
  const shares = weights.map((weight) => Math.floor((cents * weight) / totalWeight))
  const byRemainder = weights
    .map((weight, index) => ({ index, remainder: (cents * weight) % totalWeight }))
    .sort((a, b) => b.remainder - a.remainder || a.index - b.index)
  const missingCents = cents - sumBy(shares, (share) => share)
  for (const { index } of byRemainder.slice(0, missingCents)) shares[index] = (shares[index] ?? 0) + 1
  return shares
}
