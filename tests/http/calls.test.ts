import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { call, expectRefusal, password, send, tokensOf } from '../support/calls.ts'
import { ownServer } from '../support/file-server.ts'
import { addressPage, openCustomer, saveAddress } from '../support/purchase.ts'
import { startServer } from '../support/server.ts'

const server = ownServer()
let visitor: string

beforeAll(async () => {
  visitor = (await call(server, 'auth/getInitialToken', {})).body.access_token
})

const json = { 'Content-Type': 'application/json' }
const post = (path: string, body: BodyInit, headers: Record<string, string> = json) =>
  send(server, path, { method: 'POST', headers, body })

test('a path that is no call is 404, whatever its method and body', async () => {
  for (const path of [
    'constructor/x',
    '__proto__',
    'auth',
    'auth/login/',
    'auth/Login',
    'auth/login.data',
    '%E0%A4%A',
  ]) {
    expectRefusal(await post(`/api/${path}`, '{'), 404, 'call.unknown')
    expectRefusal(await send(server, `/api/${path}`, {}), 404, 'call.unknown')
  }
})

test('a call takes POST alone', async () => {
  for (const method of ['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
    const answer = await send(server, '/api/auth/login', { method })
    expectRefusal(answer, 405, 'call.notPost')
    expect(answer.headers.get('Allow')).toBe('POST')
  }
})

test('a body that is too large is 413, even when its type is wrong too', async () => {
  expectRefusal(await post('/api/auth/login', 'x'.repeat(129 * 1024), { 'Content-Type': 'text/plain' }), 413)
})

test('a large body of untold length is 413 as soon as it is too much', async () => {
  const pieces = Array.from({ length: 20 }, () => new Uint8Array(16 * 1024).fill(32))
  const init = { method: 'POST', headers: json, body: new Blob(pieces).stream(), duplex: 'half' }
  expectRefusal(await send(server, '/api/auth/login', init as RequestInit), 413)
})

test('a body of another type is 415, even when it could not be read either', async () => {
  expectRefusal(await post('/api/auth/login', '{', { 'Content-Type': 'text/plain' }), 415)
  expectRefusal(await post('/api/auth/login', '--x', { 'Content-Type': 'multipart/form-data; boundary=x' }), 415)
  expectRefusal(await post('/api/auth/login', '{}', { ...json, 'Content-Encoding': 'gzip' }), 415)
})

test('a body that cannot be read is 400, even without a token', async () => {
  const bodies = [
    '{',
    '"text"',
    '[]',
    'null',
    '{"email":"a\\u0000b"}',
    `${'['.repeat(60_000)}`,
    new Uint8Array([0x7b, 0xff, 0x7d]),
  ]
  for (const body of bodies) expectRefusal(await post('/api/auth/login', body), 400, 'body.unreadable')
})

test('no token, an unknown one and what is none are 401, even with wrong fields', async () => {
  for (const token of [undefined, '', 'not-a-token', 7, null, ['x'], { toString: 'x' }]) {
    const answer = await call(server, 'auth/login', { email: 7, token })
    expectRefusal(answer, 401, 'token.invalid')
    expect(answer.body.errors[0].message).toBe('Unauthenticated')
  }
  expectRefusal(await post('/api/auth/login', ''), 401, 'token.invalid')
})

test('a visitor’s token on a customer’s call is 403, even with wrong fields', async () => {
  expectRefusal(await call(server, 'order/placeOrder', { orderObject: 7, token: visitor }), 403, 'customer.required')
})

test('an Idempotency-Key longer than the contract says is 422', async () => {
  const login = { email: 'cliente@example.com', password, token: visitor }
  const { token } = (await call(server, 'auth/login', login)).body
  const orderObject = { cart: [{ id: 60, quantity: 1 }], delivery_address_id: 1 }
  const place = (length: number) =>
    post('/api/order/placeOrder', JSON.stringify({ orderObject, token }), {
      ...json,
      'Idempotency-Key': 'k'.repeat(length),
    })
  const refused = await place(201)
  expectRefusal(refused, 422, 'input.invalid')
  expect(refused.body.errors[0].field).toBe('Idempotency-Key')
  const placed = await place(200)
  expect(placed.status).toBe(200)
  expect((await place(200)).body).toEqual(placed.body)
})

test('wrong fields are 422, each named with a sentence', async () => {
  const answer = await call(server, 'auth/login', { email: 7, token: visitor })
  expectRefusal(answer, 422, 'input.invalid')
  expect(answer.body.errors.map(({ field }: { field: string }) => field)).toEqual(['email', 'password'])
})

test('a refused login says so in `error` too, and keeps `token` null', async () => {
  const answer = await call(server, 'auth/login', {
    email: 'cliente@example.com',
    password: 'errada123',
    token: visitor,
  })
  expectRefusal(answer, 401, 'login.refused')
  expect(answer.body).toMatchObject({ token: null, error: answer.body.errors[0].message })
})

test('a form’s fields are taken as well as JSON’s', async () => {
  const form = new URLSearchParams({ email: 'cliente@example.com', password, token: visitor })
  expect((await send(server, '/api/auth/login', { method: 'POST', body: form })).body.token).toEqual(expect.any(String))
  const nested = new URLSearchParams({ 'params[zipcode]': '01310-100', token: visitor })
  const { body } = await send(server, '/api/address/getBranchWithZipcode', { method: 'POST', body: nested })
  expect(body[0]).toMatchObject({ branch_id: 1, shipping_estimate: 30 })
})

test('a form whose names contradict each other, or nest without end, is 400', async () => {
  for (const form of ['a=1&a[b]=2', 'a[b]=2&a=1', `a${'[b]'.repeat(9)}=1`, 'a[101]=1', 'a=%00']) {
    const answer = await post('/api/auth/login', form, { 'Content-Type': 'application/x-www-form-urlencoded' })
    expectRefusal(answer, 400, 'body.unreadable')
  }
})

test('a form of more fields than any call takes is 400 before its token is looked at', async () => {
  const form = (fields: number) => 'a=1&'.repeat(fields)
  const type = { 'Content-Type': 'application/x-www-form-urlencoded' }
  expectRefusal(await post('/api/auth/login', form(3_001), type), 400, 'body.unreadable')
  expectRefusal(await post('/api/auth/login', form(3_000), type), 401, 'token.invalid')
  const parts = new FormData()
  for (let field = 0; field <= 3_000; field++) parts.append('a', '1')
  const sent = await send(server, '/api/order/sendPrescription', { method: 'POST', body: parts })
  expectRefusal(sent, 400, 'body.unreadable')
})

test('only files make a body larger: without them sendPrescription takes no more than other calls', async () => {
  const large = { pacient: 'x'.repeat(129 * 1024) }
  const withFile = new FormData()
  withFile.append('file', new Blob([large.pacient]))
  const path = '/api/order/sendPrescription'
  expectRefusal(await send(server, path, { method: 'POST', body: new URLSearchParams(large) }), 413, 'body.tooLarge')
  expectRefusal(await post(path, JSON.stringify(large)), 413, 'body.tooLarge')
  expectRefusal(await send(server, path, { method: 'POST', body: withFile }), 401, 'token.invalid')
})

test('names that objects have by birth are names like any other', async () => {
  const fields = `{"__proto__":{"token":"x"},"constructor":{"prototype":{"token":"x"}},"token":"${visitor}"}`
  expect((await post('/api/category/getCategories', fields)).status).toBe(200)
  const form = `__proto__[token]=x&constructor[prototype][token]=x`
  const answer = await post('/api/category/getCategories', form, {
    'Content-Type': 'application/x-www-form-urlencoded',
  })
  expectRefusal(answer, 401, 'token.invalid')
})

test('calls beyond the limit of a token, and of an address with any tokens, are 429 and say how long to wait', async () => {
  // 6 a minute with a token, 12 from an address.
  const strict = await startServer({ env: { RATE_LIMIT_FACTOR: '0.01', TRUST_PROXY: '1' } })
  onTestFinished(async () => void (await strict.stop()))
  const from = (address: string) => ({ 'X-Forwarded-For': address })
  const first = (await call(strict, 'auth/getInitialToken', {}, from('192.0.2.2'))).body.access_token
  const second = (await call(strict, 'auth/getInitialToken', {}, from('192.0.2.3'))).body.access_token
  const list = (token: string, address: string) => call(strict, 'category/getCategories', { token }, from(address))
  const answers = [
    ...(await Promise.all(Array.from({ length: 8 }, () => list(first, '192.0.2.1')))),
    ...(await Promise.all(Array.from({ length: 5 }, () => list(second, '192.0.2.1')))),
  ]
  const refused = answers.filter(({ status }) => status !== 200)
  expect([answers.length, refused.length]).toEqual([13, 3])
  for (const answer of refused) {
    expectRefusal(answer, 429, 'limit.reached')
    const seconds = Number(answer.headers.get('Retry-After'))
    expect([seconds, seconds > 0 && seconds <= 60]).toEqual([seconds, true])
  }
  expectRefusal(await list(second, '192.0.2.1'), 429, 'limit.reached')
  expect((await list(second, '192.0.2.2')).status).toBe(200)
})

test('a call reads no cookie, so that no other site can call in a shopper’s name', async () => {
  const { body } = await call(server, 'auth/login', { email: 'cliente@example.com', password, token: visitor })
  expectRefusal(await call(server, 'auth/getUserInfo', {}, { Cookie: `clientToken=${body.token}` }), 401)
})

test('where a captcha is set up, a login asks for a solved one, and takes each solution once', async () => {
  const guarded = await startServer({ env: { CAPTCHA_KEY: 'a-key-that-only-the-tests-know' } })
  onTestFinished(async () => void (await guarded.stop()))
  const { body } = await call(guarded, 'auth/getInitialToken', {})
  const login = (captchaToken?: string) =>
    call(guarded, 'auth/login', { email: 'cliente@example.com', password, token: body.access_token, captchaToken })
  expectRefusal(await login(), 422, 'captcha.refused')
  expectRefusal(await login('bm90IGEgc29sdXRpb24='), 422, 'captcha.refused')

  const challenge = (await send(guarded, '/api/captcha', {})).body
  const solution = await solveChallenge({ challenge, deriveKey })
  const solved = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
  expect((await login(solved)).status).toBe(200)
  expectRefusal(await login(solved), 422, 'captcha.refused')
})

const street = {
  zipcode: '01310-100',
  street: 'Avenida Paulista',
  number: '900',
  neighborhood: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
}

test('what auth/getUserInfo and address/getAddressList give can be sent back as it is, and changes nothing', async () => {
  const { customer: token } = await tokensOf(server)
  const info = async () => (await call(server, 'auth/getUserInfo', { token })).body
  const list = async () => (await call(server, 'address/getAddressList', { token })).body
  const place = { ...street, complement: 'Apto 5', address_type: 'Trabalho', place_id: 'ChIJ0WGkg4FEzpQRrlsz' }
  const { body: added } = await call(server, 'address/addAddress', { newAddress: place, token })
  const before = [await info(), await list()]
  expect(before[0].personal.birthday).toBe('1988-04-12')
  expect((await call(server, 'auth/updateProfile', { profile: before[0], token })).status).toBe(200)
  const { status } = await call(server, 'address/updateAddress', { id: added.id, updatedAddress: added, token })
  expect(status).toBe(200)
  expect([await info(), await list()]).toEqual(before)
})

test('of a profile, an address and a patient what is left out stays, as JSON and as a form; what is emptied goes', async () => {
  const { customer: token } = await tokensOf(server)
  const info = async () => (await call(server, 'auth/getUserInfo', { token })).body
  const sendForm = (path: string, fields: Record<string, string>) =>
    send(server, `/api/${path}`, { method: 'POST', body: new URLSearchParams({ ...fields, token: String(token) }) })
  const kept = await info()
  await call(server, 'auth/updateProfile', { profile: { f_name: 'Marina' }, token })
  await sendForm('auth/updateProfile', { 'profile[phone]': '(11) 98765-4321' })
  expect(await info()).toEqual(kept)
  expectRefusal(await call(server, 'auth/updateProfile', { profile: { f_name: '' }, token }), 422)
  expectRefusal(await sendForm('auth/updateProfile', { 'profile[phone]': '' }), 422)
  await sendForm('auth/updateProfile', { 'profile[birthday]': '' })
  expect((await info()).personal.birthday).toBe(null)
  await sendForm('auth/updateProfile', { 'profile[personal][birthday]': kept.personal.birthday })
  expect(await info()).toEqual(kept)

  const place = { ...street, zipcode: '01310100', complement: 'Apto 5', address_type: 'Trabalho', place_id: 'ChIJ' }
  const { id } = (await call(server, 'address/addAddress', { newAddress: place, token })).body
  const change = async (updatedAddress: object) =>
    (await call(server, 'address/updateAddress', { id, updatedAddress, token })).body
  const changeForm = async (fields: Record<string, string>) =>
    (await sendForm('address/updateAddress', { id: String(id), ...fields })).body
  expect(await change({ number: '901' })).toMatchObject({ ...place, number: '901' })
  expect(await changeForm({ 'updatedAddress[number]': '902' })).toMatchObject({ ...place, number: '902' })
  expect(await changeForm({ 'updatedAddress[complement]': '' })).toMatchObject({ complement: '', place_id: 'ChIJ' })
  expect(await change({ complement: 'Apto 6', place_id: null })).toMatchObject({ complement: 'Apto 6', place_id: null })
  for (const emptied of [{ street: '' }, { city: null }, { number: '-' }, { neighborhood: '...' }])
    expect((await change(emptied)).errors).toHaveLength(1)

  const patient = (await call(server, 'order/registerPacient', { pacient: { pacient: 'Bia Lima' }, token })).body
  const { body: same } = await call(server, 'order/updatePacient', { pacientId: patient.id, pacient: {}, token })
  expect(same).toEqual(patient)
  expectRefusal(await call(server, 'order/updatePacient', { pacientId: patient.id, pacient: '...', token }), 422)
})

test('an address keeps the place_id it is sent with, and its type where a change leaves both out', async () => {
  const { customer: token } = await tokensOf(server)
  const placeId = 'ChIJ0WGkg4FEzpQRrlsz_whLqZs'
  const newAddress = { ...street, address_type: 'Trabalho', place_id: placeId }
  const { body: added } = await call(server, 'address/addAddress', { newAddress, token })
  expect(added).toMatchObject({ place_id: placeId, address_type: 'Trabalho' })
  const change = (updatedAddress: object) =>
    call(server, 'address/updateAddress', { id: added.id, updatedAddress: { ...street, ...updatedAddress }, token })
  expect((await change({ number: '901' })).body).toMatchObject({
    number: '901',
    place_id: placeId,
    address_type: 'Trabalho',
  })
  expect((await change({ address_type: '', place_id: null })).body).toMatchObject({
    place_id: null,
    address_type: 'Outros',
  })
  expectRefusal(await change({ place_id: 'x'.repeat(201) }), 422)
})

test('an address that is changed on its page keeps its place_id; its emptied name becomes the usual one', async () => {
  const customer = await openCustomer(server.url)
  const token = customer.cookies.get('clientToken')
  const newAddress = { ...street, address_type: 'Trabalho', place_id: 'ChIJ0WGkg4FEzpQRrlsz_whLqZs' }
  const { body: added } = await call(server, 'address/addAddress', { newAddress, token })
  const stored = async () => {
    const { body } = await call(server, 'address/getAddressList', { token })
    return body.find(({ id }: { id: number }) => id === added.id)
  }
  const page = `${addressPage}&id=${added.id}`
  await saveAddress(customer, { complement: 'Apto 5' }, page)
  expect(await stored()).toMatchObject({ ...newAddress, zipcode: '01310100', complement: 'Apto 5' })
  await saveAddress(customer, { address_type: '' }, page)
  expect(await stored()).toMatchObject({ address_type: 'Outros' })
})

test('an unknown branch is 422, not another branch’s prices', async () => {
  for (const [path, body] of [
    ['getProducts', { branch: 9999 }],
    ['getHomeProducts', { branch: 9999 }],
    ['getProductById', { id: 60, branch: 9999 }],
    ['getCartProducts', { ids: [60], branch: 9999 }],
    ['getOtcRecommended', { params: { branch: 9999 } }],
  ] as const)
    expectRefusal(await call(server, `product/${path}`, { ...body, token: visitor }), 422, 'branch.unknown')
  const branchOf = (branchId: unknown) =>
    call(server, 'address/getBranchWithZipcode', {
      params: { zipcode: '01310-100', branch_id: branchId },
      token: visitor,
    })
  expectRefusal(await branchOf(9999), 422, 'branch.unknown')
  expectRefusal(await branchOf(-1), 422)
  for (const known of [0, 2, null]) expect((await branchOf(known)).body).toMatchObject([{ branch_id: 1 }])

  const { customer: token } = await tokensOf(server)
  const { body: address } = await call(server, 'address/addAddress', { newAddress: street, token })
  const orderOf = (branchId: number) => {
    const cart = [{ id: 60, quantity: 1 }]
    return call(server, 'order/placeOrder', {
      orderObject: { cart, delivery_address_id: address.id, branch_id: branchId },
      token,
    })
  }
  expectRefusal(await orderOf(9999), 422, 'branch.unknown')
  expectRefusal(await orderOf(2), 409, 'branch.forged')
})

test('a list holds as many products as its limit says, 100 at most, page after page', async () => {
  const ids = async (params: object) => {
    const { body } = await call(server, 'product/getProducts', { params, branch: 1, token: visitor })
    return body.products.map(({ id }: { id: number }) => id)
  }
  const first = await ids({ limit: 5 })
  expect(first).toHaveLength(5)
  expect([...first, ...(await ids({ limit: 5, page: 2 }))]).toEqual(await ids({ limit: 10 }))
  const found = { query: 'dipirona', limit: 2 }
  const search = await call(server, 'product/getInstantProductSearch', {
    params: { ...found, categoryId: null },
    branch: 1,
    token: visitor,
  })
  expect(search.body.products).toHaveLength(2)
  const otc = await call(server, 'product/getOtcRecommended', { params: { limit: 2 }, token: visitor })
  expect(otc.body).toMatchObject({ products: { length: 2 }, total_size: 2 })
  for (const limit of [0, 101, 1.5])
    expectRefusal(await call(server, 'product/getProducts', { params: { limit }, token: visitor }), 422)
})

test('an order at another price says which product changed, from what to what, as a sentence and as data', async () => {
  const { customer: token } = await tokensOf(server)
  const { body: product } = await call(server, 'product/getProductById', { id: 60, branch: 1, token })
  const [address] = (await call(server, 'address/getAddressList', { token })).body
  const place = (item: object, more: object = { expected_amount: 0.01 }) => {
    const orderObject = { cart: [{ id: 60, quantity: 1, ...item }], delivery_address_id: address.id, ...more }
    return call(server, 'order/placeOrder', { orderObject, token })
  }
  const { discount, discount_type } = product
  const [price, dearer] = [19.47, 20.47] as const
  const money = (reais = 0) => `R$\u00a0${reais.toFixed(2).replace('.', ',')}`
  const now = { id: 60, name: product.name, price }
  const shown = { price: dearer, discount: 0, discount_type: 'amount' }
  for (const item of [shown, { ...shown, price: dearer + 2, discount: 2 }]) {
    const answer = await place(item)
    expectRefusal(answer, 409, 'prices.changed')
    expect(answer.body.errors[0]).toMatchObject({
      message: `O preço mudou: ${product.name}, de ${money(dearer)} para ${money(price)}. Confira os valores e finalize de novo.`,
      details: { order_amount: price, cart: [{ ...now, expected_price: dearer }] },
    })
  }
  for (const item of [{}, { price: 'muito' }, { price }, { price: product.price, discount, discount_type }])
    expect((await place(item)).body.errors[0].details).toMatchObject({ order_amount: price, cart: [now] })
  // What a client shows is no price: the order is the shop's own.
  expect((await place(shown, {})).body).toMatchObject({ order_amount: price })
})

test('the add-ons and variations of an item are kept with the order, and nothing is charged for them', async () => {
  const { customer: token } = await tokensOf(server)
  const [address] = (await call(server, 'address/getAddressList', { token })).body
  const place = (...cart: object[]) =>
    call(server, 'order/placeOrder', { orderObject: { cart, delivery_address_id: address.id }, token })
  const item = { id: 60, quantity: 1 }
  const extras = { add_ons: [{ id: 7, quantity: 2 }], variations: [{ type: 'Caixa', price: 9.9 }] }
  const plain = (await place(item)).body
  const { body } = await place({ ...item, ...extras })
  expect(body.order_amount).toBe(plain.order_amount)
  const listed = async () => (await call(server, 'order/getOrderList', { token })).body[0].cart
  expect(await listed()).toMatchObject([{ ...item, ...extras }])
  await place({ ...item, ...extras }, { ...item, add_ons: [{ id: 8, quantity: 1 }], variations: null })
  expect(await listed()).toMatchObject([
    { id: 60, quantity: 2, add_ons: [...extras.add_ons, { id: 8, quantity: 1 }], variations: extras.variations },
  ])
  for (const odd of [
    { add_ons: 'x' },
    { add_ons: [{ id: 0, quantity: 1 }] },
    { variations: [{ type: '', price: 1 }] },
  ]) {
    const answer = await place({ ...item, ...odd })
    expectRefusal(answer, 422, 'input.invalid')
    expect(answer.body.errors[0].field).toMatch(/add_ons|variations/)
  }
})

test('what belongs to a prescription is refused with a patient, and not dropped', async () => {
  const { customer: token } = await tokensOf(server)
  const patient = (
    await call(server, 'order/registerPacient', { pacient: { pacient: 'Caio Reis', type: null }, token })
  ).body
  // The specification's whole Patient is taken: of it the name is kept, and the answer says so.
  const whole = { pacient: 'Outra Pessoa', type: 1, issuers: 'CRM', code: 'A1', products: [60], file: {} }
  for (const [path, more] of [
    ['order/registerPacient', {}],
    ['order/updatePacient', { pacientId: patient.id }],
  ] as const) {
    const answer = await call(server, path, { ...more, pacient: whole, token })
    expect(answer).toMatchObject({ status: 200, body: { pacient: 'Outra Pessoa' } })
    expect(answer.body.notice).toContain('guardamos só o nome')
    for (const beyond of [{ cpf: '1' }, { endereco: 'x' }]) {
      const pacient = { pacient: 'Outra Pessoa', ...beyond }
      const answer = await call(server, path, { ...more, pacient, token })
      expectRefusal(answer, 422, 'input.invalid')
      const [field] = Object.keys(beyond)
      expect(answer.body.errors).toMatchObject([{ field, message: expect.stringContaining('guardamos só o nome') }])
    }
  }
  expect((await call(server, 'order/updatePacient', { pacientId: patient.id, pacient: patient, token })).body).toEqual(
    patient,
  )
})
