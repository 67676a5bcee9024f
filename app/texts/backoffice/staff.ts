import { backofficeTexts } from './frame.ts'

export const staffTexts = {
  title: 'Equipe',
  invited: 'Convite enviado',
  noSecondFactor: 'Sem segundo passo',
  active: 'Ativo',
  addTitle: 'Convidar alguém',
  personFields: { name: ['Nome'], email: ['E-mail'] } as const,
  accessFields: { role: ['Acesso'], crf: ['CRF, se farmacêutica(o)'], branch: [backofficeTexts.branch] } as const,
  invite: 'Convidar',
  save: 'Salvar',
  remove: 'Remover',
  resetAccess: 'Refazer acesso',
  invitationLinkHint: 'Entregue este link à pessoa. Ele funciona uma vez, por 72 horas:',
  changedMessage: 'Acesso atualizado.',
  removedMessage: 'A pessoa não entra mais.',
  nameOrEmailMissing: 'Preencha nome e e-mail.',
  crfUnreadable: 'Escreva o CRF com o estado, como SP-12345.',
}
