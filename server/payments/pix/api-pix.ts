import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import { ShopError } from '../../platform/errors.ts'
import { type OutgoingRequest, raceWithAbort, request } from '../../platform/outgoing-http.ts'
import { amountOf, centsOf } from '../amounts.ts'
import { type Answer, insistOnSuccess, parseJson, readAnswer, unavailable } from '../answers.ts'
import { type ProviderCall, ProviderError } from '../provider.ts'
import {
  AccessToken,
  Charge,
  ChargePage,
  type ChargeRequest,
  type ChargeRevision,
  type Pix,
  Problem,
  Refund,
  type RefundRequest,
  Webhook,
  type WebhookRequest,
} from './api-pix.shapes.ts'
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
  settings: () => PixSettings | null
  clock: Clock
  timeoutMs?: number | undefined
  /** OAuth scopes by the standard's names. Some banks grant none unless asked, and none but those that were agreed on. */
  scopes?: string
}

interface Token {
  text: string
  usableUntil: number
}

/** What the shop itself uses. */
const ownScopes = 'cob.write cob.read pix.write webhook.write'
/** A token is replaced this long before it expires, so that it does not expire on the way. */
const tokenReserveMs = 30_000
/** Charges are listed by periods of this length: banks refuse longer ones, some from five days on. */
const maxListMs = 5 * 24 * 60 * 60_000

/** A bank as an operator looks at it. */
export interface CertifiedPixBank extends PixBank {
  certificates(): Promise<BankCertificate[]>
  /** The address that the bank tells of payments to the receiver's key; null for none. */
  findWebhook(): Promise<string | null>
}

/** Any bank that speaks the Central Bank's API Pix 2.9.0, by OAuth 2 client credentials and, with a certificate, mTLS. */
export function createApiPix({ settings, clock, timeoutMs = 10_000, scopes = ownScopes }: Deps): CertifiedPixBank {
  let token: Token | null = null
  let tokenOnItsWay: Promise<Token> | null = null
  const certificateEnds = new Map<string, Date>()
  return { createCharge, findCharge, listPaidCharges, cancelCharge, refund, registerWebhook, findWebhook, certificates }

  async function certificates(): Promise<BankCertificate[]> {
    const certFile = settings()?.certFile
    const file = certFile === undefined ? null : await readFile(certFile).catch(() => null)
    return [
      ...(file ? [{ name: 'PIX_CERT_FILE', endsAt: new Date(new X509Certificate(file).validTo) }] : []),
      ...Array.from(certificateEnds, ([name, endsAt]) => ({ name, endsAt })),
    ]
  }

  async function createCharge(
    { txid, amountCents, expiresIn, message }: NewBankCharge,
    options?: ProviderCall,
  ): Promise<BankCharge> {
    const body: ChargeRequest = {
      calendario: { expiracao: expiresIn },
      valor: { original: amountOf(amountCents) },
      chave: receiverKey(),
      solicitacaoPagador: message,
    }
    const answer = await ask('PUT', `/cob/${txid}`, body, options)
    // Some banks refuse an existing txid: then an earlier attempt whose response was lost, or a concurrent one, has created
    // the charge.
    const existingCharge = answer.status >= 400 && answer.status < 500 ? await findCharge(txid, options) : null
    return existingCharge ?? chargeIn(answer, txid)
  }

  async function findCharge(txid: string, options?: ProviderCall): Promise<BankCharge | null> {
    const answer = await ask('GET', `/cob/${txid}`, undefined, options)
    return answer.status === 404 ? null : chargeIn(answer, txid)
  }

  async function listPaidCharges({ from, until }: { from: Date; until: Date }): Promise<PaidCharge[]> {
    const charges: PaidCharge[] = []
    for (let start = from.getTime(); start < until.getTime(); start += maxListMs) {
      const end = Math.min(start + maxListMs, until.getTime())
      for (let page = 0, pages = 1; page < pages; page += 1) {
        const { parametros, cobs } = read(ChargePage, await ask('GET', `/cob?${paidBetween(start, end, page)}`))
        pages = parametros.paginacao.quantidadeDePaginas
        // An account may have keys of other tills.
        for (const cob of cobs.filter(({ chave }) => chave === receiverKey()))
          charges.push({ ...bankCharge(cob), message: cob.solicitacaoPagador ?? '' })
      }
    }
    return charges
  }

  async function cancelCharge(txid: string): Promise<void> {
    const body: ChargeRevision = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' }
    const answer = await ask('PATCH', `/cob/${txid}`, body)
    // 400: no longer active; 404: unknown to the bank.
    if (answer.status !== 400 && answer.status !== 404) insistOnSuccess(answer, refusalOf)
  }

  async function refund({ endToEndId, id, amountCents, message }: NewBankRefund): Promise<BankRefund> {
    const body: RefundRequest = { valor: amountOf(amountCents), descricao: message }
    return bankRefund(read(Refund, await ask('PUT', `/pix/${endToEndId}/devolucao/${id}`, body)))
  }

  async function registerWebhook(url: string): Promise<void> {
    const body: WebhookRequest = { webhookUrl: url }
    insistOnSuccess(await ask('PUT', `/webhook/${encodeURIComponent(receiverKey())}`, body), refusalOf)
  }

  async function findWebhook(): Promise<string | null> {
    const answer = await ask('GET', `/webhook/${encodeURIComponent(receiverKey())}`)
    return answer.status === 404 ? null : read(Webhook, answer).webhookUrl
  }

  /** Calls with a token; where the bank rejects it, retries once with a new one. */
  async function ask(
    method: OutgoingRequest['method'],
    path: string,
    body?: object,
    { signal }: ProviderCall = {},
  ): Promise<Answer> {
    const firstToken = await currentToken(signal)
    const answer = await askWith(firstToken, { method, path, body, signal })
    if (answer.status !== 401) return answer
    if (token === firstToken) token = null
    return askWith(await currentToken(signal), { method, path, body, signal })
  }

  function askWith(
    { text }: Token,
    {
      method,
      path,
      body,
      signal,
    }: ProviderCall & { method: OutgoingRequest['method']; path: string; body?: object | undefined },
  ): Promise<Answer> {
    const headers = { authorization: `Bearer ${text}`, accept: 'application/json' }
    const url = current().apiUrl + path
    if (!body) return call({ method, url, headers, signal })
    return call({
      method,
      url,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal,
    })
  }

  /** Callers share one request for a token; the deadline of one of them ends only its own wait. */
  async function currentToken(signal?: AbortSignal): Promise<Token> {
    if (token && token.usableUntil > clock.now().getTime()) return token
    tokenOnItsWay ??= fetchToken()
      .then((fetched) => {
        token = fetched
        return fetched
      })
      .finally(() => {
        tokenOnItsWay = null
      })
    const pendingToken = tokenOnItsWay
    try {
      return await raceWithAbort(pendingToken, signal)
    } catch (error) {
      // Whoever has stopped waiting does not handle its failure.
      pendingToken.catch(() => {})
      throw error instanceof ShopError ? error : unavailable(new ProviderError('POST token: no answer', null, error))
    }
  }

  async function fetchToken(): Promise<Token> {
    const { tokenUrl, clientId, clientSecret } = current()
    const requestedAt = clock.now()
    const answer = await call({
      method: 'POST',
      url: tokenUrl,
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
      },
      body: new URLSearchParams({ grant_type: 'client_credentials', scope: scopes }).toString(),
    })
    const { access_token, expires_in } = read(AccessToken, answer)
    return { text: access_token, usableUntil: requestedAt.getTime() + expires_in * 1000 - tokenReserveMs }
  }

  async function call(outbound: Omit<OutgoingRequest, 'timeoutMs' | 'clientCertificate'>): Promise<Answer> {
    const { apiUrl, certFile, certKeyFile } = current()
    const call = `${outbound.method} ${outbound.url.replace(apiUrl, '')}`
    try {
      const clientCertificate = await readCertificate(certFile, certKeyFile)
      const answer = await request({ ...outbound, timeoutMs, clientCertificate })
      if (answer.serverCertificateExpiresAt)
        certificateEnds.set(new URL(outbound.url).host, answer.serverCertificateExpiresAt)
      return { ...answer, call }
    } catch (error) {
      throw unavailable(new ProviderError(`${call}: no answer`, null, error))
    }
  }

  function receiverKey(): string {
    return current().receiverKey
  }

  function current(): PixSettings {
    const pix = settings()
    if (!pix) throw unavailable(new ProviderError('no bank is set up', null))
    return pix
  }
}

function paidBetween(start: number, end: number, page: number): URLSearchParams {
  return new URLSearchParams({
    inicio: new Date(start).toISOString(),
    fim: new Date(end).toISOString(),
    status: 'CONCLUIDA',
    'paginacao.paginaAtual': String(page),
  })
}

/** Read at every call, so that a renewed certificate needs no restart. */
async function readCertificate(certFile?: string, keyFile?: string): Promise<OutgoingRequest['clientCertificate']> {
  if (certFile === undefined || keyFile === undefined) return undefined
  const [cert, key] = await Promise.all([readFile(certFile, 'utf8'), readFile(keyFile, 'utf8')])
  return { cert, key }
}

const read = <Shape extends z.ZodType>(shape: Shape, answer: Answer) => readAnswer(shape, answer, refusalOf)

/** A mistaken answer about another charge must not pay this one. */
function chargeIn(answer: Answer, txid: string): BankCharge {
  const charge = read(Charge, answer)
  if (charge.txid.toLowerCase() === txid.toLowerCase()) return bankCharge(charge)
  throw unavailable(new ProviderError(`${answer.call}: unexpected answer`, answer.status))
}

function refusalOf({ call, status, body }: Answer): ProviderError {
  const problem = Problem.safeParse(parseJson(body))
  if (!problem.success) return new ProviderError(`${call}: ${status}`, status)
  const { title, detail, violacoes = [] } = problem.data
  const reasons = violacoes.map(({ propriedade, razao }) => `${propriedade}: ${razao}`)
  return new ProviderError(`${call}: ${status} ${[title, detail, ...reasons].filter(Boolean).join('; ')}`, status)
}

function bankCharge({ txid, status, valor, pixCopiaECola, pix = [] }: Charge): BankCharge {
  return {
    txid,
    amountCents: centsOf(valor.original),
    status: chargeStatus(status),
    pixCode: pixCopiaECola ?? null,
    pix: pix.map(bankPix),
  }
}

/** The standard may add statuses; an unknown one triggers nothing, so it counts as active. */
function chargeStatus(status: string): BankCharge['status'] {
  if (status === 'CONCLUIDA') return 'completed'
  return status.startsWith('REMOVIDA') ? 'removed' : 'active'
}

function bankPix({ endToEndId, valor, horario, devolucoes = [] }: Pix): BankPix {
  return {
    endToEndId,
    amountCents: centsOf(valor),
    receivedAt: new Date(horario),
    refunds: devolucoes.map(bankRefund),
  }
}

function bankRefund({ id, valor, status, horario }: Refund): BankRefund {
  return {
    id,
    amountCents: centsOf(valor),
    status: status === 'DEVOLVIDO' ? 'returned' : status === 'NAO_REALIZADO' ? 'failed' : 'underWay',
    requestedAt: horario?.solicitacao ? new Date(horario.solicitacao) : null,
  }
}
