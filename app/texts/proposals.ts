import { formatHours, formatRelativeDay, formatTime } from './dates.ts'
import { formatMoney } from './format.ts'

type ProposalOption =
  | { way: 'product'; name: string; priceCents: number; isChosenByStaff?: true | undefined }
  | { way: 'window'; from: string; to: string }
  | { way: 'pickup'; store: string; address: string }

interface ShortPick {
  units: number
  /** The product that the shelf lacks. */
  name: string
  /** What one of it cost. */
  priceCents?: number
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
  searchTitle: 'Procurar outro produto',
  searchFields: { item: ['Item em falta'], busca: ['Nome, SKU ou código de barras'] } as const,
  search: 'Procurar',
  sendResult: 'Propor este produto',
  moreResults: (count: number) =>
    `Os ${count} mais vendidos dos que têm essas palavras. Para os outros, escreva mais do nome.`,
  noResults: 'Nenhum produto com esse nome nesta loja.',
  resultsLegend: 'Propor no lugar',
  difference: (cents: number) =>
    cents === 0
      ? 'mesmo preço'
      : cents > 0
        ? `${formatMoney(cents)} a mais por unidade`
        : `${formatMoney(-cents)} a menos por unidade`,
  inStock: (stock: number) => `${stock} na loja`,
  obstacles: {
    prescription: 'com receita, só o genérico ou o de referência',
    pharmacist: 'com receita: quem propõe é o farmacêutico',
    stock: 'sem estoque ou fora de venda',
    ordered: 'já está no pedido',
  },
  replacementFor: (name: string) => `no lugar de ${name}`,
  states: {
    open: (time: string) => `Espera a resposta do cliente até ${time}.`,
    accepted: () => 'O cliente aceitou.',
    declined: () => 'O cliente recusou. Se o item ainda está no pedido, tire-o ou cancele.',
    lapsed: () => 'O cliente não respondeu. Se o item ainda está no pedido, tire-o ou cancele.',
  },
}

/** To the customer: what would happen. */
export function formatProposalOption(option: ProposalOption, { units, priceCents }: ShortPick, now: Date): string {
  if (option.way === 'product' && option.isChosenByStaff)
    return `Podemos mandar no lugar ${units} × ${option.name}. ${formatDifference((option.priceCents - (priceCents ?? option.priceCents)) * units)}`
  if (option.way === 'product')
    return `Podemos mandar no lugar ${units} × ${option.name}, com o mesmo princípio ativo, dose e forma, sem custo a mais.`
  if (option.way === 'window')
    return `Podemos entregar o pedido todo ${formatDeliveryWindow(option, now).toLowerCase()}.`
  return `Você pode retirar o pedido todo na loja ${option.store}, ${option.address}, pelo mesmo preço e sem pagar entrega.`
}

/** What a product in place of another one costs its customer. */
function formatDifference(cents: number): string {
  if (cents > 0) return `Custa ${formatMoney(cents)} a mais: você paga a diferença por Pix, e a troca vale.`
  return cents < 0 ? `Custa ${formatMoney(-cents)} a menos: a diferença volta para você.` : 'Custa o mesmo.'
}

/** To the staff, in a list. */
export function formatProposalOptionName(option: ProposalOption, now: Date): string {
  if (option.way === 'product') return `${option.name}, ${formatMoney(option.priceCents)}`
  return option.way === 'window'
    ? `Entrega ${formatDeliveryWindow(option, now).toLowerCase()}`
    : `Retirada na loja ${option.store}`
}

function formatDeliveryWindow({ from, to }: { from: string; to: string }, now: Date): string {
  return `${formatRelativeDay(new Date(from), now)}, ${formatHours(formatTime(new Date(from)), formatTime(new Date(to)))}`
}
