import type { Shop } from '#server/shop.ts'
import { formatInstallments } from '../texts/payment-methods.ts'

/**
 * "em até 3× de R$ 12,30 sem juros"; null where cards are not taken, or only in one part, and with a prescription item: of these the law
 * allows the price, and nothing that praises it (RDC 44/2009, art. 54).
 */
export function formatInstallmentsHint(
  { payments }: Shop,
  amountCents: number,
  requiresPrescription: boolean,
): string | null {
  const installments = requiresPrescription ? null : payments.calculateInstallments(amountCents)
  return installments && installments.count > 1 ? formatInstallments(installments) : null
}
