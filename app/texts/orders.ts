import { atHour } from './dates.ts'

/** Contract, section 8. */
export const orderStatusLabels = {
  pending_payment: 'Aguardando pagamento',
  paid: 'Pago',
  prescription_review: 'Em análise da receita',
  preparing: 'Em separação',
  ready_for_pickup: 'Pronto para retirar',
  out_for_delivery: 'Saiu para entrega',
  delivered: 'Entregue',
  expired: 'Expirado',
  failed: 'Pagamento recusado',
  cancelled: 'Cancelado',
  refunded: 'Reembolsado',
}

/** Of an order that is paid at the door: it is at the counter, and nobody has paid. */
const unpaidAtCounterLabel = 'Confirmado'

export function labelOrderStatus(status: keyof typeof orderStatusLabels, isPaidAtDoor: boolean): string {
  return status === 'paid' && isPaidAtDoor ? unpaidAtCounterLabel : orderStatusLabels[status]
}

export const orderTexts = {
  steps: 'Andamento',
  placedStep: 'Pedido feito',
  upcomingLabel: 'a seguir',
  /** In place of the status, which it had before. */
  approvedStep: 'Receita aprovada',
  pickupTitle: 'Pronto para retirar',
  pickupCode: 'Código de retirada',
  pickupAt: (store: string) => `Loja ${store}`,
  pickupHint: (time: string) =>
    `Diga o código no balcão. Outra pessoa pode ir por você, com ele. Se a receita é em papel, leve a original. Guardamos até ${time}.`,
  reviewHint: (name: string, crf: string) =>
    `${name}, ${crf}, está conferindo a sua receita. Se faltar algo, escrevemos para o seu e-mail; se não pudermos atender, devolvemos o valor.`,
  paidAt: (time: string) => `Pagamento recebido ${atHour(time)}.`,
  receipt: (id: number) => `Recibo do pedido ${id}`,
  summary: (id: number) => `Resumo do pedido ${id}`,
  paidAmountLabel: 'Valor pago',
  paymentMethodLabel: 'Pagamento',
  paymentLine: (method: string, amount: string) => `${method}: ${amount}`,
  wallet: 'Minha carteira',
  soldBy: 'Vendido por',
  cnpj: (cnpj: string) => `CNPJ ${cnpj}`,
  balancesReturned: (amount: string) => `Devolvemos ${amount} aos seus saldos.`,
  prescriptionRefused: 'A receita não foi aprovada',
  prescriptionReason: (reason: string) => `Motivo informado pelo farmacêutico: ${reason.replace(/\.$/, '')}.`,
  prescriptionRefund:
    'O pedido foi cancelado, e o que você pagou é devolvido pelo mesmo meio de pagamento. Com outra receita, você pode comprar de novo.',
  address: 'Entrega',
  pickup: 'Retirada',
  note: 'Observação',
  removedItems: (amount: string, items: string) =>
    `Devolvemos ${amount} pelo mesmo meio, por itens em falta: ${items}.`,
  removedAmount: (amount: string) => `Devolvemos ${amount} pelo mesmo meio.`,
  prescriptionCovers: (name: string, units: number, returnedUnits: number) =>
    units === 0
      ? `A receita não cobre ${name}; devolvemos ${returnedUnits}.`
      : `A receita cobre ${units === 1 ? '1 unidade' : `${units} unidades`} de ${name}; devolvemos ${returnedUnits}.`,
  missingItems: (items: string) => `Em falta: ${items}.`,
  deliveryFeeReturned: (amount: string) => `Taxa de entrega devolvida pelo mesmo meio: ${amount}.`,
  paidBack: (amount: string, net: string) => `Ao todo, ${amount} voltam para você. O pedido ficou em ${net}.`,
  paymentReturnedTitle: 'O pagamento voltou para você',
  paymentReturnedText:
    'O banco devolveu o pagamento deste pedido, e por isso ele foi encerrado. Nada mais será cobrado. Se ainda quiser os produtos, é só comprar de novo.',
  backToOrders: 'Meus pedidos',
  cancel: 'Cancelar pedido',
  cancelledMessage: 'Pedido cancelado. Nada será cobrado.',
  buyAgain: 'Comprar de novo',
  lateTitle: 'Seu pedido vai atrasar. Desculpe',
  lateText: 'Ele não chegou no horário prometido. Já avisamos a loja.',
  newPromisedTime: (time: string) => `A loja remarcou para até ${time}.`,
  lateLink: 'Não serve mais? Conte para a gente.',
  courierTitle: 'Está a caminho com o seu pedido',
  trackDelivery: 'Acompanhar',
  callCourier: 'Ligar',
  receivedBy: 'Recebido por',
  fiscalTitle: 'Nota fiscal',
  taxNumber: 'CPF ou CNPJ na nota (opcional)',
  taxNumberHint: 'Só para a nota fiscal deste pedido. Fica criptografado. Para tirar, salve em branco.',
  taxNumberGiven: (maskedTaxNumber: string) => `A nota sai com o ${maskedTaxNumber}.`,
  taxNumberSave: 'Salvar CPF ou CNPJ',
  taxNumberSaved: 'Salvo para a nota.',
  taxNumberRemoved: 'A nota sai sem CPF nem CNPJ.',
  fiscalLink: 'Consultar com a chave de acesso',
  withdrawalLink: 'Como funciona a desistência',
  printHint: 'Para guardar, imprima esta página. Este recibo não substitui a nota fiscal.',
}
