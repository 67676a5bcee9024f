import { parseMoney } from '../texts/money.ts'

/** Reais as people type them, `R$ 1.234,5` or `12`, in cents; null for what is no price above zero. */
export function parsePrice(text: string): number | null {
  return parseMoney(text, ',') || null
}
