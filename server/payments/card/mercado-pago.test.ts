import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { buildDynamicBrCode } from '../pix/br-code.ts'
import { mercadoPagoPixProduct } from '../pix/mercado-pago-pix.ts'
import { cardProduct } from './card-product.ts'
import type { CardRefundStore } from './card-refunds.ts'
import { createMercadoPagoProvider } from './mercado-pago.ts'

const webhookSecret = 'um segredo'
const order = {
  ...{ id: 'ORD1', status: 'created', external_reference: 'r1', total_amount: '37.00', currency: 'BRL' },
  checkout_url: 'https://mp.example/1',
}

/** The provider, before a server that answers as the test says and notes what it is asked. */
async function openProvider({ status = 200, body = order as unknown, isSetUp = true, product = cardProduct } = {}) {
  const requests: { method: string; url: string; headers: Record<string, unknown>; body: string }[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += part
    const { method = '', url = '', headers } = request
    requests.push({ method, url, headers, body: text })
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const settings = {
    ...{ apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, accessToken: 'um token', webhookSecret },
    ...{ origin: 'https://loja.example', maxInstallments: 3, minInstallmentCents: 1_000 },
  }
  const refundStore = { listRequests: async () => [] } as unknown as CardRefundStore
  const provider = createMercadoPagoProvider(
    { getSettings: () => (isSetUp ? settings : null), refundStore, isLive: true },
    product,
  )
  const start = (changes: object = {}) =>
    provider.startCharge({
      ...{ reference: 'r1', orderId: 7, amountCents: 3_700, expiresInSeconds: 1_800, message: 'Pedido 7', ...changes },
    })
  return { provider, requests, start }
}

test('a charge is one item of the order’s sum, for as long as the order waits less half a minute', async () => {
  const { requests, start } = await openProvider()
  expect(await start()).toEqual({ providerId: 'ORD1', codeOrUrl: 'https://mp.example/1' })
  const [request] = requests
  expect(request).toMatchObject({
    ...{ method: 'POST', url: '/v1/orders' },
    headers: {
      ...{ authorization: 'Bearer um token', 'x-idempotency-key': 'r1', 'content-type': 'application/json' },
      accept: 'application/json',
    },
  })
  expect(JSON.parse(request?.body ?? '')).toMatchObject({
    ...{ total_amount: '37.00', external_reference: 'r1', expiration_time: 'PT29M' },
    items: [{ title: 'Pedido 7', unit_price: '37.00', quantity: 1, total_amount: '37.00' }],
    config: {
      payment_method: { max_installments: 3, installments: { interest_free: { type: 'range', values: [1, 3] } } },
      online: { success_url: 'https://loja.example/checkout/7/cartao?voltei', retries: { allowed: false } },
    },
  })
})

test.each([
  [1_830, 'PT30M'],
  [1_829, 'PT29M'],
  [90, 'PT1M'],
  [10, 'PT1M'],
])('with %i seconds left a charge lasts %s', async (expiresInSeconds, duration) => {
  const { requests, start } = await openProvider()
  await start({ expiresInSeconds })
  expect(JSON.parse(requests[0]?.body ?? '').expiration_time).toBe(duration)
})

test.each([
  ['https://mp.example/1', true],
  ['/sandbox/1', true],
  ['http://mp.example/1', false],
  ['javascript:alert(1)', false],
  [null, false],
])('who pays is led to %s: %s', async (checkout_url, isLed) => {
  const { start } = await openProvider({ body: { ...order, checkout_url } })
  expect(
    await start().then(
      () => true,
      () => false,
    ),
  ).toBe(isLed)
})

test.each([
  ['another order', { external_reference: 'r2' }],
  ['another currency', { currency: 'USD' }],
])('an answer about %s pays for none', async (_, changes) => {
  const { start } = await openProvider({ body: { ...order, ...changes } })
  await expect(start()).rejects.toMatchObject({ code: 'payment.unavailable' })
  const bare = await openProvider({ body: { ...order, currency: null } })
  expect(await bare.start()).toMatchObject({ providerId: 'ORD1' })
})

test('a charge is read by its id, without a body; one without an id, or unknown, is none', async () => {
  const { provider, requests } = await openProvider()
  const key = { reference: 'r1', providerId: 'ORD1', amountCents: 3_700 }
  expect(await provider.readCharge(key)).toMatchObject({ state: 'open', payments: [] })
  expect(requests).toMatchObject([{ method: 'GET', url: '/v1/orders/ORD1', body: '' }])
  expect(requests[0]?.headers).not.toHaveProperty('content-type')
  expect(requests[0]?.headers).not.toHaveProperty('x-idempotency-key')
  expect(await provider.readCharge({ ...key, providerId: null })).toBeNull()
  const unknown = await openProvider({ status: 404, body: {} })
  expect(await unknown.provider.readCharge(key)).toBeNull()
})

test('a charge is closed under a key of its own; one that is paid or over already is left as it is', async () => {
  const key = { reference: 'r1', providerId: 'ORD1', amountCents: 3_700 }
  const { provider, requests } = await openProvider()
  await provider.closeCharge({ ...key, providerId: null })
  await provider.closeCharge(key)
  expect(requests).toMatchObject([
    { method: 'POST', url: '/v1/orders/ORD1/cancel', headers: { 'x-idempotency-key': 'r1-cancel' } },
  ])
  await (await openProvider({ status: 400 })).provider.closeCharge(key)
  const away = (await openProvider({ status: 500 })).provider.closeCharge(key)
  await expect(away).rejects.toMatchObject({ code: 'payment.unavailable' })
})

test('a refusal has the provider’s words', async () => {
  const errorOf = async (status: number, body: unknown) => {
    const { start } = await openProvider({ status, body })
    return start().then(
      () => null,
      ({ cause }) => [cause.message.replace('POST /v1/orders: ', ''), cause.providerWords],
    )
  }
  expect(await errorOf(400, { message: 'nada', error: 'bad' })).toEqual(['400 nada', 'nada'])
  expect(await errorOf(400, { error: 'bad' })).toEqual(['400 bad', 'bad'])
  const errors = [{ code: 'a', message: 'primeiro' }, { code: 'segundo' }]
  expect(await errorOf(422, { errors })).toEqual(['422 primeiro segundo', 'primeiro; segundo'])
  expect(await errorOf(500, 'nada')).toEqual(['500', ''])
})

test('without settings nothing is charged, and no call believed', async () => {
  const { provider, start } = await openProvider({ isSetUp: false })
  await expect(start()).rejects.toMatchObject({ code: 'payment.unavailable' })
  expect(await provider.handleWebhook(call())).toBe('forged')
  expect(provider).toMatchObject({ disputeWindowDays: 180, isDeclineFinal: false, paymentTimeoutMinutes: 30 })
})

const sign = (text: string, secret = webhookSecret) => createHmac('sha256', secret).update(text).digest('hex')
const signed = 'id:ord1;request-id:q1;ts:1;'

/** A call of the provider about one order. */
function call({ id = 'ord1', type = 'order', requestId = 'q1', signature = `ts=1,v1=${sign(signed)}` } = {}) {
  const headers: Record<string, string> = { 'x-signature': signature, 'x-request-id': requestId }
  return {
    body: Buffer.from(''),
    getHeader: (name: string) => headers[name],
    query: new URLSearchParams({ ...(id && { 'data.id': id }), type }),
  }
}

test('a signed call names its order, in capitals; another kind of call names none', async () => {
  const { provider } = await openProvider()
  expect(await provider.handleWebhook(call())).toEqual({ references: [], providerIds: ['ORD1'] })
  expect(await provider.handleWebhook(call({ id: 'ORD1' }))).toEqual({ references: [], providerIds: ['ORD1'] })
  const odd = { references: [], invalidCount: 1 }
  expect(await provider.handleWebhook(call({ type: 'payment' }))).toEqual(odd)
  for (const id of ['a/b', 'x'.repeat(65)]) {
    const signature = `ts=1,v1=${sign(`id:${id};request-id:q1;ts:1;`)}`
    expect(await provider.handleWebhook(call({ id, signature }))).toEqual(odd)
  }
  const long = 'x'.repeat(64)
  const signature = `ts=1,v1=${sign(`id:${long};request-id:q1;ts:1;`)}`
  expect(await provider.handleWebhook(call({ id: long, signature }))).toMatchObject({
    providerIds: [long.toUpperCase()],
  })
})

test('of several signatures one has to be right, of the first five', async () => {
  const { provider } = await openProvider()
  const right = `v1=${sign(signed)}`
  const wrong = (count: number) => Array.from({ length: count }, () => `v1=${'0'.repeat(64)}`)
  const answer = async (...parts: string[]) => provider.handleWebhook(call({ signature: parts.join(',') }))
  expect(await answer('ts=1', ...wrong(4), right)).toMatchObject({ providerIds: ['ORD1'] })
  expect(await answer(' TS = 1 ', ` V1 = ${sign(signed)} `)).toMatchObject({ providerIds: ['ORD1'] })
  expect(await answer('ts=2', 'ts=1', right)).toMatchObject({ providerIds: ['ORD1'] })
  for (const parts of [
    ['ts=1', ...wrong(5), right],
    ['ts=2', right],
    [right],
    ['ts=1', `v1=${sign(signed).slice(2)}`],
    ['ts=1', `v2=${sign(signed)}`],
    ['ts=1', `v1=${sign(signed, 'outro')}`],
    ['ts=1', 'v1='],
  ])
    expect([parts, await answer(...parts)]).toEqual([parts, 'forged'])
})

test('a part that a call does not have is not signed', async () => {
  const { provider } = await openProvider()
  const bare = call({ requestId: '', signature: `ts=1,v1=${sign('id:ord1;ts:1;')}` })
  expect(await provider.handleWebhook(bare)).toMatchObject({ providerIds: ['ORD1'] })
  const nothing = call({ id: '', requestId: '', signature: `ts=1,v1=${sign('ts:1;')}` })
  expect(await provider.handleWebhook(nothing)).toEqual({ references: [], invalidCount: 1 })
})

const brCode = buildDynamicBrCode({ location: 'pix.example.com/1', name: 'Farmacia', city: 'Sao Paulo' })
const pixOrder = (changes: object = {}) => ({
  ...{ id: 'ORD1', status: 'action_required', external_reference: 'r1', total_amount: '37.00' },
  transactions: {
    payments: [
      {
        id: 'PAY1',
        amount: '37.00',
        status: 'action_required',
        payment_method: { id: 'pix', qr_code: brCode, ...changes },
      },
    ],
  },
})

test('a Pix is a payment of the order’s sum that names neither customer nor product, and its code is shown', async () => {
  const { requests, start } = await openProvider({ body: pixOrder(), product: mercadoPagoPixProduct })
  expect(await start()).toEqual({ providerId: 'ORD1', codeOrUrl: brCode })
  expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
    ...{ type: 'online', processing_mode: 'automatic', total_amount: '37.00', external_reference: 'r1' },
    ...{ description: 'Pedido 7', payer: { email: 'pedido-7@loja.example' } },
    transactions: {
      payments: [{ amount: '37.00', payment_method: { id: 'pix', type: 'bank_transfer' }, expiration_time: 'PT30M' }],
    },
  })
})

test.each([null, 'nada', brCode.slice(1)])('a Pix whose code is %s cannot be paid', async (qr_code) => {
  const { start } = await openProvider({ body: pixOrder({ qr_code }), product: mercadoPagoPixProduct })
  await expect(start()).rejects.toMatchObject({ code: 'payment.unavailable' })
})

test('an answer of a test account pays nothing in a live shop', async () => {
  const { start } = await openProvider({ body: { ...order, live_mode: false } })
  await expect(start()).rejects.toMatchObject({ cause: { message: expect.stringContaining('of a test account') } })
  expect(await (await openProvider({ body: { ...order, live_mode: true } })).start()).toMatchObject({
    providerId: 'ORD1',
  })
})
