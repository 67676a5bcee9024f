import { isValidDay, startOfShopDay } from '../platform/calendar.ts'
import { ShopError } from '../platform/errors.ts'

/**
 * From days as they are typed, both included; without a first one from now on, without a last one until somebody ends it.
 * @throws ShopError "promotion.days", "promotion.over"
 */
export function parsePromotionPeriod(
  now: Date,
  firstDay: string,
  lastDay: string,
): { startsAt: Date; endsAt: Date | null } {
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
