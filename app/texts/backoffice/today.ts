import { formatNumber } from '../format.ts'
import { atHour } from '../hours.ts'

export const todayTexts = {
  title: 'Hoje',
  dayTitle: (day: string) => `Dia ${day}`,
  comparison: (weekday: string) => `contra a média ${weekday} anteriores`,
  untilTime: (time: string) => `até ${time}`,
  weekdays: [
    'dos 4 domingos',
    ...['segundas', 'terças', 'quartas', 'quintas', 'sextas'].map((day) => `das 4 ${day}`),
    'dos 4 sábados',
  ],
  day: 'Dia',
  showDay: 'Ver dia',
  orders: 'Pedidos',
  sales: 'Vendas',
  averageOrderValue: 'Valor médio',
  withPrescription: 'Com receita',
  meanValue: (value: string) => `média ${value}`,
  hoursTitle: 'Pedidos por hora',
  hoursChartLabel: (peakCount: number, hour: number) =>
    `Pedidos por hora; o pico foi ${peakCount} ${atHour(`${hour}h`)}`,
  legendThisDay: 'Este dia',
  legendMean: 'Média anterior',
  firstRows: (shownCount: number, totalCount: number) =>
    `Os primeiros ${shownCount} de ${formatNumber(totalCount)}; o CSV tem todos.`,
  ordersTitle: 'Pedidos do dia',
  ordersColumns: ['Pedido', 'Pago às', 'Situação', 'Receita médica', 'Total'],
  hour: 'Hora',
  durationsTitle: 'Tempos desde o pagamento',
  durationsColumns: ['Etapa', 'Metade até', '9 em 10 até', 'Metade antes'],
  steps: { approve: 'Receita aprovada', out_for_delivery: 'Saiu para entrega', delivered: 'Entregue' },
  noValue: '—',
  searchesTitle: 'Buscas sem resultado',
  searchesColumns: ['Busca', 'Vezes'],
  stockNoticesTitle: 'Avise-me',
  stockNoticesColumns: ['Produto em falta', 'Pessoas'],
  refundsDueTitle: 'Dinheiro a devolver',
  refundsDueColumns: ['Pedido', 'Valor'],
  manualRefundHint: 'devolver à mão, na página do meio de pagamento',
  refusedRefundHint: (reason: string) =>
    `recusado pelo meio de pagamento${reason ? `: ${reason}` : ''}; devolver de outro modo`,
  failingEmailsTitle: 'E-mails que falham',
  failingEmailsColumns: ['E-mail', 'Tentativas'],
  emptyList: 'Nada por aqui.',
  csv: 'CSV',
  csvSuffix: (listName: string) => ` de ${listName}`,
}
