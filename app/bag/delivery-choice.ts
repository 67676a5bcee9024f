import type { DeliveryChoice } from '#server/delivery/quote.ts'

export const optionField = 'delivery_option'
/** Of the button that works out the values anew. */
export const updateIntent = 'values'

/** The value of the field `delivery_option`: `agora`, `janela-12`, `retirada-3`. */
export function choiceValue(choice: DeliveryChoice): string {
  if (choice.way === 'now') return 'agora'
  return choice.way === 'window' ? `janela-${choice.windowId}` : `retirada-${choice.branchId}`
}

/** @returns undefined for what is no such value */
export function readChoice(value: unknown): DeliveryChoice | undefined {
  const [, way, id] = /^(agora|janela|retirada)(?:-(\d{1,10}))?$/.exec(String(value ?? '')) ?? []
  if (way === 'agora') return { way: 'now' }
  if (way === 'janela' && id) return { way: 'window', windowId: Number(id) }
  return way === 'retirada' && id ? { way: 'pickup', branchId: Number(id) } : undefined
}
