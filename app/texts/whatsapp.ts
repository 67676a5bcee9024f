/**
 * What the shop says by WhatsApp: numbers and links. Never a product, and no word about anybody's health: other people read along, and
 * Meta does.
 */

import type { emailTexts } from './mail.ts'

/** A message template as it is registered with Meta, in pt_BR: `{{1}}` is what differs from message to message. */
interface WhatsappTemplate {
  /** Under which it is registered, unless the owner says otherwise. */
  name: string
  category: 'UTILITY' | 'AUTHENTICATION'
  body: string
  /** Its button leads to a page of the shop; null where it has none. */
  button: string | null
}

const order = (name: string, body: string, button = 'Ver o pedido'): WhatsappTemplate => ({
  name,
  category: 'UTILITY',
  body,
  button,
})

export const whatsappTemplates = {
  orderPlaced: order('pedido_recebido', 'Recebemos o seu pedido {{1}}. O prazo para pagar está na página dele.'),
  orderPaid: order('pedido_pago', 'O pagamento do pedido {{1}} está confirmado. Avisamos do próximo passo.'),
  orderPreparing: order('pedido_em_separacao', 'O pedido {{1}} está em separação na loja.'),
  orderReady: order(
    'pedido_pronto',
    'O pedido {{1}} está pronto para retirar. O código para dizer no balcão está na página dele e no seu e-mail.',
  ),
  pickupReminder: order(
    'pedido_espera',
    'O pedido {{1}} ainda espera por você na loja. Até quando o guardamos está na página dele.',
  ),
  orderOnItsWay: order('pedido_a_caminho', 'O pedido {{1}} saiu para entrega.'),
  orderDelivered: order('pedido_entregue', 'O pedido {{1}} foi entregue. Obrigado por comprar com a gente.'),
  orderEnded: order('pedido_encerrado', 'O pedido {{1}} foi encerrado. O que isso muda está na página dele.'),
  orderNews: order('pedido_novidade', 'O pedido {{1}} tem uma novidade. Ela está na página dele.'),
  orderQuestion: order('pedido_pergunta', 'Sobre o pedido {{1}} temos uma pergunta para você.', 'Responder'),
  answerReady: {
    name: 'resposta_pronta',
    category: 'UTILITY',
    body: 'A resposta que você pediu à loja está pronta.',
    button: 'Ver a resposta',
  },
  reminder: {
    name: 'lembrete_pedido',
    category: 'UTILITY',
    body: 'Este é o lembrete que você pediu: deixamos uma sacola pronta, com os preços de hoje.',
    button: 'Abrir a sacola',
  },
  numberCode: {
    name: 'codigo_do_numero',
    category: 'AUTHENTICATION',
    body: '{{1}} é o seu código de verificação.',
    button: 'Copiar código',
  },
  branchOrder: {
    name: 'loja_pedido_novo',
    category: 'UTILITY',
    body: 'Pedido novo na loja: {{1}}. Ele está na fila.',
    button: null,
  },
} as const satisfies Record<string, WhatsappTemplate>

export type WhatsappTemplateKey = keyof typeof whatsappTemplates

export interface WhatsappMessage {
  template: WhatsappTemplateKey
  /** What takes the place of `{{1}}`. */
  parameters: string[]
  /** Of the button: a path of the shop without a slash before it, or a code to copy; null without a button. */
  suffix: string | null
}

type WordsByEvent = {
  [Name in keyof typeof emailTexts]?: (...facts: Parameters<(typeof emailTexts)[Name]>) => WhatsappMessage
}

const aboutOrder =
  (template: WhatsappTemplateKey) =>
  ({ id }: { id: number }): WhatsappMessage => ({
    template,
    parameters: [String(id)],
    suffix: `minha-conta/pedidos/${id}`,
  })

const aboutProblem =
  (template: WhatsappTemplateKey) =>
  ({ id, problemId }: { id: number; problemId: number }): WhatsappMessage => ({
    template,
    parameters: [String(id)],
    suffix: `minha-conta/pedidos/${id}/problema/${problemId}`,
  })

/** Which events WhatsApp tells, and how. */
export const whatsappWords: WordsByEvent = {
  orderPlaced: ({ id }) => ({ template: 'orderPlaced', parameters: [String(id)], suffix: `checkout/${id}` }),
  orderPaid: aboutOrder('orderPaid'),
  prescriptionApproved: aboutOrder('orderPreparing'),
  orderReady: aboutOrder('orderReady'),
  pickupReminder: aboutOrder('pickupReminder'),
  orderOnItsWay: aboutOrder('orderOnItsWay'),
  orderDelivered: aboutOrder('orderDelivered'),
  prescriptionRefused: aboutOrder('orderEnded'),
  orderUncollected: aboutOrder('orderEnded'),
  orderCancelled: aboutOrder('orderEnded'),
  orderRefunded: aboutOrder('orderEnded'),
  orderStopped: aboutOrder('orderEnded'),
  orderExpiredInReview: aboutOrder('orderEnded'),
  itemRemoved: aboutOrder('orderNews'),
  itemRemovedByWish: aboutOrder('orderNews'),
  addressChanged: aboutOrder('orderNews'),
  unitsNotPrescribed: aboutOrder('orderNews'),
  refundRefused: aboutOrder('orderNews'),
  refundSettled: aboutOrder('orderNews'),
  paymentRefunded: aboutOrder('orderNews'),
  problemAnswered: aboutProblem('orderNews'),
  proposal: aboutOrder('orderQuestion'),
  pictureRequested: aboutOrder('orderQuestion'),
  surchargeDue: aboutOrder('orderQuestion'),
  problemQuestion: aboutProblem('orderQuestion'),
  quoteAnswered: (_firstName, bagToken) => ({
    ...{ template: 'answerReady', parameters: [] },
    suffix: bagToken === null ? 'minha-conta' : `sacola/${bagToken}`,
  }),
  refillReminder: (_firstName, bagPath) => ({
    ...{ template: 'reminder', parameters: [] },
    suffix: bagPath.replace(/^\//, ''),
  }),
  branchOrder: (id) => ({ template: 'branchOrder', parameters: [String(id)], suffix: null }),
}

export function renderWhatsappText({ template, parameters }: Pick<WhatsappMessage, 'template' | 'parameters'>): string {
  return whatsappTemplates[template].body.replace(/\{\{(\d)\}\}/g, (_, position) => parameters[position - 1] ?? '')
}

/** A received message that ends all messages to its number. */
export function isStopWord(text: string): boolean {
  const word = text
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toUpperCase()
  return ['PARE', 'PARAR', 'SAIR', 'STOP', 'CANCELAR', 'NAOSOUEU'].includes(word)
}
