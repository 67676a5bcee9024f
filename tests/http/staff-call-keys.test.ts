import { beforeAll, expect, test } from 'vitest'
import type { ProblemKind } from '../../server/problems/problem.ts'
import { orderInReview } from '../support/backoffice-pages.ts'
import { call, expectRefusal, send } from '../support/calls.ts'
import { ownServer } from '../support/file-server.ts'
import { newCustomer, openSummary, pay, place } from '../support/purchase.ts'
import { byOperator, demoStaff, demoStaffPassword, operator } from '../support/staff.ts'
import { onShop } from '../support/verbs.ts'

const server = ownServer()
let token: string
let pharmacistToken: string
// biome-ignore lint/suspicious/noExplicitAny: a document, which another test validates
let contract: any

beforeAll(async () => {
  contract = (await send(server, '/api/staff/openapi.json', {})).body
  const signIn = async (email: string) =>
    (await call(server, 'staff/login', { email, password: demoStaffPassword })).body.token
  token = await signIn(demoStaff.owner)
  pharmacistToken = await signIn(demoStaff.pharmacist)
  await ask('staff/updateOffers', { offers: [{ sku: 'FD0060', branchId: 1, addStock: 100 }] })
})

/** Of another branch. */
const otherAddress = {
  ...{ zipcode: '04001-000', street: 'Rua Vergueiro', number: '3000' },
  ...{ neighborhood: 'Vila Mariana', city: 'São Paulo', state: 'SP' },
}

const ask = (path: string, body: object, headers: Record<string, string> = {}) => {
  // An owner decides on no prescription.
  const bearerToken = path === 'staff/requestPicture' ? pharmacistToken : token
  return call(server, path, body, { Authorization: `Bearer ${bearerToken}`, ...headers })
}

const askOnce = (path: string, body: object, key: string) => ask(path, body, { 'Idempotency-Key': key })

/** A paid order of two units, after these steps. */
async function openOrder(...steps: ('pick' | 'dispatch' | 'deliver')[]): Promise<number> {
  const customer = await newCustomer(server.url)
  const orderId = Number(await pay(customer, await place(customer, await openSummary(customer, '2'))))
  await onShop(server, async ({ orders }) => {
    for (const step of steps) await orders.advanceOrder(orderId, step, byOperator)
  })
  return orderId
}

async function tellProblem(kind: ProblemKind): Promise<number> {
  const orderId = await openOrder('pick', 'dispatch', 'deliver')
  return onShop(server, async ({ orders, problems }) => {
    const { customerId = 0 } = (await orders.findSummary(orderId)) ?? {}
    const report = { kind, items: [{ productId: 60, units: 1 }], message: 'Só veio uma caixa.' }
    await problems.saveDraft(customerId, orderId, report, [])
    return (await problems.submitDraft(customerId, orderId)).id
  })
}

/** Something for each call that changes something to do. */
const inputs: Record<string, () => Promise<object>> = {
  'staff/advanceOrder': async () => ({ orderId: await openOrder(), step: 'pick' }),
  'staff/pickUnit': async () => ({ orderId: await openOrder(), productId: 60 }),
  'staff/removeUnits': async () => ({ orderId: await openOrder(), productId: 60, units: 1, expectedUnits: 2 }),
  'staff/orders/setCourier': async () => ({ orderId: await openOrder(), name: 'Jonas' }),
  'staff/orders/setFiscalKey': async () => ({
    orderId: await openOrder(),
    fiscalKey: '52060433009911002506550120000007800267301615',
  }),
  'staff/orders/handOver': async () => ({ orderId: await openOrder('pick', 'dispatch'), receivedBy: 'Ana' }),
  'staff/orders/changeAddress': async () => {
    const [orderId, address] = [await openOrder(), otherAddress]
    const { addressHash, quoteHash } = (await ask('staff/orders/quoteAddress', { orderId, address })).body
    return { orderId, address, addressHash, quoteHash }
  },
  'staff/orders/removeByWish': async () => ({
    ...{ orderId: await openOrder(), productId: 60 },
    ...{ units: 1, expectedUnits: 2 },
  }),
  'staff/orders/proposeReplacement': async () => {
    const orderId = await openOrder()
    const search = { orderId, productId: 60, term: 'dorflex 36' }
    const { replacements, latestProposalId } = (await ask('staff/orders/searchReplacements', search)).body
    const replacementId = replacements[0].productId
    return { orderId, productId: 60, units: 1, expectedUnits: 2, replacementId, latestProposalId }
  },
  'staff/requestPicture': async () => {
    const orderId = Number(await orderInReview(server.url))
    const { prescriptionId } = (await ask('staff/findOrder', { orderId })).body
    const headers = { Authorization: `Bearer ${pharmacistToken}` }
    const { parts, seenPictures } = (await call(server, 'staff/findPrescription', { prescriptionId }, headers)).body
    return { prescriptionId, partId: parts[0].partId, reason: 'Ilegível ou cortada', seenPictures }
  },
  'staff/requests/answer': async () => ({
    requestId: await tellProblem('missing'),
    decision: 'ask',
    message: 'Qual caixa?',
  }),
  'staff/requests/receiveGoods': async () => ({ requestId: await tellProblem('withdraw') }),
  'staff/updateOffers': async () => ({ offers: [{ sku: 'FD0060', branchId: 2, addStock: 5 }] }),
}

const namesParameter = (name: string) => (path: string) =>
  contract.paths[`/api/${path}`].post.parameters?.some((parameter: { name: string }) => parameter.name === name)

test('each of the staff’s calls reads, or takes an idempotency key, or signs in', () => {
  const paths = Object.keys(contract.paths).map((path) => path.replace('/api/', ''))
  const changing = paths.filter(namesParameter('Idempotency-Key'))
  expect(changing.sort()).toEqual(Object.keys(inputs).sort())
  const reading = paths.filter(namesParameter('If-None-Match'))
  expect(paths.filter((path) => !changing.includes(path) && !reading.includes(path)).sort()).toEqual(
    ['staff/login', 'staff/logout', 'staff/verify', 'staff/whoami'].sort(),
  )
})

test.each(Object.entries(inputs))(
  '%s sent twice with one key acts once and answers the same',
  async (path, prepare) => {
    const input = await prepare()
    const newestEntry = () => onShop(server, async ({ staff }) => (await staff.audit.listEntries(operator))[0]?.id)
    const key = `${path}-${crypto.randomUUID()}`
    const before = await newestEntry()
    const first = await askOnce(path, input, key)
    expect(first.status, JSON.stringify(first.body)).toBe(200)
    const after = await newestEntry()
    expect(after).not.toBe(before)
    for (const again of await Promise.all([1, 2].map(() => askOnce(path, input, key))))
      expect([again.status, again.body]).toEqual([200, first.body])
    expect(await newestEntry()).toBe(after)
    const other = { ...input, ...('offers' in input ? { offers: [{ sku: 'FD0061', branchId: 1, stock: 1 }] } : {}) }
    if ('orderId' in other) other.orderId = 9999
    if ('requestId' in other) other.requestId = 9999
    if ('prescriptionId' in other) other.prescriptionId = 9999
    expectRefusal(await askOnce(path, other, key), 409, 'key.reused')
  },
)

test('a key is a person’s in all of their sessions, and no colleague’s', async () => {
  const input = { orderId: await openOrder(), productId: 60 }
  const pickAs = async (email: string) => {
    const { body } = await call(server, 'staff/login', { email, password: demoStaffPassword })
    const headers = { Authorization: `Bearer ${body.token}`, 'Idempotency-Key': 'one-box' }
    return (await call(server, 'staff/pickUnit', input, headers)).body
  }
  const first = await pickAs(demoStaff.owner)
  expect(first).toMatchObject({ picked: 1 })
  expect(await pickAs(demoStaff.owner)).toEqual(first)
  expect(await pickAs(demoStaff.clerk)).toMatchObject({ picked: 2 })
})

test('a refusal is repeated, too; a key that is none is refused; what cannot be read uses none up; reading ignores it', async () => {
  const orderId = await openOrder()
  const wrong = { orderId, step: 'deliver' }
  const refused = await askOnce('staff/advanceOrder', wrong, 'refused')
  expectRefusal(refused, 409, 'step.impossible')
  expect(refused.body.errors[0].message).toContain('pago')
  expect((await askOnce('staff/advanceOrder', wrong, 'refused')).body).toEqual(refused.body)
  for (const key of ['x'.repeat(129), 'a b', ''])
    expectRefusal(await askOnce('staff/advanceOrder', { orderId, step: 'pick' }, key), 422, 'key.invalid')
  for (const step of ['teleport', undefined, ''])
    expectRefusal(await askOnce('staff/advanceOrder', { orderId, step }, 'unread'), 422, 'input.invalid')
  expect((await askOnce('staff/advanceOrder', { orderId, step: 'pick' }, 'unread')).body).toEqual({
    status: 'preparing',
  })
  expectRefusal(await ask('staff/advanceOrder', { orderId, step: 'pick' }), 409, 'step.impossible')
  expect((await askOnce('staff/findOrder', { orderId }, 'unread')).body).toMatchObject({ status: 'preparing' })
})

test('all orders are listed by change, page after page, whatever their status; an unchanged answer is 304', async () => {
  const ended = await openOrder('pick', 'dispatch', 'deliver')
  const ids: number[] = []
  let cursor: string | null = null
  do {
    const { status, body } = await ask('staff/listOrders', { cursor })
    expect([status, body.orders.length <= 100]).toEqual([200, true])
    ids.push(...body.orders.map(({ orderId }: { orderId: number }) => orderId))
    cursor = body.nextCursor
  } while (cursor)
  expect(ids.at(-1)).toBe(ended)
  expect(new Set(ids).size).toBe(ids.length)
  const delivered = await ask('staff/listOrders', { status: 'delivered' })
  expect(delivered.body.orders.at(-1)).toMatchObject({ orderId: ended, status: 'delivered' })
  const etag = delivered.headers.get('ETag') ?? ''
  const known = await ask('staff/listOrders', { status: 'delivered' }, { 'If-None-Match': `"x", W/${etag}` })
  expect([known.status, known.body]).toEqual([304, ''])
  expect((await ask('staff/listOrders', { status: 'paid' }, { 'If-None-Match': etag })).status).toBe(200)
  for (const input of [{ cursor: 'x' }, { updatedSince: 'ontem' }, { status: 'all' }])
    expectRefusal(await ask('staff/listOrders', input), 422, 'input.invalid')
})

test('a change of an order names what it saw: another state is refused, and so is what nobody has quoted', async () => {
  const orderId = await openOrder()
  const address = otherAddress
  const quote = (await ask('staff/orders/quoteAddress', { orderId, address })).body
  expect(quote).toMatchObject({ branchId: 2, refund: 0, surcharge: 0 })
  const { addressHash, quoteHash } = quote
  const unseen = { orderId, address, addressHash, quoteHash: 'AAAAAAAA' }
  expectRefusal(await ask('staff/orders/changeAddress', unseen), 409, 'change.quote')
  const changed = await ask('staff/orders/changeAddress', { orderId, address, addressHash, quoteHash })
  expect(changed.body).toMatchObject({ branchId: 2, isApplied: true })
  const back = { ...address, number: '3001' }
  expectRefusal(
    await ask('staff/orders/changeAddress', { orderId, address: back, addressHash, quoteHash }),
    409,
    'page.outdated',
  )
  const removal = { orderId, productId: 60, units: 1, expectedUnits: 3 }
  expectRefusal(await ask('staff/orders/removeByWish', removal), 409, 'units.changed')
  expectRefusal(await ask('staff/orders/removeByWish', { ...removal, units: 0 }), 422, 'input.invalid')
  const { body } = await ask('staff/findOrder', { orderId })
  expect(body).toMatchObject({ branchId: 2, address: { street: 'Rua Vergueiro' } })
})
