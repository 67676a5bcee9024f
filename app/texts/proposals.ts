import { formatTime, relativeDay } from './dates.ts'
import { formatMoney } from './format.ts'

type Offer =
  | { way: 'product'; name: string; priceCents: number }
  | { way: 'window'; from: string; to: string }
  | { way: 'pickup'; store: string; address: string }

interface Short {
  units: number
  /** The product that the shelf lacks. */
  name: string
}

/** What is short while an order is picked, what the store offers instead, and the answer. */
export const proposalTexts = {
  title: 'Falta um item. O que você prefere?',
  short: ({ units, name }: Short) => `Não encontramos na loja: ${units} × ${name}.`,
  accept: 'Aceitar',
  decline: 'Recusar',
  otherwise: (time: string) =>
    `Responda até ${time}. Sem resposta, ou se recusar, seguimos sem o item e devolvemos o valor dele.`,
  accepted: (cents: number) => `Combinado.${cents > 0 ? ` Voltam ${formatMoney(cents)} para você.` : ''}`,
  declined: (cents: number | null) =>
    cents === null
      ? 'Tudo bem. A loja vai resolver com você o que fazer com este pedido.'
      : `Tudo bem. Seguimos sem o item, e devolvemos ${formatMoney(cents)}.`,
  replaced: ({ units, name }: Short, other: string) => `Trocado com você: ${units} × ${name} por ${units} × ${other}.`,

  panel: 'Propor outra saída ao cliente',
  item: 'Item em falta',
  units: 'Unidades',
  way: 'Proposta',
  send: 'Enviar proposta',
  hint: 'O cliente recebe um e-mail e responde na página do pedido, em até 2 horas.',
  none: 'Não há outro produto, horário nem loja para propor.',
  sentReply: 'Proposta enviada ao cliente.',
  inPlaceOf: (name: string) => `no lugar de ${name}`,
  states: {
    open: (time: string) => `Espera a resposta do cliente até ${time}.`,
    accepted: () => 'O cliente aceitou.',
    declined: () => 'O cliente recusou. Se o item ainda está no pedido, tire-o ou cancele.',
    lapsed: () => 'O cliente não respondeu. Se o item ainda está no pedido, tire-o ou cancele.',
  },
}

/** To the customer: what would happen. */
export function offerText(offer: Offer, { units }: Short, now: Date): string {
  if (offer.way === 'product')
    return `Podemos mandar no lugar ${units} × ${offer.name}, com o mesmo princípio ativo, dose e forma, sem custo a mais.`
  if (offer.way === 'window') return `Podemos entregar o pedido todo ${times(offer, now).toLowerCase()}.`
  return `Você pode retirar o pedido todo na loja ${offer.store}, ${offer.address}, pelo mesmo preço e sem pagar entrega.`
}

/** To the staff, in a list. */
export function offerName(offer: Offer, now: Date): string {
  if (offer.way === 'product') return `${offer.name}, ${formatMoney(offer.priceCents)}`
  return offer.way === 'window' ? `Entrega ${times(offer, now).toLowerCase()}` : `Retirada na loja ${offer.store}`
}

function times({ from, to }: { from: string; to: string }, now: Date): string {
  return `${relativeDay(new Date(from), now)}, das ${formatTime(new Date(from))} às ${formatTime(new Date(to))}`
}
