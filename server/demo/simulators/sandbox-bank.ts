import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Database } from '../../database/connection.ts'
import { parseCents } from '../../payments/amounts.ts'
import {
  ChargeListQuery,
  ChargeRequest,
  ChargeRevision,
  EndToEndId,
  RefundId,
  RefundRequest,
  Txid,
  WebhookRequest,
} from '../../payments/pix/api-pix.schemas.ts'
import type { PixSettings } from '../../payments/pix/api-pix.ts'
import type { Receiver } from '../../payments/pix/br-code.ts'
import type { Clock } from '../../platform/clock.ts'
import { ShopError } from '../../platform/errors.ts'
import {
  applyPayment,
  applyRefund,
  applyRevision,
  BankApiError,
  buildCharge,
  buildRefund,
  createViolationError,
  isPayable,
  parseRequest,
  type SandboxCharge,
  type SandboxRefund,
} from './sandbox-charge.ts'
import { callWebhook, type PixWebhookCall } from './sandbox-webhook.ts'

/** What the pretend bank's page shows its customer. */
interface ChargeView {
  txid: string
  amountCents: number
  receiverName: string
  message: string
  status: 'payable' | 'paid' | 'ended'
}

interface Deps {
  database: Database
  clock: Clock
  /** The shop, as the payee in BR Codes. */
  receiver: Receiver
  sendWebhook?: (webhookCall: PixWebhookCall) => void
}

const credentials = { clientId: 'sandbox', clientSecret: 'sandbox' }
const receiverKey = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906'
const tokenLifetimeSeconds = 3600
/** Few, so that whoever reads the first page alone is noticed. */
const chargesPerPage = 20

/** How the shop reaches this bank once it listens at `origin`, like http://127.0.0.1:3000. */
export function buildSandboxPixSettings(origin: string): PixSettings {
  const apiUrl = `${origin}/sandbox/pix-api`
  return {
    ...credentials,
    apiUrl,
    tokenUrl: `${apiUrl}/oauth/token`,
    receiverKey,
    certFile: undefined,
    certKeyFile: undefined,
  }
}

export type SandboxBank = ReturnType<typeof createSandboxBank>

/**
 * A pretend bank for demo and tests: has its own tables and follows API Pix 2.9.0 as far as the shop uses it. The shop
 * reaches it over HTTP only (`server/demo/simulators/sandbox-bank-api.ts`), like any bank.
 */
export function createSandboxBank({ database, clock, receiver, sendWebhook = callWebhook }: Deps) {
  const { db } = database
  /** Issued tokens and their expiry times. Lost on a restart: the shop then requests a new one. */
  const expiryMsByToken = new Map<string, number>()
  return {
    issueToken,
    isValidToken,
    putCharge,
    getCharge,
    listCharges,
    reviseCharge,
    putRefund,
    putWebhook,
    getWebhook,
    getChargeView,
    payCharge,
    refuseCharge,
  }

  /** @throws BankApiError 401 for wrong credentials */
  function issueToken(clientId: string, clientSecret: string) {
    if (clientId !== credentials.clientId || clientSecret !== credentials.clientSecret) {
      throw new BankApiError(401, 'AcessoNegado', 'Wrong client credentials')
    }
    const nowMs = clock.now().getTime()
    for (const [token, expiresAtMs] of expiryMsByToken) if (expiresAtMs <= nowMs) expiryMsByToken.delete(token)
    const token = randomBytes(24).toString('base64url')
    expiryMsByToken.set(token, nowMs + tokenLifetimeSeconds * 1000)
    return { access_token: token, token_type: 'Bearer', expires_in: tokenLifetimeSeconds }
  }

  function isValidToken(token: string): boolean {
    return (expiryMsByToken.get(token) ?? 0) > clock.now().getTime()
  }

  /** Creates a charge, or changes the active one with that txid. @throws BankApiError 400 */
  async function putCharge(txid: string, body: unknown): Promise<SandboxCharge> {
    const request = parseRequest(
      z.object({ txid: Txid, cob: ChargeRequest }),
      { txid, cob: body },
      'CobOperacaoInvalida',
    ).cob
    assertReceiverKey(request.chave, 'CobOperacaoInvalida', 'cob.chave')
    const charge = buildCharge(txid, request, receiver, clock.now())
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('sandboxCharge')
      .values({ txid, charge: JSON.stringify(charge) })
      .onConflict((conflict) => conflict.column('txid').doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
      ? charge
      : updateWithRetry(txid, (current) => applyRevision(current, request))
  }

  /** @throws BankApiError 404 */
  async function getCharge(txid: string): Promise<SandboxCharge> {
    return JSON.parse((await getChargeRow(txid)).charge)
  }

  /** One page of the charges made in a period. @throws BankApiError 400 */
  async function listCharges(filters: unknown) {
    const query = parseRequest(ChargeListQuery, filters, 'CobConsultaInvalida')
    const { inicio, fim, status, 'paginacao.paginaAtual': paginaAtual } = query
    const rows = await db.selectFrom('sandboxCharge').select('charge').orderBy('txid').execute()
    const cobs = rows
      .map(({ charge }): SandboxCharge => JSON.parse(charge))
      .filter((charge) => status === undefined || charge.status === status)
      .filter(({ calendario: { criacao } }) => isBetween(criacao, inicio, fim))
    const paginacao = {
      paginaAtual,
      itensPorPagina: chargesPerPage,
      quantidadeDePaginas: Math.ceil(cobs.length / chargesPerPage),
      quantidadeTotalDeItens: cobs.length,
    }
    const offset = paginaAtual * chargesPerPage
    return { parametros: { inicio, fim, status, paginacao }, cobs: cobs.slice(offset, offset + chargesPerPage) }
  }

  /** Changes a charge or cancels it, not both at once. @throws BankApiError 400, 404 */
  async function reviseCharge(txid: string, body: unknown): Promise<SandboxCharge> {
    const { status, ...changes } = parseRequest(
      z.object({ cob: ChargeRevision }),
      { cob: body },
      'CobOperacaoInvalida',
    ).cob
    if (status && Object.keys(changes).length > 0) {
      throw createViolationError('CobOperacaoInvalida', 'cob.status', 'removal goes with no other change')
    }
    if (changes.chave) assertReceiverKey(changes.chave, 'CobOperacaoInvalida', 'cob.chave')
    return updateWithRetry(txid, (current) => applyRevision(current, status ? { status } : changes))
  }

  /** Refunds a payment immediately. @throws BankApiError 400, 404 */
  async function putRefund(endToEndId: string, id: string, body: unknown): Promise<SandboxRefund> {
    const schema = z.object({ e2eid: EndToEndId, id: RefundId, devolucao: RefundRequest })
    const request = parseRequest(schema, { e2eid: endToEndId, id, devolucao: body }, 'PixDevolucaoInvalida').devolucao
    const charge = await db
      .selectFrom('sandboxCharge')
      .select('txid')
      .where('charge', 'like', `%"endToEndId":"${endToEndId}"%`)
      .executeTakeFirst()
    if (!charge) throw new BankApiError(404, 'PixNaoEncontrado', 'No such Pix')

    const refund = buildRefund(id, request, clock.now())
    await notifyShop(await updateWithRetry(charge.txid, (current) => applyRefund(current, endToEndId, refund)))
    return refund
  }

  /** @throws BankApiError 400 */
  async function putWebhook(key: string, body: unknown): Promise<void> {
    const { webhookUrl } = parseRequest(
      z.object({ webhook: WebhookRequest }),
      { webhook: body },
      'WebhookOperacaoInvalida',
    ).webhook
    assertReceiverKey(key, 'WebhookOperacaoInvalida', 'chave')
    await db
      .insertInto('sandboxWebhook')
      .values({ receiverKey: key, url: webhookUrl })
      .onConflict((conflict) => conflict.column('receiverKey').doUpdateSet({ url: webhookUrl }))
      .execute()
  }

  /** @throws BankApiError 404 without one */
  async function getWebhook(key: string): Promise<{ webhookUrl: string; chave: string }> {
    const row = await db.selectFrom('sandboxWebhook').select('url').where('receiverKey', '=', key).executeTakeFirst()
    if (!row) throw new BankApiError(404, 'WebhookNaoEncontrado', 'There is no webhook for this key')
    return { webhookUrl: row.url, chave: key }
  }

  async function getChargeView(txid: string): Promise<ChargeView> {
    const charge = await getChargeForPage(txid)
    return {
      txid,
      amountCents: parseCents(charge.valor.original),
      receiverName: receiver.name,
      message: charge.solicitacaoPagador ?? '',
      status: isPayable(charge, clock.now()) ? 'payable' : charge.status === 'CONCLUIDA' ? 'paid' : 'ended',
    }
  }

  /** The button "Pagar". The shop is notified by its webhook. */
  async function payCharge(txid: string): Promise<void> {
    await notifyShop(await changePayableCharge(txid, (current) => applyPayment(current, clock.now())))
  }

  /** The button "Recusar". API Pix has no refusal: the bank removes the charge, and calls no webhook. */
  async function refuseCharge(txid: string): Promise<void> {
    await changePayableCharge(txid, (current) => ({
      ...current,
      status: 'REMOVIDA_PELO_PSP',
      revisao: current.revisao + 1,
    }))
  }

  async function changePayableCharge(
    txid: string,
    update: (current: SandboxCharge) => SandboxCharge,
  ): Promise<SandboxCharge> {
    await getChargeForPage(txid)
    return updateWithRetry(txid, (current) => {
      if (!isPayable(current, clock.now())) throw new ShopError('charge.notPayable')
      return update(current)
    })
  }

  /** Changes a charge with optimistic locking: if another request changed it since it was read, tries again. */
  async function updateWithRetry(
    txid: string,
    update: (current: SandboxCharge) => SandboxCharge,
  ): Promise<SandboxCharge> {
    for (;;) {
      const { charge: storedJson } = await getChargeRow(txid)
      const updatedCharge = update(JSON.parse(storedJson))
      const { numUpdatedRows } = await db
        .updateTable('sandboxCharge')
        .set({ charge: JSON.stringify(updatedCharge) })
        .where('txid', '=', txid)
        .where('charge', '=', storedJson)
        .executeTakeFirst()
      if (numUpdatedRows === 1n) return updatedCharge
    }
  }

  async function getChargeRow(txid: string) {
    const chargeRow = await db.selectFrom('sandboxCharge').selectAll().where('txid', '=', txid).executeTakeFirst()
    if (!chargeRow) throw new BankApiError(404, 'CobNaoEncontrado', 'No such charge')
    return chargeRow
  }

  async function getChargeForPage(txid: string): Promise<SandboxCharge> {
    return getCharge(txid).catch((error) => {
      throw error instanceof BankApiError ? new ShopError('charge.unknown') : error
    })
  }

  async function notifyShop({ chave, pix }: SandboxCharge): Promise<void> {
    const webhook = await db
      .selectFrom('sandboxWebhook')
      .select('url')
      .where('receiverKey', '=', chave)
      .executeTakeFirst()
    if (webhook) sendWebhook({ url: webhook.url, body: JSON.stringify({ pix }) })
  }
}

function isBetween(instant: string, startAt: string, endAt: string): boolean {
  return Date.parse(startAt) <= Date.parse(instant) && Date.parse(instant) <= Date.parse(endAt)
}

function assertReceiverKey(key: string, errorType: string, property: string): void {
  if (key !== receiverKey) throw createViolationError(errorType, property, 'not a key of this receiver')
}
