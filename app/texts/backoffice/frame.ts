import { atHour } from '../dates.ts'

/** The back office: the pages of the shop's own people. */
export const backofficeTexts = {
  name: 'Balcão',
  title: (page: string, shopName: string) => `${page} · Balcão · ${shopName}`,
  skipToContent: 'Ir para o conteúdo',
  skipToDecision: 'Ir para a decisão',
  home: (shopName: string) => `Balcão da ${shopName}, início`,
  goToShop: 'Ir para a loja',
  nav: {
    queue: 'Fila',
    prescriptions: 'Receitas',
    pickup: 'Retirada',
    problems: 'Problemas',
    products: 'Produtos',
    customers: 'Clientes',
    bag: 'Sacola',
    merchandising: 'Vitrine',
    sales: 'Vendas',
  },
  moreNav: {
    passkeys: 'Chaves de acesso',
    shop: 'Loja',
    branches: 'Lojas',
    staff: 'Equipe',
    systems: 'Sistemas',
    audit: 'Auditoria',
  },
  atRest:
    'Esta loja foi restaurada de uma cópia e está em repouso: não manda e-mails nem avisos, não encerra pedidos e não devolve dinheiro. Para ela voltar a funcionar, quem cuida do servidor usa o comando “resume”.',
  signOut: 'Sair',
  search: 'Buscar pedido por número, nome, telefone ou e-mail',
  searchHint: 'Pedido, nome, telefone ou e-mail',
  searchSubmit: 'Buscar pedido',
  sessionEndHint: (time: string) => `Sem uso, a sessão termina ${atHour(time)}.`,
  roles: { owner: 'Gerente', pharmacist: 'Farmacêutica(o)', clerk: 'Balconista', system: 'Sistema' },
  crf: (crf: string) => `CRF ${crf}`,
  notFound: 'Página não encontrada',
  pages: 'Páginas',
  previousPage: 'Anterior',
  nextPage: 'Próxima',
  pageNumber: (page: number) => `Página ${page}`,
  branch: 'Loja',
  allBranches: 'Todas as lojas',
  emails: 'E-mails',
  noEmails: 'Nenhum e-mail guardado.',
  resend: 'Reenviar',
  goToQueue: 'Ir para a fila',
  /** Beside what was typed, where somebody changed it meanwhile. */
  presentValues: 'Agora está assim:',
  noValue: 'vazio',
  yes: 'sim',
  no: 'não',
  /** A form of which no more can be said. */
  filledForm: 'O que você preencheu',
}

/** `44 min`, `2 h 5 min`, `3 dias` */
export function formatDuration(minutes: number): string {
  if (minutes < 60) return `${minutes}\u00a0min`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return minutes % 60 === 0 ? `${hours}\u00a0h` : `${hours}\u00a0h ${minutes % 60}\u00a0min`
  return `${Math.floor(hours / 24)} dias`
}
