import { formatMoney } from './format.ts'

/** A payment that its order could not take. */
export interface ReturnedPayment {
  /** What was received, and what the order asks. */
  amountCents: number
  dueCents: number
  reason: 'amount' | 'late' | 'second'
}

/** Why it goes back. */
export function formatReturnReason({ amountCents, dueCents, reason }: ReturnedPayment): string {
  const amount = formatMoney(amountCents)
  switch (reason) {
    case 'amount':
      return `Chegou um pagamento de ${amount}, mas o valor deste pedido é ${formatMoney(dueCents)}.`
    case 'late':
      return `Chegou um pagamento de ${amount} depois que este pedido terminou.`
    case 'second':
      return `Chegou outro pagamento de ${amount}, e este pedido já estava pago.`
  }
}

const formatDispute = (cents: number) =>
  `O pagamento de ${formatMoney(cents)} foi contestado junto ao banco do cartão, que o tomou de volta.`

interface ReceivedPayment {
  reference: string
  amountCents: number
  status: 'captured' | 'refund_due' | 'refunded'
  reason: ReturnedPayment['reason'] | null
  restCents: number
  bankRefunds: { id: string; amountCents: number; status: 'under_way' | 'returned' | 'failed'; isDispute: boolean }[]
}

/** What goes back of an order's payments, pending or done, and why; what was taken out of it is told apart. */
export function listRefundTexts(payments: ReceivedPayment[], dueCents: number): { key: string; text: string }[] {
  return payments.flatMap(({ reference, status, reason, amountCents, restCents, bankRefunds }) => {
    const bankTexts = bankRefunds.flatMap(({ id, status, amountCents, isDispute }) => {
      if (status === 'failed') return []
      if (isDispute) return { key: `${reference} ${id}`, text: formatDispute(amountCents) }
      const verb = status === 'returned' ? 'devolveu' : 'está devolvendo'
      return { key: `${reference} ${id}`, text: `O banco ${verb} ${formatMoney(amountCents)} por conta própria.` }
    })
    if (status === 'captured' || restCents === 0) return bankTexts
    const reasonText = reason === null ? '' : `${formatReturnReason({ amountCents, dueCents, reason })} `
    const verb = status === 'refunded' ? 'Devolvemos' : 'Estamos devolvendo'
    return [
      ...bankTexts,
      { key: reference, text: `${reasonText}${verb} ${formatMoney(restCents)} pelo mesmo meio de pagamento.` },
    ]
  })
}
