/** How an order will be paid, chosen in the summary. */
export const paymentWayTexts = {
  title: 'Como você quer pagar?',
  legend: 'Forma de pagar',
  labels: { pix: 'Pix', card: 'Cartão de crédito', external: 'Página do nosso parceiro' },
  details: {
    pix: 'Aprovado na hora. O código aparece ao finalizar.',
    card: 'Na página segura do cartão.',
    external: 'Você paga na página segura do nosso parceiro.',
  },
  cardDetail: (installments: string) => `${installments.replace(/^e/, 'E')}, na página segura do cartão.`,
  reserved: (minutes: number, isInWindow: boolean) =>
    `Ao finalizar, seus produtos ${isInWindow ? 'e o horário ' : ''}ficam reservados por ${minutes} minutos, e ainda dá para trocar a forma de pagar.`,
}
