import { formatDateAndTime, formatTime, relativeDay } from './dates.ts'
import { type DeliveryHours, deliveryHours } from './delivery.ts'

interface PromisedOrder {
  type: 'delivery' | 'pickup'
  address: { addressType: string }
  promise: { from: Date | null; to: Date } | null
  pickup: { until: Date } | null
}

/** When an order arrives or can be picked up: a sentence, or, of one that is delivered at once, what its branch says now. */
export function orderPromise(order: PromisedOrder, branch: DeliveryHours, now: Date): DeliveryHours | string {
  const { promise } = order
  if (order.type === 'pickup') {
    const store = `Retirada na loja ${order.address.addressType}`
    if (order.pickup) return `${store}: pronto, guardamos até ${formatDateAndTime(order.pickup.until)}`
    return promise
      ? `${store}: pronto ${relativeDay(promise.to, now).toLowerCase()}, até ${formatTime(promise.to)}`
      : store
  }
  if (!promise?.from) return deliveryHours(branch)
  return `Chega ${relativeDay(promise.to, now).toLowerCase()}, das ${formatTime(promise.from)} às ${formatTime(promise.to)}`
}
