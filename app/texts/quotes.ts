/** A prescription's photo that comes before its bag. */
export const quoteTexts = {
  title: 'Orçar receita',
  intro:
    'Envie a foto da receita. Nosso farmacêutico lê, monta a sacola e avisa por e-mail. Você confere e paga pelo link.',
  formTitle: 'Envie a receita',
  note: 'Recado para o farmacêutico',
  noteHint: 'Como “genérico, se houver” ou “só o primeiro item”.',
  send: 'Pedir orçamento',
  sent: 'Receita recebida. Avisamos por e-mail quando a sacola estiver pronta.',
  kept: 'Sem pedido, a receita é apagada em 21 dias.',
  sentAt: (when: string) => `Receita enviada em ${when}`,
  waiting: 'O farmacêutico ainda não respondeu.',
  answered: 'Sua sacola está pronta.',
  openBag: 'Ver a sacola',
  order: (id: number) => `Ver o pedido ${id}`,
}

/** The pharmacist's side of it. */
export const deskQuoteTexts = {
  caption: 'Receitas que esperam uma sacola, a mais antiga primeiro',
  columns: ['Enviada', 'Espera', 'Próximo passo'],
  open: 'Ler e montar sacola',
  title: (name: string) => `Orçamento de ${name}`,
  note: 'Recado do cliente',
  patient: 'Paciente',
  answer: 'Responder ao cliente',
  skip: 'Ir para a resposta',
  message: 'Recado ao cliente',
  messageHint: 'Fica na conta dele; o e-mail não cita produtos. Sem sacola, diga o que falta.',
  send: 'Enviar ao cliente',
  sent: 'Resposta enviada ao cliente.',
  bagOf: (lines: number) => (lines === 1 ? 'A sacola vai com 1 produto.' : `A sacola vai com ${lines} produtos.`),
  noBag: 'A sacola está vazia: vai só o recado.',
  answered: 'Este orçamento já foi respondido.',
}
