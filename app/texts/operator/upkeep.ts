import type { Language, Sentence } from './sentence.ts'

/** What the commands for orders, payments, customers, staff and systems print. Codes, statuses and dates are for programs, too. */
export const upkeepTexts = {
  removed: { en: 'Removed.', pt: 'Removido.' },
  allBranches: { en: 'all', pt: 'todas' },

  noOrder: { en: 'No orders.', pt: 'Nenhum pedido.' },
  orderColumns: {
    en: ['ID', 'STATUS', 'PLACED', 'TOTAL', 'CUSTOMER'],
    pt: ['ID', 'SITUAÇÃO', 'FEITO', 'TOTAL', 'CLIENTE'],
  },
  unknownOrder: (id: string): Sentence => ({
    en: `There is no order ${id}. "orders list" shows the newest.`,
    pt: `Não existe o pedido ${id}. "orders list" mostra os mais novos.`,
  }),
  order: (id: number, status: string): Sentence => ({ en: `Order ${id}: ${status}`, pt: `Pedido ${id}: ${status}` }),
  orderLabels: {
    customer: { en: 'customer', pt: 'cliente' },
    address: { en: 'address', pt: 'endereço' },
    note: { en: 'note', pt: 'observação' },
    branch: { en: 'branch', pt: 'loja' },
    pickup: { en: 'pick-up', pt: 'retirada' },
    delivery: { en: 'delivery', pt: 'entrega' },
    prescription: { en: 'prescription', pt: 'receita' },
    coupon: { en: 'coupon', pt: 'cupom' },
    total: { en: 'total', pt: 'total' },
    paidBack: { en: 'paid back', pt: 'devolvido' },
    net: { en: 'net', pt: 'líquido' },
  },
  customerGone: { en: 'gone', pt: 'saiu' },
  inBranch: { en: 'in the branch', pt: 'na loja' },
  byAppointment: { en: 'by appointment', pt: 'com hora marcada' },
  picked: (units: number): Sentence => ({ en: `${units} picked`, pt: `${units} na sacola` }),
  takenOut: (units: number): Sentence => ({ en: `${units} taken out`, pt: `${units} fora` }),
  returned: (units: number): Sentence => ({ en: `${units} returned`, pt: `${units} de volta` }),
  balance: (name: string | null, amount: string, isReturned: boolean): Sentence => ({
    en: `balance ${name ?? 'wallet'}  ${amount}${isReturned ? '  returned' : ''}`,
    pt: `saldo ${name ?? 'carteira'}  ${amount}${isReturned ? '  devolvido' : ''}`,
  }),
  by: (name: string): Sentence => ({ en: `, by ${name}`, pt: `, por ${name}` }),
  actors: {
    customer: { en: 'the customer', pt: 'cliente' },
    job: { en: 'the server', pt: 'servidor' },
    bank: { en: 'the bank', pt: 'banco' },
    staff: { en: 'the staff', pt: 'equipe' },
  },
  payment: { en: 'payment', pt: 'pagamento' },
  email: (id: number, kind: string | null, writtenAt: string, sentAt: string | null): Sentence => ({
    en: `e-mail ${id}  ${kind ?? 'of an older version'}, written ${writtenAt}, ${sentAt === null ? 'not sent yet' : `sent ${sentAt}`}`,
    pt: `e-mail ${id}  ${kind ?? 'de uma versão anterior'}, escrito ${writtenAt}, ${sentAt === null ? 'ainda não enviado' : `enviado ${sentAt}`}`,
  }),
  asksToCancel: (name: string, reason: string): Sentence => ({
    en: `${name} asks to cancel it: ${reason}`,
    pt: `${name} pede para cancelar: ${reason}`,
  }),

  nothingOwed: { en: 'Nothing is owed.', pt: 'Nada a devolver.' },
  owedColumns: {
    en: ['ORDER', 'AMOUNT', 'RECEIVED', 'BY', 'PAYMENT', 'REFUSED'],
    pt: ['PEDIDO', 'VALOR', 'RECEBIDO', 'POR', 'PAGAMENTO', 'RECUSADO'],
  },
  payers: {
    server: { en: 'the server', pt: 'o servidor' },
    provider: { en: 'you, at the provider', pt: 'você, no provedor' },
    otherMeans: { en: 'you, by other means', pt: 'você, de outro modo' },
  },
  unclear: {
    en: 'The shop cannot read these charges (não entendidos), and their orders wait:',
    pt: 'A loja não entende estas cobranças, e os pedidos esperam:',
  },
  unclearColumns: {
    en: ['ORDER', 'ASKED', 'SINCE', 'BY', 'CHARGE', 'ODD'],
    pt: ['PEDIDO', 'COBRADO', 'DESDE', 'POR', 'COBRANÇA', 'ESTRANHO'],
  },
  allPaymentsKnown: {
    en: 'The shop knows all that the bank holds as paid.',
    pt: 'A loja conhece tudo o que o banco tem como pago.',
  },
  unknownColumns: {
    en: ['ORDER', 'AMOUNT', 'RECEIVED', 'TOLD', 'PAYMENT', 'CHARGE'],
    pt: ['PEDIDO', 'VALOR', 'RECEBIDO', 'MENSAGEM', 'PAGAMENTO', 'COBRANÇA'],
  },
  unknown: { en: 'unknown', pt: 'desconhecido' },
  unreadable: 'não entendido',
  returnUnknown: {
    en: 'Of an unknown order: return the payment at the bank, or deliver by hand what was bought.',
    pt: 'De um pedido desconhecido: devolva o pagamento no banco, ou entregue à mão o que foi comprado.',
  },
  silentBank: (message: string): Sentence => ({
    en: `The bank does not tell what was paid: ${message}`,
    pt: `O banco não diz o que foi pago: ${message}`,
  }),

  customer: (id: number, facts: string): Sentence => ({
    en: `Customer ${id}: ${facts}`,
    pt: `Cliente ${id}: ${facts}`,
  }),
  customerLabels: {
    blocked: { en: 'blocked', pt: 'bloqueado' },
    order: { en: 'order', pt: 'pedido' },
    email: { en: 'e-mail', pt: 'e-mail' },
  },
  noCustomer: { en: 'There is no account with this e-mail.', pt: 'Nenhuma conta tem este e-mail.' },
  erasureUnderWay: (orderId: number | undefined): Sentence => ({
    en: `Order ${orderId} has not ended: advance, cancel or refund it, then erase the account.`,
    pt: `O pedido ${orderId} não acabou: avance, cancele ou reembolse, e depois apague a conta.`,
  }),
  erased: (id: number): Sentence => ({ en: `The account ${id} is erased.`, pt: `A conta ${id} foi apagada.` }),

  noStaff: { en: 'Nobody. "staff add" invites the first.', pt: 'Ninguém. "staff add" convida a primeira pessoa.' },
  staffColumns: {
    en: ['ID', 'ROLE', 'NAME', 'CRF', 'STATE', 'EMAIL'],
    pt: ['ID', 'PAPEL', 'NOME', 'CRF', 'SITUAÇÃO', 'E-MAIL'],
  },
  staffStates: {
    active: { en: 'active', pt: 'com acesso' },
    oneFactor: { en: 'no second factor', pt: 'sem segundo fator' },
    invited: { en: 'invited', pt: 'com convite' },
  },
  invitation: {
    en: 'It works once, for 72 hours: hand it over in person.',
    pt: 'Vale uma vez, por 72 horas: entregue em mãos.',
  },

  noKey: { en: 'None. "keys add" makes one.', pt: 'Nenhuma. "keys add" cria uma.' },
  keyColumns: { en: ['ID', 'FOR', 'BRANCH', 'USED', 'NAME'], pt: ['ID', 'PARA', 'LOJA', 'USADA', 'NOME'] },
  never: { en: 'never', pt: 'nunca' },
  keyOnce: {
    en: 'It is shown this once: keep it where the system reads its secrets.',
    pt: 'Só aparece desta vez: guarde onde o sistema lê os segredos dele.',
  },

  webhookAdded: (id: number): Sentence => ({
    en: `Webhook ${id}. Its messages are signed (Standard Webhooks) with this secret, which is not shown again:`,
    pt: `Webhook ${id}. As mensagens vão assinadas (Standard Webhooks) com este segredo, que não aparece de novo:`,
  }),
  noWebhook: { en: 'No webhooks. "webhook add" registers one.', pt: 'Nenhum webhook. "webhook add" cadastra um.' },
  webhookColumns: {
    en: ['ID', 'BRANCH', 'WAITING', 'FAILING', 'URL'],
    pt: ['ID', 'LOJA', 'ESPERAM', 'FALHAM', 'ENDEREÇO'],
  },
  noMessage: { en: 'No messages.', pt: 'Nenhuma mensagem.' },
  messageColumns: {
    en: ['ID', 'WRITTEN', 'WEBHOOK', 'ORDER', 'STATUS', 'ATTEMPTS', 'LAST', 'RESULT'],
    pt: ['ID', 'ESCRITA', 'WEBHOOK', 'PEDIDO', 'SITUAÇÃO', 'TENTATIVAS', 'ÚLTIMA', 'RESULTADO'],
  },
  deliveryState: (state: string): Sentence => ({
    en: state.replace('_', ' '),
    pt: state === 'delivered' ? 'entregue' : state === 'given_up' ? 'desistiu' : 'espera',
  }),
  next: (at: string): Sentence => ({ en: `, next ${at}`, pt: `, próxima ${at}` }),

  fileDone: (file: string): Sentence => ({ en: `${file} is written.`, pt: `${file}: pronto.` }),
  noAccess: { en: 'No access in those days.', pt: 'Nenhum acesso nesses dias.' },
  unreadableLog: (count: number, days: string[]): Sentence => ({
    en: `No key opens ${count} more parts of the log, of ${days.join(', ')}: who used the shop then is not all told.`,
    pt: `Nenhuma chave abre mais ${count} partes do registro, de ${days.join(', ')}: falta dizer quem usou a loja então.`,
  }),
} satisfies Record<string, unknown>

/** Of labels that stand one above the other: as wide as the widest. */
export function padLabels(labels: Record<string, Sentence>, language: Language): (label: Sentence) => string {
  const width = Math.max(...Object.values(labels).map((label) => label[language].length))
  return (label) => label[language].padEnd(width)
}
