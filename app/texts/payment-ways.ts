import { formatMoney } from './format.ts'

/** How an order will be paid, chosen in the summary. */
export const paymentWayTexts = {
  title: 'Como você quer pagar?',
  legend: 'Forma de pagar',
  labels: { pix: 'Pix', card: 'Cartão de crédito', external: 'Página do nosso parceiro' },
  doorLabel: (isPickup: boolean) => (isPickup ? 'Na loja, ao retirar' : 'Na entrega'),
  details: {
    pix: 'Aprovado na hora. O código aparece ao finalizar.',
    card: 'Na página segura do cartão.',
    external: 'Você paga na página segura do nosso parceiro.',
  },
  cardDetail: (installments: string) => `${installments.replace(/^e/, 'E')}, na página segura do cartão.`,
  doorDetail: (limitCents: number) => `Máquina de cartão ou dinheiro, até ${formatMoney(limitCents)}.`,
  doorObstacles: {
    'door.limit': (limitCents: number) => `Só para pedidos até ${formatMoney(limitCents)}.`,
    'door.firstOrder': () => 'Disponível depois do seu primeiro pedido entregue.',
  },
  doorMeansLegend: 'Como pagar ao receber',
  doorMeans: { card: 'Máquina de cartão', cash: 'Dinheiro' },
  changeFor: ['Troco para', 'Só para dinheiro. Deixe em branco se não precisa.'],
  reserved: (minutes: number, isInWindow: boolean) =>
    `Ao finalizar, seus produtos ${isInWindow ? 'e o horário ' : ''}ficam reservados por ${minutes} minutos, e ainda dá para trocar a forma de pagar.`,
  confirmed: 'Pedido confirmado! Você paga ao receber.',
  confirmedInReview: 'Pedido confirmado! Agora o farmacêutico confere a sua receita. Você paga ao receber.',
  /** What is taken where the order is handed over: to its customer. */
  toPay: ({ means, cents, changeForCents, changeCents }: DoorTermsView, isPickup: boolean) =>
    [
      `Você paga ${formatMoney(cents)} ${isPickup ? 'na loja, ao retirar' : 'na entrega'}, ${means === 'cash' ? 'em dinheiro' : 'na máquina de cartão'}.`,
      ...(changeForCents === null
        ? []
        : [`Levamos ${formatMoney(changeCents)} de troco para ${formatMoney(changeForCents)}.`]),
    ].join(' '),
  /** The same, to who takes it. */
  toTake: ({ means, cents, changeForCents, changeCents }: DoorTermsView) =>
    `Receber ${formatMoney(cents)}, ${means === 'cash' ? 'em dinheiro' : 'na máquina de cartão'}${changeForCents === null ? '' : `; levar ${formatMoney(changeCents)} de troco para ${formatMoney(changeForCents)}`}`,
}

interface DoorTermsView {
  means: 'card' | 'cash'
  cents: number
  changeForCents: number | null
  changeCents: number
}
