/** Texts of header, menus, footer and phone bar. */
export const shellTexts = {
  skip: 'Ir para o conteúdo',
  homePage: ', página inicial',

  search: 'Buscar',
  searchLabel: 'Buscar na loja',
  searchPlaceholder: 'Buscar produto ou marca',

  noticeLabel: 'Aviso de entrega',
  closeNotice: 'Fechar aviso',

  zipcodeAsk: ['Informe', 'seu CEP'],
  zipcodeDeliver: 'Entregar em',
  zipcodeInvalid: 'Fora de cobertura',
  changeZipcode: 'Trocar CEP',

  signIn: ['Entre', 'ou cadastre-se'],
  hello: (firstName: string) => `Olá${firstName && `, ${firstName}`}`,
  account: 'Minha conta',
  profile: 'Meu perfil',
  wallet: 'Minha carteira',
  benefit: 'Meu benefício',
  orders: 'Meus pedidos',
  addresses: 'Meus endereços',
  signOut: 'Sair',

  favourites: 'Favoritos',
  favouritesCount: (count: number) => `Favoritos, ${count} ${count === 1 ? 'produto' : 'produtos'}`,
  bag: 'Sacola',
  bagCount: (count: number) => `Sacola, ${count === 0 ? 'vazia' : `${count} ${count === 1 ? 'item' : 'itens'}`}`,
  categories: 'Categorias',
  loading: 'Carregando…',
  miniBagEmpty: 'Não há produtos em sua sacola',
  miniBagMore: (lines: number) => (lines === 1 ? 'e mais 1 produto' : `e mais ${lines} produtos`),
  miniBagTotal: 'Total',
  miniBagOpen: 'Ver sacola',
  onThisPage: 'Nesta página',
  toTop: 'Voltar ao topo',
  toSearch: 'Ir para a busca',
  help: 'Ajuda',

  shortcuts: 'Atalhos',
  shop: 'Loja',
  profileShort: 'Perfil',

  backToBag: 'Voltar para a sacola',
}
