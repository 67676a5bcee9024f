import { type CeilingValues, formatCeiling } from '../ceilings.ts'
import { formatMoney, formatNumber } from '../format.ts'

export const backofficeProductTexts = {
  title: 'Produtos',
  search: 'Nome, SKU ou código de barras',
  submit: 'Buscar',
  columns: ['Produto', 'Preço', 'Estoque', 'Situação'],
  caption: (term: string) => (term ? `Produtos para “${term}”` : 'Mais vendidos'),
  tabsLabel: 'Situação',
  tabs: { all: 'Todos', discounted: 'Com desconto', soldOut: 'Sem estoque', paused: 'Pausados' },
  emptyTitle: 'Nenhum produto encontrado',
  emptyHint: 'Confira o SKU ou tente o começo do nome.',
  paused: 'Pausado',
  onSale: 'À venda',
  soldOut: 'Sem estoque',
  stockUnits: (stock: number) => `${formatNumber(stock)} un.`,
  priceRange: (minCents: number, maxCents: number) =>
    minCents === maxCents ? formatMoney(minCents) : `${formatMoney(minCents)} a ${formatMoney(maxCents)}`,
  ceilings: (ceilings: CeilingValues[]) => `Teto legal: ${ceilings.map(formatCeiling).join('; ')}`,
  offersTitle: 'Preço e estoque por loja',
  offerColumns: ['Loja', 'Preço (R$)', 'Estoque', 'Salvar'],
  offerFields: {
    price: ['Preço'],
    stock: ['Estoque'],
    ceilingReason: ['Vender acima do teto: por quê?', 'Fica na auditoria. Vender acima do teto é infração.'],
  } as const,
  inBranchSuffix: (branch: string) => ` em ${branch}`,
  save: 'Salvar',
  savedMessage: (branch: string) => `${branch}: salvo.`,
  unreadablePrice: 'Escreva o preço em reais, como 12,34.',
  unreadableStock: 'Escreva o estoque como número, ou +5 e -2 para somar e tirar.',
  stockHint:
    'Um número sozinho é o que você contou na prateleira: o que os pedidos reservam sai dele. +5 soma e -2 tira.',
  shelfSummary: (shelf: number, reserved: number, safety: number, available: number) =>
    `${formatNumber(shelf)} na prateleira, ${formatNumber(reserved)} em pedidos, ${formatNumber(safety)} de segurança: ${formatNumber(available)} à venda.`,
  shortage: (units: number) =>
    units === 1 ? 'Falta 1 unidade para os pedidos.' : `Faltam ${formatNumber(units)} unidades para os pedidos.`,
  safetyTitle: 'Estoque de segurança',
  safetyFields: { safetyStock: ['Unidades fora da venda online', 'Em cada loja. Vazio: o número da loja.'] } as const,
  saveSafety: 'Salvar estoque de segurança',
  safetySavedMessage: 'Estoque de segurança salvo.',
  currentValues: (priceCents: number, shelf: number) => `Agora: ${formatMoney(priceCents)}, ${shelf} em estoque.`,
  pauseTitle: 'Vendas',
  pause: 'Pausar vendas',
  resume: 'Voltar a vender',
  pausedMessage: 'Vendas pausadas: a página fica, sem o botão de comprar.',
  resumedMessage: 'De volta à venda.',
  viewInShop: 'Ver na loja',
}

export const promotionTexts = {
  title: 'Promoção',
  forbiddenHint: 'Este produto não pode ter promoção: é vendido com receita (RDC 44/2009, art. 54).',
  laboratoryHint: 'Este produto tem o desconto do laboratório: não leva promoção da loja.',
  types: { percent: 'Porcentagem (%)', amount: 'Reais (R$)' },
  fields: {
    type: ['Desconto em'],
    discount: ['Desconto'],
    firstDay: ['Primeiro dia', 'Vazio: começa agora.'],
    lastDay: ['Último dia', 'Vazio: vale até você retirar.'],
  } as const,
  save: 'Salvar promoção',
  remove: 'Retirar promoção',
  runningDiscount: (discount: string, lastDay: string | null) =>
    lastDay === null ? `Valendo: ${discount}, sem fim marcado.` : `Valendo: ${discount}, até ${lastDay}.`,
  plannedDiscount: (discount: string, firstDay: string, lastDay: string | null) =>
    lastDay === null
      ? `Marcada: ${discount}, a partir de ${firstDay}.`
      : `Marcada: ${discount}, de ${firstDay} até ${lastDay}.`,
  notStartedHint: 'Ainda não começou: o desconto não cabe no preço de uma das lojas.',
  percent: (value: number) => `${value}%`,
  catalogueDiscount: (discount: string) =>
    `Desconto do cadastro: ${discount}. A promoção fica no lugar dele, e ele volta depois.`,
  shopPriceTitle: 'Preço na loja agora',
  savedMessage: 'Promoção salva.',
  removedMessage: 'Promoção retirada.',
}

/** One promotion for all products of a search. */
export const promotionSelectionTexts = {
  link: 'Promoção para estes',
  panelHint: 'Categoria, marca ou palavras do nome: a promoção vale para todos de uma vez.',
  searchLabel: 'Nova promoção para',
  choose: 'Escolher',
  title: (term: string) => `Promoção para “${term}”`,
  counts: (count: number, inStock: number) =>
    `Vale para ${count === 1 ? '1 produto' : `${formatNumber(count)} produtos`}, ${formatNumber(inStock)} em estoque.`,
  excluded: (count: number) =>
    count === 1
      ? 'Um dos produtos da busca fica de fora: é vendido com receita ou tem o desconto do laboratório.'
      : `${formatNumber(count)} produtos da busca ficam de fora: são vendidos com receita ou têm o desconto do laboratório.`,
  replaced: 'A promoção que algum deles já tem sai, e esta entra no lugar.',
  productsTitle: 'Os produtos',
  save: (count: number) => `Salvar para ${formatNumber(count)}`,
  savedMessage: (count: number) =>
    `Promoção salva para ${count === 1 ? '1 produto' : `${formatNumber(count)} produtos`}.`,
}

/** Promotions whose price depends on the bag. */
export const bagPromotionTexts = {
  title: 'Promoções por quantidade',
  columns: ['Promoção', 'Produtos', 'Vale', 'Próximo passo'],
  productCount: (count: number) => (count === 1 ? '1 produto' : `${formatNumber(count)} produtos`),
  runningPeriod: (lastDay: string | null) => (lastDay === null ? 'até você retirar' : `até ${lastDay}`),
  plannedPeriod: (firstDay: string, lastDay: string | null) =>
    lastDay === null ? `a partir de ${firstDay}` : `de ${firstDay} a ${lastDay}`,
  importLink: 'Importar de um arquivo',
  exportLink: 'Baixar todas (CSV)',
  exportName: 'promocoes',
  remove: 'Retirar',
  removedMessage: 'Promoção retirada. Pedidos que a usaram ficam com o preço que tinham.',
  fields: {
    rule: [
      'Promoção',
      '“Leve 3, pague 2”, “2ª unidade 50%”, “a partir de 3 por 9,90”, “kit por 49,90” ou “clube 10%”.',
    ],
    firstDay: ['Primeiro dia', 'Vazio: começa agora.'],
    lastDay: ['Último dia', 'Vazio: vale até você retirar.'],
  } as const,
  counts: (count: number, excluded: number) =>
    `Vale para ${count === 1 ? '1 produto' : `${formatNumber(count)} produtos`}${
      excluded === 0
        ? ''
        : `; ${excluded === 1 ? '1 medicamento fica' : `${formatNumber(excluded)} medicamentos ficam`} de fora (RDC 96/2008)`
    }.`,
  save: 'Salvar promoção por quantidade',
  discountTitle: 'Desconto no preço',
}

export const productDetailTexts = {
  title: 'Na página do produto',
  save: 'Salvar detalhes',
  savedMessage: 'Detalhes salvos.',
}

export const productPictureTexts = {
  title: 'Foto',
  forbiddenHint: 'Este produto não mostra foto: é vendido com receita (RDC 44/2009, art. 54).',
  replacePicture: 'Trocar foto',
  addPicture: 'Enviar foto',
  hint: 'JPG, PNG ou WebP, até 10 MB. Quadrada, 800 px ou mais, fundo claro.',
  save: 'Salvar foto',
  savedMessage: 'Foto salva.',
}
