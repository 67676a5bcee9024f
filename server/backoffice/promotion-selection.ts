import * as promotions from '../catalogue/promotions.ts'
import { listMatchingIds } from '../catalogue/staff-products.ts'
import type { Context } from '../context.ts'
import { isValidDay, startOfShopDay } from '../platform/calendar.ts'
import { ShopError } from '../platform/errors.ts'

/** More than that is not one selection, but the shop. */
const maxPromotionProducts = 1_000

/** The products of a search that may have a promotion together. @throws ShopError "promotion.tooMany" */
export async function loadSelection(ctx: Context, term: string): Promise<promotions.PromotionSelection> {
  const ids = await listMatchingIds(ctx, term, maxPromotionProducts + 1)
  if (ids.length > maxPromotionProducts) throw new ShopError('promotion.tooMany', { max: maxPromotionProducts })
  return promotions.loadSelection(ctx, ids)
}

/** What a page shows of a selection: another promotion of its products is another state. */
export function toSeenSelection({ products, bagPromotionIds }: promotions.PromotionSelection) {
  return { products, bagPromotionIds }
}

/** From days as they are typed, both included. @throws ShopError "promotion.days", "promotion.over" */
export function parsePromotionPeriod(
  ctx: Context,
  firstDay: string,
  lastDay: string,
): { startsAt: Date; endsAt: Date | null } {
  const now = ctx.clock.now()
  const startsAt = firstDay === '' ? now : parseDayStart('firstDay', firstDay)
  if (lastDay === '') return { startsAt, endsAt: null }
  const endsAt = parseDayStart('lastDay', lastDay, 1)
  if (endsAt <= now) throw new ShopError('promotion.over', { input: 'lastDay' })
  if (endsAt <= startsAt) throw new ShopError('promotion.days', { input: 'lastDay' })
  return { startsAt, endsAt }
}

/** When the day begins that is `daysLater` days after the typed one. */
function parseDayStart(inputName: 'firstDay' | 'lastDay', day: string, daysLater = 0): Date {
  if (!isValidDay(day)) throw new ShopError('promotion.days', { input: inputName })
  return startOfShopDay(day, daysLater)
}
