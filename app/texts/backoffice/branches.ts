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
  fee: 'Taxa de entrega',
  freeDeliveryFrom: 'Grátis a partir de',
  freeDeliveryFromHint: 'Valor dos produtos. Vazio: a taxa vale sempre.',
  pickupMinutes: 'Minutos até ficar pronto para retirar',
  pickupHint: 'Contam só com a loja aberta. Vazio: não se retira nesta loja.',
  windows: 'Janelas de entrega',
  windowsHint:
    'Dias, horário, quantos pedidos e quantos minutos antes do início o pedido precisa estar pago: seg-sex 08:00-10:00 x20 -30, com | entre elas. A escolha fecha antes, para dar tempo de pagar.',
  specialDays: 'Dias com outro horário',
  specialDaysHint: 'Como 25/12/2026 fechado | 24/12/2026 07:00-14:00.',
  safetyStock: 'Estoque de segurança',
  safetyStockHint: 'Unidades de cada produto que ficam fora da venda online. O produto pode ter um número próprio.',
  brokenBookings: 'Estes pedidos contam com o que muda. Avise quem comprou, ou mude outra coisa:',
  brokenBooking: (orderId: number, promise: string | null, reason: keyof typeof brokenReasons) =>
    `Pedido ${orderId}${promise ? `, ${promise}` : ''}: ${brokenReasons[reason]}`,
  promisedFor: (time: string) => `prometido para ${time}`,
  keptUntil: (time: string) => `guardado até ${time}`,
  saveAnyway: 'Salvar mesmo assim',
  save: 'Salvar',
  savedMessage: 'Loja salva.',
}
