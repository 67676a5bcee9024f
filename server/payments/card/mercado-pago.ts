import { createHmac, timingSafeEqual } from 'node:crypto'
import { sendRequest } from '../../platform/outgoing-http.ts'
import {
  type CallOptions,
  type ChargeKey,
  type ChargeSnapshot,
  createUnavailableError,
  type IncomingWebhook,
  isDefiniteRefusalStatus,
  type NewCharge,
  type NewRefund,
  type PaymentProvider,
  ProviderError,
  type ProviderRefund,
  type StartedCharge,
  type WebhookOutcome,
} from '../../ports/payment-provider.ts'
import { toDecimalAmount } from '../amounts.ts'
import {
  assertSuccess,
  createUnansweredError,
  type ProviderResponse,
  parseResponse,
  tryParseJson,
} from '../provider-responses.ts'
import { cardProduct } from './card-product.ts'
import type { CardRefundStore, RefundKey } from './card-refunds.ts'
import type { CardSettings } from './card-settings.ts'
import { toRefundStatus, toSnapshot } from './charge-snapshot.ts'
import { ApiErrorBody, CardOrderAnswer, NotificationBody } from './mercado-pago.schemas.ts'
import type { OrderProduct } from './order-product.ts'

interface Deps {
  /** Read on every call, since the sandbox's provider has no address until the server listens. Null: none is configured. */
  getSettings: () => CardSettings | null
  refundStore: CardRefundStore
  /** Whether real money is paid: what a test account answers is refused in a live shop, and a real one's in a sandbox. */
  isLive: boolean
  timeoutMs?: number
}

/**
 * What is paid by Mercado Pago's Orders API: by card on its hosted page, or by Pix on the shop's own. Nothing of it was tried against
 * the real service yet: README.md of the folder above says what is to be tried first.
 */
export function createMercadoPagoProvider(
  { getSettings, refundStore, isLive, timeoutMs = 10_000 }: Deps,
  product: OrderProduct = cardProduct,
): PaymentProvider {
  const { name, paymentTimeoutMinutes, isDeclineFinal, disputeWindowDays, refundWindowDays } = product
  return {
    name,
    paymentTimeoutMinutes,
    isDeclineFinal,
    disputeWindowDays,
    ...(refundWindowDays !== undefined && { refundWindowDays }),
    startCharge,
    readCharge,
    closeCharge,
    refund,
    handleWebhook,
  }

  async function startCharge(charge: NewCharge, options?: CallOptions): Promise<StartedCharge> {
    const { reference } = charge
    const body = product.buildOrder(charge, requireSettings())
    const order = parseOrder(
      await callApi('POST', '/v1/orders', { idempotencyKey: reference, body, ...options }),
      reference,
    )
    const codeOrUrl = product.findPayable(order)
    if (codeOrUrl === null)
      throw createUnavailableError(new ProviderError('POST /v1/orders: nothing that can be paid', 200))
    return { providerId: order.id, codeOrUrl }
  }

  /** An order whose id never arrived was shown to nobody: asking for it again, with the same key, gives the same one. */
  async function readCharge(
    { reference, providerId }: ChargeKey,
    options?: CallOptions,
  ): Promise<ChargeSnapshot | null> {
    if (providerId === null) return null
    const response = await callApi('GET', `/v1/orders/${providerId}`, options)
    if (response.status === 404) return null
    const order = await repeatUnansweredRefunds(providerId, parseOrder(response, reference), reference)
    return toSnapshot(order, await refundStore.listRequests({ reference }), product)
  }

  /**
   * A refund in the provider's list may be one whose answer was lost, or one that somebody made there. The request is sent again
   * under its key, which the provider carries out once: the refund that is new then is the shop's.
   */
  async function repeatUnansweredRefunds(
    providerId: string,
    order: CardOrderAnswer,
    reference: string,
  ): Promise<CardOrderAnswer> {
    let currentOrder = order
    for (const request of await refundStore.listRequests({ reference })) {
      if (request.providerRefundId !== null || request.isRefused) continue
      if ((await refundStore.listCandidates(request, currentOrder)).length === 0) continue
      const response = await sendRefund(providerId, request)
      if (isDefiniteRejection(response)) continue
      const knownIds = new Set(currentOrder.transactions.refunds.map(({ id }) => id))
      currentOrder = parseOrder(response, reference)
      await refundStore.identify(request, { order: currentOrder, knownIds })
    }
    return currentOrder
  }

  async function closeCharge({ reference, providerId }: ChargeKey): Promise<void> {
    if (providerId === null) return
    const response = await callApi('POST', `/v1/orders/${providerId}/cancel`, { idempotencyKey: `${reference}-cancel` })
    // It is paid, in review, ended or unknown: its snapshot shows which.
    if (!isDefiniteRejection(response)) assertSuccess(response, toProviderError)
  }

  /** Recorded before it is requested: if its response is lost, it is requested again under the same key. */
  async function refund({ charge, payment, id, amountCents }: NewRefund): Promise<ProviderRefund> {
    const { reference, providerId } = charge
    const refundKey = { reference, paymentReference: payment.reference, name: id, amountCents }
    const requestedAt = await refundStore.recordRequest(refundKey)
    const order = parseOrder(await sendRefund(providerId, refundKey), reference)
    const knownIds = new Set(payment.refunds.map(({ id }) => id))
    const providerRefund = await refundStore.identify(refundKey, { order, knownIds })
    return { id, amountCents, status: providerRefund ? toRefundStatus(providerRefund.status) : 'pending', requestedAt }
  }

  async function sendRefund(providerId: string | null, refundKey: RefundKey): Promise<ProviderResponse> {
    const { reference, paymentReference, name, amountCents } = refundKey
    const response = await callApi('POST', `/v1/orders/${providerId}/refund`, {
      idempotencyKey: `${reference}-${paymentReference}-${name}`,
      body: { transactions: [{ id: paymentReference, amount: toDecimalAmount(amountCents) }] },
    })
    if (isDefiniteRejection(response)) await refundStore.markRefused(refundKey)
    return response
  }

  /** The signature covers the query's id, and no body: only the id counts, and only as a hint. Ids of orders are in upper case. */
  async function handleWebhook({ body, getHeader, query }: IncomingWebhook): Promise<WebhookOutcome> {
    const id = query.get('data.id') ?? ''
    if (!hasValidSignature(id, getHeader('x-signature') ?? '', getHeader('x-request-id') ?? '')) return 'forged'
    const { live_mode } = NotificationBody.safeParse(tryParseJson(body)).data ?? {}
    if ((live_mode ?? isLive) !== isLive) return 'otherMode'
    if (query.get('type') !== 'order' || !/^[\w-]{1,64}$/.test(id)) return { references: [], invalidCount: 1 }
    return { references: [], providerIds: [id.toUpperCase()] }
  }

  /**
   * Published examples sign the id as it is and in lower case, and proxies write the query in either; parts that are missing are left
   * out. While a secret is changed there are several signatures, of which one has to be right.
   */
  function hasValidSignature(id: string, signature: string, requestId: string): boolean {
    const webhookSecret = getSettings()?.webhookSecret
    const signatureParts = signature.split(',').map((part) => part.split('=').map((text) => text.trim()))
    const listValues = (name: string) =>
      signatureParts.flatMap(([key, value]) => (key?.toLowerCase() === name && value ? [value] : [])).slice(0, 5)
    if (!webhookSecret) return false
    const expectedSignatures = [id, id.toLowerCase(), id.toUpperCase()].flatMap((candidateId) =>
      listValues('ts').map((timestamp) => {
        const signedText = `${candidateId && `id:${candidateId};`}${requestId && `request-id:${requestId};`}ts:${timestamp};`
        return createHmac('sha256', webhookSecret).update(signedText).digest()
      }),
    )
    return listValues('v1').some((value) => {
      const signatureBytes = Buffer.from(value, 'hex')
      return expectedSignatures.some(
        (expected) => signatureBytes.length === expected.length && timingSafeEqual(signatureBytes, expected),
      )
    })
  }

  async function callApi(
    method: 'GET' | 'POST',
    path: string,
    { idempotencyKey, body, signal }: CallOptions & { idempotencyKey?: string; body?: object } = {},
  ): Promise<ProviderResponse> {
    const { apiUrl, accessToken } = requireSettings()
    const callName = `${method} ${path.replace(/ORD\w+/, '{id}')}`
    try {
      const response = await sendRequest({
        method,
        url: apiUrl + path,
        headers: {
          authorization: `Bearer ${accessToken}`,
          accept: 'application/json',
          ...(idempotencyKey !== undefined && { 'x-idempotency-key': idempotencyKey }),
          ...(method === 'POST' && { 'content-type': 'application/json' }),
        },
        ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
        timeoutMs,
        signal,
      })
      return { ...response, callName }
    } catch (error) {
      throw createUnansweredError(callName, error)
    }
  }

  /** A mistaken answer about another order, in another currency or of a test account must not pay this one. */
  function parseOrder(response: ProviderResponse, reference: string): CardOrderAnswer {
    const order = parseResponse(CardOrderAnswer, response, toProviderError)
    const isAboutCharge = order.external_reference === reference && (order.currency ?? 'BRL') === 'BRL'
    if (isAboutCharge && (order.live_mode ?? isLive) === isLive) return order
    const reason = isAboutCharge ? `of a ${isLive ? 'test' : 'live'} account` : 'about another order'
    throw createUnavailableError(new ProviderError(`${response.callName}: an answer ${reason}`, response.status))
  }

  function requireSettings(): CardSettings {
    const cardSettings = getSettings()
    if (!cardSettings) throw createUnavailableError(new ProviderError('no card provider is set up', null))
    return cardSettings
  }
}

function isDefiniteRejection({ status }: ProviderResponse): boolean {
  return isDefiniteRefusalStatus(status)
}

function toProviderError({ callName, status, body }: ProviderResponse): ProviderError {
  const { message, error, errors } = ApiErrorBody.safeParse(tryParseJson(body)).data ?? {}
  const reasons = [message ?? error, ...(errors?.entries ?? []).map(({ code, message }) => message ?? code)].filter(
    Boolean,
  )
  return new ProviderError(`${callName}: ${[status, ...reasons].join(' ')}`, status, undefined, reasons.join('; '))
}
