import { formatDateAndTime } from './dates.ts'
import { formatMoney, formatZipcode } from './format.ts'
import { formatPaymentMethod, type PaymentMethodDetails } from './payment-methods.ts'
import { formatReturnReason, type ReturnedPayment } from './returned-payments.ts'

/** An e-mail's content, before it is laid out as text and HTML. */
export interface EmailContent {
  subject: string
  paragraphs: string[]
  /** Six digits, shown large. */
  code?: string
  /** A path of the shop, or a whole address. */
  action?: { label: string; href: string }
  /** Where its reader unsubscribes from such e-mails: a path of the shop. */
  unsubscribePath?: string
}

/** Units that were taken out of an order. */
interface RemovalEmailData {
  id: number
  firstName: string | null
  units: number
  refundCents: number
}

export interface OrderEmailData {
  id: number
  /** Null until the e-mail is confirmed. */
  firstName: string | null
  totalCents: number
  /** What is left to pay by another method after the balances. */
  dueCents: number
  paymentDueAt: Date
  /** How it was paid; null while it is not, and where balances paid all of it. */
  paymentMethod: PaymentMethodDetails | null
  /** Whether the order was paid: its end then leads to a refund. */
  isPaid: boolean
  /** Of one that is picked up: its code and last day once it is ready. */
  pickup: { store: string; address: string; code: string; keptUntil: Date | null } | null
}

/** A proposal that waits for the customer's reply. */
interface ProposalEmailData {
  id: number
  firstName: string | null
  answerDeadline: Date
}

interface ProblemEmailData {
  id: number
  firstName: string | null
  problemId: number
}

interface ReturnEmailData extends ReturnedPayment {
  id: number
  firstName: string | null
}

/** Without the name until the e-mail is confirmed: whose mailbox it is, a stranger may have typed, and a name as well. */
const formatGreeting = (firstName: string | null) => (firstName ? `Olá, ${firstName}!` : 'Olá!')

/** Enough to recognise one's own address by. */
const maskEmail = (email: string) => email.replace(/^(.).*@/, '$1***@')

const buildOrderAction = (id: number) => ({ label: 'Ver o pedido', href: `/minha-conta/pedidos/${id}` })

/** What an ended order returns: to the bank or card it was paid with, and to the balances. */
function listRefundLines({
  totalCents,
  dueCents,
  isPaid,
}: Pick<OrderEmailData, 'totalCents' | 'dueCents' | 'isPaid'>): string[] {
  const balanceCents = totalCents - dueCents
  return [
    ...(isPaid && dueCents > 0 ? [`Vamos devolver ${formatMoney(dueCents)} pelo mesmo meio de pagamento.`] : []),
    ...(balanceCents > 0 ? [`Devolvemos ${formatMoney(balanceCents)} aos seus saldos.`] : []),
  ]
}

/** Every e-mail the shop sends. None names a product, since other people may read the mailbox: what somebody buys is health data. */
export const emailTexts = {
  welcome: (firstName: string | null): EmailContent => ({
    subject: 'Boas-vindas! Sua conta foi criada',
    paragraphs: [
      formatGreeting(firstName),
      'Seu e-mail está confirmado e sua conta está pronta.',
      'Nela você acompanha seus pedidos, guarda seus endereços e vê sua carteira e seus benefícios.',
    ],
    action: { label: 'Ir para a minha conta', href: '/minha-conta' },
  }),
  confirmEmail: (code: string, validityMinutes: number): EmailContent => ({
    subject: 'Confirme seu e-mail',
    paragraphs: [
      formatGreeting(null),
      `Este e-mail foi usado para criar uma conta. Para confirmar que ele é seu, use este código, que vale por ${validityMinutes} minutos.`,
      'Se não foi você quem criou a conta, ignore este e-mail: não enviaremos ofertas nem novidades.',
    ],
    code,
    action: { label: 'Confirmar e-mail', href: '/confirmar-email' },
  }),
  signInCode: (code: string, validityMinutes: number): EmailContent => ({
    subject: 'Seu código para entrar',
    paragraphs: [
      formatGreeting(null),
      `Use este código para entrar na loja. Ele vale por ${validityMinutes} minutos e só pode ser usado uma vez.`,
      'Se não foi você quem pediu, ignore este e-mail: ninguém entra sem o código. Nunca passe o código a outra pessoa.',
    ],
    code,
    action: { label: 'Digitar o código', href: '/login?etapa=codigo' },
  }),
  recoveryCode: (firstName: string | null, code: string, validityMinutes: number): EmailContent => ({
    subject: 'Seu código para criar uma nova senha',
    paragraphs: [
      formatGreeting(firstName),
      `Use este código para criar uma nova senha. Ele vale por ${validityMinutes} minutos e só pode ser usado uma vez.`,
      'Se você não pediu, ignore este e-mail: sua senha continua a mesma. Nunca passe o código a outra pessoa.',
    ],
    code,
    action: { label: 'Digitar o código', href: '/recuperacao-senha?etapa=codigo' },
  }),
  verificationCode: (firstName: string | null, code: string, validityMinutes: number): EmailContent => ({
    subject: 'Seu código de confirmação',
    paragraphs: [
      formatGreeting(firstName),
      `Use este código para confirmar que é você quem muda a sua conta. Ele vale por ${validityMinutes} minutos e só pode ser usado uma vez.`,
      'Se não foi você, saia da conta em todos os aparelhos, em Meu perfil. Nunca passe o código a outra pessoa.',
    ],
    code,
    action: { label: 'Ir para a minha conta', href: '/minha-conta' },
  }),
  /** To the account's e-mail. */
  emailChangeCode: (firstName: string, newEmail: string, code: string, validityMinutes: number): EmailContent => ({
    subject: 'Seu código para trocar o e-mail da conta',
    paragraphs: [
      formatGreeting(firstName),
      `Alguém pediu para trocar o e-mail da sua conta por ${maskEmail(newEmail)}. Se foi você, use este código junto com o que enviamos para o novo e-mail. Ele vale por ${validityMinutes} minutos e só pode ser usado uma vez.`,
      'Se não foi você, saia da conta em todos os aparelhos, em Meu perfil: alguém está nela. Nunca passe o código a outra pessoa.',
    ],
    code,
    action: { label: 'Digitar os códigos', href: '/minha-conta/email?etapa=codigo' },
  }),
  /** To the address that is to become the account's. */
  newEmailCode: (code: string, validityMinutes: number): EmailContent => ({
    subject: 'Confirme o novo e-mail da sua conta',
    paragraphs: [
      formatGreeting(null),
      `Este e-mail foi indicado para uma conta da loja. Se foi você, use este código, que vale por ${validityMinutes} minutos e uma vez só.`,
      'Se não foi você, ignore este e-mail: nada muda sem o código.',
    ],
    code,
    action: { label: 'Digitar os códigos', href: '/minha-conta/email?etapa=codigo' },
  }),
  /** To the former e-mail. */
  emailChanged: (firstName: string, newEmail: string): EmailContent => ({
    subject: 'O e-mail da sua conta mudou',
    paragraphs: [
      formatGreeting(firstName),
      `O e-mail da sua conta agora é ${maskEmail(newEmail)}, e este não entra mais nela. Os outros aparelhos foram desconectados.`,
      'Se não foi você, fale com a gente agora mesmo pelos contatos da loja.',
    ],
  }),
  deletionCode: (firstName: string | null, code: string, validityMinutes: number, href: string): EmailContent => ({
    subject: 'Seu código para excluir a conta',
    paragraphs: [
      formatGreeting(firstName),
      `Use este código para excluir sua conta. Ele vale por ${validityMinutes} minutos e só pode ser usado uma vez.`,
      'Se você não pediu, troque sua senha: alguém entrou na sua conta. Nunca passe o código a outra pessoa.',
    ],
    code,
    action: { label: 'Continuar a exclusão', href },
  }),
  /** `href` is null for staff: no e-mail names the path of the back office. */
  passkeyAdded: (firstName: string, href: string | null): EmailContent => ({
    subject: 'Uma chave de acesso foi criada na sua conta',
    paragraphs: [
      formatGreeting(firstName),
      'Com ela se entra na sua conta sem senha e sem código.',
      'Se não foi você, remova a chave agora mesmo e troque a senha.',
    ],
    ...(href && { action: { label: 'Ver minhas chaves', href } }),
  }),
  passkeyRemoved: (firstName: string): EmailContent => ({
    subject: 'Uma chave de acesso foi removida da sua conta',
    paragraphs: [
      formatGreeting(firstName),
      'Com ela não se entra mais. Se não foi você, fale com a gente pelos contatos da loja.',
    ],
  }),
  passwordChanged: (firstName: string): EmailContent => ({
    subject: 'Sua senha foi alterada',
    paragraphs: [
      formatGreeting(firstName),
      'A senha da sua conta foi alterada, e os outros aparelhos foram desconectados.',
      'Se não foi você, recupere a senha agora mesmo.',
    ],
    action: { label: 'Recuperar a senha', href: '/recuperacao-senha' },
  }),
  accountDeleted: (firstName: string | null): EmailContent => ({
    subject: 'Sua conta foi excluída',
    paragraphs: [
      formatGreeting(firstName),
      'Sua conta foi excluída e seus dados pessoais foram apagados.',
      'Guardamos somente o que a lei exige: os pedidos e as receitas retidas, sem identificação além da obrigatória.',
      'Obrigado por comprar com a gente. Se quiser voltar, é só criar outra conta.',
    ],
  }),
  /** Sent once when a product is back in stock. The link holds its id alone: its page's own address would name it. */
  backInStock: (productId: number): EmailContent => ({
    subject: 'O produto que você esperava chegou',
    paragraphs: [
      'Olá!',
      'O produto que você pediu para acompanhar voltou ao estoque da sua região.',
      'Este é o único aviso: seu e-mail já foi apagado da lista de espera.',
    ],
    action: { label: 'Ver o produto', href: `/produto/${productId}` },
  }),
  /** Sent once, when the shop delivers to a postal code that somebody asked about. */
  coverageStarted: (zipcode: string): EmailContent => ({
    subject: 'Chegamos aí',
    paragraphs: [
      'Olá!',
      `Agora entregamos no CEP ${formatZipcode(zipcode)}.`,
      'Este é o único aviso: seu e-mail já foi apagado da lista de espera.',
    ],
    action: { label: 'Ir para a loja', href: '/' },
  }),
  orderPlaced: ({ id, firstName, totalCents, dueCents, paymentDueAt }: OrderEmailData): EmailContent => ({
    subject: `Recebemos o pedido ${id}`,
    paragraphs: [
      formatGreeting(firstName),
      `Recebemos o seu pedido ${id}, no valor de ${formatMoney(totalCents)}.${
        dueCents < totalCents
          ? ` Seus saldos pagam ${formatMoney(totalCents - dueCents)}; falta pagar ${formatMoney(dueCents)}.`
          : ''
      }`,
      `Seus produtos estão reservados até ${formatDateAndTime(paymentDueAt)}. Pague até lá para confirmar o pedido.`,
    ],
    action: { label: 'Pagar o pedido', href: `/checkout/${id}` },
  }),
  orderPaid: ({ id, firstName, totalCents, paymentMethod: method, pickup }: OrderEmailData): EmailContent => ({
    subject: `Pagamento confirmado: pedido ${id}`,
    paragraphs: [
      formatGreeting(firstName),
      `Recebemos o pagamento de ${formatMoney(totalCents)} do pedido ${id}.${method ? ` Forma de pagamento: ${formatPaymentMethod(method)}.` : ''}`,
      pickup
        ? `Avisaremos quando ele estiver pronto para retirar na loja ${pickup.store}, com o código que você diz no balcão.`
        : 'Avisaremos quando ele sair para entrega.',
    ],
    action: buildOrderAction(id),
  }),
  prescriptionApproved: ({ id, firstName }: OrderEmailData): EmailContent => ({
    subject: `Receita aprovada: pedido ${id}`,
    paragraphs: [
      formatGreeting(firstName),
      `Nosso farmacêutico aprovou a receita do pedido ${id}, que já está em separação.`,
      'Se a sua receita é em papel, tenha a original em mãos na entrega.',
    ],
    action: buildOrderAction(id),
  }),
  prescriptionRefused: ({ id, firstName }: OrderEmailData): EmailContent => ({
    subject: `Receita não aprovada: pedido ${id}`,
    paragraphs: [
      formatGreeting(firstName),
      `Nosso farmacêutico não pôde aprovar a receita do pedido ${id}. O motivo está na página do pedido.`,
      'O pedido foi cancelado, e o que você pagou será devolvido pelo mesmo meio de pagamento.',
    ],
    action: buildOrderAction(id),
  }),
  itemRemoved: ({ id, firstName, units, refundCents }: RemovalEmailData): EmailContent => ({
    subject: `Um item a menos no pedido ${id}`,
    paragraphs: [
      formatGreeting(firstName),
      `Não encontramos na loja ${units === 1 ? '1 unidade de um produto' : `${units} unidades de um produto`} do pedido ${id}, e seguimos com o resto. Qual foi está na página do pedido.`,
      `Devolvemos ${formatMoney(refundCents)} pelo mesmo meio de pagamento.`,
    ],
    action: buildOrderAction(id),
  }),
  proposal: ({ id, firstName, answerDeadline }: ProposalEmailData): EmailContent => ({
    subject: `Falta um item do pedido ${id}: o que você prefere?`,
    paragraphs: [
      formatGreeting(firstName),
      `Não encontramos na loja um item do pedido ${id}, e temos uma proposta. Ela está na página do pedido.`,
      `Responda até ${formatDateAndTime(answerDeadline)}. Sem resposta, seguimos sem o item e devolvemos o valor dele. Por cuidado com a sua saúde, este e-mail não cita produtos.`,
    ],
    action: { label: 'Ver a proposta', href: `/minha-conta/pedidos/${id}#proposta` },
  }),
  /** A payment that the order could not take. */
  paymentRefunded: ({ id, firstName, ...payment }: ReturnEmailData): EmailContent => ({
    subject: `Pagamento devolvido: pedido ${id}`,
    paragraphs: [
      formatGreeting(firstName),
      `${formatReturnReason(payment)} Vamos devolver ${formatMoney(payment.amountCents)} pelo mesmo meio de pagamento.`,
      payment.reason === 'amount'
        ? `Se o pedido ${id} ainda estiver aguardando pagamento, você pode pagar de novo pela página dele, com o valor certo.`
        : `É sobre o pedido ${id}. Você não precisa fazer nada.`,
    ],
    action: buildOrderAction(id),
  }),
  /** The bank gave the payment back by itself. */
  orderStopped: ({ id, firstName, totalCents, dueCents }: OrderEmailData): EmailContent => ({
    subject: `O pedido ${id} foi encerrado`,
    paragraphs: [
      formatGreeting(firstName),
      [
        `O banco devolveu a você o pagamento do pedido ${id}, e por isso o encerramos. Nada mais será cobrado por ele.`,
        ...listRefundLines({ totalCents, dueCents, isPaid: false }),
      ].join(' '),
      'Se ainda quiser os produtos, é só comprar de novo pela página do pedido.',
    ],
    action: buildOrderAction(id),
  }),
  problemReceived: ({ id, firstName, problemId }: ProblemEmailData): EmailContent => ({
    subject: `Recebemos o problema ${problemId} do pedido ${id}`,
    paragraphs: [
      formatGreeting(firstName),
      `Recebemos o que você contou sobre o pedido ${id}. O número é ${problemId}.`,
      'Respondemos em até 5 dias, quase sempre antes. Por cuidado com a sua saúde, este e-mail não cita produtos.',
    ],
    action: { label: 'Ver a conversa', href: `/minha-conta/pedidos/${id}/problema/${problemId}` },
  }),
  problemQuestion: ({ id, firstName, problemId }: ProblemEmailData): EmailContent => ({
    subject: `Uma pergunta sobre o problema ${problemId}`,
    paragraphs: [
      formatGreeting(firstName),
      `A loja precisa saber mais uma coisa sobre o problema ${problemId} do pedido ${id}. A pergunta está na página dele.`,
      'O prazo da resposta para e volta a contar quando você responder.',
    ],
    action: { label: 'Responder', href: `/minha-conta/pedidos/${id}/problema/${problemId}` },
  }),
  problemAnswered: ({
    id,
    firstName,
    problemId,
    refundCents,
  }: ProblemEmailData & { refundCents: number }): EmailContent => ({
    subject: `Resposta ao problema ${problemId} do pedido ${id}`,
    paragraphs: [
      formatGreeting(firstName),
      `A loja respondeu ao problema ${problemId} do pedido ${id}. A resposta está na página dele.`,
      ...(refundCents > 0 ? [`Voltam para você ${formatMoney(refundCents)}.`] : []),
      'Se não concordar, responda por lá.',
    ],
    action: { label: 'Ver a resposta', href: `/minha-conta/pedidos/${id}/problema/${problemId}` },
  }),
  /** @param bagToken of the bag; null where the answer has none */
  quoteAnswered: (firstName: string | null, bagToken: string | null): EmailContent => ({
    subject: 'Seu orçamento está pronto',
    paragraphs: [
      formatGreeting(firstName),
      bagToken
        ? 'Nosso farmacêutico leu a sua receita e montou a sacola. Abra o link, confira e pague. A receita já está com a gente.'
        : 'Nosso farmacêutico leu o que você enviou e deixou um recado. Entre na sua conta para ver.',
      'Por cuidado com a sua saúde, este e-mail não cita produtos.',
    ],
    action: bagToken
      ? { label: 'Ver a sacola', href: `/sacola/${bagToken}` }
      : { label: 'Ver o recado', href: '/orcar-receita' },
  }),
  refillReminder: (firstName: string | null, bagPath: string, unsubscribePath: string): EmailContent => ({
    subject: 'Está na hora de repor',
    paragraphs: [
      formatGreeting(firstName),
      'Você pediu que avisássemos: o que você comprou deve estar acabando. Deixamos uma sacola pronta, com os preços de hoje.',
      'Por cuidado com a sua saúde, este e-mail não cita produtos. A sacola vale por 14 dias.',
    ],
    action: { label: 'Abrir a sacola', href: bagPath },
    unsubscribePath: unsubscribePath,
  }),
  orderReady: ({ id, firstName, pickup }: OrderEmailData): EmailContent => ({
    subject: `O pedido ${id} está pronto para retirar`,
    paragraphs: [
      formatGreeting(firstName),
      `O pedido ${id} espera por você na loja ${pickup?.store}: ${pickup?.address}.`,
      'Diga este código no balcão. Outra pessoa pode ir por você, com ele.',
      ...(pickup?.keptUntil ? [`Guardamos até ${formatDateAndTime(pickup.keptUntil)}.`] : []),
    ],
    ...(pickup && { code: pickup.code }),
    action: buildOrderAction(id),
  }),
  pickupReminder: ({ id, firstName, pickup }: OrderEmailData): EmailContent => ({
    subject: `O pedido ${id} ainda espera por você`,
    paragraphs: [
      formatGreeting(firstName),
      `O pedido ${id} está na loja ${pickup?.store}: ${pickup?.address}. Guardamos${pickup?.keptUntil ? ` até ${formatDateAndTime(pickup.keptUntil)}` : ' por mais um dia'}; depois ele é cancelado, e devolvemos o valor.`,
    ],
    ...(pickup && { code: pickup.code }),
    action: buildOrderAction(id),
  }),
  orderUncollected: ({ id, firstName, ...order }: OrderEmailData): EmailContent => ({
    subject: `O pedido ${id} não foi retirado`,
    paragraphs: [
      formatGreeting(firstName),
      [`O prazo para retirar o pedido ${id} passou, e por isso o cancelamos.`, ...listRefundLines(order)].join(' '),
      'Se ainda quiser os produtos, é só comprar de novo pela página do pedido.',
    ],
    action: buildOrderAction(id),
  }),
  orderOnItsWay: ({ id, firstName }: OrderEmailData): EmailContent => ({
    subject: `O pedido ${id} saiu para entrega`,
    paragraphs: [formatGreeting(firstName), `O pedido ${id} está a caminho.`],
    action: buildOrderAction(id),
  }),
  orderDelivered: ({ id, firstName }: OrderEmailData): EmailContent => ({
    subject: `O pedido ${id} foi entregue`,
    paragraphs: [
      formatGreeting(firstName),
      `O pedido ${id} foi entregue. Obrigado por comprar com a gente.`,
      'Algum problema, ou quer desistir da compra em até 7 dias? É pela página do pedido.',
    ],
    action: buildOrderAction(id),
  }),
  orderCancelled: ({ id, firstName, ...order }: OrderEmailData): EmailContent => ({
    subject: `O pedido ${id} foi cancelado`,
    paragraphs: [
      formatGreeting(firstName),
      [
        `O pedido ${id} foi cancelado.`,
        ...(order.isPaid ? [] : ['Nada será cobrado por ele.']),
        ...listRefundLines(order),
      ].join(' '),
    ],
    action: buildOrderAction(id),
  }),
  orderRefunded: ({ id, firstName, ...order }: OrderEmailData): EmailContent => ({
    subject: `Reembolso do pedido ${id}`,
    paragraphs: [formatGreeting(firstName), [`O pedido ${id} foi reembolsado.`, ...listRefundLines(order)].join(' ')],
    action: buildOrderAction(id),
  }),
} as const

export const emailFooterTexts = {
  signature: (shopName: string) => `Equipe ${shopName}`,
  automaticNotice: 'Este é um e-mail automático.',
  unsubscribe: 'Parar os lembretes',
}

/** The sandbox's page of e-mails. */
export const sandboxEmailTexts = {
  title: 'E-mails de demonstração',
  intro:
    'Na demonstração nenhum e-mail sai daqui: os que a loja enviaria aparecem nesta página, do mais novo ao mais antigo.',
  recipientLabel: 'E-mail',
  show: 'Mostrar',
  noEmails: 'Nenhum e-mail para este endereço ainda.',
}
