import { join } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import type { JsonSchema, OpenApiDocument } from '../../server/calls/openapi.ts'
import { type Database, openDatabase } from '../../server/database/connection.ts'
import { call, type Role, roles, send, tokensOf } from '../support/calls.ts'
import { startOwnPostgres } from '../support/postgres.ts'
import { type RunningServer, startServer } from '../support/server.ts'

const isLong = process.env.TEST_LONG === '1'
const requests = isLong ? 20_000 : 800
const atOnce = 12
const seed = Number(process.env.FUZZ_SEED ?? (isLong ? Math.floor(Math.random() * 2 ** 31) : 1))
const listed = [200, 400, 401, 403, 404, 405, 409, 413, 415, 422, 429]
/** Expensive calls (password hashes, long lists) are less frequent. */
const weights: Record<string, number> = {
  'auth/login': 1,
  'auth/register': 1,
  'product/getHomeProducts': 3,
  'product/getOtcRecommended': 3,
  'order/getOrderList': 3,
  'order/placeOrder': 20,
  'address/addAddress': 5,
  'address/getAddressList': 3,
}

const engines = process.env.TEST_EVERYWHERE ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const)

test.each(engines)('wrong requests by the hundred get answers that are listed (%s)', { timeout: 600_000 }, fuzz)

async function fuzz(engine: 'sqlite' | 'postgres'): Promise<void> {
  console.log(`FUZZ_SEED=${seed}`)
  const { server, database } = await open(engine)
  const contract: OpenApiDocument = (await send(server, '/api/openapi.json', {})).body
  const tokens = await tokensOf(server)
  const addresses = await markAddresses(server, tokens)
  const before = await stockTaken(database)

  const offences: string[] = []
  const statuses = new Map<number, number>()
  const planned = fc.sample(requestsOf(contract, tokens, addresses), { numRuns: requests, seed })
  const work = planned.values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const planned of work) {
        const { status, offence } = await judge(server, planned)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (offence) offences.push(`${offence}: ${told(planned)}`)
      }
    }),
  )
  console.log(engine, Object.fromEntries(statuses))

  expect(offences.slice(0, 10)).toEqual([])
  expect(statuses.get(429) ?? 0).toBeLessThan(requests / 20)
  expect(statuses.get(200) ?? 0).toBeGreaterThan(requests / 20)
  expect(server.output()).not.toContain('call failed')
  expect(await ordersPlaced(database)).toBeGreaterThan(3)
  expect(await brokenRules(database)).toEqual([])
  expect(await stockTaken(database)).toEqual(before)
}

interface Planned {
  path: string
  role: Role | null
  method: string
  headers: Record<string, string>
  body: Uint8Array<ArrayBuffer>
}

/** One of the contract's calls, mutated in one of many ways. */
function requestsOf(
  contract: OpenApiDocument,
  tokens: Record<Role, string | undefined>,
  addresses: number[],
): fc.Arbitrary<Planned> {
  // With any customer's address, though orders are accepted only for one's own.
  const orders = fc
    .constantFrom(...addresses)
    .chain((id) => bent({ orderObject: { cart: [{ id: 60, quantity: 1 }], delivery_address_id: id } }))
  const calls = Object.entries(contract.paths).map(([path, { post }]) => {
    const [content] = Object.values(post.requestBody?.content ?? {})
    const { token: _, ...example } = (content?.example ?? {}) as Record<string, unknown>
    const weight = weights[path.replace('/api/', '')] ?? 12
    const { token: __, ...properties } = content?.schema.properties ?? {}
    const bodies = fc.oneof(
      { weight: 3, arbitrary: path.endsWith('placeOrder') ? orders : bent(example) },
      { weight: 3, arbitrary: fits({ ...content?.schema, properties }) },
      { weight: 1, arbitrary: strange as fc.Arbitrary<unknown> },
    )
    return { weight, arbitrary: fc.tuple(fc.constant(path), bodies) }
  })
  const role = fc.constantFrom(...roles)
  return fc
    .tuple(
      fc.oneof(...calls),
      role,
      fc.oneof({ weight: 20, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: strange }),
      sendings,
    )
    .map(([[path, body], role, otherToken, sending]) => {
      const token = otherToken ?? tokens[role]
      const fields = isObject(body) ? { ...body, token } : body
      return { path, role: otherToken === null ? role : null, ...sending(fields) }
    })
}

const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    '0',
    '-1',
    'null',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\u202e',
    "' or 1=1 --",
    'a & | !b:*',
    '"',
    '%',
    '_',
    '\\',
    '../..',
  ),
  fc.constantFrom(
    '01310-100',
    '99999999',
    '2026-02-30',
    '1e309',
    '9007199254740993',
    'cliente@example.com',
    'dipirona',
  ),
  fc.constant('x'.repeat(20_000)),
)
const numbers = fc.oneof(
  fc.integer({ min: -2, max: 12 }),
  fc.constantFrom(0, -1, 0.5, 2 ** 31 - 1, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, 1e-320),
)
/** A placeholder for a nesting too deep to serialise. */
const deepMark = '@deep'
const deep = '['.repeat(20_000) + ']'.repeat(20_000)
/** Any JSON value, including unusual ones. */
const strange: fc.Arbitrary<unknown> = fc.oneof(
  texts,
  numbers,
  fc.constantFrom(null, true, false, [], {}, [[]], [null]),
  fc.jsonValue({ maxDepth: 3 }),
  fc.array(numbers, { maxLength: 300 }),
  fc.constant(deepMark),
  fc.dictionary(
    fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'length', 'then', 'a'),
    fc.jsonValue({ maxDepth: 1 }),
  ),
)

/** The example with one of its values, at any depth, replaced, removed or supplemented. */
function bent(example: unknown): fc.Arbitrary<unknown> {
  if (!isObject(example) && !Array.isArray(example)) return fc.oneof(strange, fc.constant(example))
  const keys = Object.keys(example)
  if (keys.length === 0) return fc.oneof(strange, fc.constant(example))
  const copy = (change: (into: Record<string, unknown>) => void) => {
    const into = (Array.isArray(example) ? [...example] : { ...example }) as Record<string, unknown>
    change(into)
    return into
  }
  const key = fc.constantFrom(...keys)
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant(example) },
    {
      weight: 4,
      arbitrary: key.chain((name) =>
        bent((example as Record<string, unknown>)[name]).map((value) => copy((into) => (into[name] = value))),
      ),
    },
    { weight: 1, arbitrary: key.map((name) => copy((into) => delete into[name])) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom('__proto__', 'constructor', 'extra', 'id', 'customer_id', 'price'), strange)
        .map(([name, value]) =>
          copy((into) =>
            Object.defineProperty(into, name, { value, enumerable: true, configurable: true, writable: true }),
          ),
        ),
    },
  )
}

/** Values that roughly match the contract's schema. */
function fits(schema: JsonSchema): fc.Arbitrary<unknown> {
  const { type, properties, items, enum: choices, anyOf, const: only } = schema as Record<string, never>
  if (only !== undefined) return fc.constant(only)
  if (choices) return fc.constantFrom(...(choices as unknown[]))
  if (anyOf) return fc.oneof(...(anyOf as JsonSchema[]).map(fits))
  if (type === 'object' || properties) {
    const fields = Object.entries(properties ?? {}).map(([name, child]) => [name, fits(child as JsonSchema)] as const)
    return fc.record(Object.fromEntries(fields), {
      requiredKeys: (schema.required ?? []).filter((name) => fields.some(([known]) => known === name)),
    })
  }
  if (type === 'array') return fc.array(fits((items ?? {}) as JsonSchema), { maxLength: 4 })
  if (type === 'number' || type === 'integer') return numbers
  if (type === 'boolean') return fc.boolean()
  return type === 'string' ? texts : strange
}

type Sending = (fields: unknown) => Omit<Planned, 'path' | 'role'>
const utf8 = new TextEncoder()
const asJson: Sending = (fields) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: utf8.encode((JSON.stringify(fields) ?? '').replaceAll(`"${deepMark}"`, deep)),
})
const withBody =
  (change: (body: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>): Sending =>
  (fields) => {
    const sent = asJson(fields)
    return { ...sent, body: change(sent.body) }
  }
const withHeaders =
  (headers: Record<string, string>): Sending =>
  (fields) => ({ ...asJson(fields), headers })
const asForm: Sending = (fields) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  body: utf8.encode(new URLSearchParams(flat(fields)).toString()),
})
const asMultipart =
  (end: number): Sending =>
  (fields) => {
    const parts = flat(fields).map(
      ([name, value]) =>
        `--x\r\nContent-Disposition: form-data; name="${name.replace(/["\r\n]/g, '')}"\r\n\r\n${value}\r\n`,
    )
    const whole = utf8.encode(`${parts.join('')}--x--\r\n`)
    return {
      method: 'POST',
      headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
      body: whole.slice(0, Math.floor(whole.length * end)),
    }
  }

/** How a request is encoded. */
const sendings: fc.Arbitrary<Sending> = fc.oneof(
  { weight: 24, arbitrary: fc.constant(asJson) },
  { weight: 4, arbitrary: fc.constant(asForm) },
  { weight: 2, arbitrary: fc.constantFrom(1, 0.9, 0.5).map(asMultipart) },
  {
    weight: 1,
    arbitrary: fc
      .double({ min: 0, max: 1, noNaN: true })
      .map((end) => withBody((body) => body.slice(0, Math.floor(body.length * end)))),
  },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }).map((noise) => withBody(() => Uint8Array.from(noise))) },
  { weight: 1, arbitrary: fc.constant(withBody((body) => body.map((byte, place) => (place % 9 === 5 ? 0xff : byte)))) },
  {
    weight: 1,
    arbitrary: fc.constant(
      withBody((body) =>
        utf8.encode(new TextDecoder().decode(body).replace('{', '{"token":"x","id":1,"id":2,"__proto__":{"id":3},')),
      ),
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('text/plain', 'application/xml', 'application/json;charset=utf-16', 'x', '')
      .map((type) => withHeaders({ 'Content-Type': type })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('PUT', 'DELETE', 'PATCH').map(
      (method): Sending =>
        (fields) => ({ ...asJson(fields), method }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .string({ minLength: 1, maxLength: 300, unit: 'grapheme-ascii' })
      .map((key) => withHeaders({ 'Content-Type': 'application/json', 'Idempotency-Key': key.trim() })),
  },
)

/** Flattened to the field names of a form: `a[b][0]`. */
function flat(value: unknown, name = ''): [string, string][] {
  if (typeof value !== 'object' || value === null) return value === undefined ? [] : [[name, String(value)]]
  return Object.entries(value)
    .slice(0, 50)
    .flatMap(([key, child]) => (name.length > 60 ? [] : flat(child, name ? `${name}[${key}]` : key)))
}

/** A marker in a role's own data, which no one else may read. */
const markOf = (role: Role) => `segredo-de-${role}`
const marked: Role[] = ['customer', 'neighbour', 'benefit']

/** Eight addresses for each customer, more than requests with random ids will delete. */
async function markAddresses(server: RunningServer, tokens: Record<Role, string | undefined>): Promise<number[]> {
  const place = {
    zipcode: '01310-100',
    street: 'Rua A',
    number: '1',
    neighborhood: 'B',
    city: 'São Paulo',
    state: 'SP',
  }
  const added = marked.flatMap((role) =>
    Array.from({ length: 8 }, () =>
      call(server, 'address/addAddress', { newAddress: { ...place, complement: markOf(role) }, token: tokens[role] }),
    ),
  )
  return (await Promise.all(added)).map(({ body }) => body.id)
}

async function judge(server: RunningServer, { path, role, method, headers, body }: Planned) {
  const response = await fetch(server.url + path, { method, headers, body })
  const text = await response.text()
  const { status } = response
  return { status, offence: offenceIn(status, text, role) }
}

function offenceIn(status: number, text: string, role: Role | null): string | undefined {
  if (!listed.includes(status)) return `status ${status} ${text.slice(0, 200)}`
  const leaked = marked.find((other) => other !== role && text.includes(markOf(other)))
  if (leaked) return `${role} reads what is ${leaked}'s`
  if (/node_modules|\.ts:\d|SQLITE|at Object\./.test(text)) return `inner workings in ${text.slice(0, 200)}`
  try {
    const answer = JSON.parse(text)
    const isRefusal = Array.isArray(answer?.errors) && answer.errors.length > 0 && answer.errors.every(isError)
    if (status !== 200 && !isRefusal) return `no errors in ${text.slice(0, 200)}`
  } catch {
    return `no JSON: ${text.slice(0, 200)}`
  }
}

function isError(error: unknown): boolean {
  return isObject(error) && typeof error.code === 'string' && typeof error.message === 'string' && error.message !== ''
}

function told({ path, role, method, headers, body }: Planned): string {
  return `${method} ${path} as ${role} ${JSON.stringify(headers)} ${new TextDecoder().decode(body.slice(0, 400))}`
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A server on a database of its own, and a second connection to that database. */
async function open(engine: string) {
  const postgres = engine === 'postgres' ? await startOwnPostgres() : null
  if (engine === 'postgres' && !postgres) throw new Error('PostgreSQL not available')
  if (postgres) onTestFinished(postgres.stop)
  const server = await startServer({ env: { DATABASE_URL: postgres?.url } })
  const database = openDatabase(postgres?.url ?? join(server.dataDir, 'balcao.db'))
  onTestFinished(async () => {
    await database.close()
    await server.stop()
  })
  return { server, database }
}

/** The sum of stock and of units in orders, which no request may change. */
async function stockTaken({ db }: Database): Promise<number> {
  const shelf = await db
    .selectFrom('offer')
    .select((eb) => eb.fn.sum<number>('stock').as('units'))
    .executeTakeFirstOrThrow()
  const taken = await db
    .selectFrom('orderLine')
    .innerJoin('orders', 'orders.id', 'orderLine.orderId')
    .where('orders.status', 'not in', ['expired', 'failed', 'cancelled', 'refunded'])
    .select((eb) => eb.fn.sum<number>('orderLine.quantity').as('units'))
    .executeTakeFirstOrThrow()
  return Number(shelf.units) + Number(taken.units)
}

async function ordersPlaced({ db }: Database): Promise<number> {
  return (await db.selectFrom('orders').select('id').execute()).length
}

/** Rules of the shop that no row may break. */
async function brokenRules({ db }: Database): Promise<string[]> {
  const negative = await db.selectFrom('offer').selectAll().where('stock', '<', 0).execute()
  const orders = await db.selectFrom('orders').selectAll().execute()
  const lines = await db.selectFrom('orderLine').selectAll().execute()
  const discounts = await db.selectFrom('orderLineDiscount').selectAll().execute()
  const addresses = await db.selectFrom('address').select(['id', 'customerId']).execute()
  const ownerOf = new Map(addresses.map((address) => [address.id, address.customerId]))
  return [
    ...negative.map((offer) => `stock below zero: ${JSON.stringify(offer)}`),
    ...orders.flatMap((order) => {
      const own = lines.filter((line) => line.orderId === order.id)
      const paid =
        own.reduce((sum, line) => sum + line.quantity * line.fullPriceCents, 0) -
        discounts.filter(({ orderId }) => orderId === order.id).reduce((sum, { cents }) => sum + cents, 0)
      const owner =
        order.deliveryAddressId === null ? order.customerId : (ownerOf.get(order.deliveryAddressId) ?? order.customerId)
      return [
        ...(own.length === 0 ? [`order ${order.id} has no lines`] : []),
        ...(paid - order.couponDiscountCents + order.deliveryFeeCents !== order.totalCents
          ? [`order ${order.id} does not add up`]
          : []),
        ...(owner !== order.customerId ? [`order ${order.id} goes to another customer's address`] : []),
      ]
    }),
  ]
}
