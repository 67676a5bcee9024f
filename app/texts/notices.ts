/** Where a customer is told of orders. */
export const noticeTexts = {
  panelTitle: 'Avisos',
  panelIntro: 'Todo pedido tem e-mail. Se quiser, avisamos também pelo WhatsApp.',
  choose: 'Escolher como recebo avisos',
  title: 'Avisos dos pedidos',
  intro:
    'O que a lei pede por escrito vai sempre por e-mail. Pelo WhatsApp vão o número do pedido e um link, e nunca o nome de um produto.',
  whatsapp: 'WhatsApp',
  current: (phone: string, since: string) => `Avisamos em ${phone} desde ${since}.`,
  stopHint: 'Também dá para responder PARE a qualquer mensagem nossa.',
  stop: 'Parar os avisos no WhatsApp',
  stoppedMessage: 'Pronto: não avisamos mais pelo WhatsApp. Os e-mails continuam.',
  numberHint: 'Mandamos um código para este número, para saber que ele é seu.',
  sendCode: 'Receber código no WhatsApp',
  codeHint: (phone: string) =>
    `Enviamos um código de 6 dígitos para ${phone}. Ele vale por 15 minutos. Não chegou? Confira o número.`,
  confirm: 'Confirmar número',
  otherNumber: 'Usar outro número',
  confirmedMessage: 'Número confirmado. Os próximos avisos chegam também pelo WhatsApp.',
  changeNumber: 'Trocar de número',
  disabled: 'Por enquanto a loja avisa só por e-mail.',
  back: 'Voltar para o perfil',
}

export const sandboxPhoneTexts = {
  title: 'WhatsApp de demonstração',
  intro:
    'Na demonstração nada sai daqui: esta página mostra, como um telefone, as mensagens que a loja mandou a um número. Números que terminam em 0026 ou 0027 recusam as mensagens, e o aviso vai por e-mail.',
  numberLabel: 'Número com DDD',
  show: 'Mostrar',
  noMessages: 'Nenhuma mensagem para este número ainda.',
  states: { queue: 'na fila', onItsWay: 'enviada', delivery: 'entregue', failure: 'não entregue' },
  replyLabel: 'Responder à loja',
  replyHint: 'PARE ou SAIR termina os avisos para este número.',
  reply: 'Enviar',
  replied: 'Resposta enviada.',
}
