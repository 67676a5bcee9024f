import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import { ShopError } from '../../platform/errors.ts'
import { type OutgoingRequest, raceWithAbort, sendRequest } from '../../platform/outgoing-http.ts'
import { type CallOptions, createUnavailableError, ProviderError } from '../../ports/payment-provider.ts'
import { createMissingIdNamer, toDecimalAmount } from '../amounts.ts'
import {
  assertSuccess,
  createUnansweredError,
  type ProviderResponse,
  parseResponse,
  tryParseJson,
} from '../provider-responses.ts'
import {
  AccessToken,
  Charge,
  ChargePage,
  type ChargeRequest,
  type ChargeRevision,
  type Pix,
  ProblemDetails,
  type Refund,
  RefundAnswer,
  type RefundRequest,
  type WebhookRequest,
  WebhookResponse,
} from './api-pix.schemas.ts'
import type {
  BankCertificate,
  BankCharge,
  BankPix,
  BankRefund,
  NewBankCharge,
  NewBankRefund,
  PaidCharge,
  PixBank,
} from './pix-bank.ts'

/** Where Pix charges are made: any bank that speaks the Central Bank's API Pix. */
export interface PixSettings {
  apiUrl: string
  /** Where tokens are issued; many banks have another host for it. */
  tokenUrl: string
  clientId: string
  clientSecret: string
  certFile: string | undefined
  certKeyFile: string | undefined
  receiverKey: string
}

interface Deps {
  /** Read on every call, since the sandbox's bank has no address until the server listens. Null: no bank is configured. */
  getSettings: () => PixSettings | null
  clock: Clock
  timeoutMs?: number | undefined
  /** OAuth scopes by the standard's names. Some banks grant none unless requested, and only those that were agreed on. */
  scopes?: string
}

interface CachedToken {
  accessToken: string
  usableUntilMs: number
}

/** What the shop itself uses. */
const defaultScopes = 'cob.write cob.read pix.write webhook.write'
/** A token is replaced this long before it expires, or at half its lifetime, so that it does not expire on the way. */
const tokenExpiryMarginMs = 30_000
/** Seconds for which a token is used where the bank does not say; one that ends earlier is replaced when it is refused. */
const defaultTokenLifetimeSeconds = 300
/** Pages of a list of charges that are read at most, if a bank does not say how many there are. */
const maxPages = 500
/** Charges are listed by periods of this length: banks refuse longer ones, some from five days on. */
const maxListPeriodMs = 5 * 24 * 60 * 60_000

/** What an operator may inspect of a bank. */
export interface InspectablePixBank extends PixBank {
  listCertificates(): Promise<BankCertificate[]>
  /** The URL that the bank calls about payments to the receiver's key; null for none. */
  findWebhookUrl(): Promise<string | null>
}

/** Any bank that speaks the Central Bank's API Pix 2.9.0, by OAuth 2 client credentials and, with a certificate, mTLS. */
export function createApiPixBank({
  getSettings,
  clock,
  timeoutMs = 10_000,
  scopes = defaultScopes,
}: Deps): InspectablePixBank {
  let cachedToken: CachedToken | null = null
  let tokenRequest: Promise<CachedToken> | null = null
  const serverCertificateExpiryByHost = new Map<string, Date>()
  return {
    createCharge,
    findCharge,
    listPaidCharges,
    cancelCharge,
    refund,
    registerWebhook,
    findWebhookUrl,
    listCertificates,
  }

  async function listCertificates(): Promise<BankCertificate[]> {
    const certFile = getSettings()?.certFile
    const certBytes = certFile === undefined ? null : await readFile(certFile).catch(() => null)
    return [
      ...(certBytes ? [{ name: 'PIX_CERT_FILE', expiresAt: new Date(new X509Certificate(certBytes).validTo) }] : []),
      ...Array.from(serverCertificateExpiryByHost, ([name, expiresAt]) => ({ name, expiresAt })),
    ]
  }

  async function createCharge(
    { txid, amountCents, expiresInSeconds, message }: NewBankCharge,
    options?: CallOptions,
  ): Promise<BankCharge> {
    const body: ChargeRequest = {
      calendario: { expiracao: expiresInSeconds },
      valor: { original: toDecimalAmount(amountCents) },
      chave: getReceiverKey(),
      solicitacaoPagador: message,
    }
    const response = await callBank('PUT', `/cob/${txid}`, body, options)
    // Some banks refuse an existing txid: then an earlier attempt whose response was lost, or a concurrent one, has created
    // the charge.
    const existingCharge = response.status >= 400 && response.status < 500 ? await findCharge(txid, options) : null
    return existingCharge ?? parseCharge(response, txid)
  }

  async function findCharge(txid: string, options?: CallOptions): Promise<BankCharge | null> {
    const response = await callBank('GET', `/cob/${txid}`, undefined, options)
    return response.status === 404 ? null : parseCharge(response, txid)
  }

  async function listPaidCharges({ from, until }: { from: Date; until: Date }): Promise<PaidCharge[]> {
    const charges: PaidCharge[] = []
    for (let startMs = from.getTime(); startMs < until.getTime(); startMs += maxListPeriodMs) {
      const endMs = Math.min(startMs + maxListPeriodMs, until.getTime())
      // A bank that does not say how many pages there are is asked until one is empty.
      for (let page = 0, pageCount = 1; page < pageCount; page += 1) {
        const { parametros, cobs } = parseBankResponse(
          ChargePage,
          await callBank('GET', `/cob?${buildPaidChargesQuery(startMs, endMs, page)}`),
        )
        const listedPageCount = parametros?.paginacao.quantidadeDePaginas ?? (cobs.length > 0 ? page + 2 : 0)
        pageCount = Math.min(listedPageCount, maxPages)
        charges.push(...cobs.flatMap(toPaidCharge))
      }
    }
    return charges
  }

  /** None for the charge of another key: an account may have keys of other tills. */
  function toPaidCharge(cob: z.infer<typeof ChargePage>['cobs'][number]): PaidCharge[] {
    if ('isUnreadable' in cob) return [{ txid: cob.txid, message: '', pix: [], unclearReason: 'unexpected answer' }]
    if (cob.chave !== null && cob.chave !== getReceiverKey()) return []
    const { txid, pix, unclearReason } = toBankCharge(cob)
    return [{ txid, message: cob.solicitacaoPagador ?? '', pix, ...(unclearReason && { unclearReason }) }]
  }

  async function cancelCharge(txid: string): Promise<void> {
    const body: ChargeRevision = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' }
    const response = await callBank('PATCH', `/cob/${txid}`, body)
    // 400: no longer active; 404: unknown to the bank.
    if (response.status !== 400 && response.status !== 404) assertSuccess(response, toProviderError)
  }

  async function refund({ endToEndId, id, amountCents, message }: NewBankRefund): Promise<BankRefund> {
    const body: RefundRequest = { valor: toDecimalAmount(amountCents), descricao: message }
    const path = `/pix/${encodeURIComponent(endToEndId)}/devolucao/${id}`
    const { status } = parseBankResponse(RefundAnswer, await callBank('PUT', path, body))
    return { id, amountCents, status: toRefundStatus(status), requestedAt: clock.now() }
  }

  async function registerWebhook(url: string): Promise<void> {
    const body: WebhookRequest = { webhookUrl: url }
    assertSuccess(await callBank('PUT', `/webhook/${encodeURIComponent(getReceiverKey())}`, body), toProviderError)
  }

  async function findWebhookUrl(): Promise<string | null> {
    const response = await callBank('GET', `/webhook/${encodeURIComponent(getReceiverKey())}`)
    return response.status === 404 ? null : parseBankResponse(WebhookResponse, response).webhookUrl
  }

  /** Calls with a token; where the bank rejects it, retries once with a new one. */
  async function callBank(
    method: OutgoingRequest['method'],
    path: string,
    body?: object,
    { signal }: CallOptions = {},
  ): Promise<ProviderResponse> {
    const firstToken = await getValidToken(signal)
    const response = await sendWithToken(firstToken, { method, path, body, signal })
    if (response.status !== 401) return response
    if (cachedToken === firstToken) cachedToken = null
    return sendWithToken(await getValidToken(signal), { method, path, body, signal })
  }

  function sendWithToken(
    { accessToken }: CachedToken,
    {
      method,
      path,
      body,
      signal,
    }: CallOptions & { method: OutgoingRequest['method']; path: string; body?: object | undefined },
  ): Promise<ProviderResponse> {
    const headers = { authorization: `Bearer ${accessToken}`, accept: 'application/json' }
    const url = requireSettings().apiUrl + path
    if (!body) return sendToBank({ method, url, headers, signal })
    return sendToBank({
      method,
      url,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal,
    })
  }

  /** Callers share one request for a token; the deadline of one of them ends only its own wait. */
  async function getValidToken(signal?: AbortSignal): Promise<CachedToken> {
    if (cachedToken && cachedToken.usableUntilMs > clock.now().getTime()) return cachedToken
    tokenRequest ??= fetchToken()
      .then((newToken) => {
        cachedToken = newToken
        return newToken
      })
      .finally(() => {
        tokenRequest = null
      })
    const pendingToken = tokenRequest
    try {
      return await raceWithAbort(pendingToken, signal)
    } catch (error) {
      // Whoever has stopped waiting does not handle its failure.
      pendingToken.catch(() => {})
      throw error instanceof ShopError
        ? error
        : createUnavailableError(new ProviderError('POST token: no answer', null, error))
    }
  }

  async function fetchToken(): Promise<CachedToken> {
    const { tokenUrl, clientId, clientSecret } = requireSettings()
    const requestedAt = clock.now()
    const response = await sendToBank({
      method: 'POST',
      url: tokenUrl,
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
      },
      body: new URLSearchParams({ grant_type: 'client_credentials', scope: scopes }).toString(),
    })
    const { access_token, expires_in } = parseBankResponse(AccessToken, response)
    const lifetimeMs = (expires_in ?? defaultTokenLifetimeSeconds) * 1000
    const marginMs = Math.min(tokenExpiryMarginMs, lifetimeMs / 2)
    return { accessToken: access_token, usableUntilMs: requestedAt.getTime() + lifetimeMs - marginMs }
  }

  async function sendToBank(
    outgoingRequest: Omit<OutgoingRequest, 'timeoutMs' | 'clientCertificate'>,
  ): Promise<ProviderResponse> {
    const { apiUrl, certFile, certKeyFile } = requireSettings()
    const callName = `${outgoingRequest.method} ${outgoingRequest.url.replace(apiUrl, '')}`
    try {
      const clientCertificate = await readClientCertificate(certFile, certKeyFile)
      const response = await sendRequest({ ...outgoingRequest, timeoutMs, clientCertificate })
      if (response.serverCertificateExpiresAt)
        serverCertificateExpiryByHost.set(new URL(outgoingRequest.url).host, response.serverCertificateExpiresAt)
      return { ...response, callName }
    } catch (error) {
      throw createUnansweredError(callName, error)
    }
  }

  function getReceiverKey(): string {
    return requireSettings().receiverKey
  }

  function requireSettings(): PixSettings {
    const pixSettings = getSettings()
    if (!pixSettings) throw createUnavailableError(new ProviderError('no bank is set up', null))
    return pixSettings
  }
}

function buildPaidChargesQuery(startMs: number, endMs: number, page: number): URLSearchParams {
  return new URLSearchParams({
    inicio: new Date(startMs).toISOString(),
    fim: new Date(endMs).toISOString(),
    status: 'CONCLUIDA',
    'paginacao.paginaAtual': String(page),
  })
}

/** Read at every call, so that a renewed certificate needs no restart. */
async function readClientCertificate(
  certFile?: string,
  keyFile?: string,
): Promise<OutgoingRequest['clientCertificate']> {
  if (certFile === undefined || keyFile === undefined) return undefined
  const [cert, key] = await Promise.all([readFile(certFile, 'utf8'), readFile(keyFile, 'utf8')])
  return { cert, key }
}

const parseBankResponse = <Schema extends z.ZodType>(schema: Schema, response: ProviderResponse) =>
  parseResponse(schema, response, toProviderError)

/** A mistaken answer about another charge must not pay this one. */
function parseCharge(response: ProviderResponse, txid: string): BankCharge {
  const charge = parseBankResponse(Charge, response)
  if (charge.txid.toLowerCase() === txid.toLowerCase()) return toBankCharge(charge)
  throw createUnavailableError(new ProviderError(`${response.callName}: unexpected answer`, response.status))
}

function toProviderError({ callName, status, body }: ProviderResponse): ProviderError {
  const problem = ProblemDetails.safeParse(tryParseJson(body))
  if (!problem.success) return new ProviderError(`${callName}: ${status}`, status)
  const { title, detail, violacoes } = problem.data
  const reasons = violacoes.entries.map(({ propriedade, razao }) => `${propriedade}: ${razao}`)
  const words = [title, detail, ...reasons].filter(Boolean).join('; ')
  return new ProviderError(`${callName}: ${status} ${words}`, status, undefined, words)
}

function toBankCharge({ txid, status, valor, pixCopiaECola, pix }: Charge): BankCharge {
  const payments = pix.entries.map(toBankPix)
  const unclearReason = findUnclearReason({ status, pix, payments })
  return {
    txid,
    amountCents: valor.original,
    status: toChargeStatus(status),
    pixCode: pixCopiaECola,
    pix: payments,
    ...(unclearReason && { unclearReason }),
  }
}

/** What could not be read, and may mean that money has arrived, or has gone back. */
function findUnclearReason({
  status,
  pix,
  payments,
}: Pick<Charge, 'status' | 'pix'> & { payments: BankPix[] }): string | null {
  if (pix.oddCount > 0) return `payments that cannot be read: ${pix.oddCount}`
  if (payments.some(({ hasUnclearRefunds }) => hasUnclearRefunds)) return 'refunds that cannot be read'
  if (payments.length > 0) return null
  if (status === 'CONCLUIDA') return 'completed without a payment'
  return status === null ? 'no status' : null
}

/** The standard may add statuses; an unknown one triggers nothing, so it counts as active. */
function toChargeStatus(status: string | null): BankCharge['status'] {
  if (status === 'CONCLUIDA') return 'completed'
  return status?.startsWith('REMOVIDA') ? 'removed' : 'active'
}

function toBankPix({ endToEndId, valor, horario, devolucoes }: Pix): BankPix {
  const nameMissingId = createMissingIdNamer()
  return {
    endToEndId,
    amountCents: valor,
    receivedAt: horario,
    refunds: devolucoes.entries.map((refund) => toBankRefund(refund, nameMissingId)),
    ...(devolucoes.oddCount > 0 && { hasUnclearRefunds: true }),
  }
}

function toBankRefund(
  { id, rtrId, valor, status, horario }: Refund,
  nameMissingId: (amountCents: number) => string,
): BankRefund {
  return {
    id: id ?? rtrId ?? nameMissingId(valor),
    amountCents: valor,
    status: toRefundStatus(status),
    requestedAt: horario?.solicitacao ?? null,
  }
}

function toRefundStatus(status: string | null): BankRefund['status'] {
  if (status === 'DEVOLVIDO') return 'returned'
  return status === 'NAO_REALIZADO' ? 'failed' : 'pending'
}
