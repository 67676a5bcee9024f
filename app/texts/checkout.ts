import { prescriptionUseTexts as recordTexts } from './prescription-use.ts'

/** Payment, in the shop and at the sandbox's pretend bank. */
export const paymentTexts = {
  title: (id: number) => `Pagamento do pedido ${id}`,
  reservedUntil: (time: string) => `Seus produtos estão reservados até as ${time}.`,
  total: 'Total a pagar',
  pay: 'Pagar com Pix',
  pixHint: 'O Pix é gerado na próxima página: você paga no aplicativo do seu banco, e a confirmação chega em segundos.',
  payByCard: 'Pagar com cartão',
  card: 'Cartão de crédito',
  cardHint: 'Você digita o cartão na página segura do Mercado Pago. O número não passa pela farmácia.',
  changeMethodHint: 'Enquanto não pagar, você pode trocar a forma de pagamento.',
  seeOrder: 'Ver o pedido',
  pixUnavailable: (time: string) =>
    `O banco não gerou o Pix agora, e nada foi cobrado. Seu pedido continua reservado até as ${time}: espere meio minuto e toque de novo em “Pagar com Pix”.`,
  cardUnavailable: (time: string) =>
    `O pagamento com cartão está fora do ar agora, e nada foi cobrado. Seu pedido continua reservado até as ${time}: pague com Pix ou tente de novo em “Pagar com cartão”.`,
  declinedTitle: 'O banco não aprovou o cartão',
  declinedHint: (time: string) =>
    `Nada foi cobrado e seus produtos estão reservados até as ${time}. Tente outro cartão ou outra forma de pagamento.`,
}

export const pixTexts = {
  title: 'Pague com Pix',
  amount: 'Valor',
  timeLeft: 'Tempo para pagar',
  payUntil: (time: string) => `Pague até as ${time}.`,
  qrLabel: 'QR Code do Pix',
  showQr: 'Mostrar QR Code',
  stepsTitle: 'Como pagar',
  codeLabel: 'Pix copia e cola',
  copy: 'Copiar código',
  copied: 'Código copiado.',
  copyFailed: 'Seu navegador não deixou copiar. O código já está selecionado: copie-o pelo menu do aparelho.',
  alreadyPaid: 'Já paguei',
  notPaidYet: 'O pagamento ainda não chegou. Se você acabou de pagar, aguarde alguns segundos e tente de novo.',
  unclearTitle: 'Estamos conferindo o seu pagamento',
  unclearHint:
    'Recebemos do banco um aviso que ainda não conseguimos confirmar. Não pague outra vez: seus produtos continuam reservados, e avisamos você por e-mail assim que tudo estiver certo.',
  refreshHint: 'Esta página se atualiza sozinha a cada 15 segundos.',
  stopRefreshing: 'Parar de atualizar',
  refreshStoppedHint: 'A atualização automática está parada.',
  startRefreshing: 'Voltar a atualizar',
  /** Shown with scripts, which poll. */
  watchingHint: 'Esta página avisa sozinha, em segundos, assim que o pagamento for confirmado.',
  steps: [
    'Abra o aplicativo do seu banco e escolha pagar com Pix.',
    'Cole o código copiado ou escaneie o QR Code.',
    'Confira o valor e o nome da farmácia e confirme.',
  ],
  paid: 'Pagamento confirmado! Já estamos separando o seu pedido.',
  paidInReview: 'Pagamento confirmado! Agora o farmacêutico confere a sua receita.',
  openSandboxBank: 'Abrir o banco de demonstração',
}

export const cardTexts = {
  title: 'Aguardando o cartão',
  payUntil: (time: string) => `Pague até as ${time}.`,
  cardPageHint:
    'Pague na página segura do Mercado Pago e volte para cá: assim que o banco responder, esta página continua sozinha.',
  goToCardPage: 'Pagar com cartão',
  inReviewTitle: 'Seu cartão está em análise',
  inReviewHint: (time: string) =>
    `Não precisa pagar outra vez. Se a resposta não chegar até as ${time}, o pedido é cancelado, e o que for aprovado depois volta para o cartão.`,
  preferPix: 'Prefere Pix?',
  preferCard: 'Prefere cartão?',
  methodChangeHint: 'Fechamos antes a cobrança atual. Se ela já tiver sido paga, é ela que conta.',
}

export const paymentFailureTexts = {
  titleByStatus: {
    expired: 'O tempo para pagar terminou',
    failed: 'O pagamento foi recusado',
    cancelled: 'O pedido foi cancelado',
  },
  explanationByStatus: {
    expired:
      'Nada foi cobrado e os produtos voltaram para a loja. Se você pagou agora há pouco, o valor será devolvido.',
    failed: 'Nada foi cobrado. Você pode tentar de novo com os mesmos produtos.',
    cancelled: 'Nada mais será cobrado por este pedido. O que já foi pago volta pelo mesmo meio de pagamento.',
  },
  /** The card's bank has not answered yet. */
  inReview:
    'Seu cartão continua em análise, e os produtos voltaram para a loja. Se ele for aprovado depois, o valor volta para o cartão, e avisamos você por e-mail.',
  reorder: 'Colocar os produtos na sacola de novo',
  reorderedMessage: 'Os produtos do pedido voltaram para a sua sacola.',
  seeOrders: 'Ver meus pedidos',
}

export const externalPaymentTexts = {
  title: 'Levando você ao pagamento',
  text: 'Em instantes abrimos a página segura do nosso parceiro de pagamento. Seus produtos já estão reservados.',
  goToPayment: 'Ir para o pagamento',
}

export const prescriptionTexts = {
  title: 'Receita médica',
  prescriptionLines: 'Produtos que precisam de receita',
  intro: (productCount: number) =>
    productCount === 1
      ? 'Este produto da sua sacola é vendido somente com receita médica:'
      : 'Estes produtos da sua sacola são vendidos somente com receita médica:',
  send: 'Enviar receita',
  sentMessage: 'Receita recebida. Nosso farmacêutico a confere depois do pagamento.',
  sentTitle: 'Receitas já enviadas',
  sentLabel: (patient: string, products: string) => `${patient}: ${products}`,
  formTitle: 'Envie a receita',
  fields: {
    patient: ['Paciente', 'O nome que está na receita.'],
    age: recordTexts.factFields.age,
    sex: recordTexts.factFields.sex,
    issuers: ['Emissor', 'O médico ou o serviço que emitiu a receita.'],
    code: ['Código da receita', 'As letras e os números que o emissor informa.'],
    issuedAt: ['Data de emissão', 'Antibióticos: até 10 dias; análogos de GLP-1: até 90 dias.'],
  } as const,
  managePatients: 'Ver e corrigir pacientes',
  type: 'Tipo de receita',
  types: { 1: 'Digital, com código', 2: 'Em papel: envie uma foto ou um PDF' },
  confirmIssuedDay: (day: string) => `A data está certa: a receita é de ${day}.`,
  products: 'Produtos desta receita',
  file: 'Foto ou PDF da receita',
  chooseFileAgain: 'Escolha o arquivo de novo. O resto do que você digitou está aqui.',
  fileHint: 'JPG, PNG, WebP ou PDF, até 10\u00a0MB. Só o farmacêutico vê o arquivo, que fica criptografado.',
  reusableTitle: 'Receitas que servem de novo',
  reusableLabel: (patient: string, products: string) => `${patient}: ${products}`,
  remainingUses: (useCount: number, day: string) =>
    useCount === 1 ? `Serve mais 1 vez, até ${day}.` : `Serve mais ${useCount} vezes, até ${day}.`,
  reusePrescription: 'Usar esta receita',
  reusedMessage: 'Receita escolhida. Nosso farmacêutico a confere de novo depois do pagamento.',
  continue: 'Continuar',
  continueWithout: (productCount: number) =>
    productCount === 1 ? 'Continuar sem este produto' : 'Continuar sem estes produtos',
  removedMessage: (productCount: number) =>
    productCount === 1
      ? 'O produto que precisa de receita saiu da sacola.'
      : 'Os produtos que precisam de receita saíram da sacola.',
  originalHint:
    'Se a receita é em papel, a via original é conferida na entrega e, quando a lei exige, fica com a farmácia.',
  askPharmacist: 'Falar com o farmacêutico',
}

export const patientTexts = {
  title: 'Pacientes',
  intro: 'As pessoas para quem você envia receitas. Os nomes ficam criptografados.',
  noPatients: 'Nenhum paciente cadastrado.',
  name: 'Nome do paciente',
  nameLabel: (name: string) => `Nome de ${name}`,
  add: 'Cadastrar paciente',
  save: 'Salvar',
  savedMessage: 'Paciente salvo.',
  backToPrescription: 'Voltar para a receita',
}

export const laboratoryTexts = {
  title: 'Desconto de laboratório',
  intro: (product: string) => `${product} participa de um programa de desconto do laboratório.`,
  priceNote: (price: string) =>
    `Sem o desconto, cada unidade custa ${price}. Com o seu CPF, perguntamos ao programa quanto ele autoriza: o preço muda na sacola, antes de você pagar. Você não precisa participar para comprar.`,
  cpf: 'CPF',
  cpfHint:
    'Enviado ao programa do laboratório só para este desconto. Na loja, fica criptografado e é apagado em 30 dias.',
  consent: 'Autorizo o envio do meu CPF ao programa do laboratório, para consultar e usar o desconto deste produto.',
  submit: 'Quero o desconto',
  doneMessage: 'Pronto! O desconto do laboratório está no preço da sua sacola.',
  doneBeforeBagMessage: 'Pronto! O desconto do laboratório estará no preço quando você puser o produto na sacola.',
  withdrawConsent: 'Retirar minha autorização',
  withdrawnMessage: 'Autorização retirada e CPF apagado.',
}

export const sandboxPaymentTexts = {
  bankTitle: 'Banco de demonstração',
  bankIntro: 'Este banco é de mentira: nada é cobrado. Ele responde à loja como um banco de verdade.',
  receiverLabel: 'Para',
  amount: 'Valor',
  state: 'Situação',
  states: { payable: 'Aguardando pagamento', in_review: 'Em análise', paid: 'Paga', ended: 'Encerrada' },
  message: 'Mensagem',
  pay: 'Pagar',
  refuse: 'Recusar',
  back: 'Voltar para a loja',
  cardTitle: 'Cartão de demonstração',
  cardIntro: 'Esta página é de mentira: nada é cobrado. Ela responde à loja como a página de cartões responderia.',
  installments: 'Parcelas',
  installmentOption: (count: number) => (count === 1 ? '1× à vista' : `${count}× sem juros`),
  approve: 'Aprovar',
  decline: 'Recusar',
  approveLater: 'Aprovar depois',
  externalPageTitle: 'Pagamento de demonstração',
  externalPageIntro: 'Esta página é de mentira: nada é cobrado. Ela responde à loja como um provedor de verdade.',
  order: 'Pedido',
}
