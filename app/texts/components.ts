/** Texts of the shared components. Those of the specification word for word. */
export const componentTexts = {
  optional: '(opcional)',
  dayHint: 'No formato dd/mm/aaaa.',
  close: 'Fechar',
  /** The label of a toast's button (specification, section 9). */
  closeToast: 'FECHAR',
  notice: 'Aviso',

  percent: (percent: number) => `${percent}%`,
  /** For screen readers and text browsers. */
  discountSuffix: ' de desconto',
  priceBeforePrefix: 'De ',
  priceNowPrefix: ' por ',

  /** Stock up to this many units is called low (specification, section 9). */
  lowStockLimit: 10,
  /** A card says it of the last few alone: of twenty in view it would be noise. */
  scarceStockLimit: 3,
  inStock: 'Em estoque',
  outOfStock: 'Sem estoque',
  /** In three parts, since narrow cards visually hide the second. */
  lowStock: (stock: number) => [`Apenas ${stock} `, stock === 1 ? 'unidade ' : 'unidades ', 'em estoque'] as const,
  prescription: 'Receita',
  generic: 'Genérico',
  storeOnly: 'Só na loja física',

  addToBag: 'Adicionar',
  addToBagSuffix: ' no carrinho',
  addToBagLabel: (name: string) => `Adicionar no carrinho: ${name}`,
  inBag: (count: number) => `${count} na sacola`,
  decreaseLabel: (name: string) => `Diminuir quantidade de ${name}`,
  increaseLabel: (name: string) => `Aumentar quantidade de ${name}`,
  notifyMe: 'Avise-me',
  uncovered: 'Fora da sua região',
  quickView: 'Visualização rápida',
  quickViewLoading: 'Buscando o produto…',
  addFavourite: 'Adicionar aos favoritos',
  removeFavourite: 'Remover dos favoritos',

  fixFields: (count: number) => `Corrija ${count} ${count === 1 ? 'campo' : 'campos'} para continuar`,

  quantity: 'Quantidade',
  /** Specification, section 8. */
  quantityAboveStock: 'Quantidade Inválida. A quantidade que você está tentando inserir é maior que o estoque.',
  decrease: 'Diminuir quantidade',
  increase: 'Aumentar quantidade',

  pages: 'Páginas',
  previous: 'Anterior',
  next: 'Próxima',
  page: (page: number) => `Página ${page}`,
  pageOf: (page: number, pageCount: number) => `${page} de ${pageCount}`,

  breadcrumbLabel: 'Você está em',
  steps: 'Etapas da compra',
  stepDoneSuffix: ' (concluída)',

  pictures: 'Imagens do produto',
  pictureLabel: (position: number, pictureCount: number) => `Foto ${position} de ${pictureCount}`,

  filters: 'Filtros',
  filterLabel: (activeCount: number) => (activeCount > 0 ? `Filtrar (${activeCount})` : 'Filtrar'),
  sortedBy: (sortOrder: string) => `Ordenar por: ${sortOrder}`,

  update: 'Atualizar',
  remove: 'Remover',
  unitCount: (count: number) => `${count} ${count === 1 ? 'unidade' : 'unidades'}`,
  quantityLabel: (name: string) => `Quantidade de ${name}`,
  total: 'Total',
}

/**
 * The stock as it is sent to browsers: above the low stock, all numbers are shown alike, and so are one. So a page stays the
 * same when some of many units are sold.
 */
export function capStock(stock: number): number {
  return Math.min(stock, componentTexts.lowStockLimit + 1)
}

/** The stock in words (specification, section 4): out of stock, enough, or how few. */
export function formatStock(stock: number): string {
  const { outOfStock, inStock, lowStock, lowStockLimit } = componentTexts
  if (stock <= 0) return outOfStock
  return stock > lowStockLimit ? inStock : lowStock(stock).join('')
}
