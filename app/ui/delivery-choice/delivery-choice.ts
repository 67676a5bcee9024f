import type { DeliveryChoice, SimpleDeliveryMethod } from '#server/delivery/delivery-quote.ts'
import { deliveryOptionTexts } from '../../texts/delivery-options.ts'

export const simpleMethodOptions: Record<SimpleDeliveryMethod, { value: string; label: string }> =
  deliveryOptionTexts.fixedOptions

/** The value of the field `delivery_option`: `agora`, `janela-12`, `retirada-3`. */
export function toDeliveryChoiceValue(choice: DeliveryChoice): string {
  if (choice.method === 'window') return `janela-${choice.windowId}`
  return choice.method === 'pickup' ? `retirada-${choice.branchId}` : simpleMethodOptions[choice.method].value
}

/** @returns undefined for what is no such value */
export function parseDeliveryChoice(value: unknown): DeliveryChoice | undefined {
  const [, method, id] = /^(janela|retirada)-(\d{1,10})$/.exec(String(value ?? '')) ?? []
  if (method === 'janela') return { method: 'window', windowId: Number(id) }
  if (method === 'retirada') return { method: 'pickup', branchId: Number(id) }
  const simpleMethod = Object.entries(simpleMethodOptions).find(([, option]) => option.value === value)
  return simpleMethod && { method: simpleMethod[0] as SimpleDeliveryMethod }
}
