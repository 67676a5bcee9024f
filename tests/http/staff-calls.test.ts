import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { beforeAll, expect, test } from 'vitest'
import { call, expectRefusal, send, tokensOf } from '../support/calls.ts'
import { ownServer } from '../support/file-server.ts'
import { wordsOf } from '../support/http.ts'
import { newCustomer, pay, placeOrder } from '../support/purchase.ts'
import { startServer } from '../support/server.ts'
import { createStaff, demoStaff, demoStaffPassword } from '../support/staff.ts'

type Role = 'owner' | 'pharmacist' | 'clerk' | 'system' | 'shopper' | 'nobody'
const roles: Role[] = ['owner', 'pharmacist', 'clerk', 'system', 'shopper', 'nobody']

const server = ownServer()
// biome-ignore lint/suspicious/noExplicitAny: a document, which the validator checks
let contract: any
let tokens: Record<Role, string>
const ajv = addFormats.default(new Ajv2020({ strict: false }))

beforeAll(async () => {
  contract = (await send(server, '/api/staff/openapi.json', {})).body
  tokens = {
    owner: await signIn('owner'),
    pharmacist: await signIn('pharmacist'),
    clerk: await signIn('clerk'),
    system: await makeKey('Sistema de estoque', ['orders', 'stock', 'prices']),
    shopper: (await tokensOf(server)).neighbour ?? '',
    nobody: '',
  }
})

/** A call with a bearer token. */
function ask(path: string, body: object, token: string) {
  return call(server, path, body, token === '' ? {} : { Authorization: `Bearer ${token}` })
}

async function signIn(role: 'owner' | 'pharmacist' | 'clerk'): Promise<string> {
  const { body } = await call(server, 'staff/login', { email: demoStaff[role], password: demoStaffPassword })
  expect(body).toEqual({ token: expect.any(String), next: null })
  return body.token
}

/** Made by the owner, in the counter. */
async function makeKey(name: string, scopes: string[]): Promise<string> {
  const owner = await createStaff(server.url, 'owner')
  const made = await owner.submit('/balcao/sistemas', {
    button: 'Criar chave',
    fields: { name, scopes },
  })
  const [, token = ''] = /<code[^>]*>([\w-]{43})<\/code>/.exec(made.html) ?? []
  expect(token, wordsOf(made.html)).not.toBe('')
  return token
}

/** Every call, and who may: `o`wner, `p`harmacist, `c`lerk, `s`ystem. */
const table: Record<string, string> = {
  'staff/listOrders': 'opcs',
  'staff/findOrder': 'opcs',
  'staff/advanceOrder': 'opcs',
  'staff/pickUnit': 'opcs',
  'staff/removeUnits': 'opcs',
  'staff/orders/setCourier': 'opcs',
  'staff/orders/setFiscalKey': 'opcs',
  'staff/orders/handOver': 'opcs',
  'staff/orders/quoteAddress': 'opcs',
  'staff/orders/changeAddress': 'opcs',
  'staff/orders/removeByWish': 'opcs',
  'staff/orders/searchReplacements': 'opcs',
  'staff/orders/proposeReplacement': 'opcs',
  'staff/findPrescription': 'p',
  'staff/requestPicture': 'p',
  'staff/requests/list': 'opcs',
  'staff/requests/answer': 'ops',
  'staff/requests/receiveGoods': 'opcs',
  'staff/searchProducts': 'opcs',
  'staff/findProduct': 'opcs',
  // Its example sets a price, too: stock alone is a clerk's to change.
  'staff/updateOffers': 'os',
}
const ofSession = ['staff/login', 'staff/verify', 'staff/logout', 'staff/whoami']

test('the staff’s contract is a valid OpenAPI 3.1 document of every staff’s call, and the shop’s own says nothing of them', async () => {
  expect((await new Validator().validate(structuredClone(contract))).errors).toBeUndefined()
  const paths = [...Object.keys(table), ...ofSession].map((path) => `/api/${path}`)
  expect(Object.keys(contract.paths).sort()).toEqual(paths.sort())
  const shopContract = (await send(server, '/api/openapi.json', {})).body
  expect(Object.keys(shopContract.paths).filter((path) => path.includes('staff'))).toEqual([])
})

test.each(Object.entries(table))(
  '%s is for %s: strangers get 401, others 403, and answers are as the contract says',
  async (path, may) => {
    const { post } = contract.paths[`/api/${path}`]
    const { schema, example } = post.requestBody.content['application/json']
    expect(ajv.validate(schema, example), ajv.errorsText()).toBe(true)
    for (const role of roles) {
      const answer = await ask(path, example, tokens[role])
      if (role === 'shopper' || role === 'nobody') {
        expectRefusal(answer, 401, 'token.invalid')
        expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer')
      } else if (!may.includes(role[0] ?? '')) expectRefusal(answer, 403, 'staff.notAllowed')
      else if (answer.status === 200) {
        const ok = post.responses[200].content['application/json'].schema
        expect(ajv.validate(ok, answer.body), ajv.errorsText()).toBe(true)
      } else {
        // The example's order or prescription is not at that step: the rule of the shop, not of the access.
        expect([404, 409, 422], `${path} as ${role}: ${JSON.stringify(answer.body)}`).toContain(answer.status)
        expectRefusal(answer, answer.status)
      }
    }
  },
)

test('a system takes a paid order to the courier, and each step has its name in the counter', async () => {
  const customer = await newCustomer(server.url)
  const orderId = Number(await pay(customer, await placeOrder(customer)))
  const listed = (await ask('staff/listOrders', { part: 'paid' }, tokens.system)).body.orders
  expect(listed).toContainEqual(expect.objectContaining({ orderId, status: 'paid' }))
  const { lines, nextStatus } = (await ask('staff/findOrder', { orderId }, tokens.system)).body
  expect(nextStatus).toBe('preparing')
  for (const { productId, quantity } of lines)
    for (let unit = 0; unit < quantity; unit += 1)
      expect((await ask('staff/pickUnit', { orderId, productId }, tokens.system)).status).toBe(200)
  expect((await ask('staff/advanceOrder', { orderId, step: 'dispatch' }, tokens.system)).body).toEqual({
    status: 'out_for_delivery',
  })
  const owner = await createStaff(server.url, 'owner')
  expect(wordsOf((await owner.get(`/balcao/pedidos/${orderId}`)).html)).toContain('Sistema de estoque')
  const customers = (await ask('staff/listOrders', {}, tokens.system)).body.orders
  expect(customers[0]).not.toHaveProperty('email')
})

test('what a system sets, shoppers see at once; a row that is refused says why', async () => {
  const offers = [
    { sku: 'FD0060', branchId: 1, price: 17.77 },
    { sku: 'FD9999', branchId: 1, stock: 1 },
  ]
  const { status, body } = await ask('staff/updateOffers', { offers }, tokens.system)
  expect([status, body.offers]).toMatchObject([
    200,
    [{ sku: 'FD0060', price: 17.77 }, { error: { code: 'product.unknown' } }],
  ])
  const counted = { offers: [{ sku: 'FD0060', branchId: 1, stock: 21 }] }
  expect((await ask('staff/updateOffers', counted, tokens.clerk)).body.offers).toMatchObject([{ stock: 21 }])
  expectRefusal(await ask('staff/updateOffers', counted, tokens.pharmacist), 403)
  const { body: product } = await call(server, 'product/getProductById', {
    id: 60,
    branch: 1,
    token: tokens.shopper,
  })
  expect(JSON.stringify(product)).toContain('17.77')
})

test('a row of a call that cannot be read, or whose price is refused, holds back no other row, nor its own stock', async () => {
  // FD0014's.
  const ean = '7896004719115'
  const rows = [
    { sku: 'FD0068', branchId: 1, stock: 33 },
    { sku: 'X'.repeat(51), branchId: 1, price: 10 },
    { sku: 'FD0060', branchId: 1, stock: -1 },
    { sku: 'FD0060', branchId: 1, price: 'caro' },
    { ean, branchId: 1, stock: 34 },
    { ean: '7896004719116', branchId: 1, stock: 1 },
    { ean, sku: 'FD0014', branchId: 1, stock: 1 },
    { ean: '4006381333931', branchId: 1, stock: 1 },
    { productId: 1, branchId: 1, price: 900000, stock: 12 },
    null,
    { productId: 14, branchId: 1, price: 5.43 },
  ]
  const { status, body } = await ask('staff/updateOffers', { offers: rows }, tokens.system)
  expect(status).toBe(200)
  const unreadable = { error: { code: 'input.invalid' } }
  expect(body.offers).toMatchObject([
    { sku: 'FD0068', branchId: 1, stock: 33 },
    { error: { code: 'input.invalid', field: 'sku', message: 'Use no máximo 50 caracteres.' } },
    { sku: 'FD0060', error: { code: 'input.invalid', field: 'stock' } },
    unreadable,
    { ean, stock: 34 },
    { error: { code: 'input.invalid', field: 'ean' } },
    unreadable,
    { error: { code: 'product.unknown' } },
    { productId: 1, stock: 12, error: { code: 'offer.ceiling' } },
    unreadable,
    { productId: 14, price: 5.43, stock: 34 },
  ])
  const { offers } = (await ask('staff/findProduct', { productId: 14 }, tokens.system)).body
  expect(offers[0]).toMatchObject({ branchId: 1, price: 5.43, stock: 34, shelf: 34, reserved: 0, safety: 0 })
})

test('a refusal names the call’s own field, in the contract and in answers', async () => {
  const contract = await (await fetch(`${server.url}/api/staff/openapi.json`)).json()
  interface Response {
    content?: { 'application/json': { examples?: Record<string, { value: { errors: { field?: string }[] } }> } }
  }
  const strange = Object.entries(contract.paths as Record<string, { post: { requestBody: object; responses: object } }>)
    .flatMap(([path, { post }]) => {
      const fields = Object.values(post.responses as Record<string, Response>).flatMap(({ content }) =>
        Object.values(content?.['application/json'].examples ?? {}).flatMap(
          ({ value }) => value.errors[0]?.field ?? [],
        ),
      )
      return fields.map((field) => [path, field, JSON.stringify(post.requestBody).includes(`"${field}":`)] as const)
    })
    .filter(([, field, isOfCall]) => !isOfCall && field !== 'Idempotency-Key')
  expect(strange).toEqual([])
  const customer = await newCustomer(server.url)
  const orderId = Number(await pay(customer, await placeOrder(customer)))
  const fieldOf = async (path: string, input: object) => (await ask(path, input, tokens.system)).body.errors[0].field
  expect(await fieldOf('staff/pickUnit', { orderId, ean: '4006381333931' })).toBe('ean')
  const courier = { orderId, name: 'Jonas', url: 'http://example.com' }
  expect(await fieldOf('staff/orders/setCourier', courier)).toBe('url')
})

test('null and an empty text are left out of a row: nobody counted 0 on the shelf', async () => {
  const rows = [
    { sku: 'FD0061', branchId: 1, price: 12.3, stock: 25, ean: null },
    { sku: 'FD0061', ean: '', branchId: 1, price: 12.4, stock: null, addStock: null, ceilingReason: null },
    { sku: null, productId: 61, branchId: 1, price: '', stock: '' },
  ]
  const { body } = await ask('staff/updateOffers', { offers: rows }, tokens.system)
  expect(body.offers).toEqual([
    { sku: 'FD0061', branchId: 1, price: 12.3, stock: 25 },
    { sku: 'FD0061', branchId: 1, price: 12.4, stock: 25 },
    { productId: 61, branchId: 1, price: 12.4, stock: 25 },
  ])
})

test('a key that the owner removes is refused at its next call; a person’s token ends when they leave', async () => {
  const key = await makeKey('Painel', ['orders'])
  expectRefusal(await ask('staff/updateOffers', { offers: [{ sku: 'FD0060', branchId: 1, stock: 2 }] }, key), 403)
  expect((await ask('staff/whoami', {}, key)).body).toMatchObject({
    name: 'Painel',
    role: 'system',
    scopes: ['orders'],
  })
  const owner = await createStaff(server.url, 'owner')
  const page = await owner.get('/balcao/sistemas')
  expect(page.html).not.toContain(key)
  const removed = await owner.submit(page, { button: 'Remover Painel' })
  expect(removed.status).toBe(303)
  expectRefusal(await ask('staff/listOrders', {}, key), 401)

  const clerk = await signIn('clerk')
  expect((await ask('staff/whoami', {}, clerk)).body).toMatchObject({ role: 'clerk', scopes: [] })
  expect((await ask('staff/logout', {}, clerk)).status).toBe(200)
  expectRefusal(await ask('staff/whoami', {}, clerk), 401)
})

test('without the counter there are no staff’s calls, nor from outside of its networks', async () => {
  const closings: Record<string, string>[] = [{ COUNTER: '0' }, { COUNTER_NETWORKS: '203.0.113.0/24' }]
  for (const env of closings) {
    const closed = await startServer({ env })
    const login = { email: demoStaff.clerk, password: demoStaffPassword }
    expectRefusal(await call(closed, 'staff/login', login), 404, 'call.unknown')
    expect((await send(closed, '/api/staff/openapi.json', {})).status).toBe(404)
    await closed.stop()
  }
})
