import { formatMoney, formatNumber } from '../format.ts'

export const productTexts = {
  title: 'Produtos',
  search: 'Nome, SKU ou código de barras',
  submit: 'Buscar',
  columns: ['Produto', 'Preço', 'Estoque', 'Situação'],
  caption: (term: string) => (term ? `Produtos para “${term}”` : 'Mais vendidos'),
  partsLabel: 'Situação',
  parts: { all: 'Todos', discounted: 'Com desconto', soldOut: 'Sem estoque', paused: 'Pausados' },
  emptyTitle: 'Nenhum produto encontrado',
  empty: 'Confira o SKU ou tente o começo do nome.',
  paused: 'Pausado',
  onSale: 'À venda',
  soldOut: 'Sem estoque',
  units: (stock: number) => `${formatNumber(stock)} un.`,
  range: (from: number, to: number) => (from === to ? formatMoney(from) : `${formatMoney(from)} a ${formatMoney(to)}`),
  ceiling: (cents: number) => `Teto da CMED: ${formatMoney(cents)}`,
  offersTitle: 'Preço e estoque por loja',
  offerColumns: ['Loja', 'Preço (R$)', 'Estoque', 'Salvar'],
  price: 'Preço',
  stock: 'Estoque',
  of: (branch: string) => ` em ${branch}`,
  save: 'Salvar',
  savedReply: (branch: string) => `${branch}: salvo.`,
  unreadablePrice: 'Escreva o preço em reais, como 12,34.',
  unreadableStock: 'Escreva o estoque como número, ou +5 e -2 para somar e tirar.',
  stockHint: 'Um número sozinho é a contagem nova; +5 soma e -2 tira.',
  nowThere: (priceCents: number, stock: number) => `Agora: ${formatMoney(priceCents)}, ${stock} em estoque.`,
  pauseTitle: 'Vendas',
  pause: 'Pausar vendas',
  resume: 'Voltar a vender',
  pausedMessage: 'Vendas pausadas: a página fica, sem o botão de comprar.',
  resumedMessage: 'De volta à venda.',
  inShop: 'Ver na loja',
}

export const promotionTexts = {
  title: 'Promoção',
  forbidden: 'Este produto não pode ter promoção: é vendido com receita (RDC 44/2009, art. 54).',
  laboratory: 'Este produto tem o desconto do laboratório: não leva promoção da loja.',
  type: 'Desconto em',
  types: { percent: 'Porcentagem (%)', amount: 'Reais (R$)' },
  value: 'Desconto',
  from: 'Primeiro dia',
  fromHint: 'Vazio: começa agora.',
  until: 'Último dia',
  untilHint: 'Vazio: vale até você retirar.',
  save: 'Salvar promoção',
  remove: 'Retirar promoção',
  running: (discount: string, until: string | null) =>
    until === null ? `Valendo: ${discount}, sem fim marcado.` : `Valendo: ${discount}, até ${until}.`,
  plannedDiscount: (discount: string, from: string, until: string | null) =>
    until === null ? `Marcada: ${discount}, a partir de ${from}.` : `Marcada: ${discount}, de ${from} até ${until}.`,
  late: 'Ainda não começou: o desconto não cabe no preço de uma das lojas.',
  percent: (value: number) => `${value}%`,
  catalogueDiscount: (discount: string) =>
    `Desconto do cadastro: ${discount}. A promoção fica no lugar dele, e ele volta depois.`,
  inShop: 'Preço na loja agora',
  savedReply: 'Promoção salva.',
  removed: 'Promoção retirada.',
}

export const detailTexts = { title: 'Na página do produto', save: 'Salvar detalhes', savedReply: 'Detalhes salvos.' }

export const pictureTexts = {
  title: 'Foto',
  forbidden: 'Este produto não mostra foto: é vendido com receita (RDC 44/2009, art. 54).',
  file: 'Trocar foto',
  add: 'Enviar foto',
  hint: 'JPG, PNG ou WebP, até 10 MB. Quadrada, 800 px ou mais, fundo claro.',
  save: 'Salvar foto',
  savedReply: 'Foto salva.',
}
