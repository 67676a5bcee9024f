import { formatMoney } from './format.ts'
import { formatRefundMeans } from './refund-means.ts'

/** A payment that its order could not take. */
export interface ReturnedPayment {
  /** What was received, and what the order asks. */
  amountCents: number
  dueCents: number
  reason: 'amount' | 'late' | 'second'
  /** It was to pay what a change of the order costs besides. */
  isSurcharge?: boolean | undefined
}

/** Why it goes back. */
export function formatReturnReason({ amountCents, dueCents, reason, isSurcharge }: ReturnedPayment): string {
  const amount = formatMoney(amountCents)
  if (isSurcharge) return formatSurchargeReason(amount, reason)
  switch (reason) {
    case 'amount':
      return `Chegou um pagamento de ${amount}, mas o valor deste pedido é ${formatMoney(dueCents)}.`
    case 'late':
      return `Chegou um pagamento de ${amount} depois que este pedido terminou.`
    case 'second':
      return `Chegou outro pagamento de ${amount}, e este pedido já estava pago.`
  }
}

function formatSurchargeReason(amount: string, reason: ReturnedPayment['reason']): string {
  switch (reason) {
    case 'amount':
      return `Chegou um pagamento de ${amount} pela mudança do pedido, mas a diferença é outra.`
    case 'late':
      return `Chegou um pagamento de ${amount} pela mudança do pedido, quando ela já não era possível. O pedido segue como estava.`
    case 'second':
      return `Chegou outro pagamento de ${amount} pela mudança do pedido, que já estava paga.`
  }
}

const formatDispute = (cents: number, isLost: boolean) =>
  isLost
    ? `O pagamento de ${formatMoney(cents)} foi contestado junto ao banco do cartão, que o tomou de volta.`
    : `O pagamento de ${formatMoney(cents)} está em contestação junto ao banco do cartão.`

const formatRefusedRefund = (cents: number) =>
  `Não conseguimos devolver ${formatMoney(cents)} pelo mesmo meio de pagamento: vamos combinar outro modo.`

interface ReceivedPayment {
  reference: string
  amountCents: number
  status: 'captured' | 'refund_due' | 'refunded'
  reason: ReturnedPayment['reason'] | null
  isSurcharge: boolean
  restCents: number
  bankRefunds: { id: string; amountCents: number; status: 'under_way' | 'returned' | 'failed'; isDispute: boolean }[]
  refundsToSettle: { key: string; amountCents: number; refusal: { isFinal: boolean } | null }[]
  settlements: { id: number; amountCents: number; means: string; day: string }[]
}

/** What goes back of an order's payments, pending or done, and why; what was taken out of it is told apart. */
export function listRefundTexts(payments: ReceivedPayment[], dueCents: number): { key: string; text: string }[] {
  return payments.flatMap((payment) => {
    const { reference, status, reason, amountCents, restCents, bankRefunds, refundsToSettle, settlements } = payment
    const bankTexts = bankRefunds.flatMap(({ id, status, amountCents, isDispute }) => {
      if (status === 'failed') return []
      if (isDispute) return { key: `${reference} ${id}`, text: formatDispute(amountCents, status === 'returned') }
      const verb = status === 'returned' ? 'devolveu' : 'está devolvendo'
      return { key: `${reference} ${id}`, text: `O banco ${verb} ${formatMoney(amountCents)} por conta própria.` }
    })
    const refusedTexts = refundsToSettle
      .filter(({ refusal }) => refusal?.isFinal)
      .map(({ key, amountCents }) => ({ key, text: formatRefusedRefund(amountCents) }))
    const settlementTexts = settlements.map(({ id, amountCents, ...settlement }) => ({
      key: `settlement ${id}`,
      text: `Devolvemos ${formatMoney(amountCents)} ${formatRefundMeans(settlement)}.`,
    }))
    const otherTexts = [...bankTexts, ...refusedTexts, ...settlementTexts]
    const isRestReturnedOtherwise =
      refundsToSettle.some(({ key, refusal }) => key.startsWith('payment-') && refusal?.isFinal) ||
      (status === 'refunded' && settlements.some((settlement) => settlement.amountCents === restCents))
    if (status === 'captured' || restCents === 0 || isRestReturnedOtherwise) return otherTexts
    const { isSurcharge } = payment
    const reasonText = reason === null ? '' : `${formatReturnReason({ amountCents, dueCents, reason, isSurcharge })} `
    const verb = status === 'refunded' ? 'Devolvemos' : 'Estamos devolvendo'
    return [
      ...otherTexts,
      { key: reference, text: `${reasonText}${verb} ${formatMoney(restCents)} pelo mesmo meio de pagamento.` },
    ]
  })
}
