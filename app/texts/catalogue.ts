import { formatNumber } from './format.ts'
/** The home page and the listings. */
export const homeTexts = {
  title: 'Do que você precisa hoje?',
  greeting: (firstName: string) => `Olá, ${firstName}`,
  shortcuts: 'Acesso rápido',
  repeatOrder: ['Repetir pedido', 'Tudo de novo na sacola'],
  sendPrescription: ['Enviar receita', 'Foto ou PDF: orçamos para você'],
  askPharmacist: ['Falar com o farmacêutico', 'Tire suas dúvidas'],
  buyAgain: 'Comprar de novo',
  seeOrders: 'Ver pedidos',
  categories: 'Categorias',
  seeAll: 'Ver todos',
}

export const listingTexts = {
  allProducts: 'Todos os produtos',
  allSubcategories: 'Todos',
  resultsTitle: (query: string) => `Resultados para “${query}”`,
  resultCount: (count: number, isCapped: boolean) =>
    isCapped
      ? `Mais de ${formatNumber(count)} produtos`
      : count === 1
        ? '1 produto'
        : `${formatNumber(count)} produtos`,
  correctedSearchPrefix: 'Mostrando resultados para ',
  withoutWords: (words: string) => `, sem “${words}”`,
  searchExactly: 'Buscar por ',
  subcategories: 'Subcategorias',
  products: 'Produtos',
  pageTitle: (title: string, page: number) => (page > 1 ? `${title}, página ${page}` : title),
  description: (title: string, count: string) =>
    `${title}: ${count}, com preço e estoque da loja que entrega no seu CEP.`,

  sortOrders: {
    relevance: 'Relevância',
    cheapest: 'Menor preço',
    dearest: 'Maior preço',
    discount: 'Maior desconto',
    name: 'Nome, de A a Z',
  },
  kind: 'Tipo',
  kinds: { generico: 'Genérico', similar: 'Similar', referencia: 'Referência', nao_medicamento: 'Não medicamento' },
  price: 'Preço',
  priceFrom: 'De',
  priceTo: 'Até',
  pricePlaceholder: '0,00',
  brand: 'Marca',
  ingredient: 'Princípio ativo',
  showLegend: 'Mostrar',
  inStock: 'Só em estoque',
  onOffer: 'Em oferta',
  inBagPromotion: 'Promoção na sacola',
  withoutPrescription: 'Sem receita',
  /** Beside a filter: how many products it leaves; `isCapped`: there are more, not counted. */
  countLabel: (productCount: number, isCapped: boolean) => `${formatNumber(productCount)}${isCapped ? '+' : ''}`,
  allBrands: 'Ver todas as marcas',
  allIngredients: 'Ver todos os princípios ativos',
  brands: 'Marcas',
  ingredients: 'Princípios ativos',
  backToListing: 'Voltar aos produtos',
  applyFilters: 'Aplicar filtros',
  clearFilters: 'Limpar filtros',
  minPriceFilter: (price: string) => `De ${price}`,
  maxPriceFilter: (price: string) => `Até ${price}`,
  removeFilter: (filter: string) => `Remover filtro: ${filter}`,

  emptyCategory: 'Nenhum produto por aqui ainda',
  emptyCategoryHint: 'Veja as outras categorias da loja.',
  emptyFilter: 'Nenhum produto com esses filtros',
  emptyFilterHint: 'Remova um filtro para ver mais produtos.',
  notFound: 'Produto não encontrado!',
  notFoundHint: 'Confira a grafia, busque pelo princípio ativo ou veja uma categoria.',
  searchEverywhere: 'Buscar na loja toda',
  tooShort: 'Digite pelo menos 3 letras para buscar.',
  seeAllProducts: 'Ver todos os produtos',
  bestSellers: 'Os mais vendidos',
  askPharmacist: 'Perguntar ao farmacêutico',
}

/** The search field with scripts (specification, sections 4, 8 and 9). */
export const instantSearchTexts = {
  loading: 'Buscando produtos…',
  notFound: 'Produto não encontrado!',
  failedMessage: 'Não foi possível buscar agora. Aperte Enter para tentar de novo.',
  outOfStock: 'Sem estoque',
  seeAll: (resultCount: number, isCapped: boolean) =>
    `Ver ${isCapped ? 'os mais de' : 'todos os'} ${formatNumber(resultCount)} resultados`,
  suggestionCount: (count: number) =>
    count === 1 ? '1 produto. Use as setas para escolher.' : `${count} produtos. Use as setas para escolher.`,
  suggestions: 'Sugestões',
  kinds: { term: 'busca', category: 'categoria', brand: 'marca' },
  history: 'Buscas recentes',
  clearHistory: 'Limpar buscas recentes',
}
