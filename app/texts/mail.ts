import { formatDateAndTime } from './dates.ts'
import { formatPromisedTime } from './delivery-promise.ts'
import { formatCnpj, formatMoney, formatPhone, formatZipcode } from './format.ts'
import { formatPaymentMethod, type PaymentMethodDetails } from './payment-methods.ts'
import { paymentWayTexts } from './payment-ways.ts'
import { promotionTexts } from './promotions.ts'
import { formatRefundMeans } from './refund-means.ts'
import { formatReturnReason, type ReturnedPayment } from './returned-payments.ts'

/** An e-mail's content, before it is laid out as text and HTML. */
export interface EmailContent {
  subject: string
  paragraphs: string[]
  /** Six digits, shown large and first; its subject ends with it, so that mail programs do not pile up two codes as one talk. */
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
  doorTerms: OrderEmailData['doorTerms']
}

export interface OrderEmailData {
  id: number
  /** Null until the e-mail is confirmed. */
  firstName: string | null
  totalCents: number
  /** What is left to pay by another method after the balances. */
  dueCents: number
  /** What promotions took off it: their titles name no product. */
  promotions: { title: string; cents: number }[]
  paymentDueAt: Date
  /** How it was paid; null while it is not, and where balances paid all of it. */
  paymentMethod: PaymentMethodDetails | null
  /** Whether the order was paid. */
  isPaid: boolean
  /** What is to be taken at the door; null where nothing is. */
  doorTerms: Parameters<typeof paymentWayTexts.toPay>[0] | null
  /** What goes back with its end, without the parts that went back before. */
  endRefund: RefundSplit
  /** Whether it was paid so long ago that the provider returns nothing any more. */
  isPastRefundWindow: boolean
  /** When it arrives, or is ready in the store; null until it is paid, but in a window. */
  deliveryPromise: { from: Date | null; to: Date } | null
  /** Of one that is picked up: its code and last day once it is ready. */
  pickup: {
    store: string
    address: string
    /** Null for a mailbox that nobody has proved to read: who has the code may take the goods. */
    code: string | null
    keptUntil: Date | null
  } | null
}

/** Cents that go back the way they were paid, and to gains and wallet. */
interface RefundSplit {
  providerCents: number
  balanceCents: number
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

/** A line each, as the order's page has them. */
const listPromotionLines = (promotions: OrderEmailData['promotions']) =>
  promotions.map(({ title, cents }) => `${promotionTexts.applied(title, formatMoney(cents))}.`)

/** Enough to recognise one's own address by. */
const maskEmail = (email: string) => email.replace(/^(.).*@/, '$1***@')

const formatUnits = (count: number) => (count === 1 ? '1 unidade' : `${count} unidades`)

const pickupCodeOnPageSentence =
  'O código para retirar está na página do pedido: entre na sua conta para ver, e confirme o seu e-mail por lá.'

/** Of an order: it greets its customer, and leads to its page. */
const composeOrderEmail = (
  { id, firstName }: Pick<OrderEmailData, 'id' | 'firstName'>,
  subject: string,
  paragraphs: string[],
): EmailContent => ({
  subject,
  paragraphs: [formatGreeting(firstName), ...paragraphs],
  action: { label: 'Ver o pedido', href: `/minha-conta/pedidos/${id}` },
})

/** Of a payment that its provider returns no more. */
const otherMeansSentence =
  'O prazo do banco para devolver pelo mesmo meio de pagamento já passou: vamos entrar em contato para combinar outro modo.'

/** What goes back: to the bank or card it was paid with, or by other means, and to the balances. */
function listRefundLines({ providerCents, balanceCents }: RefundSplit, isPastRefundWindow = false): string[] {
  const providerLine = isPastRefundWindow
    ? `Vamos devolver ${formatMoney(providerCents)}. ${otherMeansSentence}`
    : `Vamos devolver ${formatMoney(providerCents)} pelo mesmo meio de pagamento.`
  return [
    ...(providerCents > 0 ? [providerLine] : []),
    ...(balanceCents > 0 ? [`Devolvemos ${formatMoney(balanceCents)} aos seus saldos.`] : []),
  ]
}

/** Of what was taken out before it was paid, nothing goes back. */
const formatRemovedAmount = (refundCents: number, doorTerms: OrderEmailData['doorTerms']) =>
  doorTerms
    ? `Você paga menos: agora são ${formatMoney(doorTerms.cents)} ao receber.`
    : `Devolvemos ${formatMoney(refundCents)} pelo mesmo meio de pagamento.`

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
    subject: `Confirme seu e-mail: ${code}`,
    paragraphs: [
      formatGreeting(null),
      `Este e-mail foi usado para criar uma conta. Para confirmar que ele é seu, use este código, que vale por ${validityMinutes} minutos.`,
      'Se não foi você quem criou a conta, ignore este e-mail: não enviaremos ofertas nem novidades.',
    ],
    code,
    action: { label: 'Confirmar e-mail', href: '/confirmar-email' },
  }),
  signInCode: (code: string, validityMinutes: number): EmailContent => ({
    subject: `Seu código para entrar: ${code}`,
    paragraphs: [
      formatGreeting(null),
      `Use este código para entrar na loja. Ele vale por ${validityMinutes} minutos e só pode ser usado uma vez.`,
      'Se não foi você quem pediu, ignore este e-mail: ninguém entra sem o código. Nunca passe o código a outra pessoa.',
    ],
    code,
    action: { label: 'Digitar o código', href: '/login?etapa=codigo' },
  }),
  recoveryCode: (firstName: string | null, code: string, validityMinutes: number): EmailContent => ({
    subject: `Seu código para criar uma nova senha: ${code}`,
    paragraphs: [
      formatGreeting(firstName),
      `Use este código para criar uma nova senha. Ele vale por ${validityMinutes} minutos e só pode ser usado uma vez.`,
      'Se você não pediu, ignore este e-mail: sua senha continua a mesma. Nunca passe o código a outra pessoa.',
    ],
    code,
    action: { label: 'Digitar o código', href: '/recuperacao-senha?etapa=codigo' },
  }),
  verificationCode: (firstName: string | null, code: string, validityMinutes: number): EmailContent => ({
    subject: `Seu código de confirmação: ${code}`,
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
    subject: `Seu código para trocar o e-mail da conta: ${code}`,
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
    subject: `Confirme o novo e-mail da sua conta: ${code}`,
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
    subject: `Seu código para excluir a conta: ${code}`,
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
  passwordChanged: (firstName: string | null): EmailContent => ({
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
  /** Sent once when a product costs less than when somebody asked to be told; as silent about which. */
  priceDropped: (productId: number): EmailContent => ({
    subject: 'O preço que você acompanha baixou',
    paragraphs: [
      'Olá!',
      'O produto que você pediu para acompanhar está mais barato na sua região.',
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
  orderPlaced: ({ id, firstName, totalCents, dueCents, promotions, paymentDueAt }: OrderEmailData): EmailContent => ({
    subject: `Recebemos o pedido ${id}`,
    paragraphs: [
      formatGreeting(firstName),
      `Recebemos o seu pedido ${id}, no valor de ${formatMoney(totalCents)}.${
        dueCents < totalCents
          ? ` Seus saldos pagam ${formatMoney(totalCents - dueCents)}; falta pagar ${formatMoney(dueCents)}.`
          : ''
      }`,
      ...listPromotionLines(promotions),
      `Seus produtos estão reservados até ${formatDateAndTime(paymentDueAt)}. Pague até lá para confirmar o pedido.`,
    ],
    action: { label: 'Pagar o pedido', href: `/checkout/${id}` },
  }),
  orderPaid: ({
    id,
    firstName,
    totalCents,
    paymentMethod: method,
    promotions,
    deliveryPromise,
    pickup,
  }: OrderEmailData) =>
    composeOrderEmail({ id, firstName }, `Pagamento confirmado: pedido ${id}`, [
      `Recebemos o pagamento de ${formatMoney(totalCents)} do pedido ${id}.${method ? ` Forma de pagamento: ${formatPaymentMethod(method)}.` : ''}`,
      ...listPromotionLines(promotions),
      ...(deliveryPromise ? [`${pickup ? 'Fica pronto' : 'Chega'} ${formatPromisedTime(deliveryPromise)}.`] : []),
      pickup
        ? `Avisaremos quando ele estiver pronto para retirar na loja ${pickup.store}, com o código que você diz no balcão.`
        : 'Avisaremos quando ele sair para entrega.',
    ]),
  prescriptionApproved: ({ id, firstName }: OrderEmailData) =>
    composeOrderEmail({ id, firstName }, `Receita aprovada: pedido ${id}`, [
      `Nosso farmacêutico aprovou a receita do pedido ${id}. Agora ele segue para a separação.`,
      'Se a sua receita é em papel, tenha a original em mãos na entrega.',
    ]),
  prescriptionRefused: ({ id, firstName, endRefund, isPastRefundWindow }: OrderEmailData) =>
    composeOrderEmail({ id, firstName }, `Receita não aprovada: pedido ${id}`, [
      `Nosso farmacêutico não pôde aprovar a receita do pedido ${id}. O motivo está na página do pedido.`,
      ['O pedido foi cancelado.', ...listRefundLines(endRefund, isPastRefundWindow)].join(' '),
    ]),
  itemRemoved: ({ id, firstName, units, refundCents, doorTerms }: RemovalEmailData) =>
    composeOrderEmail({ id, firstName }, `Um item a menos no pedido ${id}`, [
      `Não encontramos na loja ${units === 1 ? '1 unidade de um produto' : `${units} unidades de um produto`} do pedido ${id}, e seguimos com o resto. Qual foi está na página do pedido.`,
      formatRemovedAmount(refundCents, doorTerms),
    ]),
  itemRemovedByWish: ({ id, firstName, units, refundCents }: RemovalEmailData) =>
    composeOrderEmail({ id, firstName }, `Tiramos um item do pedido ${id}, como você pediu`, [
      `Como você pediu, tiramos ${units === 1 ? '1 unidade de um produto' : `${units} unidades de um produto`} do pedido ${id}, e seguimos com o resto. Qual foi está na página do pedido.`,
      ...(refundCents > 0 ? [`Devolvemos ${formatMoney(refundCents)} pelo mesmo meio de pagamento.`] : []),
    ]),
  surchargeDue: ({ id, firstName, cents, answerDeadline }: ProposalEmailData & { cents: number }): EmailContent => ({
    subject: `Falta pagar a diferença para mudar o pedido ${id}`,
    paragraphs: [
      formatGreeting(firstName),
      `A mudança que você pediu no pedido ${id} custa ${formatMoney(cents)} a mais. Ela vale assim que você pagar a diferença por Pix, até ${formatDateAndTime(answerDeadline)}.`,
      'Sem o pagamento, o pedido segue como estava.',
    ],
    action: { label: 'Pagar a diferença', href: `/minha-conta/pedidos/${id}/diferenca` },
  }),
  pictureRequested: ({ id, firstName, answerDeadline }: ProposalEmailData): EmailContent => ({
    subject: `Pedido ${id}: envie outra foto da receita`,
    paragraphs: [
      formatGreeting(firstName),
      `Não conseguimos ler a receita do pedido ${id}. O que falta, e onde enviar outra foto, está na página do pedido.`,
      `Esperamos até ${formatDateAndTime(answerDeadline)}. Sem ela, o pedido é cancelado, e tudo o que você pagou volta pelo mesmo meio.`,
    ],
    action: { label: 'Enviar outra foto', href: `/minha-conta/pedidos/${id}` },
  }),
  /** The address stands on the order's page alone: whose mailbox it is may not be known. */
  addressChanged: ({
    id,
    firstName,
    deliveryPromise,
    refundCents,
  }: Pick<OrderEmailData, 'id' | 'firstName' | 'deliveryPromise'> & { refundCents: number }) =>
    composeOrderEmail({ id, firstName }, `Mudamos o endereço do pedido ${id}`, [
      `Como você pediu, o pedido ${id} vai para outro endereço. Confira qual na página do pedido; se não foi você, fale com a gente.`,
      ...(deliveryPromise ? [`Chega ${formatPromisedTime(deliveryPromise)}.`] : []),
      ...(refundCents > 0
        ? [`A entrega ficou mais barata: devolvemos ${formatMoney(refundCents)} pelo mesmo meio de pagamento.`]
        : []),
    ]),
  unitsNotPrescribed: ({
    id,
    firstName,
    units,
    refundCents,
    approvedUnits,
    doorTerms,
  }: RemovalEmailData & { approvedUnits: number }) =>
    composeOrderEmail({ id, firstName }, `A receita do pedido ${id} cobre menos do que foi pedido`, [
      approvedUnits === 0
        ? `A receita do pedido ${id} não cobre um dos produtos, e seguimos com o resto. Qual foi está na página do pedido.`
        : `A receita do pedido ${id} cobre ${formatUnits(approvedUnits)} de um produto, e não ${units + approvedUnits}. Seguimos com o que ela cobre. Qual foi está na página do pedido.`,
      doorTerms
        ? formatRemovedAmount(refundCents, doorTerms)
        : `Devolvemos ${formatMoney(refundCents)} por ${formatUnits(units)}, pelo mesmo meio de pagamento.`,
    ]),
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
  paymentRefunded: ({ id, firstName, ...payment }: ReturnEmailData) =>
    composeOrderEmail({ id, firstName }, `Pagamento devolvido: pedido ${id}`, [
      `${formatReturnReason(payment)} Vamos devolver ${formatMoney(payment.amountCents)} pelo mesmo meio de pagamento.`,
      payment.reason === 'amount'
        ? `Se o pedido ${id} ainda estiver aguardando pagamento, você pode pagar de novo pela página dele, com o valor certo.`
        : `É sobre o pedido ${id}. Você não precisa fazer nada.`,
    ]),
  /** The time to pay is over, and the card's bank has not said yet whether it approves the payment. */
  orderExpiredInReview: ({ id, firstName }: OrderEmailData) =>
    composeOrderEmail({ id, firstName }, `O prazo do pedido ${id} terminou`, [
      `O cartão do pedido ${id} continua em análise, e o prazo para pagar terminou. Por isso o pedido foi cancelado, e os produtos voltaram para a loja.`,
      'Se o cartão for aprovado depois, devolvemos o valor para ele e avisamos você. Se ainda quiser os produtos, é só comprar de novo pela página do pedido.',
    ]),
  /** The provider does not return the payment: it comes back by other means. */
  refundRefused: ({
    id,
    firstName,
    paymentMethod: method,
    refundCents,
  }: Pick<OrderEmailData, 'id' | 'firstName' | 'paymentMethod'> & { refundCents: number }) =>
    composeOrderEmail({ id, firstName }, `A devolução do pedido ${id} será de outro modo`, [
      `Não conseguimos devolver ${formatMoney(refundCents)} do pedido ${id} pelo mesmo meio de pagamento${method ? ` (${formatPaymentMethod(method)})` : ''}. O valor continua sendo seu.`,
      'Vamos entrar em contato para combinar outro modo de devolver. Se preferir, fale com a gente pelos contatos da loja.',
    ]),
  /** Without the receipt, which the staff typed. */
  refundSettled: ({
    id,
    firstName,
    refundCents,
    ...settlement
  }: Pick<OrderEmailData, 'id' | 'firstName'> & { refundCents: number; means: string; day: string }) =>
    composeOrderEmail({ id, firstName }, `Devolvemos o valor do pedido ${id}`, [
      `Devolvemos ${formatMoney(refundCents)} ${formatRefundMeans(settlement)}, referentes ao pedido ${id}.`,
      'Se o valor não chegou, fale com a gente pelos contatos da loja.',
    ]),
  /** The bank gave the payment back by itself. */
  orderStopped: ({ id, firstName, endRefund }: OrderEmailData) =>
    composeOrderEmail({ id, firstName }, `O pedido ${id} foi encerrado`, [
      [
        `O banco devolveu a você o pagamento do pedido ${id}, e por isso o encerramos. Nada mais será cobrado por ele.`,
        ...listRefundLines(endRefund),
      ].join(' '),
      'Se ainda quiser os produtos, é só comprar de novo pela página do pedido.',
    ]),
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
    refund,
    isPastRefundWindow,
  }: ProblemEmailData & Pick<OrderEmailData, 'isPastRefundWindow'> & { refund: RefundSplit }): EmailContent => ({
    subject: `Resposta ao problema ${problemId} do pedido ${id}`,
    paragraphs: [
      formatGreeting(firstName),
      `A loja respondeu ao problema ${problemId} do pedido ${id}. A resposta está na página dele.`,
      ...listRefundLines(refund, isPastRefundWindow),
      'Se não concordar, responda por lá.',
    ],
    action: { label: 'Ver a resposta', href: `/minha-conta/pedidos/${id}/problema/${problemId}` },
  }),
  /** To a store, not to a customer. Without a link: no e-mail names the path of the back office. */
  branchOrder: (id: number): EmailContent => ({
    subject: `Pedido novo: ${id}`,
    paragraphs: [`O pedido ${id} está pago e espera na fila da loja.`],
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
  orderToPayAtDoor: ({ id, firstName, doorTerms, deliveryPromise, pickup }: OrderEmailData) =>
    composeOrderEmail({ id, firstName }, `Pedido ${id} confirmado`, [
      `Recebemos o pedido ${id}, e seus produtos estão reservados.`,
      ...(doorTerms ? [paymentWayTexts.toPay(doorTerms, pickup !== null)] : []),
      ...(deliveryPromise ? [`${pickup ? 'Fica pronto' : 'Chega'} ${formatPromisedTime(deliveryPromise)}.`] : []),
    ]),
  orderNotTaken: ({ id, firstName }: OrderEmailData) =>
    composeOrderEmail({ id, firstName }, `O pedido ${id} voltou para a loja`, [
      `O pedido ${id} não foi recebido, e foi cancelado. Nada será cobrado por ele.`,
      'Se ainda quiser os produtos, é só comprar de novo pela página do pedido.',
    ]),
  orderReady: ({ id, firstName, pickup, doorTerms }: OrderEmailData): EmailContent => ({
    ...composeOrderEmail({ id, firstName }, `O pedido ${id} está pronto para retirar`, [
      `O pedido ${id} espera por você na loja ${pickup?.store}: ${pickup?.address}.`,
      pickup?.code ? 'Diga este código no balcão. Outra pessoa pode ir por você, com ele.' : pickupCodeOnPageSentence,
      ...(doorTerms ? [paymentWayTexts.toPay(doorTerms, true)] : []),
      ...(pickup?.keptUntil ? [`Guardamos até ${formatDateAndTime(pickup.keptUntil)}.`] : []),
    ]),
    ...(pickup?.code && { code: pickup.code }),
  }),
  pickupReminder: ({ id, firstName, pickup }: OrderEmailData): EmailContent => ({
    ...composeOrderEmail({ id, firstName }, `O pedido ${id} ainda espera por você`, [
      `O pedido ${id} está na loja ${pickup?.store}: ${pickup?.address}. Guardamos${pickup?.keptUntil ? ` até ${formatDateAndTime(pickup.keptUntil)}` : ' por mais um dia'}; depois ele é cancelado, e devolvemos o valor.`,
      ...(pickup?.code ? [] : [pickupCodeOnPageSentence]),
    ]),
    ...(pickup?.code && { code: pickup.code }),
  }),
  orderUncollected: ({ id, firstName, endRefund, isPastRefundWindow }: OrderEmailData) =>
    composeOrderEmail({ id, firstName }, `O pedido ${id} não foi retirado`, [
      [
        `O prazo para retirar o pedido ${id} passou, e por isso o cancelamos.`,
        ...listRefundLines(endRefund, isPastRefundWindow),
      ].join(' '),
      'Se ainda quiser os produtos, é só comprar de novo pela página do pedido.',
    ]),
  orderOnItsWay: ({ id, firstName, doorTerms }: OrderEmailData) =>
    composeOrderEmail({ id, firstName }, `O pedido ${id} saiu para entrega`, [
      `O pedido ${id} está a caminho.`,
      ...(doorTerms ? [paymentWayTexts.toPay(doorTerms, false)] : []),
    ]),
  orderDelivered: ({ id, firstName }: OrderEmailData) =>
    composeOrderEmail({ id, firstName }, `O pedido ${id} foi entregue`, [
      `O pedido ${id} foi entregue. Obrigado por comprar com a gente.`,
      'Algum problema, ou quer desistir da compra em até 7 dias? É pela página do pedido.',
    ]),
  orderCancelled: ({ id, firstName, isPaid, endRefund, isPastRefundWindow }: OrderEmailData) =>
    composeOrderEmail({ id, firstName }, `O pedido ${id} foi cancelado`, [
      [
        `O pedido ${id} foi cancelado.`,
        ...(isPaid ? [] : ['Nada será cobrado por ele.']),
        ...listRefundLines(endRefund, isPastRefundWindow),
      ].join(' '),
    ]),
  orderRefunded: ({ id, firstName, endRefund, isPastRefundWindow }: OrderEmailData) =>
    composeOrderEmail({ id, firstName }, `Reembolso do pedido ${id}`, [
      [`O pedido ${id} foi reembolsado.`, ...listRefundLines(endRefund, isPastRefundWindow)].join(' '),
    ]),
} as const

export const emailCodeTexts = {
  label: (code: string) => `Código: ${code}`,
}

export const emailFooterTexts = {
  signature: (shopName: string) => `Equipe ${shopName}`,
  phones: (phone: string, whatsapp: string | undefined) =>
    `Telefone ${formatPhone(phone)}${whatsapp ? ` · WhatsApp ${formatPhone(whatsapp)}` : ''}`,
  cnpj: (cnpj: string) => `CNPJ ${formatCnpj(cnpj)}`,
  automaticNotice: 'Este é um e-mail automático.',
  unsubscribe: 'Parar os lembretes',
}

/** Who an e-mail is from, line by line. */
export function listEmailFooterLines(profile: {
  name: string
  address: string
  phone: string
  whatsapp?: string | undefined
  cnpj: string
}): string[] {
  return [
    emailFooterTexts.signature(profile.name),
    profile.address,
    emailFooterTexts.phones(profile.phone, profile.whatsapp),
    emailFooterTexts.cnpj(profile.cnpj),
    emailFooterTexts.automaticNotice,
  ]
}

export const sandboxEmailTexts = {
  title: 'E-mails de demonstração',
  intro:
    'Na demonstração nenhum e-mail sai daqui: os que a loja enviaria aparecem nesta página, do mais novo ao mais antigo.',
  recipientLabel: 'E-mail',
  show: 'Mostrar',
  noEmails: 'Nenhum e-mail para este endereço ainda.',
}
