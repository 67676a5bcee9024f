import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import openapiTS, { astToString } from 'openapi-typescript'
import sharp from 'sharp'
import ts from 'typescript'
import { beforeAll, expect, test } from 'vitest'
import type { OpenApiDocument } from '../../server/calls/openapi.ts'
import { call, expectRefusal, type Role, roles, send, tokensOf } from '../support/calls.ts'
import { ownServer } from '../support/file-server.ts'

const server = ownServer()
let contract: OpenApiDocument
let tokens: Record<Role, string | undefined>
const ajv = addFormats.default(new Ajv2020({ strict: false }))

beforeAll(async () => {
  contract = (await send(server, '/api/openapi.json', {})).body
  tokens = await tokensOf(server)
})

/** Ids that a call needs, of what the role has created: its own address, order, patient. */
interface Own {
  address: number
  order: number
  patient: number
}

interface Row {
  access: 'anyone' | 'visitor' | 'customer'
  /** 200 unless said otherwise; `benefit` for the customer with gains. */
  status?: number
  benefit?: number
  /** Other fields than the contract's example. */
  body?: (own: Own, role: Role) => object
}

/** Every call of the specification's section 7: who may call it, and the response to the contract's example. */
const table: Record<string, Row> = {
  'auth/getInitialToken': { access: 'anyone' },
  'auth/login': { access: 'visitor' },
  'auth/register': {
    access: 'visitor',
    body: (_, role) => ({ payload: { ...example('auth/register').payload, email: `${role}@example.com` } }),
  },
  'auth/getUserInfo': { access: 'customer' },
  'auth/updateProfile': { access: 'customer' },
  'auth/forgetPassword': { access: 'visitor', status: 404 },
  'auth/sendRecoveryCode': { access: 'visitor', status: 404 },
  'auth/resetPassword': { access: 'visitor', status: 404 },
  // The customer's order is under way, the benefit user's is delivered.
  'auth/sendDeleteCode': { access: 'customer', status: 409, benefit: 200 },
  'auth/deleteAccount': { access: 'customer', status: 422 },
  'auth/getGainStatement': { access: 'customer', status: 404, benefit: 200 },
  'auth/getGainBalance': { access: 'customer', status: 404, benefit: 200 },
  'auth/getAccountStatement': { access: 'customer' },
  'auth/getBalance': { access: 'customer' },
  'product/getHomeProducts': { access: 'visitor' },
  'product/getProducts': { access: 'visitor' },
  'product/getProductCategory': { access: 'visitor' },
  'product/getProductsByCategory': { access: 'visitor' },
  'product/getProductById': { access: 'visitor' },
  'product/getProductBySlug': { access: 'visitor' },
  'product/getCardDetail': { access: 'visitor' },
  'product/getInstantProductSearch': { access: 'visitor' },
  'product/getOtcRecommended': { access: 'visitor' },
  'product/getCartProducts': { access: 'visitor' },
  'category/getCategories': { access: 'visitor' },
  'category/getSubcategoryList': { access: 'visitor' },
  'address/getAddressList': { access: 'customer' },
  'address/addAddress': { access: 'customer' },
  'address/removeAddressById': { access: 'customer', status: 404, body: () => ({ id: 999_999 }) },
  'address/updateAddress': {
    access: 'customer',
    body: ({ address }) => ({ ...example('address/updateAddress'), id: address }),
  },
  'address/getBranchWithZipcode': { access: 'visitor' },
  'order/getOrderList': { access: 'customer' },
  'order/getStepsList': { access: 'customer' },
  'order/placeOrder': { access: 'customer', body: (own) => ({ orderObject: orderObject(own) }) },
  'order/getTransactionReference': { access: 'customer', body: ({ order }) => ({ id: order }) },
  'order/sendPrescription': { access: 'customer' },
  'order/getPacientList': { access: 'customer' },
  'order/registerPacient': { access: 'customer' },
  'order/updatePacient': {
    access: 'customer',
    body: ({ patient }) => ({ ...example('order/updatePacient'), pacientId: patient }),
  },
  'order/checkOrderPaymentStatus': { access: 'customer', body: ({ order }) => ({ orderId: order }) },
  'wishlist/getWishlist': { access: 'customer' },
  'wishlist/addProduct': { access: 'customer' },
  'wishlist/removeProduct': { access: 'customer' },
}

test('the contract lists every call of the specification and no other', () => {
  expect(Object.keys(contract.paths).sort()).toEqual(
    Object.keys(table)
      .map((path) => `/api/${path}`)
      .sort(),
  )
})

test.each(Object.keys(table))('%s answers each role as written, in the shape the contract gives', async (path) => {
  for (const role of roles) {
    const own = tokens[role] && role !== 'visitor' ? await belongings(role) : { address: 1, order: 1, patient: 1 }
    const { access, status = 200, benefit = status, body } = table[path] as Row
    const answer = await call(server, path, { ...(body?.(own, role) ?? example(path)), token: tokens[role] })
    const expected = refusedRole(access, role) ?? (role === 'benefit' ? benefit : status)
    if (expected === 200) expectShape(path, answer)
    else expectRefusal(answer, expected)
  }
})

function refusedRole(access: Row['access'], role: Role): number | undefined {
  if (role === 'nobody' && access !== 'anyone') return 401
  if (role === 'visitor' && access === 'customer') return 403
}

test('the contract is a valid OpenAPI 3.1 document', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(contract) as never)
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
})

test('each example is as its own schema says', () => {
  for (const [path, { post }] of Object.entries(contract.paths)) {
    for (const { schema, example } of Object.values(post.requestBody?.content ?? {})) {
      const fits = ajv.compile(schema)
      expect(fits(example), `${path} ${ajv.errorsText(fits.errors)}`).toBe(true)
    }
  }
})

test('prescriptions come as multipart, each one place in every list, with their files', async () => {
  const blank = sharp({ create: { width: 40, height: 40, channels: 3, background: 'white' } })
  const picture = new Uint8Array(await blank.png().toBuffer())
  const form = new FormData()
  form.append('token', tokens.customer ?? '')
  form.append('patients[0]', 'Ana Souza')
  form.append('types[0]', '2')
  form.append('products[0][0]', '1')
  form.append('prescriptions[0]', new File([picture], 'receita.png', { type: 'image/png' }))
  form.append('patients[1]', 'Bia Souza')
  form.append('types[1]', '1')
  form.append('products[1][0]', '2')
  form.append('products[1][1]', '3')
  form.append('issuers[1]', 'CRM-SP 123456')
  form.append('codes[1]', 'A1B2C3')
  const answer = await send(server, '/api/order/sendPrescription', { method: 'POST', body: form })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  expect(answer.body.prescription_id).toEqual(expect.any(Number))
  form.delete('codes[1]')
  const refused = await send(server, '/api/order/sendPrescription', { method: 'POST', body: form })
  expectRefusal(refused, 422)
  expect(refused.body.errors[0].field).toBe('codes.1')
})

test('repeated `ids[]` are taken from forms and from JSON', async () => {
  const token = tokens.visitor ?? ''
  const form = new URLSearchParams([
    ['ids[]', '60'],
    ['ids[]', '61'],
    ['branch', '1'],
    ['token', token],
  ])
  const fromForm = await send(server, '/api/product/getCartProducts', { method: 'POST', body: form })
  const fromJson = await call(server, 'product/getCartProducts', { 'ids[]': [60, 61], branch: 1, token })
  expect(fromForm.body.products.map(({ id }: { id: number }) => id)).toEqual([60, 61])
  expect(fromJson.body).toEqual(fromForm.body)
})

test('an Idempotency-Key makes a repeated order the first one; without it each call is an order', async () => {
  const own = await belongings('neighbour')
  const place = (headers?: Record<string, string>) =>
    call(server, 'order/placeOrder', { orderObject: orderObject(own), token: tokens.neighbour }, headers)
  const [first, again] = [await place({ 'Idempotency-Key': 'um' }), await place({ 'Idempotency-Key': 'um' })]
  expect(again.body).toEqual(first.body)
  expect((await place()).body.id).not.toBe(first.body.id)
})

// Last, since compiling blocks this process for so long that the server closes its connections.
test('a patient is taken by the name alone, or as the specification shapes one', async () => {
  const token = tokens.customer
  for (const pacient of ['Rosa Lima', { pacient: 'Rosa Lima' }]) {
    const { status, body } = await call(server, 'order/registerPacient', { pacient, token })
    expect([status, body.pacient]).toEqual([200, 'Rosa Lima'])
  }
  const refused = { pacient: 'a'.repeat(121), token }
  expect(await call(server, 'order/registerPacient', refused)).toMatchObject({ status: 422 })
  for (const pacient of ['', { pacient: '' }, {}, 7, null]) {
    const { status, body } = await call(server, 'order/registerPacient', { pacient, token })
    expect([status, body.errors[0].message]).toEqual([422, 'Informe o nome do paciente.'])
  }
})

test('a client written against the types of the contract compiles, and a wrong one does not', async () => {
  const types = astToString(await openapiTS(JSON.stringify(contract)))
  const client = `${types}
    type Path = keyof paths
    type Body<P extends Path> = paths[P]['post'] extends { requestBody: { content: { 'application/json': infer B } } } ? B : never
    type Reply<P extends Path> = paths[P]['post']['responses'][200]['content']['application/json']
    declare function call<P extends Path>(path: P, body: Body<P>): Promise<Reply<P>>
    const { token } = await call('/api/auth/login', { email: 'a@example.com', password: 'x', token: 'y' })
    const [branch] = await call('/api/address/getBranchWithZipcode', { params: { zipcode: '01310-100' }, token })
    // @ts-expect-error There is no such field.
    await call('/api/address/getBranchWithZipcode', { params: { cep: '01310-100' }, token })
    export const found: [string, number | undefined] = [token, branch?.branch_id]`
  expect(complaints(client)).toEqual([])
})

/** The contract's example of a call, without its token. */
function example(path: string) {
  const content = contract.paths[`/api/${path}`]?.post.requestBody?.content ?? {}
  const { token: _, ...fields } = (Object.values(content)[0]?.example ?? {}) as Record<string, never>
  return fields as Record<string, Record<string, never>>
}

const orderObject = ({ address }: Own) => ({ cart: [{ id: 60, quantity: 1 }], delivery_address_id: address })

/** The role's own address and order, created if missing. */
async function belongings(role: Role): Promise<Own> {
  const token = tokens[role]
  const listed = (await call(server, 'address/getAddressList', { token })).body
  const address =
    listed[0] ?? (await call(server, 'address/addAddress', { ...example('address/addAddress'), token })).body
  const orders = (await call(server, 'order/getOrderList', { token })).body
  const pacient = { pacient: 'Ana Souza' }
  const patient = (await call(server, 'order/registerPacient', { pacient, token })).body
  const own = { address: address.id, order: orders[0]?.id, patient: patient.id }
  if (own.order) return own
  const placed = await call(server, 'order/placeOrder', { orderObject: orderObject(own), token })
  return { ...own, order: placed.body.id }
}

function expectShape(path: string, { status, body }: { status: number; body: unknown }): void {
  expect(status, JSON.stringify(body)).toBe(200)
  const ok = contract.paths[`/api/${path}`]?.post.responses[200] as {
    content: { 'application/json': { schema: object } }
  }
  const fits = ajv.compile(ok.content['application/json'].schema)
  expect(fits(body), ajv.errorsText(fits.errors)).toBe(true)
}

/** The compiler's errors for a program of one file. */
function complaints(text: string): string[] {
  const name = 'client.ts'
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    types: [],
  }
  const host = ts.createCompilerHost(options)
  const { getSourceFile } = host
  host.getSourceFile = (file, ...rest) =>
    file === name ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2022) : getSourceFile(file, ...rest)
  const program = ts.createProgram([name], options, host)
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
}

test.each([
  ['/excluir-conta', 200],
  ['/excluir-conta?etapa=codigo#codigo', 200],
  ['//evil.example/x', 422],
  ['/\\evil.example/x', 422],
  ['/\t/evil.example/x', 422],
  ['/\n\\evil.example/x', 422],
  ['\t//evil.example/x', 422],
  ['https://evil.example/x', 422],
  ['https://shop.invalid/x', 422],
  ['//shop.invalid/x', 422],
  ['/\\other.invalid/x', 422],
  ['/x/..//evil.example', 200],
  ['javascript:alert(1)', 422],
])('a deletion’s e-mail that would lead to %j is answered %i', async (callbackUrl, status) => {
  const email = `sem-pedido-${crypto.randomUUID()}@example.com`
  const payload = { ...example('auth/register').payload, email }
  const { body } = await call(server, 'auth/register', { payload, token: tokens.visitor })
  const answer = await call(server, 'auth/sendDeleteCode', { callbackUrl, token: body.token })
  if (status === 200) return expectShape('auth/sendDeleteCode', answer)
  expectRefusal(answer, status, 'callback.foreign')
})

test('every call of the contracts says in a line what it does, and how it is let in', async () => {
  for (const path of ['/api/openapi.json', '/api/staff/openapi.json']) {
    const { paths, ...document } = (await send(server, path, {})).body
    for (const [name, { post }] of Object.entries<{ post: { summary?: string; security?: unknown } }>(paths)) {
      expect([name, post.summary, post.security ?? document.security]).toEqual([
        name,
        expect.stringMatching(/^[A-Z].{8,}[^.]$/),
        expect.any(Array),
      ])
    }
  }
})
