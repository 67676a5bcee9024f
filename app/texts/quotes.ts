import { prescriptionTexts } from './checkout.ts'

/** A prescription's photo that comes before its bag. */
export const quoteTexts = {
  title: 'Orçar receita',
  intro:
    'Envie a foto da receita. Nosso farmacêutico lê, monta a sacola e avisa por e-mail. Você confere e paga pelo link.',
  formTitle: 'Envie a receita',
  fields: {
    patient: prescriptionTexts.fields.patient,
    note: ['Recado para o farmacêutico', 'Como “genérico, se houver” ou “só o primeiro item”.'],
  } as const,
  send: 'Pedir orçamento',
  sentMessage: 'Receita recebida. Avisamos por e-mail quando a sacola estiver pronta.',
  retentionHint: 'Sem pedido, a receita é apagada em 21 dias.',
  sentAt: (time: string) => `Receita enviada em ${time}`,
  pendingHint: 'O farmacêutico ainda não respondeu.',
  bagReady: 'Sua sacola está pronta.',
  openBag: 'Ver a sacola',
  seeOrder: (id: number) => `Ver o pedido ${id}`,
}

/** The pharmacist's side of it. */
export const backofficeQuoteTexts = {
  caption: 'Receitas que esperam uma sacola, a mais antiga primeiro',
  columns: ['Enviada', 'Espera', 'Próximo passo'],
  openQuote: 'Ler e montar sacola',
  title: (name: string) => `Orçamento de ${name}`,
  note: 'Recado do cliente',
  patient: 'Paciente',
  answer: 'Responder ao cliente',
  skipToAnswer: 'Ir para a resposta',
  fields: {
    message: ['Recado ao cliente', 'Fica na conta dele; o e-mail não cita produtos. Sem sacola, diga o que falta.'],
  } as const,
  send: 'Enviar ao cliente',
  sentMessage: 'Resposta enviada ao cliente.',
  bagLineCount: (lineCount: number) =>
    lineCount === 1 ? 'A sacola vai com 1 produto.' : `A sacola vai com ${lineCount} produtos.`,
  noBag: 'A sacola está vazia: vai só o recado.',
  alreadyAnswered: 'Este orçamento já foi respondido.',
}
