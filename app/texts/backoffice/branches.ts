import { formatImportError } from '../import-errors.ts'

/** Why an order is not kept as it was promised. */
const brokenReasons = {
  closed: 'a loja estará fechada',
  noWindow: 'a janela deixa de existir',
  noPickup: 'não se retira mais nesta loja',
  closedPickup: 'a loja estará fechada; passa a ser guardado até o fim do próximo dia aberto',
  notServed: 'o CEP deixa de ser atendido por esta loja',
}

/** What each branch asks for deliveries, and when. */
export const branchTexts = {
  title: 'Lojas e entrega',
  intro: 'Taxa, janelas e retirada de cada loja. O que muda aqui vale para os próximos pedidos.',
  fields: {
    zipcodes: [
      'CEPs atendidos',
      'De e até, com | entre as faixas: 01000-000-01599-999. Uma faixa pode ter o que é só dela: taxa 7,90 grátis 100 mínimo 30 45min.',
    ],
    deliveryFeeCents: ['Taxa de entrega'],
    freeDeliveryFromCents: ['Grátis a partir de', 'Valor dos produtos. Vazio: a taxa vale sempre.'],
    minimumOrderCents: ['Pedido mínimo para entregar', 'Valor dos produtos. Vazio: não há.'],
    pickupMinutes: [
      'Minutos até ficar pronto para retirar',
      'Contam só com a loja aberta. Vazio: não se retira nesta loja.',
    ],
    windows: [
      'Janelas de entrega',
      'Dias, horário, quantos pedidos e quantos minutos antes do início o pedido precisa estar pago: seg-sex 08:00-10:00 x20 -30, com | entre elas. A escolha fecha antes, para dar tempo de pagar.',
    ],
    weeklyHours: [
      'Horário de funcionamento',
      'Como seg-sex 08:00-20:00 | sáb 08:00-18:00, com | entre eles; dia sem horário fica fechado. Também todos 24h, e 18:00-02:00 passa da meia-noite.',
    ],
    specialDays: ['Dias com outro horário', 'Como 25/12 fechado | 24/12/2026 07:00-14:00; sem o ano, vale em todos.'],
    doorPaymentLimitCents: [
      'Pagar na entrega ou na loja, até',
      'Máquina de cartão ou dinheiro. Vazio: todo pedido é pago antes.',
    ],
    isDoorPaymentKnownOnly: [
      'Só para quem já recebeu um pedido',
      '1: pagar na entrega só depois do primeiro pedido entregue. 0: todos.',
    ],
    safetyStock: [
      'Estoque de segurança',
      'Unidades de cada produto que ficam fora da venda online. O produto pode ter um número próprio.',
    ],
  } as const,
  errors: {
    zipcodes: (fault: string) => `CEPs atendidos: ${formatImportError(fault)}.`,
    flag: 'Escreva 1 (só quem já recebeu um pedido) ou 0 (todos).',
    money: () => 'Escreva a taxa e o valor em reais, como 7,90.',
    pickupMinutes: () => 'Escreva em quantos minutos o pedido fica pronto, ou deixe vazio onde não há retirada.',
    windows: (fault: string) => `Janelas de entrega: ${formatImportError(fault)}.`,
    weeklyHours: (fault: string) => `Horário de funcionamento: ${formatImportError(fault)}.`,
    specialDays: (fault: string) => `Dias com outro horário: ${formatImportError(fault)}.`,
  },
  week: {
    title: (branch: string) => `Semana da loja ${branch}`,
    link: 'Preencher horário e janelas por dia',
    backLink: 'Lojas e entrega',
    inOneLine: 'Em uma linha:',
    none: 'nenhuma',
    columns: ['Dia', 'Situação', 'Abre', 'Fecha', 'Reabre', 'Fecha de novo'],
    ordinal: (label: string, number: number) => (number > 2 ? `${label} (${number}º)` : label),
    states: { open: 'Abre', closed: 'Fechado', allDay: '24 horas' },
    hours: {
      title: 'Horário de funcionamento',
      hint: 'Quem fecha no meio do dia preenche também quando reabre. Fechar às 2:00 passa da meia-noite.',
      save: 'Salvar horário',
      savedMessage: 'Horário salvo: rodapé, páginas e buscadores já dizem o mesmo.',
    },
    windows: {
      title: 'Janelas de entrega',
      hint: 'Uma coluna para cada janela; em cada dia, quantos pedidos cabem nela. Vazio: não há. Para mais janelas, salve e volte.',
      window: (number: number) => `Janela ${number}`,
      rows: { from: 'Das', to: 'Até', minutes: 'Fecha antes (minutos)' },
      orders: 'pedidos',
      save: 'Salvar janelas',
      savedMessage: 'Janelas salvas.',
    },
  },
  brokenBookings: 'Estes pedidos contam com o que muda. Avise quem comprou, ou mude outra coisa:',
  brokenBooking: (orderId: number, promise: string | null, reason: keyof typeof brokenReasons) =>
    `Pedido ${orderId}${promise ? `, ${promise}` : ''}: ${brokenReasons[reason]}`,
  promisedFor: (time: string) => `prometido para ${time}`,
  keptUntil: (time: string) => `guardado até ${time}`,
  saveAnyway: 'Salvar mesmo assim',
  save: 'Salvar',
  savedMessage: 'Loja salva.',
}
