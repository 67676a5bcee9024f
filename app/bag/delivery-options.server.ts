import type { DeliveryOption } from '#server/delivery/quote.ts'
import { formatTime, relativeDay, toIsoDay } from '../texts/dates.ts'
import { optionTexts as texts } from '../texts/delivery-options.ts'
import { formatMoney } from '../texts/format.ts'
import { openingText } from '../texts/stores.ts'
import { choiceValue, simpleMethods } from './delivery-choice.ts'

/** The ways an order may take, in the words of the summary. */
export interface OptionsView {
  simple: { value: string; label: string; detail: string; fee: string }[]
  days: { label: string; windows: { value: string; label: string; isFull: boolean }[] }[]
  windowFee: string
  stores: StoreView[]
  /** The value of the one that counts. */
  choice: string
  /** The line of the totals. */
  label: string
  /** When it comes or is ready, in a sentence. */
  promise: string
  isPickup: boolean
}

interface StoreView {
  value: string
  name: string
  address: string
  hours: string
  ready: string
  total: string
  /** Why it can't be chosen; null where it can. */
  unavailableReason: string | null
}

export function toOptionsView(options: DeliveryOption[], current: DeliveryOption, now: Date): OptionsView {
  const windows = options.filter(({ choice }) => choice.way === 'window')
  return {
    simple: options.flatMap((option) => toSimpleOptions(option, now)),
    days: groupByDay(windows, now),
    windowFee: windows[0] ? feeText(windows[0]) : '',
    stores: options.filter(({ choice }) => choice.way === 'pickup').map((option) => toStoreView(option, now)),
    choice: choiceValue(current.choice),
    label: current.store ? texts.pickupIn(current.store.name) : texts.delivery,
    promise: promiseText(current, now),
    isPickup: current.choice.way === 'pickup',
  }
}

function toSimpleOptions(option: DeliveryOption, now: Date): OptionsView['simple'] {
  const { choice, promise } = option
  if (choice.way === 'window' || choice.way === 'pickup') return []
  return [
    {
      value: choiceValue(choice),
      label: promise.from ? texts.firstOf(relativeDay(promise.from, now)) : simpleMethods[choice.way].label,
      detail: [promiseText(option, now), missingForFreeText(option)].filter(Boolean).join('. '),
      fee: feeText(option),
    },
  ]
}

function groupByDay(windows: DeliveryOption[], now: Date): OptionsView['days'] {
  const days = new Map<string, DeliveryOption[]>()
  for (const option of windows) {
    const day = toIsoDay(option.promise.from ?? option.promise.to)
    days.set(day, [...(days.get(day) ?? []), option])
  }
  return [...days.values()].map((dayWindows) => ({
    label: relativeDay(dayWindows[0]?.promise.from ?? now, now),
    windows: dayWindows.map(({ choice, promise, obstacle }) => ({
      value: choiceValue(choice),
      label: texts.between(formatTime(promise.from ?? promise.to), formatTime(promise.to)),
      isFull: obstacle !== null,
    })),
  }))
}

function toStoreView({ choice, store, promise, lacks }: DeliveryOption, now: Date): StoreView {
  const { name = '', address = '', isOpen = false, changesAt = null, itemsCents = 0 } = store ?? {}
  return {
    value: choiceValue(choice),
    name,
    address,
    hours: openingText({ isOpen, changesAt }, now),
    ready: texts.readyBy(relativeDay(promise.to, now), formatTime(promise.to)),
    total: texts.productsThere(formatMoney(itemsCents)),
    unavailableReason: lacks.length > 0 ? texts.lacks(lacks) : null,
  }
}

function promiseText({ choice, promise: { from, to } }: DeliveryOption, now: Date): string {
  const day = relativeDay(to, now)
  if (choice.way === 'pickup') return texts.readyBy(day, formatTime(to))
  return from && choice.way === 'window'
    ? texts.inWindow(day, formatTime(from), formatTime(to))
    : texts.until(day, formatTime(to))
}

function feeText({ feeCents }: DeliveryOption): string {
  return feeCents === 0 ? texts.free : formatMoney(feeCents)
}

function missingForFreeText({ missingForFreeCents }: DeliveryOption): string {
  return missingForFreeCents > 0 ? texts.missingForFree(formatMoney(missingForFreeCents)) : ''
}
