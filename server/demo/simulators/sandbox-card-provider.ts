import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { Database } from '../../database/connection.ts'
import { parseCents } from '../../payments/amounts.ts'
import type { CardSettings } from '../../payments/card/card-settings.ts'
import { type CardOrder, NewCardOrder, NewPixOrder, RefundRequest } from '../../payments/card/mercado-pago.schemas.ts'
import { buildDynamicBrCode, type Receiver } from '../../payments/pix/br-code.ts'
import type { Clock } from '../../platform/clock.ts'
import { ShopError } from '../../platform/errors.ts'
import { sendRequest } from '../../platform/outgoing-http.ts'

/** An order as the pretend provider keeps it. */
interface SandboxCardOrder extends CardOrder {
  title: string
  maxInstallments: number
  returnUrl: string
  expiresAt: string
  /** The idempotency keys of the refunds requested so far. */
  refundKeys: string[]
}

/** What the pretend page shows its customer. */
interface CardOrderView {
  id: string
  amountCents: number
  message: string
  maxInstallments: number
  status: 'payable' | 'in_review' | 'paid' | 'ended'
  /** Where the shop wants its customer back. */
  returnPath: string
}

export interface CardWebhookCall {
  url: string
  headers: Record<string, string>
  body: string
}

interface Deps {
  database: Database
  clock: Clock
  /** This process's own origin: the shop's webhook is there. */
  getLocalOrigin: () => string
  /** The shop, as the payee of a Pix. */
  receiver?: Receiver
  sendWebhook?: (webhookCall: CardWebhookCall) => void
}

/** An error in the API's format. */
export class CardApiError extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.name = 'CardApiError'
    this.status = status
    this.code = code
  }
}

const accessToken = 'APP_USR-sandbox'
const webhookSecret = 'known-to-the-sandbox-alone'

/** How the shop reaches this provider once it listens at this origin. */
export function buildSandboxCardSettings(
  origin: string,
): Pick<CardSettings, 'apiUrl' | 'accessToken' | 'webhookSecret'> {
  return { apiUrl: `${origin}/sandbox/card-api`, accessToken, webhookSecret }
}

export type SandboxCardProvider = ReturnType<typeof createSandboxCardProvider>

/**
 * A pretend card provider for demo and tests, with its own table: it speaks Mercado Pago's Orders API as far as the shop uses it. The
 * shop reaches it over HTTP only (`server/demo/simulators/sandbox-card-api.ts`).
 */
export function createSandboxCardProvider({
  database,
  clock,
  getLocalOrigin,
  receiver = { name: 'Farmacia', city: 'Sao Paulo' },
  sendWebhook = callWebhook,
}: Deps) {
  const { db } = database
  return {
    isValidToken,
    createOrder,
    getOrder,
    cancelOrder,
    refundOrder,
    getOrderView,
    findOrderId,
    approvePayment,
    declinePayment,
    startPaymentReview,
    disputePayment,
    notifyShop,
  }

  function isValidToken(token: string): boolean {
    return token === accessToken
  }

  /** @throws CardApiError 400 */
  async function createOrder(idempotencyKey: string, body: unknown): Promise<CardOrder> {
    if (!idempotencyKey) throw new CardApiError(400, 'empty_required_header', 'X-Idempotency-Key is required')
    const order = isPixRequest(body)
      ? buildPixOrder(parseRequest(NewPixOrder, body))
      : buildCardOrder(parseRequest(NewCardOrder, body))
    await db
      .insertInto('sandboxCardOrder')
      .values({ id: order.id, idempotencyKey, cardOrder: JSON.stringify(order) })
      .onConflict((conflict) => conflict.column('idempotencyKey').doNothing())
      .execute()
    const { cardOrder } = await db
      .selectFrom('sandboxCardOrder')
      .select('cardOrder')
      .where('idempotencyKey', '=', idempotencyKey)
      .executeTakeFirstOrThrow()
    return JSON.parse(cardOrder)
  }

  function buildCardOrder(request: NewCardOrder): SandboxCardOrder {
    const [item] = request.items
    if (item?.total_amount !== request.total_amount)
      throw new CardApiError(400, 'invalid_total_amount', 'total_amount is not the sum of the items')
    const order = buildOrder(request, request.expiration_time)
    return {
      ...order,
      checkout_url: `/sandbox/cartao?pedido=${order.id}`,
      title: item.title,
      maxInstallments: request.config.payment_method.max_installments,
      returnUrl: request.config.online.success_url,
    }
  }

  function buildPixOrder(request: NewPixOrder): SandboxCardOrder {
    const [payment] = request.transactions.payments
    if (payment?.amount !== request.total_amount)
      throw new CardApiError(400, 'invalid_total_amount', 'total_amount is not the sum of the payments')
    const order = buildOrder(request, payment.expiration_time)
    const qrCode = buildDynamicBrCode({ location: `pix.example.com/qr/v2/${order.id.toLowerCase()}`, ...receiver })
    const status = { status: 'action_required', status_detail: 'waiting_transfer' }
    return {
      ...order,
      ...status,
      title: request.description,
      transactions: {
        payments: [
          {
            id: createPaymentId(),
            amount: payment.amount,
            ...status,
            payment_method: { ...payment.payment_method, qr_code: qrCode },
          },
        ],
        refunds: [],
        chargebacks: [],
      },
    }
  }

  function buildOrder(
    request: Pick<NewCardOrder, 'external_reference' | 'total_amount'>,
    expirationTime: string,
  ): SandboxCardOrder {
    const now = clock.now()
    const expirationMinutes = Number(/\d+/.exec(expirationTime)?.[0])
    return {
      id: `ORD01${randomBytes(11).toString('hex').toUpperCase()}`,
      status: 'created',
      status_detail: 'created',
      external_reference: request.external_reference,
      total_amount: request.total_amount,
      currency: 'BRL',
      created_date: now.toISOString(),
      last_updated_date: now.toISOString(),
      live_mode: false,
      transactions: { payments: [], refunds: [], chargebacks: [] },
      title: '',
      maxInstallments: 1,
      returnUrl: '',
      refundKeys: [],
      expiresAt: new Date(now.getTime() + expirationMinutes * 60_000).toISOString(),
    }
  }

  /** The order of a charge of the shop's; null for one that is not here. */
  async function findOrderId(externalReference: string): Promise<string | null> {
    const row = await db
      .selectFrom('sandboxCardOrder')
      .select('id')
      .where('cardOrder', 'like', `%"external_reference":"${externalReference}"%`)
      .executeTakeFirst()
    return row?.id ?? null
  }

  /** One that nobody paid in time is expired. @throws CardApiError 404 */
  async function getOrder(id: string): Promise<SandboxCardOrder> {
    const order = JSON.parse(await getOrderJson(id)) as SandboxCardOrder
    return isUnpaid(order) && order.expiresAt <= clock.now().toISOString()
      ? { ...order, status: 'expired', status_detail: 'expired' }
      : order
  }

  /** @throws CardApiError 404, 400 for one that is paid or in review */
  async function cancelOrder(id: string): Promise<CardOrder> {
    return updateWithRetry(id, (order) => {
      if (!isUnpaid(order)) throw new CardApiError(400, 'cannot_cancel_order', `the order is ${order.status}`)
      return { ...order, status: 'canceled', status_detail: 'canceled' }
    })
  }

  /** The same key, the same refund. @throws CardApiError 400, 404 */
  async function refundOrder(id: string, idempotencyKey: string, body: unknown): Promise<CardOrder> {
    if (!idempotencyKey) throw new CardApiError(400, 'empty_required_header', 'X-Idempotency-Key is required')
    const [request] = parseRequest(RefundRequest, body).transactions
    const order = await updateWithRetry(id, (current) => {
      if (current.refundKeys.includes(idempotencyKey)) return current
      const refundedOrder = applyRefund(current, request?.id ?? '', request?.amount ?? '0')
      return { ...refundedOrder, refundKeys: [...current.refundKeys, idempotencyKey] }
    })
    notifyShop(order)
    return order
  }

  function applyRefund(order: SandboxCardOrder, paymentId: string, amount: string): SandboxCardOrder {
    const payment = order.transactions?.payments?.find(({ id }) => id === paymentId)
    const refunds = order.transactions?.refunds ?? []
    const earlierRefundsCents = refunds
      .filter(({ transaction_id }) => transaction_id === paymentId)
      .map(({ amount }) => parseCents(amount))
    const totalRefundCents = [...earlierRefundsCents, parseCents(amount)].reduce((sum, cents) => sum + cents, 0)
    if (payment?.status !== 'processed' || totalRefundCents > parseCents(payment.amount))
      throw new CardApiError(400, 'invalid_refund_amount', 'more than was paid')
    const refund = {
      id: `REF01${randomBytes(8).toString('hex').toUpperCase()}`,
      transaction_id: paymentId,
      amount,
      status: 'processed',
      date_created: clock.now().toISOString(),
    }
    return {
      ...order,
      status_detail: totalRefundCents === parseCents(payment.amount) ? 'refunded' : 'partially_refunded',
      transactions: { ...order.transactions, refunds: [...refunds, refund] },
    }
  }

  async function getOrderView(id: string): Promise<CardOrderView> {
    const order = await getOrderForPage(id)
    return {
      id,
      amountCents: parseCents(order.total_amount),
      message: order.title,
      maxInstallments: order.maxInstallments,
      status: toViewStatus(order.status),
      returnPath: order.returnUrl.replace(/^https?:\/\/[^/]+/, ''),
    }
  }

  /** The button "Aprovar". */
  function approvePayment(id: string, installmentCount = 1): Promise<void> {
    return recordPaymentResult(id, 'processed', 'accredited', installmentCount)
  }

  /** The button "Recusar". */
  function declinePayment(id: string): Promise<void> {
    return recordPaymentResult(id, 'failed', 'rejected_by_issuer', 1)
  }

  /** The button "Aprovar depois": the payment is examined first. */
  function startPaymentReview(id: string, installmentCount = 1): Promise<void> {
    return recordPaymentResult(id, 'processing', 'in_process', installmentCount)
  }

  /** The payer disputes the payment, and their bank takes the money back; or the shop has won, and it is its again. */
  async function disputePayment(id: string, chargebackStatus: 'lost' | 'reimbursed'): Promise<void> {
    const order = await updateWithRetry(id, (current) => {
      const [payment] = current.transactions?.payments ?? []
      const chargeback = {
        id: `CHB${id}`,
        transaction_id: payment?.id ?? '',
        amount: current.total_amount,
        status: chargebackStatus,
      }
      return { ...current, transactions: { ...current.transactions, chargebacks: [chargeback] } }
    })
    notifyShop(order)
  }

  async function recordPaymentResult(
    id: string,
    status: string,
    statusDetail: string,
    installmentCount: number,
  ): Promise<void> {
    await getOrderForPage(id)
    const order = await updateWithRetry(id, (current) => {
      if (toViewStatus(current.status) === 'paid' || toViewStatus(current.status) === 'ended')
        throw new ShopError('charge.notPayable')
      const [existingPayment] = current.transactions?.payments ?? []
      const payment = {
        id: existingPayment?.id ?? createPaymentId(),
        amount: current.total_amount,
        status,
        status_detail: statusDetail,
        date_approved: status === 'processed' ? clock.now().toISOString() : null,
        payment_method: existingPayment?.payment_method ?? {
          id: 'visa',
          type: 'credit_card',
          installments: installmentCount,
        },
      }
      return {
        ...current,
        status,
        status_detail: statusDetail,
        transactions: { ...current.transactions, payments: [payment] },
      }
    })
    notifyShop(order)
  }

  /** Changes an order with optimistic locking: if another request changed it since it was read, tries again. */
  async function updateWithRetry(
    id: string,
    update: (current: SandboxCardOrder) => SandboxCardOrder,
  ): Promise<SandboxCardOrder> {
    for (;;) {
      const storedJson = await getOrderJson(id)
      const updatedOrder = { ...update(await getOrder(id)), last_updated_date: clock.now().toISOString() }
      const { numUpdatedRows } = await db
        .updateTable('sandboxCardOrder')
        .set({ cardOrder: JSON.stringify(updatedOrder) })
        .where('id', '=', id)
        .where('cardOrder', '=', storedJson)
        .executeTakeFirst()
      if (numUpdatedRows === 1n) return updatedOrder
    }
  }

  async function getOrderJson(id: string): Promise<string> {
    const row = await db.selectFrom('sandboxCardOrder').select('cardOrder').where('id', '=', id).executeTakeFirst()
    if (!row) throw new CardApiError(404, 'order_not_found', 'no such order')
    return row.cardOrder
  }

  async function getOrderForPage(id: string): Promise<SandboxCardOrder> {
    return getOrder(id).catch((error) => {
      throw error instanceof CardApiError ? new ShopError('charge.unknown') : error
    })
  }

  /** Calls the shop's webhook about an order. */
  function notifyShop({ id }: Pick<CardOrder, 'id'>): void {
    const [requestId, timestamp] = [randomUUID(), String(clock.now().getTime())]
    const hmac = createHmac('sha256', webhookSecret).update(
      `id:${id.toLowerCase()};request-id:${requestId};ts:${timestamp};`,
    )
    sendWebhook({
      url: `${getLocalOrigin()}/webhooks/card?data.id=${id}&type=order`,
      headers: { 'x-signature': `ts=${timestamp},v1=${hmac.digest('hex')}`, 'x-request-id': requestId },
      body: JSON.stringify({ type: 'order', action: 'order.updated', live_mode: false, data: { id } }),
    })
  }
}

function isPixRequest(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'transactions' in body
}

function isUnpaid({ status }: Pick<CardOrder, 'status'>): boolean {
  return status === 'created' || status === 'action_required'
}

function createPaymentId(): string {
  return `PAY01${randomBytes(8).toString('hex').toUpperCase()}`
}

function toViewStatus(status: string): CardOrderView['status'] {
  if (isUnpaid({ status })) return 'payable'
  if (status === 'processing') return 'in_review'
  return status === 'processed' ? 'paid' : 'ended'
}

/** @throws CardApiError 400 that says which property is wrong */
function parseRequest<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new CardApiError(400, 'bad_request', `${issue?.path.join('.')}: ${issue?.message}`)
}

/** A lost call does no harm: the shop also polls. */
function callWebhook({ url, headers, body }: CardWebhookCall): void {
  void sendRequest({
    method: 'POST',
    url,
    headers: { ...headers, 'content-type': 'application/json' },
    body,
    timeoutMs: 10_000,
  }).catch(() => null)
}
