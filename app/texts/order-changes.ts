import { atHour } from './dates.ts'
import { formatMoney } from './format.ts'

/** What may still be changed of an order after its payment, on its customer's page. */
export const orderChangeTexts = {
  title: 'Ainda dá para mudar',
  hint: 'Até o pedido sair da separação. Antes de confirmar, você vê o que muda no valor.',
  changeAddress: 'Mudar endereço',
  removeTitle: 'Tirar um item',
  removeHint: 'O valor é o que você pagou por ele, com promoção e cupom. A taxa de entrega não muda.',
  removeLegend: 'Qual item tirar',
  removeOption: (units: number, keptUnits: number, name: string) =>
    keptUnits === 1 ? name : `${units} de ${keptUnits} × ${name}`,
  remove: 'Tirar e receber de volta',
  removedMessage: (cents: number) =>
    cents > 0 ? `Tiramos o item. Voltam ${formatMoney(cents)} para você.` : 'Tiramos o item.',
  steps: { removeByWish: 'Item tirado, como você pediu', changeAddress: 'Endereço trocado, como você pediu' },
  noItem: 'Escolha o item que você quer tirar.',
  removedByWish: (items: string, cents: number) =>
    cents > 0
      ? `Como você pediu, tiramos ${items}; devolvemos ${formatMoney(cents)}.`
      : `Como você pediu, tiramos ${items}.`,

  addressTitle: 'Endereço da entrega',
  presentAddress: 'O pedido vai para',
  detailsTitle: 'Corrigir número ou complemento',
  detailsHint: 'No mesmo CEP, vale na hora.',
  detailsFields: { number: ['Número'], complement: ['Complemento'] } as const,
  saveDetails: 'Corrigir endereço',
  otherAddressTitle: 'Entregar em outro endereço',
  otherAddressLegend: 'Entregar em',
  seeQuote: 'Ver o que muda',
  newAddress: 'Usar um endereço novo',
  noOtherAddress: 'Você ainda não tem outro endereço.',
  quoteTitle: 'O que muda',
  confirm: 'Mudar endereço',
  confirmAndPay: 'Pagar a diferença e mudar',
  keep: 'Deixar como está',
  changedMessage: (refundCents: number) =>
    refundCents > 0 ? `Endereço trocado. Voltam ${formatMoney(refundCents)} para você.` : 'Endereço trocado.',
  backToOrder: 'Voltar ao pedido',
}

/** What a change costs besides: it takes effect once that is paid. */
export const orderSurchargeTexts = {
  title: 'Pague a diferença por Pix',
  lead: 'A mudança do pedido vale assim que o pagamento chegar. Sem ele, o pedido segue como está.',
  cancelTitle: 'Mudou de ideia?',
  cancelHint: 'O pedido fica como estava antes da mudança.',
  cancel: 'Desistir da mudança',
  cancelledMessage: 'Tudo bem: o pedido segue como estava.',
  paidMessage: 'Recebemos a diferença, e a mudança está feita.',
  waitingTitle: 'Falta pagar a diferença',
  waitingText: (cents: number, time: string) =>
    `A mudança que você pediu custa ${formatMoney(cents)} a mais. Ela vale assim que você pagar por Pix, até ${time}.`,
  pay: 'Pagar a diferença',
  /** At the back office. */
  waitingHint: (cents: number, time: string) =>
    `O cliente tem até ${time} para pagar ${formatMoney(cents)} por Pix e mudar este pedido. Se o pedido sair antes, vai como está.`,
}

/** Beside each other: what an order's delivery is, and what it becomes. */
export const addressQuoteTexts = {
  from: 'Antes',
  to: 'Agora',
  branch: 'Sai da loja',
  fee: 'Entrega',
  free: 'Grátis',
  arrival: 'Chegada',
  refund: 'Volta pelo mesmo meio',
  surcharge: 'A pagar por Pix',
  change: (before: string, after: string) => (before === after ? after : `${before} → ${after}`),
  option: 'Horário',
}

/** At the back office. */
export const backofficeChangeTexts = {
  title: 'A pedido do cliente',
  addressTitle: 'Trocar o endereço',
  addressHint: 'No mesmo CEP, vale na hora. Em outro, você vê antes o que muda.',
  quote: 'Trocar endereço',
  confirm: 'Confirmar a troca',
  otherStreet: (street: string) =>
    `Neste CEP, a rua é ${street}. Confira com o cliente o CEP e a rua antes de confirmar.`,
  surchargeMessage: (cents: number) =>
    `O cliente recebeu um e-mail para pagar ${formatMoney(cents)} por Pix. O endereço troca assim que ele pagar.`,
  changedMessage: (refundCents: number) =>
    refundCents > 0
      ? `Endereço trocado: imprima a etiqueta de novo. Voltam ${formatMoney(refundCents)} ao cliente.`
      : 'Endereço trocado: imprima a etiqueta de novo.',
  movedMessage: (id: number, store: string) => `Endereço trocado: o pedido ${id} agora sai da loja ${store}.`,
  removeTitle: 'Tirar um item que o cliente não quer mais',
  removeFields: { item: ['Item'], units: ['Unidades'] } as const,
  removeHint: 'O item volta à prateleira. O cliente recebe um e-mail, e o dinheiro de volta pelo mesmo meio.',
  remove: 'Tirar a pedido',
  removedMessage: (cents: number) => `Item retirado a pedido do cliente. Voltam ${formatMoney(cents)}.`,
  removedItems: 'Itens tirados a pedido',
  steps: { removeByWish: 'Item tirado a pedido do cliente', changeAddress: 'Endereço trocado a pedido do cliente' },
  addressChangedAt: (time: string) =>
    `Endereço trocado ${atHour(time)}, a pedido do cliente. Se a etiqueta já saiu, imprima outra.`,
  removedAt: (time: string, units: number, name: string) =>
    `${units} × ${name} tirado ${atHour(time)}, a pedido do cliente: devolva à prateleira se já está na sacola.`,
}
