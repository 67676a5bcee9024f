/** Texts of header, menus, footer and phone bar. */
export const shellTexts = {
  skipToContent: 'Ir para o conteúdo',
  homePage: ', página inicial',

  search: 'Buscar',
  searchLabel: 'Buscar na loja',
  searchPlaceholder: 'Buscar produto ou marca',

  noticeLabel: 'Aviso de entrega',
  closeNotice: 'Fechar aviso',

  enterZipcode: ['Informe', 'seu CEP'],
  deliverTo: 'Entregar em',
  uncoveredZipcode: 'Fora de cobertura',
  changeZipcode: 'Trocar CEP',

  signIn: ['Entre', 'ou cadastre-se'],
  greeting: (firstName: string) => (firstName ? `Olá, ${firstName}` : 'Boas-vindas!'),
  account: 'Minha conta',
  profile: 'Meu perfil',
  wallet: 'Minha carteira',
  benefit: 'Meu benefício',
  orders: 'Meus pedidos',
  addresses: 'Meus endereços',
  signOut: 'Sair',

  favourites: 'Favoritos',
  favouritesLabel: (count: number) => `Favoritos, ${count} ${count === 1 ? 'produto' : 'produtos'}`,
  bag: 'Sacola',
  bagLabel: (count: number) => `Sacola, ${count === 0 ? 'vazia' : `${count} ${count === 1 ? 'item' : 'itens'}`}`,
  categories: 'Categorias',
  loading: 'Carregando…',
  miniBagEmpty: 'Não há produtos em sua sacola',
  miniBagMoreLines: (lineCount: number) => (lineCount === 1 ? 'e mais 1 produto' : `e mais ${lineCount} produtos`),
  miniBagTotal: 'Total',
  openBag: 'Ver sacola',
  onThisPage: 'Nesta página',
  backToTop: 'Voltar ao topo',
  goToSearch: 'Ir para a busca',
  help: 'Ajuda',

  shortcuts: 'Atalhos',
  shop: 'Loja',
  profileShort: 'Perfil',

  viewOrder: 'Ver pedido',
  backToBag: 'Voltar para a sacola',
}
