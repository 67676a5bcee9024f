import { expect, test } from 'vitest'
import { createCardRefundStore } from '../../server/payments/card/card-refunds.ts'
import { CardOrderAnswer } from '../../server/payments/card/mercado-pago.schemas.ts'
import { line, novalgina, openCheckout } from '../support/checkout.ts'

const key = (changes: object = {}) => ({
  ...{ reference: 'c1', paymentReference: 'P1', name: 'refund1', amountCents: 1_000 },
  ...changes,
})
/** An order at the provider with these refunds, each of R$ 10,00 of the first payment unless it says otherwise. */
const orderWith = (...refunds: object[]) =>
  CardOrderAnswer.parse({
    ...{ id: 'ORD1', status: 'processed', total_amount: '37.00' },
    transactions: {
      payments: [],
      refunds: refunds.map((refund) => ({ transaction_id: 'P1', amount: '10.00', status: 'processed', ...refund })),
    },
  })

async function openStore() {
  const { database, clock, place } = await openCheckout()
  const { id: orderId } = await place([line(novalgina)])
  const times = { createdAt: clock.now(), expiresAt: clock.now(), checkedAt: null }
  const charge = {
    provider: 'card',
    orderId,
    amountCents: 3_700,
    providerId: null,
    payable: null,
    isSpent: true,
  } as const
  await database.db
    .insertInto('charge')
    .values(['c1', 'c2'].map((reference) => ({ ...charge, ...times, reference })))
    .execute()
  const store = createCardRefundStore(database, clock)
  const identify = async (refund: object, order: CardOrderAnswer, ...known: string[]) =>
    (await store.identify(key(refund), { order, knownIds: new Set(known) }))?.id ?? null
  const list = async (filter: object = {}) =>
    (await store.listRequests({ reference: 'c1', ...filter })).map(
      ({ name, paymentReference, providerRefundId, isRefused, isMatchedByAmount }) => [
        `${paymentReference} ${name}`,
        ...[providerRefundId, isRefused, isMatchedByAmount],
      ],
    )
  return { clock, store, identify, list }
}

test('a refund is requested at the time of its first request, however often', async () => {
  const { clock, store } = await openStore()
  const first = await store.recordRequest(key())
  expect(first).toEqual(clock.now())
  clock.pass(5)
  await store.recordRequest(key({ paymentReference: 'P2' }))
  expect(await store.recordRequest(key())).toEqual(first)
  expect(await store.recordRequest(key({ name: 'refund2' }))).toEqual(clock.now())
})

test('requests are told of a charge, a payment or a name, the first in front', async () => {
  const { clock, store, list } = await openStore()
  for (const changes of [{ name: 'b' }, { name: 'a' }, { name: 'a', paymentReference: 'P2' }, { reference: 'c2' }]) {
    await store.recordRequest(key(changes))
    clock.pass(1)
  }
  const names = async (filter: object) => (await list(filter)).map(([name]) => name)
  expect(await names({})).toEqual(['P1 b', 'P1 a', 'P2 a'])
  expect([await names({ name: 'a' }), await names({ paymentReference: 'P2' })]).toEqual([['P1 a', 'P2 a'], ['P2 a']])
})

test('a request that was refused is marked, alone, unless it became a refund', async () => {
  const { store, identify, list } = await openStore()
  for (const changes of [{}, { name: 'refund2' }, { paymentReference: 'P2' }, { reference: 'c2' }])
    await store.recordRequest(key(changes))
  await identify({ name: 'refund2' }, orderWith({ id: 'R1' }))
  await store.markRefused(key())
  await store.markRefused(key({ name: 'refund2' }))
  expect(await list()).toEqual([
    ['P1 refund1', null, true, false],
    ['P1 refund2', 'R1', false, false],
    ['P2 refund1', null, false, false],
  ])
  expect((await store.listRequests({ reference: 'c2' }))[0]?.isRefused).toBe(false)
})

test('a request is the refund that is new, of its payment and amount, and no other request’s', async () => {
  const { store, identify, list } = await openStore()
  await store.recordRequest(key())
  await store.recordRequest(key({ name: 'refund2' }))
  await store.recordRequest(key({ paymentReference: 'P2' }))
  const order = orderWith(
    ...[{ id: 'old' }, { id: 'other amount', amount: '9.99' }, { id: 'other payment', transaction_id: 'P9' }],
    { id: 'new' },
  )
  expect(await identify({}, order, 'old')).toBe('new')
  expect(await identify({}, order)).toBe('new')
  expect(await identify({ name: 'refund2' }, order, 'old', 'new')).toBe('old')
  expect(await identify({ name: 'refund3' }, order)).toBeNull()
  expect(await list()).toEqual([
    ['P1 refund1', 'new', false, false],
    ['P1 refund2', 'old', false, false],
    ['P2 refund1', null, false, false],
  ])
  expect(await identify({}, orderWith({ id: 'old' }))).toBeNull()
})

test('of several refunds that may be the request’s one is taken, and that it may be another is kept', async () => {
  const { store, identify, list } = await openStore()
  await store.recordRequest(key())
  expect(await identify({}, orderWith({ id: 'a' }, { id: 'b' }))).toBe('a')
  expect(await list()).toEqual([['P1 refund1', 'a', false, true]])
  const request = key({ name: 'refund2' })
  expect((await store.listCandidates(request, orderWith({ id: 'a' }, { id: 'b' }))).map(({ id }) => id)).toEqual(['b'])
  expect(await identify({ name: 'none' }, orderWith({ id: 'a' }))).toBeNull()
})
