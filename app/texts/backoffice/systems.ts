import { formatNumber } from '../format.ts'
import { backofficeTexts } from './frame.ts'

/** Keys for the store's own systems. */
export const apiKeyTexts = {
  panelTitle: 'Chaves de acesso',
  intro:
    'Com uma chave, um sistema da loja lê pedidos e atualiza estoque e preços sem ninguém no balcão. As chamadas estão em',
  noKeys: 'Nenhum sistema tem chave.',
  fields: { name: ['Nome do sistema'], scopes: ['O que pode fazer'], branch: [backofficeTexts.branch] } as const,
  scopes: {
    orders: 'Ver pedidos e passar ao próximo passo',
    stock: 'Ver produtos e mudar estoque',
    prices: 'Ver produtos e mudar preços',
  },
  add: 'Criar chave',
  addTitle: 'Nova chave',
  tokenHint: 'Copie a chave agora: ela não será mostrada de novo.',
  usedAt: (time: string) => `Usada em ${time}`,
  neverUsed: 'Nunca usada',
  remove: 'Remover',
  removedMessage: 'A chave não funciona mais.',
}

export const webhookTexts = {
  title: 'Avisos de pedidos (webhooks)',
  intro:
    'A cada mudança de um pedido, a loja avisa outro sistema seu, como o ERP. O aviso é assinado (Standard Webhooks) e leva o número, a situação e a loja do pedido, e nada sobre quem comprou.',
  fields: {
    url: ['Endereço do sistema', 'Começa com https://. Quem cuida do sistema informa.'],
    branch: ['Pedidos da loja'],
  } as const,
  add: 'Cadastrar',
  secretTitle: 'Endereço cadastrado. Guarde o segredo dele agora:',
  secretHint: 'Ele não será mostrado de novo. Com ele, o outro sistema confere que o aviso é mesmo da loja.',
  listTitle: 'Endereços avisados',
  columns: ['Endereço', 'Loja', 'Avisos', 'Mudar'],
  upToDate: 'Em dia',
  queueLength: (count: number) => (count === 1 ? '1 na fila' : `${formatNumber(count)} na fila`),
  failingCount: (count: number) => (count === 1 ? '1 com falha' : `${formatNumber(count)} com falha`),
  remove: 'Remover',
  removedMessage: 'Endereço removido: ele não recebe mais avisos.',
  logTitle: 'Últimos avisos',
  problemEvent: 'Problema contado pelo cliente',
  lateEvent: 'Atrasado',
  reviewEndEvent: 'Receita conferida',
  logColumns: ['Quando', 'Pedido', 'Situação', 'Tentativas', 'Resultado', 'Reenviar'],
  emptyLog: 'Nenhum aviso ainda. A próxima mudança de um pedido aparece aqui.',
  order: (id: number) => `Pedido ${id}`,
  attemptCount: (count: number) => (count === 1 ? '1 tentativa' : `${count} tentativas`),
  lastAttempt: (time: string) => `Última: ${time}`,
  delivered: 'Entregue',
  queued: 'Na fila',
  nextAttempt: (time: string) => `Nova tentativa: ${time}`,
  givenUp: 'Não entregue',
  responseStatus: (status: number) => `Resposta ${status}`,
  faultLabels: {
    address: 'O endereço leva a uma rede interna',
    unknown_host: 'Endereço não encontrado na internet',
    timeout: 'Sem resposta em 10 segundos',
    certificate: 'Certificado recusado',
    connection: 'Não foi possível conectar',
    secret: 'O segredo não abre com as chaves de agora: remova o endereço e cadastre de novo',
  },
  resend: 'Enviar de novo',
  resentMessage: 'O aviso sai em alguns segundos.',
}
