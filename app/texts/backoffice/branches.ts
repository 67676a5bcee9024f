/** What each branch asks for deliveries, and when. */
export const branchTexts = {
  title: 'Lojas e entrega',
  intro: 'Taxa, janelas e retirada de cada loja. O que muda aqui vale para os próximos pedidos.',
  fee: 'Taxa de entrega',
  freeDeliveryFrom: 'Grátis a partir de',
  freeDeliveryFromHint: 'Valor dos produtos. Vazio: a taxa vale sempre.',
  pickupMinutes: 'Minutos até ficar pronto para retirar',
  pickupHint: 'Vazio: não se retira nesta loja.',
  windows: 'Janelas de entrega',
  windowsHint: 'Dias, horário, quantos pedidos e quantos minutos antes: mon-fri 08:00-10:00 x20 -30, com | entre elas.',
  specialDays: 'Dias com outro horário',
  specialDaysHint: 'Como 2026-12-25 closed | 2026-12-24 07:00-14:00.',
  save: 'Salvar',
  savedMessage: 'Loja salva.',
}
