import {
  atHour,
  formatDateAndTime,
  formatHours,
  formatRelativeDay,
  formatTime,
  formatWeekday,
  fromHour,
  toIsoDay,
} from './dates.ts'
import { countDaysBetween } from './days.ts'
import { formatDeliveryEstimate, noticeTexts } from './pages.ts'

/** What of a branch decides when it delivers. */
interface DeliveringBranch {
  /** When it opens next; null while it is open, and where it opens no more. */
  opensAt: Date | null
  /** By when it brings what is ordered now; null where it opens no more. */
  promisesBy: Date | null
  shippingEstimateMinutes: number
}

/** When an order placed now arrives, in one text that every page shows alike. */
export function formatDeliveryTime(branch: DeliveringBranch, now: Date): string {
  const { opensAt, promisesBy, shippingEstimateMinutes } = branch
  if (!promisesBy) return 'Sem entregas no momento'
  if (opensAt) return `Entregamos ${formatDayAndOpening(opensAt, now)}`
  if (isDoneBeforeClosing(branch, now)) return `Chega em até ${formatDeliveryEstimate(shippingEstimateMinutes)}`
  return formatArrival({ from: null, to: promisesBy }, now)
}

/** The answer to a postal code. */
export function formatZipcodeConfirmation(branch: DeliveringBranch, zipcode: string, now: Date): string {
  const delivery = `Entregamos no CEP ${zipcode}`
  if (branch.opensAt) return `${delivery} ${formatNextOpening(branch.opensAt, now)}.`
  if (branch.promisesBy && !isDoneBeforeClosing(branch, now))
    return `${delivery}. ${formatArrival({ from: null, to: branch.promisesBy }, now)}.`
  return `${delivery} em até ${formatDeliveryEstimate(branch.shippingEstimateMinutes)}.`
}

/** Whether what is ordered now arrives before the branch closes: in its usual time, not the rest of it on another day. */
function isDoneBeforeClosing({ promisesBy, shippingEstimateMinutes }: DeliveringBranch, now: Date): boolean {
  return promisesBy !== null && promisesBy.getTime() <= now.getTime() + shippingEstimateMinutes * 60_000
}

/** `Chega hoje, até 14h30`; in a window, `Chega amanhã, das 8h às 10h`. */
export function formatArrival({ from, to }: { from: Date | null; to: Date }, now: Date): string {
  const day = formatRelativeDay(to, now).toLowerCase()
  return from ? `Chega ${day}, ${formatHours(formatTime(from), formatTime(to))}` : `Chega ${day}, até ${formatTime(to)}`
}

/** `quarta-feira, 11 de março, das 14h às 16h`: in a letter, which is read on another day. */
export function formatPromisedTime({ from, to }: { from: Date | null; to: Date }): string {
  const day = formatWeekday(to)
  return from ? `${day}, ${formatHours(formatTime(from), formatTime(to))}` : `${day}, até ${formatTime(to)}`
}

/** `hoje a partir das 7h`, `quarta-feira, 30 de dezembro, a partir das 7h`. */
function formatDayAndOpening(opensAt: Date, now: Date): string {
  const day = formatRelativeDay(opensAt, now).toLowerCase()
  return `${day}${day.includes(',') ? ',' : ''} a partir ${fromHour(formatTime(opensAt))}`
}

/** `a partir das 7h` of the next morning; `a partir de quarta-feira, 30 de dezembro, às 7h` of a later day. */
export function formatNextOpening(opensAt: Date, now: Date): string {
  const day = formatRelativeDay(opensAt, now).toLowerCase()
  return day.includes(',')
    ? `a partir de ${day}, ${atHour(formatTime(opensAt))}`
    : `a partir ${fromHour(formatTime(opensAt))}`
}

/** Above every page while the branch is closed: the specification's sentence where the next morning is meant. */
export function formatClosedNotice(opensAt: Date | null, now: Date): string {
  if (!opensAt) return noticeTexts.closedForGood
  const isMorning =
    countDaysBetween(toIsoDay(now), toIsoDay(opensAt)) <= 1 && Number.parseInt(formatTime(opensAt), 10) < 12
  return isMorning ? noticeTexts.closedNotice : noticeTexts.closedUntil(formatDayAndOpening(opensAt, now))
}

/** What of an order decides when its customer has it. */
interface PromisedOrder {
  type: 'delivery' | 'pickup'
  address: { addressType: string }
  deliveryPromise: { from: Date | null; to: Date } | null
  revisedPromiseAt: Date | null
  pickup: { until: Date } | null
}

/** When an order arrives or can be picked up, by its own promise; until it has one, by what its branch promises now. */
export function describeOrderPromise(
  order: PromisedOrder,
  branch: DeliveringBranch,
  now: Date,
): { text: string; icon: 'delivery' | 'pin' } {
  const promise = order.revisedPromiseAt ? { from: null, to: order.revisedPromiseAt } : order.deliveryPromise
  if (order.type === 'delivery')
    return { text: promise ? formatArrival(promise, now) : formatDeliveryTime(branch, now), icon: 'delivery' }
  const store = `Retirada na loja ${order.address.addressType}`
  if (order.pickup)
    return { text: `${store}: pronto, guardamos até ${formatDateAndTime(order.pickup.until)}`, icon: 'pin' }
  return { text: promise ? `${store}: ${formatReadiness(promise.to, now)}` : store, icon: 'pin' }
}

function formatReadiness(readyAt: Date, now: Date): string {
  return `pronto ${formatRelativeDay(readyAt, now).toLowerCase()}, até ${formatTime(readyAt)}`
}
