/** For a form of one account's page that is sent while another one is signed in on the same browser. */
export const foreignFormTexts = {
  refusedMessage:
    'Nada foi gravado: esta página foi aberta com uma conta, e agora outra está conectada neste navegador. Entre de novo com a primeira conta em outra aba e envie daqui, ou abra a página outra vez para seguir com a conta atual.',
  /** For staff. */
  staffTitle: 'Esta página é de outra pessoa',
  pageTitle: 'Esta página é de outra conta',
  title: 'O que você digitou',
  submit: 'Enviar de novo',
  continueAsCurrent: 'Seguir com a conta atual',
  discardedMessage: 'O formulário que esperava era de outra pessoa e foi descartado.',
}
