import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import { request } from '../../platform/outgoing-http.ts'
import { amountOf } from '../amounts.ts'
import { type Answer, insistOnSuccess, parseJson, readAnswer, unavailable } from '../answers.ts'
import { type InstallmentLimits, installmentsOf } from '../installments.ts'
import {
  type ChargeKey,
  type NewCharge,
  type NewRefund,
  type PaymentProvider,
  type ProviderCall,
  ProviderError,
  type Reading,
  type ReadRefund,
  type Received,
  type Report,
  type StartedCharge,
} from '../provider.ts'
import type { CardRefunds } from './card-refunds.ts'
import { ApiProblem, CardOrder, type NewCardOrder } from './mercado-pago.shapes.ts'
import { readingOf, refundStatus } from './reading.ts'

export interface CardSettings extends InstallmentLimits {
  apiUrl: string
  accessToken: string
  /** Signs the provider's calls. */
  webhookSecret: string
  /** The shop's own, to which the provider's page leads back. */
  origin: string
}

interface Deps {
  /** Read on every call, since the sandbox's provider has no address until the server listens. Null: none is configured. */
  settings: () => CardSettings | null
  refunds: CardRefunds
  clock: Clock
  timeoutMs?: number
}

/** What is paid on another day, or from a balance: an order waits half an hour, and Pix is a way of its own. */
const notAllowed = ['ticket', 'bank_transfer', 'atm', 'account_money', 'digital_currency']
/** More than the two clocks differ by, in seconds: a charge ends before its order does. */
const reserveSeconds = 30

/**
 * Cards on Mercado Pago's hosted page, by its Orders API: card numbers never touch the shop (PCI DSS, SAQ A). Nothing of it was
 * tried against the real service yet: README.md of the folder above says what is to be tried first.
 */
export function createMercadoPago({ settings, refunds, clock, timeoutMs = 10_000 }: Deps): PaymentProvider {
  return {
    name: 'card',
    waitMinutes: 30,
    isRefusalFinal: false,
    takesBackWithinDays: 180,
    start,
    read,
    close,
    refund,
    receive,
  }

  async function start(charge: NewCharge, call?: ProviderCall): Promise<StartedCharge> {
    const { origin, ...limits } = current()
    const { reference, orderId, amountCents, expiresIn, message } = charge
    const amount = amountOf(amountCents)
    const { count } = installmentsOf(amountCents, limits)
    const back = `${origin}/checkout/${orderId}/cartao?voltei`
    const body: NewCardOrder = {
      type: 'online',
      processing_mode: 'manual',
      total_amount: amount,
      external_reference: reference,
      expiration_time: `PT${Math.max(1, Math.floor((expiresIn - reserveSeconds) / 60))}M`,
      // One item without a product's name: a medicine's name would be health data (LGPD).
      items: [{ title: message, unit_price: amount, quantity: 1, unit_measure: 'unit', total_amount: amount }],
      config: {
        payment_method: {
          max_installments: count,
          installments: { interest_free: { type: 'range', values: [1, count] } },
          not_allowed_types: notAllowed,
        },
        online: {
          success_url: back,
          failure_url: back,
          pending_url: back,
          auto_return: 'all',
          retries: { allowed: false },
        },
      },
    }
    const order = orderIn(await ask('POST', '/v1/orders', { key: reference, body, ...call }), reference)
    const page = order.checkout_url ?? ''
    if (!/^(https:\/\/|\/sandbox\/)/.test(page))
      throw unavailable(new ProviderError('POST /v1/orders: no page to lead to', 200))
    return { providerId: order.id, payable: page }
  }

  /** An order whose id never arrived was shown to nobody: asking for it again, with the same key, gives the same one. */
  async function read({ reference, providerId }: ChargeKey, call?: ProviderCall): Promise<Reading | null> {
    if (providerId === null) return null
    const answer = await ask('GET', `/v1/orders/${providerId}`, call)
    if (answer.status === 404) return null
    const order = orderIn(answer, reference)
    return readingOf(order, { requests: await refunds.listFor(reference, order), now: clock.now() })
  }

  async function close({ reference, providerId }: ChargeKey): Promise<void> {
    if (providerId === null) return
    const answer = await ask('POST', `/v1/orders/${providerId}/cancel`, { key: `${reference}-cancel` })
    // It is paid, in review, ended or unknown: its reading tells.
    if (!isRefusal(answer)) insistOnSuccess(answer, refusalOf)
  }

  /** Written down before it is asked for: if its answer is lost, it is recognised among the order's refunds. */
  async function refund({ charge, payment, id, amountCents }: NewRefund): Promise<ReadRefund> {
    const { reference, providerId } = charge
    const name = { reference, payment: payment.reference, name: id, amountCents }
    const requestedAt = await refunds.request(name)
    const answer = await ask('POST', `/v1/orders/${providerId}/refund`, {
      key: `${reference}-${payment.reference}-${id}`,
      body: { transactions: [{ id: payment.reference, amount: amountOf(amountCents) }] },
    })
    if (isRefusal(answer)) await refunds.markRefused(name)
    const order = orderIn(answer, reference)
    await refunds.listFor(reference, order)
    const [request] = await refunds.find(name)
    const match = order.transactions?.refunds?.find(({ id }) => id === request?.providerId)
    return { id, amountCents, status: match ? refundStatus(match.status) : 'underWay', requestedAt }
  }

  /** The signature covers the query's id, and no body: only the id counts, and only as a hint. Ids of orders are in upper case. */
  async function receive({ header, query }: Report): Promise<Received> {
    const id = query.get('data.id') ?? ''
    if (!isGenuine(id, header('x-signature') ?? '', header('x-request-id') ?? '')) return 'forged'
    if (query.get('type') !== 'order' || !/^[\w-]{1,64}$/.test(id)) return { references: [], odd: 1 }
    return { references: [], providerIds: [id.toUpperCase()] }
  }

  /** Published examples sign the id as it is and in lower case; parts that are missing are left out. */
  function isGenuine(id: string, signature: string, requestId: string): boolean {
    const secret = settings()?.webhookSecret
    const parts = new Map(signature.split(',').map((part) => part.trim().split('=') as [string, string]))
    const ts = parts.get('ts')
    const signatureBytes = Buffer.from(parts.get('v1') ?? '', 'hex')
    if (!secret || !ts) return false
    return [id, id.toLowerCase()].some((signed) => {
      const text = `${signed && `id:${signed};`}${requestId && `request-id:${requestId};`}ts:${ts};`
      const expected = createHmac('sha256', secret).update(text).digest()
      return signatureBytes.length === expected.length && timingSafeEqual(signatureBytes, expected)
    })
  }

  async function ask(
    method: 'GET' | 'POST',
    path: string,
    { key, body, signal }: ProviderCall & { key?: string; body?: object } = {},
  ): Promise<Answer> {
    const { apiUrl, accessToken } = current()
    const call = `${method} ${path.replace(/ORD\w+/, '{id}')}`
    try {
      const answer = await request({
        method,
        url: apiUrl + path,
        headers: {
          authorization: `Bearer ${accessToken}`,
          accept: 'application/json',
          ...(key !== undefined && { 'x-idempotency-key': key }),
          ...(method === 'POST' && { 'content-type': 'application/json' }),
        },
        ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
        timeoutMs,
        signal,
      })
      return { ...answer, call }
    } catch (error) {
      throw unavailable(new ProviderError(`${call}: no answer`, null, error))
    }
  }

  function current(): CardSettings {
    const card = settings()
    if (!card) throw unavailable(new ProviderError('no card provider is set up', null))
    return card
  }
}

/** A definite no: not for a wrong token, a key that is in use, or too many calls, after which it may be asked again. */
function isRefusal({ status }: Answer): boolean {
  return status >= 400 && status < 500 && ![401, 403, 409, 423, 429].includes(status)
}

/** A mistaken answer about another order, or in another currency, must not pay this one. */
function orderIn(answer: Answer, reference: string): CardOrder {
  const order = readAnswer(CardOrder, answer, refusalOf)
  if (order.external_reference === reference && (order.currency ?? 'BRL') === 'BRL') return order
  throw unavailable(new ProviderError(`${answer.call}: an answer about another order`, answer.status))
}

function refusalOf({ call, status, body }: Answer): ProviderError {
  const { message, error, errors } = ApiProblem.safeParse(parseJson(body)).data ?? {}
  const reasons = [message ?? error, ...(errors ?? []).map(({ code, message }) => message ?? code)].filter(Boolean)
  return new ProviderError(`${call}: ${[status, ...reasons].join(' ')}`, status)
}
