import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { buildSandboxPixSettings } from '../../server/demo/simulators/sandbox-bank.ts'
import { parseBrCode } from '../../server/payments/pix/br-code.ts'
import { type OutgoingRequest, sendRequest } from '../../server/platform/outgoing-http.ts'
import { offencesAgainst } from '../support/api-pix-standard.ts'
import { openTestBank } from '../support/bank.ts'
import { openTestDatabase } from '../support/database.ts'
import { standingClock } from '../support/pix-shop.ts'
import { it } from '../support/rule.ts'

const txid = '7978c0c97ea847e78e8849634473c1f1'
const { receiverKey } = buildSandboxPixSettings('')
const cob = {
  calendario: { expiracao: 1800 },
  valor: { original: '37.00' },
  chave: receiverKey,
  solicitacaoPagador: 'Pedido 1001',
}

/** The bank from a client's side: calls with a valid token, unless the test gives another. */
async function openBank() {
  const clock = standingClock('2026-03-02T15:00:00Z')
  // On the engine under test.
  const bank = await openTestBank(clock, await openTestDatabase())
  const { apiUrl, clientId, clientSecret, certFile, certKeyFile } = bank.settings
  const clientCertificate = { cert: readFileSync(certFile, 'utf8'), key: readFileSync(certKeyFile, 'utf8') }
  const basic = (secret: string) => `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`
  const login = (secret = clientSecret) =>
    send('POST', '/oauth/token', 'grant_type=client_credentials', { authorization: basic(secret) })
  const { access_token } = (await login()).answer
  return { bank, clock, login, token: access_token as string, call }

  async function call(method: OutgoingRequest['method'], path: string, body?: unknown, token = access_token) {
    const result = await send(method, path, body, { authorization: `Bearer ${token}` })
    if (result.status >= 400) expect(offencesAgainst('Problema', result.answer)).toEqual([])
    return result
  }

  async function send(method: OutgoingRequest['method'], path: string, body: unknown, headers: Record<string, string>) {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const answer = await sendRequest({
      method,
      url: apiUrl + path,
      headers,
      body: text,
      clientCertificate,
      timeoutMs: 10_000,
    })
    return { status: answer.status, answer: answer.body ? JSON.parse(answer.body) : null }
  }
}

it('a token is given for the right credentials, and holds for an hour', async () => {
  const { login, call, clock, token } = await openBank()
  expect(await login('wrong')).toMatchObject({ status: 401 })
  expect(await call('GET', `/cob/${txid}`, undefined, 'made-up')).toMatchObject({
    status: 401,
  })
  expect(await call('GET', `/cob/${txid}`)).toMatchObject({ status: 404 })
  clock.pass(3600)
  expect(await call('GET', `/cob/${txid}`, undefined, token)).toMatchObject({ status: 401 })
})

test('a charge is made, found, altered and taken back, and counts its revisions', async () => {
  const { call } = await openBank()
  const made = await call('PUT', `/cob/${txid}`, cob)
  expect(made).toMatchObject({
    status: 201,
    answer: {
      ...cob,
      txid,
      status: 'ATIVA',
      revisao: 0,
      calendario: { criacao: '2026-03-02T15:00:00.000Z', expiracao: 1800 },
      loc: { txid, tipoCob: 'cob' },
    },
  })
  expect(made.answer.location.length).toBeLessThanOrEqual(77)
  expect(parseBrCode(made.answer.pixCopiaECola)).toMatchObject({ location: made.answer.location, isOneTime: true })
  expect((await call('GET', `/cob/${txid}`)).answer).toEqual(made.answer)

  const revised = await call('PATCH', `/cob/${txid}`, { valor: { original: '40.00' } })
  expect(revised).toMatchObject({ status: 200, answer: { revisao: 1, valor: { original: '40.00' } } })
  const again = await call('PUT', `/cob/${txid}`, cob)
  expect(again).toMatchObject({ status: 201, answer: { revisao: 2, location: made.answer.location } })

  const removal = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' }
  const removed = await call('PATCH', `/cob/${txid}`, removal)
  expect(removed).toMatchObject({ status: 200, answer: { ...removal, revisao: 3 } })
  for (const answer of [made.answer, revised.answer, again.answer, removed.answer]) {
    expect(offencesAgainst('CobGerada', answer)).toEqual([])
  }
  expect(await call('PATCH', `/cob/${txid}`, removal)).toMatchObject({ status: 400 })
  expect(await call('PUT', `/cob/${txid}`, cob)).toMatchObject({ status: 400 })
})

it.each([
  ['a txid that is too short', txid.slice(0, 25), cob, 'txid'],
  ['a txid with a dash', `${txid.slice(0, 26)}-`, cob, 'txid'],
  ['no lifetime', txid, { ...cob, calendario: { expiracao: 0 } }, 'cob.calendario.expiracao'],
  ['an amount of zero', txid, { ...cob, valor: { original: '0.00' } }, 'cob.valor.original'],
  ['an amount as a number', txid, { ...cob, valor: { original: 37 } }, 'cob.valor.original'],
  ['an amount with one decimal', txid, { ...cob, valor: { original: '37.0' } }, 'cob.valor.original'],
  ['somebody else’s key', txid, { ...cob, chave: 'other@example.com' }, 'cob.chave'],
  ['too long a message', txid, { ...cob, solicitacaoPagador: 'x'.repeat(141) }, 'cob.solicitacaoPagador'],
  ['nothing at all', txid, [], 'cob'],
])('a charge with %s is refused, and the answer says where', async (_name, id, body, place) => {
  const { call, bank } = await openBank()
  expect(await call('PUT', `/cob/${id}`, body)).toMatchObject({
    status: 400,
    answer: {
      type: 'https://pix.bcb.gov.br/api/v2/error/CobOperacaoInvalida',
      status: 400,
      violacoes: [{ propriedade: place }],
    },
  })
  expect(await bank.listCharges()).toEqual([])
})

test('a charge is not removed and altered at once, nor given another’s key', async () => {
  const { call } = await openBank()
  await call('PUT', `/cob/${txid}`, cob)
  const removal = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' }
  expect(await call('PATCH', `/cob/${txid}`, { ...removal, valor: { original: '1.00' } })).toMatchObject({
    status: 400,
  })
  expect(await call('PATCH', `/cob/${txid}`, { status: 'CONCLUIDA' })).toMatchObject({ status: 400 })
  expect(await call('PATCH', `/cob/${txid}`, { chave: 'other@example.com' })).toMatchObject({ status: 400 })
  expect(await call('PATCH', `/cob/${'f'.repeat(32)}`, removal)).toMatchObject({ status: 404 })
  expect((await call('GET', `/cob/${txid}`)).answer).toMatchObject({ status: 'ATIVA', revisao: 0 })
})

it('bodies that cannot be read, and addresses that do not exist, are the caller’s fault', async () => {
  const { call } = await openBank()
  expect(await call('PUT', `/cob/${txid}`, '{"valor":')).toMatchObject({ status: 400 })
  expect(await call('PUT', `/cob/${txid}`, { ...cob, more: 'x'.repeat(70_000) })).toMatchObject({ status: 413 })
  expect(await call('PUT', `/cob/${txid}`)).toMatchObject({ status: 400 })
  expect(await call('GET', '/cobv/x')).toMatchObject({ status: 404 })
})

test('a charge is paid once, in its time; its page says how it stands', async () => {
  const { call, bank, clock } = await openBank()
  await call('PUT', `/cob/${txid}`, cob)
  expect(await bank.getChargeView(txid)).toEqual({
    txid,
    amountCents: 3700,
    receiverName: 'Farmácia Ipê',
    message: 'Pedido 1001',
    status: 'payable',
  })
  clock.pass(1799)
  await bank.payCharge(txid)
  const { answer } = await call('GET', `/cob/${txid}`)
  expect(offencesAgainst('CobCompleta', answer)).toEqual([])
  expect(answer).toMatchObject({
    status: 'CONCLUIDA',
    pix: [{ txid, valor: '37.00', chave: receiverKey, horario: '2026-03-02T15:29:59.000Z' }],
  })
  expect(answer.pix[0].endToEndId).toMatch(/^E00000000202603021529[a-zA-Z0-9]{11}$/)
  expect(await bank.getChargeView(txid)).toMatchObject({ status: 'paid' })
  await expect(bank.payCharge(txid)).rejects.toMatchObject({ code: 'charge.notPayable' })
  await expect(bank.refuseCharge(txid)).rejects.toMatchObject({ code: 'charge.notPayable' })
  expect((await bank.getCharge(txid)).pix).toHaveLength(1)
})

test('of two payments at the same time one is refused', async () => {
  const { call, bank } = await openBank()
  await call('PUT', `/cob/${txid}`, cob)
  const results = await Promise.allSettled([bank.payCharge(txid), bank.payCharge(txid), bank.refuseCharge(txid)])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
})

it('an expired, a removed and an unknown charge cannot be paid', async () => {
  const { call, bank, clock } = await openBank()
  const [expired, refused] = [txid, `${txid}A`]
  await call('PUT', `/cob/${expired}`, cob)
  await call('PUT', `/cob/${refused}`, cob)
  await bank.refuseCharge(refused)
  expect((await call('GET', `/cob/${refused}`)).answer).toMatchObject({ status: 'REMOVIDA_PELO_PSP', revisao: 1 })
  await expect(bank.payCharge(refused)).rejects.toMatchObject({ code: 'charge.notPayable' })

  clock.pass(1800)
  await expect(bank.payCharge(expired)).rejects.toMatchObject({ code: 'charge.notPayable' })
  expect(await bank.getChargeView(expired)).toMatchObject({ status: 'ended' })
  await expect(bank.payCharge('f'.repeat(32))).rejects.toMatchObject({ code: 'charge.unknown' })
  await expect(bank.getChargeView('f'.repeat(32))).rejects.toMatchObject({ code: 'charge.unknown' })
})

test('money goes back in parts, never more than came in, and once under each id', async () => {
  const { call, bank } = await openBank()
  await call('PUT', `/cob/${txid}`, cob)
  await bank.payCharge(txid)
  const { endToEndId } = (await call('GET', `/cob/${txid}`)).answer.pix[0]
  const refund = (id: string, valor: string) => call('PUT', `/pix/${endToEndId}/devolucao/${id}`, { valor })

  const first = await refund('1', '30.00')
  expect(first).toMatchObject({ status: 201, answer: { id: '1', valor: '30.00', status: 'DEVOLVIDO' } })
  expect(offencesAgainst('Devolucao', first.answer)).toEqual([])
  expect(await refund('1', '1.00')).toMatchObject({ status: 400 })
  expect(await refund('2', '7.01')).toMatchObject({
    status: 400,
    answer: { type: 'https://pix.bcb.gov.br/api/v2/error/PixDevolucaoInvalida' },
  })
  expect(await refund('2', '0.00')).toMatchObject({ status: 400 })
  expect(await refund('2', '7.00')).toMatchObject({ status: 201 })
  expect(await call('PUT', `/pix/E${'_'.repeat(31)}/devolucao/1`, { valor: '1.00' })).toMatchObject({ status: 400 })
  expect(await call('PUT', `/pix/E${'9'.repeat(31)}/devolucao/1`, { valor: '1.00' })).toMatchObject({ status: 404 })
})

it('a webhook is registered for the receiver’s own key, at an address that is one', async () => {
  const { call, bank } = await openBank()
  const notices = bank.holdWebhooks()
  const webhook = { webhookUrl: 'https://shop.example.com/webhooks' }
  expect(await call('PUT', '/webhook/other%40example.com', webhook)).toMatchObject({ status: 400 })
  expect(await call('PUT', `/webhook/${receiverKey}`, { webhookUrl: 'ftp://shop' })).toMatchObject({ status: 400 })
  expect(await call('PUT', `/webhook/${receiverKey}`, webhook)).toMatchObject({ status: 200 })
  expect(await call('PUT', `/webhook/${receiverKey}`, { webhookUrl: 'https://new.example.com' })).toMatchObject({
    status: 200,
  })
  await call('PUT', `/cob/${txid}`, cob)
  await bank.payCharge(txid)
  expect(notices.map(({ url }) => url)).toEqual(['https://new.example.com'])
})
