/** Registration, login and the customer's own pages. */
export const loginTexts = {
  title: 'Entrar',
  submit: 'Entrar',
  noAccount: 'Ainda não tem conta?',
  register: 'Criar conta',
  forgotPassword: 'Esqueci minha senha',
  signedOut: 'Logout realizado com sucesso. Até logo!',
  sessionExpired: 'Sua sessão terminou.',
  requestLostHint: 'O que você pediu por último não foi feito: faça de novo.',
  signInAgain: 'Sua sessão terminou. Entre de novo para continuar.',
  formSaved: 'O que você digitou está guardado.',
  formRestored: 'O que você digitou está de volta no formulário: confira e envie.',
  welcome: (firstName: string) => `Olá${firstName && `, ${firstName}`}! Que bom ter você aqui.`,
  sendCode: 'Receber código',
  codeHint: 'Sem senha, ou é a primeira vez? Mandamos um código de 6 dígitos, que também cria a sua conta.',
  continue: 'Continuar',
  agreement: 'Ao continuar, você aceita os',
  agreementTerms: 'Termos e Condições',
  agreementAnd: 'e a',
  agreementPrivacy: 'Política de privacidade',
  signInReasons: {
    favourite: 'Entre para guardar o produto nos seus favoritos. Ele já está separado.',
    purchase: 'Entre para continuar a compra. Sua sacola fica como está.',
    order: 'Entre para ver os seus pedidos.',
  },
}

/** The step in which the code is typed. */
export const signInCodeTexts = {
  title: 'Digite o código',
  intro: (email: string) => `Enviamos um código de 6 dígitos para ${email}. Ele vale por 15 minutos.`,
  introWithoutEmail: 'Digite o seu e-mail e o código de 6 dígitos que enviamos.',
  hint: 'Não chegou? Olhe também a caixa de spam. O código vale uma vez, em qualquer aparelho: para entrar em outro, peça um novo.',
  submit: 'Entrar com o código',
  resendCode: 'Mandar outro código',
  useOtherEmail: 'Usar outro e-mail',
  warning: 'Nunca pedimos este código por telefone ou WhatsApp. Se alguém pedir, não conte.',
  earlierAccountClosed:
    'Alguém tinha se cadastrado com este e-mail sem confirmá-lo. Aquela conta foi fechada, e esta começa vazia. Fez um pedido por ela? Fale com a gente.',
}

export const registrationTexts = {
  title: 'Criar conta',
  intro: 'Leva um minuto. Não pedimos CPF.',
  errorTitle: 'Ops!',
  termsLabel: 'Li e aceito os',
  termsLink: 'Termos e Condições',
  submit: 'Criar conta',
  haveAccount: 'Já tem conta?',
  login: 'Entrar',
}

export const accountTexts = {
  title: 'Minha conta',
  sections: 'Seções da conta',
  profile: 'Meu perfil',
  wallet: 'Minha carteira',
  benefit: 'Meu benefício',
  orders: 'Meus pedidos',
  addresses: 'Meus endereços',
  signOut: 'Sair',
  email: 'E-mail',
  noOrders: 'Você ainda não fez pedidos',
  noOrdersHint: 'Quando fizer, eles aparecem aqui com cada etapa da entrega.',
  startShopping: 'Ver produtos',
  order: (id: number) => `Pedido ${id}`,
  placedAt: (date: string) => `Feito em ${date}`,
  seeOrder: 'Ver pedido',
  pay: 'Pagar agora',
  itemCount: (unitCount: number) => (unitCount === 1 ? '1\u00a0item' : `${unitCount}\u00a0itens`),
  noAddresses: 'Não há endereços cadastrados.',
  newAddress: 'Cadastrar endereço',
  addressSaved: 'Endereço salvo.',
  addressRemoved: 'Endereço removido.',
  changeAddress: 'Alterar endereço',
  deliverTo: 'Entregar em',
  deliverHere: 'Entregar neste endereço',
  change: 'Alterar',
  remove: 'Remover',
  addAnother: 'Cadastrar outro endereço',
}

/** Label and hint of the fields of accounts and addresses, by input. */
export const accountFieldTexts = {
  firstName: ['Nome'],
  lastName: ['Sobrenome'],
  fullName: ['Nome e sobrenome de quem recebe'],
  email: ['E-mail'],
  phone: ['Celular com DDD', 'Para avisar sobre a entrega.'],
  birthday: ['Data de nascimento'],
  password: ['Senha', 'De 8 a 128 caracteres. Uma frase é mais fácil de lembrar.'],
  passwordAgain: ['Repita a senha'],
  currentPassword: ['Senha atual'],
  code: ['Código'],
  newCode: ['Código'],
  zipcode: ['CEP'],
  addressType: ['Nome do endereço', 'Por exemplo: Casa ou Trabalho.'],
  street: ['Rua ou avenida'],
  number: ['Número'],
  complement: ['Complemento'],
  neighborhood: ['Bairro'],
  city: ['Cidade'],
  state: ['Estado'],
} as const

export const addressTexts = {
  save: 'Salvar endereço',
  fillAddress: 'Preencher endereço',
  streetUnknown: 'Não encontramos a rua deste CEP. Preencha o endereço abaixo.',
  defaultType: 'Outros',
}

/** Confirmations after the account's forms. */
export const accountMessages = {
  profileSaved: 'Seus dados foram salvos.',
  passwordChanged: 'Senha alterada. Os outros aparelhos foram desconectados.',
  codeSent: 'Enviamos um código de 6 dígitos para o seu e-mail. Ele vale por 15 minutos.',
  codeAccepted: 'Código confirmado. Agora crie uma nova senha.',
  passwordReset: 'Sua senha foi redefinida. Entre com a nova senha.',
  accountDeleted: 'Sua conta foi excluída e seus dados pessoais foram apagados.',
  signedOutEverywhere: 'Você saiu da conta em todos os aparelhos.',
  deviceSignedOut: 'O aparelho foi desconectado da sua conta.',
}

/** The label of a statement's line. */
export const ledgerTexts = {
  cashback: (orderId: number | null) => `Cashback do pedido ${orderId}`,
  cashback_returned: (orderId: number | null) => `Estorno do cashback do pedido ${orderId}`,
  credit: () => 'Crédito do benefício',
  purchase: (orderId: number | null) => (orderId === null ? 'Compra na loja' : `Compra no pedido ${orderId}`),
  purchase_returned: (orderId: number | null) => `Devolução do pedido ${orderId}`,
  part_returned: (orderId: number | null) => `Devolução de parte do pedido ${orderId}`,
  adjustment: () => 'Ajuste',
} satisfies Record<string, (orderId: number | null) => string>

const signInMethods = { password: 'com senha', code: 'com código por e-mail', passkey: 'com chave de acesso' }

export const profileTexts = {
  dataTitle: 'Meus dados',
  changeEmail: 'Trocar',
  emailChanged: 'E-mail trocado. Os outros aparelhos foram desconectados.',
  save: 'Salvar',
  password: 'Trocar senha',
  verificationCode: 'Código de confirmação',
  verificationHint: 'Sua conta não tem senha. Para confirmar que é você, mandamos um código para o seu e-mail.',
  sendVerificationCode: 'Receber código',
  createPassword: 'Criar senha',
  noPasswordHint: 'Você entra com um código por e-mail. Crie uma senha só se quiser.',
  newPassword: 'Nova senha',
  changePassword: 'Trocar senha',
  devices: 'Aparelhos conectados',
  thisDevice: 'Este aparelho',
  unknownDevice: 'Aparelho não identificado',
  signedInSince: (date: string, method: keyof typeof signInMethods | null) =>
    `Entrou em ${date}${method === null ? '' : `, ${signInMethods[method]}`}`,
  signOutDevice: 'Desconectar',
  signOutEverywhere: 'Sair de todos os aparelhos',
  privacyTitle: 'Seus dados e privacidade',
  privacyIntro: 'Você pode baixar tudo o que guardamos sobre você, rever seu consentimento ou excluir a conta.',
  export: 'Baixar meus dados',
  consent: 'Rever consentimento',
  deleteAccount: 'Excluir minha conta',
}

export const walletTexts = {
  balance: 'Saldo',
  cashback: (percent: number) =>
    `Você recebe ${percent}% de volta quando o pedido é entregue. Medicamentos não participam.`,
  gainBalance: (amount: string) => `Saldo de ${amount}`,
  acceptedAtTitle: 'Onde usar',
  statement: 'Extrato',
  statementTitle: (name: string) => `Extrato: ${name}`,
  seeStatement: 'Ver extrato',
  fromDate: 'De',
  toDate: 'Até',
  filter: 'Filtrar',
  noEntries: 'Não há movimentações neste período.',
  entryCount: (entryCount: number) => (entryCount === 1 ? '1 movimentação' : `${entryCount} movimentações`),
}

export const recoveryTexts = {
  title: 'Recuperar senha',
  intro: 'Informe o e-mail da sua conta. Enviaremos um código para você criar uma nova senha.',
  send: 'Enviar código',
  codeTitle: 'Digite o código',
  codeIntro: (email: string) => `Enviamos um código de 6 dígitos para ${email}. Ele vale por 15 minutos.`,
  codeIntroWithoutEmail: 'Digite o e-mail da conta e o código de 6 dígitos que enviamos.',
  confirmCode: 'Confirmar código',
  resendCode: 'Não recebi o código',
  passwordTitle: 'Crie uma nova senha',
  password: 'Nova senha',
  passwordAgain: 'Repita a nova senha',
  resetPassword: 'Redefinir senha',
  rememberedPassword: 'Lembrou a senha?',
}

export const emailConfirmationTexts = {
  title: 'Confirme seu e-mail',
  intro: (email: string) => `Digite o código de 6 dígitos que enviamos para ${email}. Ele vale por 15 minutos.`,
  submit: 'Confirmar e-mail',
  resendCode: 'Enviar outro código',
  confirmedMessage: 'E-mail confirmado. Obrigado!',
  /** After the registration. */
  codeSent: 'Enviamos um código para confirmar seu e-mail.',
  /** The notice in the account. */
  pendingTitle: 'Falta confirmar seu e-mail',
  pendingHint: 'Você já pode comprar. Seus benefícios aparecem aqui depois da confirmação.',
}

export const emailChangeTexts = {
  title: 'Trocar e-mail',
  intro: (email: string) =>
    `Hoje o e-mail da sua conta é ${email}. Para trocar, mandamos um código para ele e outro para o novo.`,
  introUnconfirmed: (email: string) =>
    `Hoje o e-mail da sua conta é ${email}, ainda não confirmado. Para trocar, mandamos um código para o novo.`,
  email: 'Novo e-mail',
  sendCodes: 'Receber os códigos',
  codesSent: 'Enviamos os códigos. Eles valem por 15 minutos.',
  codesTitle: 'Digite os códigos',
  codesIntro: 'Seus pedidos, endereços e favoritos ficam como estão. Os outros aparelhos saem da conta.',
  codeLabel: (email: string) => `Código que enviamos para ${email}`,
  newCodeLabel: (email: string) =>
    email ? `Código que enviamos para ${email}` : 'Código que enviamos para o novo e-mail',
  submit: 'Trocar e-mail',
  startOver: 'Não recebi: começar de novo',
  back: 'Voltar para o meu perfil',
  lostMailboxHint: 'Não lê mais o e-mail atual? Fale com a gente pelos contatos da loja.',
  wrongEmailLink: 'E-mail errado? Troque aqui',
}

export const exportTexts = {
  title: 'Baixar meus dados',
  intro: 'O arquivo reúne tudo o que guardamos sobre você. Para sua segurança, confirme que é você.',
  readyTitle: 'Seu arquivo está pronto',
  readyHint: 'O download começa sozinho. Se não começar, use o botão. Ele vale por 1\u00a0minuto.',
  downloadFile: 'Baixar o arquivo',
  back: 'Voltar para a minha conta',
}

export const deletionTexts = {
  title: 'Excluir conta',
  intro: 'Ao excluir sua conta, apagamos para sempre:',
  erasedData: [
    'seu nome, e-mail, telefone e data de nascimento;',
    'seus endereços e favoritos, seus pacientes e o CPF dado para descontos;',
    'o acesso ao saldo da carteira e aos benefícios.',
  ],
  retention:
    'Guardamos somente o que a lei exige: os pedidos e as receitas retidas, sem identificação além da obrigatória. Com um pedido em andamento, espere até ele ser entregue ou cancelado.',
  confirmationHint: 'Para confirmar, enviaremos um código para o e-mail da sua conta.',
  signInFirst: 'Para excluir sua conta, entre nela primeiro. Depois enviaremos um código para o seu e-mail.',
  signIn: 'Entrar na minha conta',
  sendCode: 'Enviar código de exclusão',
  codeIntro: 'Digite o código de 6 dígitos que enviamos para o seu e-mail. Depois disso não há volta.',
  deleteAccount: 'Excluir minha conta',
  resendCode: 'Enviar outro código',
  keepAccount: 'Manter minha conta',
}
