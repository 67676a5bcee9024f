import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { createExternalProvider } from '../../server/payments/external/external-provider.ts'
import { line, novalgina, openCheckout } from '../support/checkout.ts'

const secret = 'um segredo'

/** The provider of an external page, and a charge at it. */
async function openReports(
  settings: { url: string; secret: string } | null = { url: 'https://pague.example', secret },
) {
  const shop = await openCheckout()
  const provider = createExternalProvider({ ...shop, settings })
  const { id: orderId } = await shop.place([line(novalgina)])
  const now = shop.clock.now()
  for (const [reference, name] of [
    ['c1', 'external'],
    ['c2', 'pix'],
  ] as const)
    await shop.database.db
      .insertInto('charge')
      .values({
        ...{ reference, provider: name, orderId, amountCents: 1_947, providerId: reference, payable: 'page' },
        ...{ createdAt: now, expiresAt: now, checkedAt: null, isSpent: name === 'pix' },
      })
      .execute()
  const call = (body: string, signature?: string) =>
    provider.handleWebhook({
      body: Buffer.from(body),
      getHeader: (name) => (name === 'x-signature' ? (signature ?? sign(body)) : undefined),
      query: new URLSearchParams(),
    })
  return {
    ...{ shop, provider, orderId, call },
    tell: (status: string, changes: object = {}) =>
      call(JSON.stringify({ payment_id: 'P1', transaction_reference: 'c1', status, amount: 19.47, ...changes })),
    read: (reference = 'c1') => provider.readCharge({ reference, providerId: null, amountCents: 1_947 }),
  }
}

const sign = (body: string) => createHmac('sha256', secret).update(body).digest('hex')

test('the page is asked for with the charge and its order, whatever its address has already', async () => {
  const start = async (url: string) => {
    const { provider, orderId } = await openReports({ url, secret })
    const charge = { reference: 'c1', orderId, amountCents: 1, expiresInSeconds: 60, message: '' }
    return (await provider.startCharge(charge)).codeOrUrl.replace(String(orderId), 'N')
  }
  expect(await start('https://pague.example')).toBe(
    'https://pague.example?transaction_reference=c1&order_id=N&layout=2',
  )
  expect(await start('https://p.example?a=1')).toBe(
    'https://p.example?a=1&transaction_reference=c1&order_id=N&layout=2',
  )
})

test('without a page nothing is charged, and nobody is believed', async () => {
  const { provider, tell, orderId } = await openReports(null)
  const charge = { reference: 'c1', orderId, amountCents: 1, expiresInSeconds: 60, message: '' }
  await expect(provider.startCharge(charge)).rejects.toMatchObject({ code: 'payment.unavailable' })
  expect(await tell('paid')).toBe('forged')
  expect(provider).toMatchObject({
    refund: null,
    disputeWindowDays: 0,
    paymentTimeoutMinutes: 60,
    isDeclineFinal: true,
  })
})

test('a report is signed, with the name of the signature’s kind or without, and no part of it is enough', async () => {
  const { call } = await openReports()
  const body = JSON.stringify({ payment_id: 'P1', transaction_reference: 'c1', status: 'paid', amount: 19.47 })
  expect(await call(body, `sha256=${sign(body)}`)).toEqual({ references: ['c1'] })
  for (const wrong of ['', 'x', sign(`${body} `), sign(body).slice(2), `${sign(body)}00`])
    expect(await call(body, wrong)).toBe('forged')
})

test('reports of one payment are one payment: paid, or given back, of each amount once', async () => {
  const { shop, tell, read } = await openReports()
  expect(await read()).toBeNull()
  await tell('refunded', { amount: 5 })
  const first = shop.clock.now()
  expect(await read()).toMatchObject({ state: 'closed', payments: [{ amountCents: 500, receivedAt: first }] })
  await tell('refunded', { amount: 7 })
  expect((await read())?.payments).toMatchObject([{ amountCents: 700 }])
  shop.clock.pass(5)
  for (const _ of [1, 2]) await tell('paid')
  const refund = { status: 'returned', requestedAt: first }
  expect(await read()).toEqual({
    ...{ state: 'closed', codeOrUrl: null },
    payments: [
      {
        ...{ reference: 'P1', amountCents: 1_947, receivedAt: shop.clock.now(), method: null },
        refunds: expect.arrayContaining([
          { id: '500', amountCents: 500, ...refund },
          { id: '700', amountCents: 700, ...refund },
        ]),
      },
    ],
  })
  await tell('paid', { payment_id: 'P2' })
  expect((await read())?.payments.map(({ reference }) => reference)).toEqual(['P1', 'P2'])
})

test('a refusal is told, with what was paid beside it', async () => {
  const { tell, read } = await openReports()
  await tell('refused')
  expect(await read()).toEqual({ state: 'refused', codeOrUrl: null, payments: [] })
  await tell('paid', { payment_id: 'P2' })
  expect(await read()).toMatchObject({ state: 'refused', payments: [{ reference: 'P2' }] })
})

test('a report that cannot be read is not clear, until the next one that can', async () => {
  const { shop, call, tell, read } = await openReports()
  const odd = () => call(JSON.stringify({ transaction_reference: 'c1', status: 'estranho' }))
  expect(await odd()).toEqual({ references: ['c1'], isMalformed: true, invalidCount: 1 })
  expect(await read()).toEqual({
    ...{ state: 'open', codeOrUrl: null, payments: [], unclearReason: 'a report that cannot be read' },
  })
  shop.clock.pass(1)
  await tell('paid')
  expect(await read()).not.toHaveProperty('unclearReason')
  shop.clock.pass(1)
  await odd()
  expect(await read()).toHaveProperty('unclearReason')
})

test('a report of no charge of the page’s is kept nowhere', async () => {
  const { shop, call, tell } = await openReports()
  for (const transaction_reference of ['c2', 'nenhum'])
    expect(await tell('paid', { transaction_reference })).toEqual({ references: [transaction_reference] })
  expect(await call(JSON.stringify({ transaction_reference: 'nenhum' }))).toBe('malformed')
  expect([await call('{}'), await call('nada')]).toEqual(['malformed', 'malformed'])
  expect(await shop.database.db.selectFrom('externalReport').selectAll().execute()).toEqual([])
})

test('an amount is exact, above nothing, and no more than ten million reais', async () => {
  const { tell } = await openReports()
  const kindOf = async (amount: unknown) => {
    const outcome = await tell('paid', { amount })
    return typeof outcome === 'object' && 'isMalformed' in outcome ? 'odd' : 'read'
  }
  expect([await kindOf(0.01), await kindOf(10_000_000), await kindOf('19.47')]).toEqual(['read', 'read', 'read'])
  expect([await kindOf(0), await kindOf(10_000_000.01), await kindOf(1.001)]).toEqual(['odd', 'odd', 'odd'])
})
