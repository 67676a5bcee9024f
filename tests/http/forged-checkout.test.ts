import { expect, test } from 'vitest'
import { call, password } from '../support/calls.ts'
import { demoRows } from '../support/catalogue-rows.ts'
import { signCookie } from '../support/cookies.ts'
import { ownServer } from '../support/file-server.ts'
import { type PlainBrowser, wordsOf } from '../support/http.ts'
import { digital, sendPrescription } from '../support/prescriptions.ts'
import {
  addToBag,
  azitromicina,
  bagPage,
  chargeByPix,
  dorflex,
  goOn,
  newCustomer,
  novalgina,
  openSummary,
  place,
  summary,
  summaryForm,
  trayenta,
} from '../support/purchase.ts'

const shop = ownServer()

const orderPage = (paymentPage: string) => `/minha-conta/pedidos/${paymentPage.split('/')[2]}`
const orders = async (customer: PlainBrowser) =>
  (await customer.get('/minha-conta?section=pedidos')).html.match(/href="\/minha-conta\/pedidos\/\d+"/g)?.length ?? 0

/** Every amount in the sums of a page, in cents, the total last. */
function sumsOf(html: string): number[] {
  const [sums = ''] = html.match(/<dl(?:(?!<\/dl>)[\s\S])*Entrega<\/dt>[\s\S]*?<\/dl>/) ?? []
  return [...wordsOf(sums).matchAll(/(−?)R\$\s([\d.]+),(\d\d)/g)].map(
    ([, sign, reais = '', cents]) => (sign ? -1 : 1) * Number(reais.replaceAll('.', '') + cents),
  )
}

test('prices, totals, coupons and customers written into the form count for nothing', async () => {
  const customer = await newCustomer(shop.url)
  const form = summaryForm(await openSummary(customer, '2'))
  const forged = {
    ...form,
    price: '0.01',
    order_amount: '0.01',
    coupon_discount_amount: '38.00',
    coupon_code: 'BEMVINDO10',
    delivery_charge: '-30',
    customer_id: '1',
    prescription_id: '1',
    order_type: 'take_away',
  }
  const { location } = await customer.post(summary, forged)
  const page = await customer.get(orderPage(location ?? ''))
  expect(sumsOf(page.html)).toEqual([4580, -686, 3894])
  expect(wordsOf(page.html)).not.toContain('BEMVINDO10')
})

test('what can be no id, and an order without an address, is refused as a form and never a fault', async () => {
  const customer = await newCustomer(shop.url)
  const form = summaryForm(await openSummary(customer))
  for (const branchId of ['abc', '-1', '1.5', '9'.repeat(20)]) {
    const { status } = await customer.post(summary, { ...form, branch_id: branchId })
    expect([branchId, status]).toEqual([branchId, 422])
  }
  expect((await customer.post(summary, { ...form, branch_id: '0' })).status).toBe(409)
  for (const id of ['abc', '-1', '1.5', '9'.repeat(20)]) {
    expect((await customer.post('/checkout/sacola', { intent: 'update', id, quantity: '1' })).status).toBe(404)
    expect((await customer.get(`/desconto-laboratorio?id=${id}`)).status).toBe(404)
  }
  customer.cookies.delete('branch')
  expect((await customer.post(summary, form)).location).toBe('/checkout/sacola')
})

test('the call refuses an order of another type, another’s prescription, and a note that is too long', async () => {
  const { body } = await call(shop, 'auth/getInitialToken', {})
  const login = { email: 'cliente@example.com', password, token: body.access_token }
  const { token } = (await call(shop, 'auth/login', login)).body
  const [{ id: delivery_address_id }] = (await call(shop, 'address/getAddressList', { token })).body
  const orderObject = { cart: [{ id: 60, quantity: 1 }], delivery_address_id }
  const placing = (more: object) => call(shop, 'order/placeOrder', { orderObject: { ...orderObject, ...more }, token })

  const elsewhere = await placing({ order_type: 'take_away' })
  expect([elsewhere.status, elsewhere.body.errors[0].field]).toEqual([422, 'order_type'])
  expect(elsewhere.body.errors[0].message).toBe('Escolha entrega (delivery) ou retirada na loja (pickup).')
  expect((await placing({ prescription_id: 999_999 })).status).toBe(404)
  expect((await placing({ branch_id: 2 })).status).toBe(409)
  const noted = await placing({ order_note: 'a'.repeat(301) })
  expect([noted.status, noted.body.errors?.[0]?.field]).toEqual([422, 'order_note'])
  const accepted = { order_type: 'delivery', app_version: '9.9', order_note: 'a'.repeat(300) }
  expect((await placing(accepted)).status).toBe(200)
  const [order] = (await call(shop, 'order/getOrderList', { token })).body
  expect(order).toMatchObject({
    order_type: 'delivery',
    sales_channel: 'ecommerce',
    delivery_charge: 0,
    payment_method: null,
    shipping_type_id: 1,
    app_version: '9.9',
    order_note: 'a'.repeat(300),
    gains: [],
  })
})

test('a product that a program names twice is one line of both quantities, and is never looked up twice', async () => {
  const { body } = await call(shop, 'auth/getInitialToken', {})
  const login = { email: 'cliente@example.com', password, token: body.access_token }
  const { token } = (await call(shop, 'auth/login', login)).body
  const [{ id: delivery_address_id }] = (await call(shop, 'address/getAddressList', { token })).body
  const twice = [
    { id: 60, quantity: 1 },
    { id: 60, quantity: 1 },
  ]
  const placing = (cart: object[]) =>
    call(shop, 'order/placeOrder', { orderObject: { cart, delivery_address_id }, token })
  const placed = await placing(twice)
  expect(placed.status).toBe(200)
  const [order] = (await call(shop, 'order/getOrderList', { token })).body
  expect(order.cart).toMatchObject([{ id: 60, quantity: 2 }])
  expect((await placing([{ id: 60, quantity: 900_000 }, ...twice])).status).toBe(409)
  const found = await call(shop, 'product/getCartProducts', { ids: [60, 60, 3], branch: 1, token })
  expect(found.body).toMatchObject({ total_size: 2, products: [{ id: 60 }, { id: 3 }] })
  const sent = { patients: ['Ana'], types: [1], products: [[3, 3]], issuers: ['CRM'], codes: ['A1'] }
  expect((await call(shop, 'order/sendPrescription', { ...sent, token })).status).toBe(200)
})

test('a line tells that its laboratory has a discount, and its order takes none of it', async () => {
  const { body } = await call(shop, 'auth/getInitialToken', {})
  const login = { email: 'beneficio@example.com', password, token: body.access_token }
  const { token } = (await call(shop, 'auth/login', login)).body
  const [{ id: delivery_address_id }] = (await call(shop, 'address/getAddressList', { token })).body
  const trayenta = 43
  const sent = { patients: ['Ana'], types: [1], products: [[trayenta]], issuers: ['CRM'], codes: ['A1'] }
  const { prescription_id } = (await call(shop, 'order/sendPrescription', { ...sent, token })).body
  const cart = [
    { id: trayenta, quantity: 1 },
    { id: 60, quantity: 1 },
  ]
  const orderObject = { cart, delivery_address_id, prescription_id }
  expect((await call(shop, 'order/placeOrder', { orderObject, token })).status).toBe(200)
  const [order] = (await call(shop, 'order/getOrderList', { token })).body
  expect(order.cart).toMatchObject([
    { id: trayenta, price: 274.9, discount: 0, isPBM: true },
    { id: 60, isPBM: false },
  ])
})

test('a prescription sent with a token that is none answers the code "token" and its message', async () => {
  const sending = { patients: ['Ana'], types: [1], products: [[3]], issuers: ['CRM'], codes: ['A1'] }
  const unknown = await call(shop, 'order/sendPrescription', { ...sending, token: 'none' })
  expect([unknown.status, unknown.body]).toMatchObject([401, { code: 'token', message: 'Unauthenticated' }])
  const { body } = await call(shop, 'auth/getInitialToken', {})
  const visitor = await call(shop, 'order/sendPrescription', { ...sending, token: body.access_token })
  expect([visitor.status, visitor.body]).toMatchObject([403, { code: 'token', message: expect.any(String) }])
})

test('a summary opened before an update, with the key’s former name, makes one order of a double click', async () => {
  const customer = await newCustomer(shop.url)
  const { idempotency_key = '', ...form } = summaryForm(await openSummary(customer))
  const send = () => customer.post(summary, { ...form, intent: 'place', submission_key: idempotency_key })
  const placed = await Promise.all([send(), send()])
  expect(placed.map(({ location }) => location)).toEqual([placed[0]?.location, placed[0]?.location])
  expect(placed[0]?.location).toMatch(/^\/checkout\/\d+\/pix$/)
  expect(await orders(customer)).toBe(1)
})

test('whoever closes the browser at any step finds the purchase where it was', async () => {
  const customer = await newCustomer(shop.url)
  await addToBag(customer, azitromicina)
  const back = async (path: string) => (await customer.get(path)).location ?? 'here'
  expect(await back('/checkout/sacola')).toBe('here')
  await goOn(customer)
  expect(await back(summary)).toBe('/checkout/receita-medica')
  await sendPrescription(customer, digital())
  expect(await back('/checkout/sacola')).toBe('here')
  expect(await back(summary)).toBe('here')
  const page = await place(customer)
  expect(await back(page)).toBe('here')
  expect(wordsOf((await customer.get('/minha-conta?section=pedidos')).html)).toContain('Pagar agora')
  const pixPage = await chargeByPix(customer, page)
  expect(await back(pixPage.path)).toBe('here')
  expect(await back(page)).toBe('here')
})

test('the sums add up to the cent on every page from the bag to the order', async () => {
  const customer = await newCustomer(shop.url)
  await addToBag(customer, novalgina, '3')
  await addToBag(customer, { path: '/produto/protetor-solar-fusion-water-5-stars-fps-50-50ml' })
  await customer.submit(bagPage, { button: 'Aplicar cupom', fields: { coupon_code: 'BEMVINDO10' } })
  const pages = [(await customer.get('/checkout/sacola')).html]
  await goOn(customer)
  pages.push((await customer.get(summary)).html)
  const payment = await place(customer)
  pages.push((await customer.get(payment)).html, (await customer.get(orderPage(payment))).html)
  const [first = []] = pages.map(sumsOf)
  expect(first).toHaveLength(4)
  expect(wordsOf(pages[0] ?? '')).toContain('Produtos (4)')
  for (const html of pages) {
    expect(sumsOf(html)).toEqual(first)
    expect(wordsOf(html)).toContain('Cupom BEMVINDO10')
  }
  expect(first.slice(0, -1).reduce((sum, amount) => sum + amount, 0)).toBe(first.at(-1))
})

test('a full bag fits its cookie, refuses one more product in words, and loses nothing', async () => {
  const customer = await newCustomer(shop.url)
  await addToBag(customer, novalgina)
  await goOn(customer)
  const order = orderPage(await place(customer))
  for (const product of [trayenta, dorflex]) await addToBag(customer, product)
  const laboratory = { button: 'Quero o desconto', fields: { cpf: '529.982.247-25', consent: 'on' } }
  await customer.submit(`/desconto-laboratorio?id=${trayenta.id}`, laboratory)
  const coupon = { button: 'Aplicar cupom', fields: { coupon_code: 'BEMVINDO10' } }
  await customer.submit(bagPage, coupon)

  const bag = bagIn(customer)
  const sold = demoRows.flatMap((row, index) => (row.sellable_online === '1' ? [index + 1] : []))
  const there = [novalgina, trayenta, dorflex].map(({ id }) => Number(id))
  const others = sold.filter((id) => !there.includes(id) && (id * 7 + 13) % 41 > 4)
  const lines = [...bag.lines, ...others.slice(0, 148).map((id) => [id, 3])]
  customer.cookies.set('cartItems', await signCookie('cartItems', { ...bag, lines }))
  const ids = () => bagIn(customer).lines.map(([id]) => id)
  expect(ids()).toHaveLength(150)

  const refused = await addToBag(customer, novalgina)
  expect([refused.status, wordsOf(refused.html)]).toEqual([422, expect.stringContaining('Sua sacola está cheia.')])
  await customer.submit(order, { button: 'Comprar de novo' })
  expect(wordsOf((await customer.get(bagPage)).html)).toContain('Sua sacola está cheia.')
  expect(bagIn(customer)).toMatchObject({ coupon: 'BEMVINDO10', laboratory: bag.laboratory })
  expect(ids()).toEqual(lines.map(([id]) => id))
  await customer.submit(bagPage, { button: 'Remover', holding: { id: trayenta.id } })
  await addToBag(customer, novalgina)
  expect(ids().at(-1)).toBe(Number(novalgina.id))
})

test('what goes on stands in one form: a text browser sends no field outside it', async () => {
  const customer = await newCustomer(shop.url)
  await addToBag(customer, novalgina)
  const { html } = await customer.get('/checkout/sacola')
  expect(html).not.toMatch(/<(input|button|select)[^>]* form="/)
  const forms = html.match(/<form[\s\S]*?<\/form>/g) ?? []
  expect(forms.filter((form) => form.slice(5).includes('<form'))).toEqual([])
  const [going] = forms.filter((form) => form.includes('>Ir para o resumo<'))
  for (const name of ['delivery_address_id', 'order_note']) expect(going).toContain(`name="${name}"`)
})

test('a page opened before signing in has no address to send: the one it would show as chosen counts', async () => {
  const customer = await newCustomer(shop.url)
  await addToBag(customer, novalgina)
  expect((await customer.post('/checkout/sacola', { intent: 'continue' })).location).toBe(summary)
})

const pdf = (body: string) => `%PDF-1.7\n1 0 obj\n<< ${body} >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n`
const zip = 'PK\x03\x04'

test('what is no prescription’s file is refused beside its field, and nothing is kept', async () => {
  const customer = await needsPrescription()
  const files: [name: string, file: File | null, sentence: string][] = [
    ['none', null, 'Escolha o arquivo da receita'],
    ['an empty one', new File([], 'receita.jpg', { type: 'image/jpeg' }), 'Escolha o arquivo da receita'],
    ['a program', named('MZ\x90\0'), 'JPG, PNG ou WebP'],
    ['an archive', named(`${zip}${'\0'.repeat(400)}`), 'JPG, PNG ou WebP'],
    ['a document that is an archive too', named(`${pdf('/Type /Catalog')}${zip}`), 'Não conseguimos ler'],
    ['a document behind an archive', named(`${zip}${pdf('/Type /Catalog')}`), 'JPG, PNG ou WebP'],
    ['an encrypted document', named(pdf('/Encrypt 5 0 R')), 'protegido por senha'],
    ['a document of nothing', named(pdf('/Type /Catalog')), 'Não conseguimos ler este arquivo'],
    ['a page', named('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 'JPG, PNG ou WebP'],
  ]
  for (const [name, file, sentence] of files) {
    const answer = await sendPrescription(customer, file ? { file } : {})
    expect([name, answer.status, wordsOf(answer.html)]).toEqual([name, 422, expect.stringContaining(sentence)])
    expect(answer.html).toMatch(/<input[^>]*name="file"[^>]*aria-invalid="true"|aria-invalid="true"[^>]*name="file"/)
  }
  expect((await customer.get('/checkout/receita-medica')).html).not.toContain('Receitas já enviadas')
})

test('prescriptions are never kept by a cache, nor named in the log', async () => {
  const customer = await needsPrescription()
  const pages = ['/checkout/receita-medica', '/checkout/receita-medica/pacientes']
  const fields = { 'pacient.pacient': 'Zoraide Quintanilha' }
  await customer.submit(pages[1] ?? '', { button: 'Cadastrar paciente', fields })
  for (const page of pages) {
    expect([page, (await customer.get(page)).headers.get('Cache-Control')]).toEqual([page, 'no-store, no-transform'])
  }
  const secret = { type: '1', issuers: 'CRM-SP 987654', code: 'SEGREDO-77', pacient: 'Zoraide Quintanilha' }
  const refused = await sendPrescription(customer, { ...secret, issued_at: '2026-02-01' })
  expect([refused.status, refused.headers.get('Cache-Control')]).toEqual([422, 'no-store, no-transform'])
  const sent = await sendPrescription(customer, secret)
  expect(sent.status).toBe(303)
  const order = orderPage(await place(customer))
  expect((await customer.get(order)).headers.get('Cache-Control')).toContain('no-store')
  expect(shop.output()).not.toMatch(/Zoraide|\b987654\b|SEGREDO/)
})

/** What the bag's cookie holds. */
function bagIn(customer: PlainBrowser): { lines: [id: number, quantity: number][]; laboratory?: string } {
  const [value = ''] = (customer.cookies.get('cartItems') ?? '').split('.')
  return JSON.parse(Buffer.from(decodeURIComponent(value), 'base64').toString())
}

/** A customer whose bag needs a prescription. */
async function needsPrescription(): Promise<PlainBrowser> {
  const customer = await newCustomer(shop.url)
  await addToBag(customer, azitromicina)
  await goOn(customer)
  return customer
}

function named(bytes: string): File {
  return new File([Buffer.from(bytes, 'latin1')], 'receita.jpg', { type: 'image/jpeg' })
}
