import { formatZipcode } from './format.ts'

/** Outside coverage: one message, and a field for the e-mail that it promises to write to. */
export const coverageNoticeTexts = {
  title: 'Ainda não chegamos aí',
  message: (zipcode: string) =>
    `Ainda não entregamos no CEP ${formatZipcode(zipcode)}. Deixe seu e-mail: escreveremos uma vez, quando chegarmos aí.`,
  /** Below the specification's own message. */
  emailInvitation: 'Deixe seu e-mail: escreveremos uma vez, quando chegarmos aí.',
  email: 'E-mail',
  hint: 'Usamos o endereço só para este aviso e o apagamos depois.',
  submit: 'Avise-me',
  doneMessage: 'Combinado! Avisaremos por e-mail assim que chegarmos aí.',
  notNow: 'Agora não',
}
