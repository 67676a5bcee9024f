import { formatRelativeDay, formatTime } from './dates.ts'
import { formatMoney } from './format.ts'

type ProposalOption =
  | { way: 'product'; name: string; priceCents: number }
  | { way: 'window'; from: string; to: string }
  | { way: 'pickup'; store: string; address: string }

interface ShortPick {
  units: number
  /** The product that the shelf lacks. */
  name: string
}

/** What is short while an order is picked, what the store offers instead, and the answer. */
export const proposalTexts = {
  title: 'Falta um item. O que você prefere?',
  shortPick: ({ units, name }: ShortPick) => `Não encontramos na loja: ${units} × ${name}.`,
  accept: 'Aceitar',
  decline: 'Recusar',
  declineHint: (time: string) =>
    `Responda até ${time}. Sem resposta, ou se recusar, seguimos sem o item e devolvemos o valor dele.`,
  acceptedMessage: (cents: number) => `Combinado.${cents > 0 ? ` Voltam ${formatMoney(cents)} para você.` : ''}`,
  declinedMessage: (cents: number | null) =>
    cents === null
      ? 'Tudo bem. A loja vai resolver com você o que fazer com este pedido.'
      : `Tudo bem. Seguimos sem o item, e devolvemos ${formatMoney(cents)}.`,
  replacedLine: ({ units, name }: ShortPick, replacementName: string) =>
    `Trocado com você: ${units} × ${name} por ${units} × ${replacementName}.`,

  panelTitle: 'Propor outra saída ao cliente',
  fields: { item: ['Item em falta'], units: ['Unidades'], offerValue: ['Proposta'] } as const,
  send: 'Enviar proposta',
  hint: 'O cliente recebe um e-mail e responde na página do pedido, em até 2 horas.',
  noOptions: 'Não há outro produto, horário nem loja para propor.',
  sentMessage: 'Proposta enviada ao cliente.',
  replacementFor: (name: string) => `no lugar de ${name}`,
  states: {
    open: (time: string) => `Espera a resposta do cliente até ${time}.`,
    accepted: () => 'O cliente aceitou.',
    declined: () => 'O cliente recusou. Se o item ainda está no pedido, tire-o ou cancele.',
    lapsed: () => 'O cliente não respondeu. Se o item ainda está no pedido, tire-o ou cancele.',
  },
}

/** To the customer: what would happen. */
export function formatProposalOption(option: ProposalOption, { units }: ShortPick, now: Date): string {
  if (option.way === 'product')
    return `Podemos mandar no lugar ${units} × ${option.name}, com o mesmo princípio ativo, dose e forma, sem custo a mais.`
  if (option.way === 'window')
    return `Podemos entregar o pedido todo ${formatDeliveryWindow(option, now).toLowerCase()}.`
  return `Você pode retirar o pedido todo na loja ${option.store}, ${option.address}, pelo mesmo preço e sem pagar entrega.`
}

/** To the staff, in a list. */
export function formatProposalOptionName(option: ProposalOption, now: Date): string {
  if (option.way === 'product') return `${option.name}, ${formatMoney(option.priceCents)}`
  return option.way === 'window'
    ? `Entrega ${formatDeliveryWindow(option, now).toLowerCase()}`
    : `Retirada na loja ${option.store}`
}

function formatDeliveryWindow({ from, to }: { from: string; to: string }, now: Date): string {
  return `${formatRelativeDay(new Date(from), now)}, das ${formatTime(new Date(from))} às ${formatTime(new Date(to))}`
}
