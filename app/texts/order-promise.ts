import { formatDateAndTime, formatTime, relativeDay } from './dates.ts'
import { type DeliveryHours, deliveryHours } from './delivery.ts'

interface PromisedOrder {
  type: 'delivery' | 'pickup'
  address: { addressType: string }
  deliveryPromise: { from: Date | null; to: Date } | null
  pickup: { until: Date } | null
}

/** When an order arrives or can be picked up: a sentence, or, of one that is delivered at once, what its branch says now. */
export function orderPromise(order: PromisedOrder, branch: DeliveryHours, now: Date): DeliveryHours | string {
  const { deliveryPromise } = order
  if (order.type === 'pickup') {
    const store = `Retirada na loja ${order.address.addressType}`
    if (order.pickup) return `${store}: pronto, guardamos até ${formatDateAndTime(order.pickup.until)}`
    return deliveryPromise
      ? `${store}: pronto ${relativeDay(deliveryPromise.to, now).toLowerCase()}, até ${formatTime(deliveryPromise.to)}`
      : store
  }
  if (!deliveryPromise?.from) return deliveryHours(branch)
  return `Chega ${relativeDay(deliveryPromise.to, now).toLowerCase()}, das ${formatTime(deliveryPromise.from)} às ${formatTime(deliveryPromise.to)}`
}
