import { refusals } from './refusals.ts'

/** Sentences about the bag; those of the specification's sections 4 and 8 word for word. */
export const bagTexts = {
  title: 'Sua sacola',
  added: 'O produto foi adicionado com sucesso na sua sacola.',
  removed: 'O produto foi removido com sucesso da sua sacola.',
  cleared: 'Foram removidos todos os produtos da sacola.',
  updated: 'A quantidade foi atualizada.',
  quantityIgnored: 'A quantidade precisa ser um número inteiro. Nada mudou na sua sacola.',
  quantityZero: 'Escolha pelo menos 1 unidade para adicionar o produto.',
  clamped: refusals['quantity.aboveStock']({}),
  dropped: (name: string | null, isPaused: boolean) =>
    `${name === null ? '' : `${name}: `}${refusals[isPaused ? 'product.paused' : 'product.unavailable']({})} Ele saiu da sua sacola.`,
  reduced: (name: string, quantity: number) =>
    `${name}: há ${quantity} ${quantity === 1 ? 'unidade' : 'unidades'} em estoque na sua região, e a quantidade foi ajustada.`,
  empty: 'Não há produtos em sua sacola',
  emptyHint: 'Veja as categorias ou busque pelo nome do produto.',
  emptyAction: 'Ver medicamentos',
  clear: 'Limpar sacola',
  products: 'Produtos',
  productsCount: (units: number) => `Produtos (${units})`,
  discounts: 'Descontos',
  orderTotal: 'Total do pedido',
  balancesUsed: 'Saldos usados',
  due: 'A pagar',
  delivery: 'Entrega',
  free: 'Grátis',
  couponCode: 'Código do cupom',
  applyCoupon: 'Aplicar cupom',
  couponApplied: 'Cupom aplicado.',
  couponRemoved: 'O cupom saiu da sua sacola.',
  couponInUse: (code: string) => `Cupom ${code}`,
  removeCoupon: 'Remover cupom',
  laboratory: 'Ver o desconto do laboratório',
  laboratoryPrice: (price: string) => `Com o desconto do laboratório: ${price}`,
  laboratoryChange: 'Alterar o desconto do laboratório',
  laboratoryNote:
    'O desconto do laboratório é uma informação: ele não entra neste pedido. O valor cobrado é o total desta página.',
  summary: 'Resumo',
  total: 'Total',
  continue: 'Continuar',
  deliverTo: 'Entregar em',
  addressLegend: 'Endereço de entrega',
  newAddress: 'Cadastrar novo endereço',
  noAddresses: 'Não há endereços cadastrados.',
  note: 'Observação para a entrega',
  noteHint: 'Por exemplo: deixar na portaria.',
  paymentHint: (byPix: boolean) =>
    `No próximo passo você confere tudo. O pagamento vem depois, ${byPix ? 'por Pix' : 'na página do nosso parceiro'}.`,
  loginHint: 'Para escolher o endereço, entre na sua conta ou cadastre-se no próximo passo.',
  prescriptionHint: 'Um dos produtos precisa de receita: você envia no próximo passo.',
}

export const summaryTexts = {
  total: 'Total',
  title: 'Confira seu pedido',
  products: 'Produtos',
  address: 'Entrega',
  changeBag: 'Alterar sacola',
  changeAddress: 'Alterar endereço',
  note: 'Observação',
  payment: 'Pagamento',
  paymentPix: (minutes: number) => `Pix, na próxima página. Seus produtos ficam reservados por ${minutes} minutos.`,
  paymentExternal: (minutes: number) =>
    `Na página de pagamento do nosso parceiro. Seus produtos ficam reservados por ${minutes} minutos.`,
  balances: 'Seus saldos',
  balance: (name: string, amount: string) => `${name}: ${amount}`,
  wallet: 'Minha carteira',
  balancePays: (amount: string) => `paga ${amount}`,
  balancesHint: 'Os benefícios são usados antes da carteira. O que faltar, você paga por Pix.',
  balancesHintExternal:
    'Os benefícios são usados antes da carteira. O que faltar, você paga na página do nosso parceiro.',
  applyBalances: 'Atualizar valores',
  paymentBalances: 'Seus saldos pagam o pedido inteiro: ele é confirmado assim que você finalizar.',
  placeOrder: 'Finalizar pedido',
  withdrawal: 'Você pode desistir da compra em até 7 dias depois de receber, por qualquer canal de atendimento.',
  branchChanged: 'O endereço escolhido é atendido por outra loja: confira preços e estoque.',
}

export const stepNames = { bag: 'Sacola', prescription: 'Receita', summary: 'Resumo', payment: 'Pagamento' }
