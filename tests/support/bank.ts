import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import express, { type RequestHandler, type Response } from 'express'
import { onTestFinished } from 'vitest'
import type { Database } from '../../server/database/connection.ts'
import { buildSandboxPixSettings, createSandboxBank } from '../../server/demo/simulators/sandbox-bank.ts'
import { createSandboxBankRouter } from '../../server/demo/simulators/sandbox-bank-api.ts'
import { applyPayment, type SandboxCharge } from '../../server/demo/simulators/sandbox-charge.ts'
import { callWebhook, type PixWebhookCall } from '../../server/demo/simulators/sandbox-webhook.ts'
import { toDecimalAmount } from '../../server/payments/amounts.ts'
import type { Clock } from '../../server/platform/clock.ts'
import { type Exchange, offencesOf } from './api-pix-standard.ts'
import { makeCertificates } from './certificates.ts'
import { openTestDatabase } from './database.ts'

/** Selects the calls ("GET /cob/…") that a fault affects: a regular expression, or anything with a `test`. */
interface CallTest {
  test(call: string): boolean
}
export const anyCall = /./

/** Simulated faults of the bank, by the calls they affect; null: none. */
export interface Troubles {
  /** Drops the connection without doing anything. */
  away: CallTest | null
  /** Carries out the call, then drops the connection without a response. */
  hangsUp: CallTest | null
  /** Refuses the call. */
  refuses: CallTest | null
  /** Never answers. */
  hangs: CallTest | null
  /** Answers 503. */
  busy: CallTest | null
  /** Has had too many calls: answers 429. */
  crowded: CallTest | null
  /** Answers with a delay. */
  slow: CallTest | null
  /** Answers something else than it should. */
  says: { call: CallTest; status: number; body: string } | null
}

export const noTroubles = (): Troubles => ({
  away: null,
  hangsUp: null,
  refuses: null,
  hangs: null,
  busy: null,
  crowded: null,
  slow: null,
  says: null,
})

/** Pauses before each retry of a failed webhook, in milliseconds: together long enough for a test to repair the shop. */
const pauses = [20, 40, 200, 1000, 5000]

/** A slow bank's delay, in milliseconds. */
const thinkingMs = 50

/**
 * A bank like a real one: with its own database, over HTTPS, and only for clients with a certificate. It implements API Pix
 * 2.9.0 with the sandbox bank's code, until the test makes it misbehave.
 */
export async function openTestBank(clock: Clock, given?: Database) {
  const certificates = await makeCertificates()
  const database = given ?? (await openTestDatabase('sqlite'))
  const troubles = noTroubles()
  const traffic: Exchange[] = []
  let held: PixWebhookCall[] | null = null
  const sendWebhook = (notice: PixWebhookCall) => (held ? held.push(notice) : callWebhook(notice, pauses))
  const receiver = { name: 'Farmácia Ipê', city: 'SAO PAULO' }
  const book = createSandboxBank({ database, clock, receiver, sendWebhook })

  const app = express()
  // Parsed before any simulated fault, so that the log contains the request.
  app.use(express.json(), express.text({ type: 'application/x-www-form-urlencoded' }))
  app.use('/api', record(traffic), troubled(troubles), createSandboxBankRouter(book))
  const { authority, server: own } = certificates
  const server = createServer({ ...own, ca: authority, requestCert: true, rejectUnauthorized: true }, app)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
  })
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`

  const settings = {
    ...buildSandboxPixSettings(origin),
    apiUrl: `${origin}/api`,
    tokenUrl: `${origin}/api/oauth/token`,
    ...certificates.clientFiles,
  }

  return {
    ...book,
    /** The shop's settings for this bank. */
    settings,
    /** The same as a server's environment. */
    environment: {
      NODE_EXTRA_CA_CERTS: certificates.authorityFile,
      PIX_API_URL: settings.apiUrl,
      PIX_TOKEN_URL: settings.tokenUrl,
      PIX_CLIENT_ID: settings.clientId,
      PIX_CLIENT_SECRET: settings.clientSecret,
      PIX_CERT_FILE: settings.certFile,
      PIX_CERT_KEY_FILE: settings.certKeyFile,
      PIX_RECEIVER_KEY: settings.receiverKey,
    },
    certificates,
    /** Shows another certificate from now on. */
    show: (identity: { key: string; cert: string }) => server.setSecureContext({ ...identity, ca: authority }),
    troubles,
    /** Every call to the bank, and the webhook's calls that the shop adds with `record`. */
    traffic,
    calls: () => traffic.map(({ method, path }) => `${method} ${path}`),
    /** Violations of the standard in the traffic. */
    offences: () => traffic.flatMap(offencesOf),
    holdWebhooks,
    rewrite,
    payAnyway,
    listCharges,
  }

  /** Stops calling the webhook. @returns the calls held back, for the test to send */
  function holdWebhooks(): PixWebhookCall[] {
    held ??= []
    return held
  }

  /** Rewrites a charge in its database, in ways the standard does not allow but banks do. */
  async function rewrite(txid: string, change: (charge: SandboxCharge) => void): Promise<void> {
    await database.transact(async (tx) => {
      const row = tx.selectFrom('sandboxCharge').select('charge').where('txid', '=', txid)
      const charge: SandboxCharge = JSON.parse((await row.executeTakeFirstOrThrow()).charge)
      change(charge)
      await tx
        .updateTable('sandboxCharge')
        .set({ charge: JSON.stringify(charge) })
        .where('txid', '=', txid)
        .execute()
    })
  }

  /** Pays a charge, whatever its amount, expiry and status, and calls the shop's webhook. */
  async function payAnyway(txid: string, amountCents: number): Promise<void> {
    await rewrite(
      txid,
      (charge) => void Object.assign(charge, applyPayment(charge, clock.now(), toDecimalAmount(amountCents))),
    )
    const { pix } = await book.getCharge(txid)
    const webhooks = await database.db.selectFrom('sandboxWebhook').select('url').execute()
    for (const { url } of webhooks) sendWebhook({ url, body: JSON.stringify({ pix }) })
  }

  /** Every charge ever made. */
  async function listCharges(): Promise<SandboxCharge[]> {
    const rows = await database.db.selectFrom('sandboxCharge').select('charge').execute()
    return rows.map(({ charge }) => JSON.parse(charge))
  }
}

/** Records requests and responses. */
export function record(traffic: Exchange[]): RequestHandler {
  return (request, response, next) => {
    const exchange: Exchange = { method: request.method, path: request.url, body: undefined, status: 0, answer: null }
    const send = response.send.bind(response)
    response.send = (body) => {
      exchange.answer = typeof body === 'string' && /^[[{]/.test(body) ? JSON.parse(body) : body
      return send(body)
    }
    response.on('close', () => {
      if (request.get('content-length')) exchange.body = request.body
      if (response.writableEnded) exchange.status = response.statusCode
    })
    traffic.push(exchange)
    next()
  }
}

function sayOtherwise({ status, body }: NonNullable<Troubles['says']>, response: Response): void {
  response.status(status).type('application/json').send(body)
}

export function troubled(troubles: Troubles): RequestHandler {
  return async (request, response, next) => {
    const call = `${request.method} ${request.path}`
    if (troubles.away?.test(call)) return request.socket.destroy()
    if (troubles.hangs?.test(call)) return
    if (troubles.slow?.test(call)) await sleep(thinkingMs)
    const refusal = refusals.find(({ trouble }) => troubles[trouble]?.test(call))
    if (refusal) return refuse(response, refusal)
    if (troubles.says?.call.test(call)) return sayOtherwise(troubles.says, response)
    if (troubles.hangsUp?.test(call)) response.json = hangUp
    next()

    function hangUp() {
      request.socket.destroy()
      return response
    }
  }
}

const refusals = [
  { trouble: 'refuses', status: 403, type: 'AcessoNegado', title: 'Acesso negado' },
  { trouble: 'busy', status: 503, type: 'ServicoIndisponivel', title: 'Serviço indisponível' },
  { trouble: 'crowded', status: 429, type: 'RequisicoesDemais', title: 'Requisições demais' },
] as const

function refuse(response: Response, { status, type, title }: (typeof refusals)[number]): void {
  response
    .status(status)
    .type('application/problem+json')
    .send(JSON.stringify({ type: `https://pix.bcb.gov.br/api/v2/error/${type}`, title, status }))
}
