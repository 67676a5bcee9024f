import { atHour } from './dates.ts'

/** Another picture of a prescription, for which its order waits. */
export const pictureRequestTexts = {
  title: 'Envie outra foto da receita',
  requestedBy: (name: string, crf: string, time: string) => `Pedido por ${name}, CRF ${crf}, ${atHour(time)}.`,
  products: (names: string) => `Receita de ${names}`,
  hint: (time: string) =>
    `Foto ou PDF, até 10 MB. Esperamos até ${time}; depois o pedido é cancelado, e tudo o que você pagou volta pelo mesmo meio.`,
  send: 'Enviar foto',
  sentMessage: 'Recebemos a foto. Você não precisa fazer mais nada.',
  receivedTitle: (time: string) => `Recebemos a foto ${atHour(time)}`,
  receivedHint: 'A loja confere e avisa você. Você não precisa fazer mais nada.',
  lateReason: (reason: string) => `${reason.replace(/\.$/, '')}. A outra foto que pedimos não chegou em um dia`,

  /** At the back office. */
  requestTitle: 'Pedir outra foto',
  requestHint:
    'O cliente recebe um e-mail e tem um dia. Sem a foto, a receita é rejeitada por este motivo, em seu nome.',
  fields: { note: ['Outro motivo, ou um recado ao cliente'] } as const,
  reasonLegend: 'Porque',
  reasons: ['Ilegível ou cortada', 'A assinatura ou o carimbo não aparece', 'Falta uma página'],
  partLegend: 'Qual receita',
  part: (patient: string, products: string) => `${patient}: ${products}`,
  request: 'Pedir outra',
  requestSentMessage: 'Outra foto pedida ao cliente. O pedido espera até um dia por ela.',
  waitingLabel: (time: string) => `Espera outra foto até ${time}.`,
  waitingFor: (name: string, reason: string, time: string) =>
    `${name} pediu outra foto ao cliente: “${reason}”. O pedido espera até ${time}.`,
  answeredHint: (time: string) => `Outra foto chegou em ${time}: é a que está nesta página.`,
}
