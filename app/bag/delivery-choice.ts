import type { DeliveryChoice, SimpleWay } from '#server/delivery/quote.ts'
import { optionTexts } from '../texts/delivery-options.ts'

export const simpleMethods: Record<SimpleWay, { value: string; label: string }> = optionTexts.simple

/** The value of the field `delivery_option`: `agora`, `janela-12`, `retirada-3`. */
export function choiceValue(choice: DeliveryChoice): string {
  if (choice.way === 'window') return `janela-${choice.windowId}`
  return choice.way === 'pickup' ? `retirada-${choice.branchId}` : simpleMethods[choice.way].value
}

/** @returns undefined for what is no such value */
export function readChoice(value: unknown): DeliveryChoice | undefined {
  const [, way, id] = /^(janela|retirada)-(\d{1,10})$/.exec(String(value ?? '')) ?? []
  if (way === 'janela') return { way: 'window', windowId: Number(id) }
  if (way === 'retirada') return { way: 'pickup', branchId: Number(id) }
  const simple = Object.entries(simpleMethods).find(([, texts]) => texts.value === value)
  return simple && { way: simple[0] as SimpleWay }
}
