import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createApiPixBank } from '../../server/payments/pix/api-pix.ts'
import type { PixBank } from '../../server/payments/pix/pix-bank.ts'
import type { Clock } from '../../server/platform/clock.ts'
import { ShopError } from '../../server/platform/errors.ts'
import { ProviderError } from '../../server/ports/payment-provider.ts'
import { offencesAgainst } from '../support/api-pix-standard.ts'

const txid = '7978c0c97ea847e78e8849634473c1f1'
const endToEndId = 'E12345678202009091221kkkkkkkkkkk'
const receiverKey = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906'
const code =
  '00020101021226700014br.gov.bcb.pix2548pix.example.com/8b3da2f39a4140d1a91abd93113bd4415204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***630464E4'

interface Heard {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: string
}
interface Said {
  status: number
  body: unknown
}
type Behaviour = (heard: Heard) => Said | null

const cob = (more: object = {}) => ({
  calendario: { criacao: '2020-09-09T20:15:00.358Z', expiracao: 1800 },
  txid,
  revisao: 0,
  status: 'ATIVA',
  valor: { original: '37.00' },
  chave: receiverKey,
  pixCopiaECola: code,
  ...more,
})
const newCharge = { txid, amountCents: 3700, expiresInSeconds: 1800, message: 'Pedido 1001' }
const token: Said = { status: 200, body: { access_token: 'token-1', token_type: 'Bearer', expires_in: 3600 } }

/** A bank whose responses the test sets; for `null` it does not respond. */
async function startBank(behave: Behaviour, { timeoutMs = 10_000, clock = tickingFrom('2026-03-02T12:00:00Z') } = {}) {
  const heard: Heard[] = []
  const server = createServer(answering(behave, heard))
  const origin = await listen(server)
  const bank = createApiPixBank({ getSettings: () => settings(origin), clock, timeoutMs })
  return { bank, origin, heard, paths: () => heard.map(({ method, path }) => `${method} ${path}`), server }
}

function answering(behave: Behaviour, heard: Heard[]): RequestListener {
  return async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method = '', url: path = '', headers } = request
    const call = { method, path, headers, body: Buffer.concat(chunks).toString() }
    heard.push(call)
    const said = behave(call)
    if (!said) return
    response.writeHead(said.status, { 'content-type': 'application/json' })
    response.end(typeof said.body === 'string' ? said.body : JSON.stringify(said.body))
  }
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`
}

function settings(apiUrl: string) {
  return {
    apiUrl,
    tokenUrl: `${apiUrl}/oauth/token`,
    clientId: 'shop',
    clientSecret: 'secret:with/colon',
    receiverKey,
    certFile: undefined,
    certKeyFile: undefined,
  }
}

function tickingFrom(instant: string): Clock & { tick(seconds: number): void } {
  let now = Date.parse(instant)
  return {
    now: () => new Date(now),
    tick: (seconds) => {
      now += seconds * 1000
    },
  }
}

const normally =
  (say: (heard: Heard) => Said | null): Behaviour =>
  (heard) =>
    heard.path.endsWith('/oauth/token') ? token : say(heard)

/** The fault that caused a refusal, as the log will show it. */
async function faultOf(call: Promise<unknown>): Promise<ProviderError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(ShopError)
  expect(error).toMatchObject({ code: 'payment.unavailable', status: 503 })
  const { cause } = error as ShopError
  expect(cause).toBeInstanceOf(ProviderError)
  return cause as ProviderError
}

test('a charge is asked for as the standard says, and read from the answer', async () => {
  const { bank, heard } = await startBank(normally(() => ({ status: 201, body: cob() })))

  expect(await bank.createCharge(newCharge)).toEqual({
    txid,
    amountCents: 3700,
    status: 'active',
    pixCode: code,
    pix: [],
  })

  const [login, put] = heard
  expect(login).toMatchObject({ method: 'POST', path: '/api/oauth/token' })
  expect(Object.fromEntries(new URLSearchParams(login?.body))).toEqual({
    grant_type: 'client_credentials',
    scope: 'cob.write cob.read pix.write webhook.write',
  })
  expect(login?.headers.authorization).toBe(`Basic ${Buffer.from('shop:secret:with/colon').toString('base64')}`)
  expect(login?.headers['content-type']).toBe('application/x-www-form-urlencoded')
  expect(put).toMatchObject({ method: 'PUT', path: `/api/cob/${txid}` })
  expect(put?.headers.authorization).toBe('Bearer token-1')
  const body = JSON.parse(put?.body ?? '')
  expect(offencesAgainst('CobSolicitada', body)).toEqual([])
  expect(body).toEqual({
    calendario: { expiracao: 1800 },
    valor: { original: '37.00' },
    chave: receiverKey,
    solicitacaoPagador: 'Pedido 1001',
  })
})

test('cents are written with two decimals, whatever they are', async () => {
  const { bank, heard } = await startBank(normally(() => ({ status: 201, body: cob() })))
  for (const amountCents of [1, 10, 110, 13027, 999_999_999_999]) await bank.createCharge({ ...newCharge, amountCents })
  const amounts = heard.slice(1).map(({ body }) => JSON.parse(body).valor.original)
  expect(amounts).toEqual(['0.01', '0.10', '1.10', '130.27', '9999999999.99'])
})

test('a paid charge shows its Pix and what went back of it', async () => {
  const pix = {
    endToEndId,
    txid,
    valor: '37.00',
    horario: '2020-09-09T17:15:00.358-03:00',
    devolucoes: [
      {
        id: 'refund1',
        rtrId: 'D12345678202009091000abcde123456',
        valor: '37.00',
        horario: { solicitacao: '2020-09-09T20:16:00.358Z' },
        status: 'NAO_REALIZADO',
      },
      {
        id: 'refund2',
        rtrId: 'D12345678202009091000abcde123457',
        valor: '37.00',
        horario: {},
        status: 'EM_PROCESSAMENTO',
      },
    ],
  }
  const { bank } = await startBank(normally(() => ({ status: 200, body: cob({ status: 'CONCLUIDA', pix: [pix] }) })))

  expect(await bank.findCharge(txid)).toMatchObject({
    status: 'completed',
    pix: [
      {
        endToEndId,
        amountCents: 3700,
        receivedAt: new Date('2020-09-09T20:15:00.358Z'),
        refunds: [
          { id: 'refund1', status: 'failed', requestedAt: new Date('2020-09-09T20:16:00.358Z') },
          { id: 'refund2', status: 'pending', requestedAt: null },
        ],
      },
    ],
  })
})

test.each([
  ['ATIVA', 'active'],
  ['CONCLUIDA', 'completed'],
  ['REMOVIDA_PELO_USUARIO_RECEBEDOR', 'removed'],
  ['REMOVIDA_PELO_PSP', 'removed'],
  ['EM_ANALISE_DE_UM_PADRAO_FUTURO', 'active'],
])('a charge that is %s counts as %s', async (status, expected) => {
  const { bank } = await startBank(normally(() => ({ status: 200, body: cob({ status, campoNovo: 1 }) })))
  expect(await bank.findCharge(txid)).toMatchObject({ status: expected })
})

test('a charge the bank does not know is null', async () => {
  const { bank } = await startBank(normally(() => ({ status: 404, body: { title: 'Not found', status: 404 } })))
  expect(await bank.findCharge(txid)).toBeNull()
})

test('a bank that refuses a txid it already has gives that charge', async () => {
  const { bank, paths } = await startBank(
    normally(({ method }) =>
      method === 'PUT' ? { status: 409, body: { title: 'txid em uso', status: 409 } } : { status: 200, body: cob() },
    ),
  )
  expect(await bank.createCharge(newCharge)).toMatchObject({ txid, pixCode: code })
  expect(paths()).toEqual(['POST /api/oauth/token', `PUT /api/cob/${txid}`, `GET /api/cob/${txid}`])
})

test('a charge is taken back; one that is paid or unknown stays as it is', async () => {
  let status = 200
  const { bank, heard } = await startBank(normally(() => ({ status, body: cob() })))
  for (status of [200, 400, 404]) await bank.cancelCharge(txid)
  expect(heard[1]).toMatchObject({ method: 'PATCH', path: `/api/cob/${txid}` })
  const body = JSON.parse(heard[1]?.body ?? '')
  expect(body).toEqual({ status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' })
  expect(offencesAgainst('CobRevisada', body)).toEqual([])

  status = 403
  expect((await faultOf(bank.cancelCharge(txid))).isUnavailable).toBe(false)
})

test('a refund is asked for under its own id', async () => {
  const { bank, heard } = await startBank(
    normally(() => ({
      status: 201,
      body: { id: 'refund1', rtrId: 'D1', valor: '37.00', horario: {}, status: 'DEVOLVIDO' },
    })),
  )
  const refund = { endToEndId, id: 'refund1', amountCents: 3700, message: 'Devolução do pedido 1001' }
  expect(await bank.refund(refund)).toMatchObject({ id: 'refund1', status: 'returned' })
  expect(heard[1]).toMatchObject({ method: 'PUT', path: `/api/pix/${endToEndId}/devolucao/refund1` })
  const body = JSON.parse(heard[1]?.body ?? '')
  expect(body).toEqual({ valor: '37.00', descricao: 'Devolução do pedido 1001' })
  expect(offencesAgainst('DevolucaoSolicitada', body)).toEqual([])
})

test('the webhook is registered for the receiver’s key, whatever characters that has', async () => {
  const { heard, server } = await startBank(normally(() => ({ status: 200, body: '' })))
  const { port } = server.address() as AddressInfo
  const settingsOfPhone = { ...settings(`http://127.0.0.1:${port}/api`), receiverKey: '+5561999999999' }
  const bank = createApiPixBank({ getSettings: () => settingsOfPhone, clock: tickingFrom('2026-03-02T12:00:00Z') })
  await bank.registerWebhook('https://shop.example.com/webhooks')
  expect(heard[1]).toMatchObject({ method: 'PUT', path: '/api/webhook/%2B5561999999999' })
  const body = JSON.parse(heard[1]?.body ?? '')
  expect(body).toEqual({ webhookUrl: 'https://shop.example.com/webhooks' })
  expect(offencesAgainst('WebhookSolicitado', body)).toEqual([])
})

test('a token is used until shortly before it runs out', async () => {
  const clock = tickingFrom('2026-03-02T12:00:00Z')
  const { bank, paths } = await startBank(
    normally(() => ({ status: 200, body: cob() })),
    { clock },
  )
  const logins = () => paths().filter((path) => path === 'POST /api/oauth/token').length

  await Promise.all([bank.findCharge(txid), bank.findCharge(txid), bank.findCharge(txid)])
  expect(logins()).toBe(1)
  clock.tick(3600 - 31)
  await bank.findCharge(txid)
  expect(logins()).toBe(1)
  clock.tick(1)
  await Promise.all([bank.findCharge(txid), bank.findCharge(txid)])
  expect(logins()).toBe(2)
})

test('a token the bank forgot is replaced, once', async () => {
  let issued = 0
  let lives = 2
  const { bank, paths } = await startBank(({ path, headers }) => {
    if (path.endsWith('/oauth/token')) {
      issued += 1
      return { status: 200, body: { access_token: `token-${issued}`, expires_in: 3600 } }
    }
    return { status: headers.authorization === `Bearer token-${lives}` ? 200 : 401, body: cob() }
  })
  expect(await bank.findCharge(txid)).toMatchObject({ txid })
  expect(paths()).toHaveLength(4)

  lives = 99
  expect((await faultOf(bank.findCharge(txid))).message).toContain('401')
  expect(paths()).toHaveLength(7)
})

test('a bank that gives its tokens elsewhere is asked for them there', async () => {
  const door = await startBank(() => token)
  const inside = await startBank(() => ({ status: 200, body: cob() }))
  const elsewhere = { ...settings(inside.origin), tokenUrl: `${door.origin}/realms/shop/token` }
  const bank = createApiPixBank({ getSettings: () => elsewhere, clock: tickingFrom('2026-03-02T12:00:00Z') })
  expect(await bank.findCharge(txid)).toMatchObject({ txid })
  expect(door.paths()).toEqual(['POST /api/realms/shop/token'])
  expect(inside.paths()).toEqual([`GET /api/cob/${txid}`])
})

test('a login that failed is tried again by the next call', async () => {
  let open = false
  const { bank } = await startBank(({ path }) =>
    path.endsWith('/oauth/token') && !open
      ? { status: 503, body: '' }
      : path.endsWith('/oauth/token')
        ? token
        : { status: 200, body: cob() },
  )
  expect((await faultOf(bank.findCharge(txid))).isUnavailable).toBe(true)
  open = true
  expect(await bank.findCharge(txid)).toMatchObject({ txid })
})

test('the bank’s reasons reach the log', async () => {
  const problem = {
    type: 'https://pix.bcb.gov.br/api/v2/error/CobOperacaoInvalida',
    title: 'Cobrança inválida.',
    status: 400,
    detail: 'A requisição não respeita o schema.',
    violacoes: [{ razao: 'O campo cob.chave não respeita o schema.', propriedade: 'cob.chave' }],
  }
  const { bank } = await startBank(
    normally(({ method }) => (method === 'PUT' ? { status: 400, body: problem } : { status: 404, body: '' })),
  )
  const fault = await faultOf(bank.createCharge(newCharge))
  expect(fault).toMatchObject({ status: 400, isUnavailable: false })
  expect(fault.message).toBe(
    `PUT /cob/${txid}: 400 Cobrança inválida.; A requisição não respeita o schema.; cob.chave: O campo cob.chave não respeita o schema.`,
  )
})

test.each([
  ['no JSON', '<html>manutenção</html>'],
  ['another charge’s shape', { ola: 'mundo' }],
  ['an amount that is no amount', cob({ valor: { original: '37.000' } })],
  ['another charge', cob({ txid: txid.replace('7', '8'), status: 'CONCLUIDA' })],
  ['no txid', cob({ txid: null, status: 'CONCLUIDA' })],
  ['nothing', ''],
])('an answer with %s is not believed', async (_name, body) => {
  const { bank } = await startBank(normally(() => ({ status: 200, body })))
  expect((await faultOf(bank.findCharge(txid))).message).toBe(`GET /cob/${txid}: unexpected answer`)
})

test('a bank that is silent, hangs up or stalls halfway is away; one whose answer never ends is not understood', async () => {
  const silent = await startBank(
    normally(() => null),
    { timeoutMs: 100 },
  )
  expect(await faultOf(silent.bank.findCharge(txid))).toMatchObject({ status: null, isUnavailable: true })

  const unplugged = async (act: RequestListener, timeoutMs?: number) => {
    const server = createServer((request, response) =>
      request.url?.endsWith('/oauth/token') ? response.end(JSON.stringify(token.body)) : act(request, response),
    )
    const origin = await listen(server)
    return createApiPixBank({
      getSettings: () => settings(origin),
      clock: tickingFrom('2026-03-02T12:00:00Z'),
      timeoutMs,
    })
  }
  const banks: PixBank[] = [
    await unplugged((request) => request.socket.destroy()),
    await unplugged((_request, response) => response.writeHead(200).write('{"txid":'), 1000),
    await unplugged((_request, response) => {
      response.writeHead(200)
      const pour = () => {
        if (!response.destroyed) response.write('x'.repeat(100_000), pour)
      }
      pour()
    }),
  ]
  const faults = await Promise.all(banks.map((bank) => faultOf(bank.findCharge(txid))))
  expect(faults).toMatchObject([
    { status: null, isUnavailable: true },
    { status: null, isUnavailable: true },
    // It answered: what it said is not known.
    { status: 200, isUnavailable: false, isUnreadable: true },
  ])
  expect(faults.map(({ cause }) => String(cause))).toEqual([
    'Error: socket hang up',
    expect.stringContaining('aborted'),
    'ResponseTooLongError: answers more than 1000000 bytes',
  ])
})

test('with nobody at the address, or no bank set up at all, payment is unavailable', async () => {
  const { bank, server } = await startBank(normally(() => ({ status: 200, body: cob() })))
  server.close()
  expect((await faultOf(bank.findCharge(txid))).isUnavailable).toBe(true)
  const none = createApiPixBank({ getSettings: () => null, clock: tickingFrom('2026-03-02T12:00:00Z') })
  expect((await faultOf(none.findCharge(txid))).message).toBe('no bank is set up')
})
