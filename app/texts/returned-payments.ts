import { formatMoney } from './format.ts'

/** A payment that its order could not take. */
export interface PaymentFacts {
  /** What was received, and what the order asks. */
  amountCents: number
  dueCents: number
  reason: 'amount' | 'late' | 'second'
}

/** Why it goes back. */
export function returnReason({ amountCents, dueCents, reason }: PaymentFacts): string {
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

const disputed = (cents: number) =>
  `O pagamento de ${formatMoney(cents)} foi contestado junto ao banco do cartão, que o tomou de volta.`

interface ReceivedPayment {
  reference: string
  amountCents: number
  status: 'captured' | 'refund_due' | 'refunded'
  reason: PaymentFacts['reason'] | null
  restCents: number
  bankRefunds: { id: string; amountCents: number; status: 'under_way' | 'returned' | 'failed'; isDispute: boolean }[]
}

/** What goes back of an order's payments, pending or done, and why; what was taken out of it is told apart. */
export function refundTexts(payments: ReceivedPayment[], dueCents: number): { key: string; text: string }[] {
  return payments.flatMap(({ reference, status, reason, amountCents, restCents, bankRefunds }) => {
    const byBank = bankRefunds.flatMap(({ id, status, amountCents, isDispute }) => {
      if (status === 'failed') return []
      if (isDispute) return { key: `${reference} ${id}`, text: disputed(amountCents) }
      const verb = status === 'returned' ? 'devolveu' : 'está devolvendo'
      return { key: `${reference} ${id}`, text: `O banco ${verb} ${formatMoney(amountCents)} por conta própria.` }
    })
    if (status === 'captured' || restCents === 0) return byBank
    const why = reason === null ? '' : `${returnReason({ amountCents, dueCents, reason })} `
    const verb = status === 'refunded' ? 'Devolvemos' : 'Estamos devolvendo'
    return [
      ...byBank,
      { key: reference, text: `${why}${verb} ${formatMoney(restCents)} pelo mesmo meio de pagamento.` },
    ]
  })
}
