/** By what the shop returns money that cannot go back the way it came. */
export const refundMeansLabels: Record<string, string> = {
  transfer: 'Transferência bancária',
  pix: 'Pix feito pela loja',
  cash: 'Dinheiro, na loja',
  card: 'Estorno na maquininha ou na página do cartão',
  other: 'Outro meio',
}

const meansPhrases: Record<string, string> = {
  transfer: 'por transferência bancária',
  pix: 'por Pix',
  cash: 'em dinheiro',
  card: 'por estorno no cartão',
}

/** "por transferência bancária em 28/11", from a day as yyyy-MM-dd. */
export function formatRefundMeans({ means, day }: { means: string; day: string }): string {
  const [, month, dayOfMonth] = /^\d{4}-(\d\d)-(\d\d)$/.exec(day) ?? []
  return `${meansPhrases[means] ?? 'por outro meio'} em ${dayOfMonth}/${month}`
}
