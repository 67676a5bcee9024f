/** Products of an order that are kept, and what was paid for them (cents). */
export interface CashbackLine {
  paidCents: number
  isPromoAllowed: boolean
  isMedicine: boolean
}

/**
 * In cents, rounded half up, of what was paid for kept products that may be promoted and are no medicines (RDC 96/2008, art. 10).
 * @param percent a whole number
 */
export function calculateCashback(lines: CashbackLine[], percent: number): number {
  const eligibleCents = lines
    .filter(({ isPromoAllowed, isMedicine }) => isPromoAllowed && !isMedicine)
    .reduce((sum, { paidCents }) => sum + paidCents, 0)
  return Math.floor((eligibleCents * percent + 50) / 100)
}

/** Cents of a credited cashback that are taken back: what is not due any more, as much as is left of it in the wallet. */
export function calculateCashbackReturn(creditedCents: number, dueCents: number, walletCents: number): number {
  return Math.max(0, Math.min(creditedCents - dueCents, walletCents))
}
