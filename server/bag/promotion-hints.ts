import { promotionTexts } from '../../app/texts/promotions.ts'
import type { ApplicablePromotion } from '../catalogue/bag-promotions/bag-promotions.ts'
import { sumBy } from '../platform/sum-by.ts'
import { applyPromotions, type PromotableLine } from './apply-promotions.ts'

export interface HintableLine extends PromotableLine {
  /** As many units as a customer may have of it. */
  maxQuantity: number
}

/** What a few units more of a line would bring. */
export interface PromotionHint {
  promotionId: number
  units: number
  /** Beyond what these units cost less by themselves. */
  savedCents: number
  text: string
}

/** In a bag: each divides the units of a line, and of those that share a promotion with it, anew. */
const maxTries = 40

/**
 * For each product of a bag for which it pays to take some units more, the promotion that saves most per unit that is added, as the
 * bag would then be divided. No hint is given that would not come true: of a promotion that another one outdoes, or above the stock.
 */
export function findPromotionHints(
  lines: HintableLine[],
  promotions: ApplicablePromotion[],
  visitor: { now: Date; isMember: boolean },
): Map<number, PromotionHint> {
  const candidates = promotions.flatMap((promotion) => listCandidates(promotion, lines)).slice(0, maxTries)
  const hints = new Map<number, PromotionHint>()
  for (const { line, promotion, text, units } of candidates) {
    const quantity = line.quantity + units
    const connectedLines = listConnectedLines(line, lines, promotions)
    const discounts = applyPromotions(connectedLines, promotions, visitor)
    const moreLines = connectedLines.map((each) => (each === line ? { ...each, quantity } : each))
    const moreDiscounts = applyPromotions(moreLines, promotions, visitor)
    const savedCents =
      sumBy(moreDiscounts, ({ cents }) => cents) -
      sumBy(discounts, ({ cents }) => cents) -
      units * (line.fullPriceCents - line.priceCents)
    const takesMore = countCents(moreDiscounts, promotion.id) > countCents(discounts, promotion.id)
    const hint = { promotionId: promotion.id, units, savedCents, text }
    if (savedCents > 0 && takesMore && isBetter(hint, hints.get(line.productId))) hints.set(line.productId, hint)
  }
  return hints
}

function listCandidates({ id, rule, productIds }: ApplicablePromotion, lines: HintableLine[]) {
  const runs = lines.filter(({ productId }) => productIds.includes(productId))
  const missing = rule.findMissing?.(runs.map((line) => ({ ...line, units: line.quantity })))
  if (!missing) return []
  const text = promotionTexts.missing(rule.title, missing.text)
  return runs
    .filter(({ quantity, maxQuantity }) => quantity + missing.units <= maxQuantity)
    .map((line) => ({ line, promotion: { id }, units: missing.units, text }))
}

/** Also by way of others. */
function listConnectedLines(
  line: HintableLine,
  lines: HintableLine[],
  promotions: ApplicablePromotion[],
): HintableLine[] {
  let productIds = new Set([line.productId])
  for (let size = 0; size < productIds.size; ) {
    size = productIds.size
    const sharing = promotions.filter((promotion) => promotion.productIds.some((id) => productIds.has(id)))
    productIds = new Set([...productIds, ...sharing.flatMap((promotion) => promotion.productIds)])
  }
  return lines.filter(({ productId }) => productIds.has(productId))
}

function countCents(discounts: ReturnType<typeof applyPromotions>, id: number): number {
  return sumBy(discounts, ({ promotionId, cents }) => (promotionId === id ? cents : 0))
}

function isBetter(hint: PromotionHint, other: PromotionHint | undefined): boolean {
  if (!other) return true
  const [perUnit, otherPerUnit] = [hint.savedCents * other.units, other.savedCents * hint.units]
  return perUnit === otherPerUnit
    ? hint.units - other.units < 0 || (hint.units === other.units && hint.promotionId < other.promotionId)
    : perUnit > otherPerUnit
}
