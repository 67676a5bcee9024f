/** What a shop allows: how many installments at most, and how many cents each has at least. */
export interface InstallmentLimits {
  maxInstallments: number
  minInstallmentCents: number
}

/** Installments without interest whose sum is the amount: the first has the cents that do not divide. */
export interface Installments {
  count: number
  firstCents: number
  eachCents: number
}

export function calculateInstallments(
  amountCents: number,
  { maxInstallments, minInstallmentCents }: InstallmentLimits,
): Installments {
  const count = Math.max(1, Math.min(maxInstallments, Math.floor(amountCents / Math.max(1, minInstallmentCents))))
  const eachCents = Math.floor(amountCents / count)
  return { count, firstCents: amountCents - eachCents * (count - 1), eachCents }
}
