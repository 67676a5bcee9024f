import { refusals } from './refusals.ts'

/** What the shop says after something was done to the bag; the specification's sections 4 and 8 word for word. */
export const bagMessages = {
  added: 'O produto foi adicionado com sucesso na sua sacola.',
  removed: 'O produto foi removido com sucesso da sua sacola.',
  cleared: 'Foram removidos todos os produtos da sacola.',
  updated: 'A quantidade foi atualizada.',
  quantityIgnored: 'A quantidade precisa ser um número inteiro. Nada mudou na sua sacola.',
  addressMissing: 'Falta o endereço de entrega. Cadastre-o para continuar.',
  quantityZero: 'Escolha pelo menos 1 unidade para adicionar o produto.',
  quantityClamped: refusals['quantity.aboveStock'](),
  unitsLeft: (quantity: number) =>
    quantity === 1 ? 'Há 1 unidade em estoque na sua região.' : `Há ${quantity} unidades em estoque na sua região.`,
  restored: 'Os produtos voltaram para a sua sacola.',
  undo: 'Desfazer',
  nothingToRestore: 'Não há mais o que desfazer.',
  productDropped: (name: string | null, isPaused: boolean) =>
    `${name === null ? '' : `${name}: `}${refusals[isPaused ? 'product.paused' : 'product.unavailable']()} Ele saiu da sua sacola.`,
  quantityReduced: (name: string, quantity: number) =>
    `${name}: há ${quantity} ${quantity === 1 ? 'unidade' : 'unidades'} em estoque na sua região, e a quantidade foi ajustada.`,
  maxUnits: (quantity: number) =>
    quantity === 1
      ? 'Até 1 unidade deste produto por pessoa em 30 dias. Deixamos 1 na sacola.'
      : `Até ${quantity} unidades deste produto por pessoa em 30 dias. Deixamos ${quantity} na sacola.`,
  maxUnitsOf: (name: string, quantity: number) =>
    `${name}: até ${quantity === 1 ? '1 unidade' : `${quantity} unidades`} por pessoa em 30 dias, e a quantidade foi ajustada.`,
  alreadyPlaced: (id: number) => `O pedido ${id} já foi feito. Falta só o pagamento.`,
  couponApplied: 'Cupom aplicado.',
  couponRemoved: 'O cupom saiu da sua sacola.',
}
