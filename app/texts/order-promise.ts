import { formatDateAndTime, formatRelativeDay, formatTime } from './dates.ts'
import { type DeliveryHours, pickDeliveryHours } from './delivery.ts'

interface PromisedOrder {
  type: 'delivery' | 'pickup'
  address: { addressType: string }
  deliveryPromise: { from: Date | null; to: Date } | null
  pickup: { until: Date } | null
}

/** When an order arrives or can be picked up: a text, or, of one that is delivered at once, its branch's delivery hours. */
export function describeOrderPromise(order: PromisedOrder, branch: DeliveryHours, now: Date): DeliveryHours | string {
  const { deliveryPromise } = order
  if (order.type === 'pickup') {
    const store = `Retirada na loja ${order.address.addressType}`
    if (order.pickup) return `${store}: pronto, guardamos até ${formatDateAndTime(order.pickup.until)}`
    return deliveryPromise
      ? `${store}: pronto ${formatRelativeDay(deliveryPromise.to, now).toLowerCase()}, até ${formatTime(deliveryPromise.to)}`
      : store
  }
  if (!deliveryPromise?.from) return pickDeliveryHours(branch)
  return `Chega ${formatRelativeDay(deliveryPromise.to, now).toLowerCase()}, das ${formatTime(deliveryPromise.from)} às ${formatTime(deliveryPromise.to)}`
}
