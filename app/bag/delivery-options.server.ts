import type { DeliveryOption } from '#server/delivery/delivery-quote.ts'
import { atHour, formatHours, formatRelativeDay, formatTime, toIsoDay } from '../texts/dates.ts'
import { deliveryOptionTexts as texts } from '../texts/delivery-options.ts'
import { formatMoney } from '../texts/format.ts'
import { formatOpeningStatus } from '../texts/stores.ts'
import { simpleMethodOptions, toDeliveryChoiceValue } from '../ui/delivery-choice/delivery-choice.ts'

export interface DeliveryOptionsView {
  simpleOptions: { value: string; label: string; detail: string; feeText: string }[]
  days: { label: string; windows: { value: string; label: string; isFull: boolean }[] }[]
  windowFeeText: string
  /** What the branch that delivers lacks; null where it has all. */
  missingForDelivery: string | null
  stores: StoreView[]
  /** The value of the one that counts. */
  selectedValue: string
  /** The line of the totals. */
  deliveryLabel: string
  arrivalText: string
  /** When options arrive, as instants that the order confirms: those of windows stand still, but for the one that counts. */
  arrivals: { value: string; arrivesAt: string }[]
  isPickup: boolean
}

interface StoreView {
  value: string
  name: string
  address: string
  openingStatusText: string
  readyText: string
  itemsTotalText: string
  /** Why it can't be chosen; null where it can. */
  unavailableReason: string | null
}

export function toDeliveryOptionsView(
  options: DeliveryOption[],
  selectedOption: DeliveryOption,
  now: Date,
): DeliveryOptionsView {
  const windows = options.filter(({ choice }) => choice.method === 'window')
  return {
    simpleOptions: options.flatMap((option) => toSimpleOptions(option, now)),
    days: groupByDay(windows, now),
    windowFeeText: windows[0] ? formatFee(windows[0]) : '',
    missingForDelivery: formatMissing(options.find(({ choice }) => choice.method !== 'pickup')),
    stores: options.filter(({ choice }) => choice.method === 'pickup').map((option) => toStoreView(option, now)),
    selectedValue: toDeliveryChoiceValue(selectedOption.choice),
    deliveryLabel: selectedOption.store ? texts.pickupIn(selectedOption.store.name) : texts.delivery,
    arrivalText: formatArrival(selectedOption, now),
    arrivals: options
      .filter((option) => option.choice.method !== 'window' || option === selectedOption)
      .map(({ choice, deliveryPromise: { to } }) => ({
        value: toDeliveryChoiceValue(choice),
        arrivesAt: to.toISOString(),
      })),
    isPickup: selectedOption.choice.method === 'pickup',
  }
}

function toSimpleOptions(option: DeliveryOption, now: Date): DeliveryOptionsView['simpleOptions'] {
  const { choice, deliveryPromise } = option
  if (choice.method === 'window' || choice.method === 'pickup') return []
  return [
    {
      value: toDeliveryChoiceValue(choice),
      label: deliveryPromise.from
        ? texts.firstDelivery(formatRelativeDay(deliveryPromise.from, now))
        : simpleMethodOptions[choice.method].label,
      detail: [formatMissing(option) ?? formatArrival(option, now), formatAmountUntilFreeDelivery(option)]
        .filter(Boolean)
        .join('. '),
      feeText: formatFee(option),
    },
  ]
}

function groupByDay(windows: DeliveryOption[], now: Date): DeliveryOptionsView['days'] {
  const windowsByDay = new Map<string, DeliveryOption[]>()
  for (const option of windows) {
    const day = toIsoDay(option.deliveryPromise.from ?? option.deliveryPromise.to)
    windowsByDay.set(day, [...(windowsByDay.get(day) ?? []), option])
  }
  return [...windowsByDay.values()].map((dayWindows) => ({
    label: formatRelativeDay(dayWindows[0]?.deliveryPromise.from ?? now, now),
    windows: dayWindows.map(({ choice, deliveryPromise, obstacle }) => ({
      value: toDeliveryChoiceValue(choice),
      label: texts.timeRange(
        formatTime(deliveryPromise.from ?? deliveryPromise.to),
        atHour(formatTime(deliveryPromise.to)),
      ),
      isFull: obstacle !== null,
    })),
  }))
}

function toStoreView(option: DeliveryOption, now: Date): StoreView {
  const { choice, store, deliveryPromise } = option
  const { name = '', address = '', isOpen = false, changesAt = null, itemsCents = 0 } = store ?? {}
  return {
    value: toDeliveryChoiceValue(choice),
    name,
    address,
    openingStatusText: formatOpeningStatus({ isOpen, changesAt }, now),
    readyText: texts.readyBy(formatRelativeDay(deliveryPromise.to, now), formatTime(deliveryPromise.to)),
    itemsTotalText: texts.productsAtStore(formatMoney(itemsCents)),
    unavailableReason: formatMissing(option),
  }
}

function formatMissing(option: DeliveryOption | undefined): string | null {
  if (!option) return null
  if (option.amountUntilMinimumCents > 0) return texts.amountUntilMinimum(formatMoney(option.amountUntilMinimumCents))
  return option.missingProductNames.length > 0 ? texts.missingProducts(option.missingProductNames) : null
}

function formatArrival({ choice, deliveryPromise: { from, to } }: DeliveryOption, now: Date): string {
  const day = formatRelativeDay(to, now)
  if (choice.method === 'pickup') return texts.readyBy(day, formatTime(to))
  return from && choice.method === 'window'
    ? texts.deliveryInWindow(day, formatHours(formatTime(from), formatTime(to)))
    : texts.deliveryUntil(day, formatTime(to))
}

function formatFee({ feeCents }: DeliveryOption): string {
  return feeCents === 0 ? texts.free : formatMoney(feeCents)
}

function formatAmountUntilFreeDelivery({ amountUntilFreeDeliveryCents }: DeliveryOption): string {
  return amountUntilFreeDeliveryCents > 0 ? texts.amountUntilFree(formatMoney(amountUntilFreeDeliveryCents)) : ''
}
