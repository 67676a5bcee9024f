import { weekdayOf } from '../days.ts'
import { formatDay, formatMoney, formatNumber } from '../format.ts'

const weekdays = ['dom', 'seg', 'ter', 'qua', 'qui', 'sex', 'sáb']

export const salesTexts = {
  title: 'Vendas',
  hint: 'O que ficou com a loja, já sem o que foi devolvido',
  tabsLabel: 'Números',
  tabs: {
    sales: 'Vendas',
    sold: 'O que vendeu',
    lowStock: 'Estoque baixo',
    searches: 'Buscado em vão',
    accountant: 'Contador',
    today: 'Hoje, por hora',
  },
  periodsLabel: 'Período',
  periods: { day: 'Dia', week: 'Semana', month: 'Mês' },
  previous: { day: 'Dia anterior', week: 'Semana anterior', month: 'Mês anterior' },
  next: { day: 'Próximo dia', week: 'Próxima semana', month: 'Próximo mês' },
  since: 'Do dia',
  until: 'Até o dia',
  show: 'Ver',
  untilTime: (time: string) => `, até ${time}`,
  comparison: (days: string) => `, ao lado de ${days}`,
  sameTime: ' até a mesma hora',
  sales: 'Vendas',
  orders: 'Pedidos',
  averageOrder: 'Por pedido',
  refunded: 'Devolvido',
  before: (value: string) => `antes ${value}`,
  refundedOrders: (count: number, before: string) =>
    `${count === 1 ? '1 pedido' : `${formatNumber(count)} pedidos`}, já tirado; antes ${before}`,
  daysTitle: 'Por dia',
  daysAndBranchesTitle: 'Por dia e loja',
  otherBranches: 'Outras lojas',
  legendNow: 'Este período',
  legendBefore: 'Período anterior',
  daysColumns: (branches: string[]) => ['Dia', 'Pedidos', 'Vendas (R$)', ...branches, 'Antes (R$)'],
  branchesTitle: 'Por loja',
  branchesColumns: ['Loja', 'Pedidos', 'Vendas (R$)', 'Antes (R$)'],
  soldTitle: 'O que vendeu',
  soldColumns: ['Produto', 'Unidades', 'Vendas (R$)'],
  soldHint: 'O que ficou com os clientes, com descontos e cupom, sem a entrega.',
  promotionsTitle: 'Promoções por quantidade',
  promotionsColumns: ['Promoção', 'Pedidos', 'Unidades', 'Desconto (R$)'],
  promotionsHint: 'Como foi vendido, também o que voltou depois; sem o desconto do próprio produto.',
  firstOf: (shownCount: number, totalCount: number) =>
    `Os primeiros ${shownCount} de ${formatNumber(totalCount)}; o CSV tem todos.`,
  lowStockTitle: 'Estoque baixo',
  lowStockColumns: ['Produto e loja', 'Disponível', 'Dura'],
  lowStockFileColumns: ['Produto', 'Loja', 'Disponível', 'Dias'],
  lowStockHint: 'Vendeu nos últimos 30 dias e, nesse ritmo, acaba em menos de 7.',
  soldOut: 'acabou',
  daysLeft: (days: number) => (days < 1 ? 'menos de 1 dia' : days === 1 ? '1 dia' : `${days} dias`),
  searchesTitle: 'Buscado em vão',
  searchesColumns: ['Busca', 'Vezes'],
  searchesHint: 'Em todas as lojas; as buscas ficam guardadas por 28 dias.',
  ceilingsTitle: 'Preços acima do teto',
  ceilingsColumns: ['Loja', 'Preços'],
  ceilingsHint: 'Agora, pelo preço máximo (PMC) no estado de cada loja.',
  problemsTitle: 'Problemas respondidos',
  problemsColumns: ['Medida', 'Valor'],
  problems: { answers: 'Respondidos no período', median: 'Metade foi respondida em até', open: 'Abertos agora' },
  noValue: '—',
  accountantTitle: 'Arquivo do contador',
  accountantHint:
    'Uma linha por pedido pago nesses dias, no dia do pagamento, com tudo o que já foi devolvido dele até agora. Bruto − promoção − cupom + entrega − devolvido = líquido, e a soma do líquido é o valor de Vendas. O que foi pago com saldo não passa pelo banco. Separado por ; com vírgula nos centavos, abre no Excel.',
  firstDay: 'De',
  lastDay: 'Até',
  download: 'Baixar',
  accountantColumns: [
    'Data',
    'Loja',
    'CNPJ',
    'Pedido',
    'Forma',
    'Bruto',
    'Promoção',
    'Cupom',
    'Entrega',
    'Devolvido',
    'Líquido',
    'Pago com saldo',
    'Chave da nota',
    'Promoções por quantidade',
  ],
  promotionCell: (promotions: { title: string; cents: number }[]) =>
    promotions.map(({ title, cents }) => `${title}: ${formatAmount(cents)}`).join(' | '),
  balanceOnly: 'Saldo',
}

/** Cents of a column that says what they are: `1.234,50`. */
export function formatAmount(cents: number): string {
  return formatMoney(cents).replace('R$\u00a0', '')
}

/** Of a chart, whose table has the cents: `1.235`. */
export function formatWholeReais(cents: number): string {
  return formatNumber(Math.round(cents / 100))
}

/** Below a bar, as short as a phone needs it: of a week `seg`, else `16`. */
export function formatBarDay(day: string, dayCount: number): string {
  return dayCount > 7 ? day.slice(8) : (weekdays[weekdayOf(day)] ?? '')
}

/** `seg, 16/11`, on one line. */
export function formatShortDay(day: string): string {
  return `${weekdays[weekdayOf(day)]},\u00a0${formatDay(day).slice(0, 5)}`
}

/** `16/11/2026`, `16 a 22/11/2026`, `28/10 a 03/11/2026`, `29/12/2025 a 04/01/2026`. */
export function formatDayRange({ firstDay, lastDay }: { firstDay: string; lastDay: string }): string {
  if (firstDay === lastDay) return formatDay(lastDay)
  const sharedParts =
    firstDay.slice(0, 7) === lastDay.slice(0, 7) ? 2 : firstDay.slice(0, 4) === lastDay.slice(0, 4) ? 5 : 10
  return `${formatDay(firstDay).slice(0, sharedParts)} a ${formatDay(lastDay)}`
}

/** By how much something grew or fell, `+6,6%` or `−3%`; null where there was nothing before. */
export function formatChange(value: number, previousValue: number): string | null {
  if (previousValue === 0) return null
  const tenths = Math.round((value / previousValue - 1) * 1000)
  const sign = tenths > 0 ? '+' : tenths < 0 ? '−' : ''
  return `${sign}${formatNumber(Math.trunc(Math.abs(tenths) / 10))},${Math.abs(tenths) % 10}%`
}
