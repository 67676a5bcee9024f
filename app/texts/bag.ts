import { formatPaymentPhrase, type PaymentMethods } from './payment-methods.ts'

const listFormat = new Intl.ListFormat('pt-BR')

/** The bag's page. What the shop answers to its forms is in `bag-messages.ts`, which no browser loads. */
export const bagTexts = {
  title: 'Sua sacola',
  empty: 'Não há produtos em sua sacola',
  emptyHint: 'Veja as categorias ou busque pelo nome do produto.',
  emptyAction: 'Ver medicamentos',
  emptyQuote: 'Ou envie a foto da receita: nós montamos a sacola.',
  payOrder: (id: number) => `Pagar o pedido ${id}`,
  clear: 'Esvaziar sacola',
  share: 'Compartilhar sacola',
  products: 'Produtos',
  productCount: (unitCount: number) => `Produtos (${unitCount})`,
  discounts: 'Descontos',
  orderTotal: 'Total do pedido',
  balancesUsed: 'Saldos usados',
  amountDue: 'A pagar',
  delivery: 'Entrega',
  free: 'Grátis',
  couponCode: 'Código do cupom',
  applyCoupon: 'Aplicar cupom',
  couponInUse: (code: string) => `Cupom ${code}`,
  removeCoupon: 'Remover cupom',
  seeLaboratoryDiscount: 'Ver o desconto do laboratório',
  laboratoryPrice: (price: string, regularPrice: string) =>
    `Com o desconto do laboratório: ${price} em vez de ${regularPrice}`,
  laboratoryUnitsHint: (unitCount: number) =>
    unitCount === 0
      ? 'O programa do laboratório não autorizou o desconto: o preço é o da loja.'
      : `O desconto do laboratório vale para até ${unitCount === 1 ? '1 unidade' : `${unitCount} unidades`}: com mais, o preço é o da loja.`,
  changeLaboratoryDiscount: 'Alterar o desconto do laboratório',
  laboratoryNote: 'O desconto do laboratório já está no preço. O programa o confirma quando você finaliza o pedido.',
  summary: 'Resumo',
  total: 'Total',
  continue: 'Ir para o resumo',
  proceed: 'Continuar',
  backToBag: 'Voltar para a sacola',
  deliverTo: 'Entregar em',
  addressLegend: 'Endereço de entrega',
  newAddress: 'Cadastrar novo endereço',
  noAddresses: 'Não há endereços cadastrados.',
  note: 'Observação para a entrega',
  noteHint: 'Por exemplo: deixar na portaria.',
  paymentHint: (methods: PaymentMethods) =>
    `No próximo passo você confere tudo e escolhe como pagar: ${formatPaymentPhrase(methods)}.`,
  loginHint: 'Para escolher o endereço, entre na sua conta ou cadastre-se no próximo passo.',
  sharedSubstanceTitle: (names: string[]) => `${listFormat.format(names)} têm a mesma substância`,
  sharedSubstance: (substance: string) =>
    `Têm em comum: ${substance}. Não tome juntos sem orientação. Se foi de propósito, pode seguir: a farmácia também vê este aviso.`,
  prescriptionHint: 'Um dos produtos precisa de receita: você a envia no próximo passo.',
}

export const summaryTexts = {
  total: 'Total',
  title: 'Confira seu pedido',
  products: 'Produtos',
  address: 'Entrega',
  changeBag: 'Alterar sacola',
  missingHint: 'O que está abaixo é sem o que falta. Para continuar assim, volte à sacola e confira.',
  changeAddress: 'Alterar endereço',
  note: 'Observação',
  payment: 'Pagamento',
  balances: 'Seus saldos',
  balance: (name: string, amount: string) => `${name}: ${amount}`,
  wallet: 'Minha carteira',
  balanceShare: (amount: string) => `paga ${amount}`,
  balancesHint: (methods: PaymentMethods) =>
    `Os benefícios são usados antes da carteira. O que faltar, você paga ${formatPaymentPhrase(methods)}.`,
  balancesCoverOrder: 'Seus saldos pagam o pedido inteiro: ele é confirmado assim que você finalizar.',
  placeOrder: 'Finalizar pedido',
  buyWithoutLaboratoryDiscount: 'Comprar sem o desconto do laboratório',
  laboratoryRemovedMessage: 'O desconto do laboratório saiu da sacola, e seu CPF foi apagado. Confira o novo total.',
  withdrawalHint: 'Você pode desistir da compra em até 7 dias depois de receber, por qualquer canal de atendimento.',
  branchChangedMessage: 'O endereço escolhido é atendido por outra loja: confira preços e estoque.',
}

export const checkoutStepNames = { bag: 'Sacola', prescription: 'Receita', summary: 'Resumo', payment: 'Pagamento' }
