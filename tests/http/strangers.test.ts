import type { RouteConfigEntry } from '@remix-run/route-config'
import { stringifyCookie } from 'cookie'
import { beforeAll, expect, test } from 'vitest'
import routes from '../../app/routes.ts'
import type { OpenApiDocument } from '../../server/calls/openapi.ts'
import { call, expectRefusal, password, send, tokensOf } from '../support/calls.ts'
import { ownServer } from '../support/file-server.ts'
import { openPlainBrowser, type PlainBrowser } from '../support/http.ts'
import { photoBlob, sendPrescription } from '../support/prescriptions.ts'
import { addToBag, azitromicina, chargeByPix, downloadData, giveZipcode, openCustomer } from '../support/purchase.ts'

/** The ids of what the owner has, and how to read all of it. */
interface Belongings {
  address: string
  order: string
  prescription: string
  /** The id of a part of the prescription. */
  part: string
  patient: string
  gain: string
  /** The id of one of their signed-in devices. */
  session: string
  /** All that the shop stores of these. */
  everything: () => Promise<string>
  /** The owner's browser. */
  browser: PlainBrowser
}

const server = ownServer()
let own: Belongings
let stranger: PlainBrowser
let token: string | undefined

beforeAll(async () => {
  const tokens = await tokensOf(server)
  own = await fillAccount(tokens.benefit ?? '')
  token = tokens.neighbour
  stranger = openPlainBrowser(server.url, new Map([['clientToken', token ?? '']]))
  await giveZipcode(stranger)
  await addToBag(stranger, azitromicina)
})

test("every page of another customer's things is 404", async () => {
  const filled = addressesWithIds().map((path) => path.replace(':id', own.order).replace(':partId', own.part))
  const pages = [
    ...filled,
    `/minha-conta?section=endereco&id=${own.address}`,
    `/minha-conta?section=beneficio&gain=${own.gain}`,
  ]
  expect(filled).toContain(`/minha-conta/pedidos/${own.order}`)
  for (const page of pages) {
    expect([page, (await stranger.get(page)).status]).toEqual([page, 404])
    // No change of the order costs anything besides.
    const isThere = !page.endsWith('/diferenca/pix.svg')
    expect([page, (await own.browser.get(page)).status < 400]).toEqual([page, isThere])
  }
})

test("every form with the id of another customer's thing is 404, and changes nothing", async () => {
  const before = await own.everything()
  const forms: [page: string, form: Record<string, string>][] = [
    ['/minha-conta?section=endereco', { ...address, id: own.address }],
    ['/minha-conta?section=endereco', { ...address, id: '99999999999' }],
    ['/minha-conta?section=endereco', { remove: own.address }],
    ['/minha-conta?section=endereco', { remove: '-1' }],
    ['/cep', { address_id: own.address }],
    ['/minha-conta?section=perfil', { session: own.session }],
    [`/minha-conta/pedidos/${own.order}`, { intent: 'cancel' }],
    [`/minha-conta/pedidos/${own.order}`, { intent: 'again' }],
    [`/checkout/${own.order}`, {}],
    [`/checkout/${own.order}/pix`, {}],
    [`/fail-payment/${own.order}`, {}],
    ['/checkout/sacola', { intent: 'continue', delivery_address_id: own.address }],
    ['/checkout/receita-medica/pacientes', { pacientId: own.patient, 'pacient.pacient': 'Outra Pessoa' }],
  ]
  for (const [page, form] of forms) {
    expect([page, form, (await stranger.post(page, form)).status]).toEqual([page, form, 404])
  }
  expect((await sendForPatient(stranger, own.patient)).status).toBe(404)
  await stranger.post('/favoritos', { intent: 'clear' })
  expect(await own.everything()).toBe(before)
})

test("every call with the id of another customer's thing is 404, and changes nothing", async () => {
  const before = await own.everything()
  const id = (text: string) => Number(text)
  const cart = [{ id: Number(azitromicina.id), quantity: 1 }]
  const mine = (await call(server, 'address/addAddress', { newAddress: address, token })).body.id
  const calls: Record<string, object[]> = {
    'address/removeAddressById': [{ id: id(own.address) }],
    'address/updateAddress': [{ id: id(own.address), updatedAddress: address }],
    'auth/getGainBalance': [{ id: id(own.gain) }],
    'auth/getGainStatement': [{ id: id(own.gain) }],
    'order/checkOrderPaymentStatus': [{ orderId: id(own.order) }],
    'order/getTransactionReference': [{ id: id(own.order) }],
    'order/placeOrder': [
      { orderObject: { cart, delivery_address_id: id(own.address) } },
      { orderObject: { cart, delivery_address_id: mine, prescription_id: id(own.prescription) } },
    ],
    'order/sendPrescription': [
      { ...digital, patients: [own.patient] },
      { ...digital, patients: ['Ana Souza'], prescription_id: id(own.prescription) },
    ],
    'order/updatePacient': [{ pacientId: id(own.patient), pacient: { pacient: 'Outra Pessoa' } }],
  }
  expect(await callsWithIds()).toEqual([...Object.keys(calls), ...ofTheShop].sort())
  for (const [path, bodies] of Object.entries(calls)) {
    for (const body of bodies) expectRefusal(await call(server, path, { ...body, token }), 404)
  }
  for (const favourite of JSON.parse(before).favouriteProductIds) {
    await call(server, 'wishlist/removeProduct', { id: favourite, token })
  }
  expect(await own.everything()).toBe(before)
})

test('a new customer’s pages and calls show nothing of another', async () => {
  for (const section of ['perfil', 'carteira', 'beneficio', 'pedidos', 'endereco']) {
    expect((await stranger.get(`/minha-conta?section=${section}`)).html).not.toMatch(/Dona|Travessa|Vale-farmácia/)
  }
  for (const path of ['getOrderList', 'getPacientList']) {
    expect(JSON.stringify((await call(server, `order/${path}`, { token })).body)).not.toMatch(/Dona|Travessa/)
  }
  expect((await downloadData(stranger, password)).html).not.toMatch(/Dona|Travessa|Vale-farmácia/)
})

const address = {
  zipcode: '01310-100',
  address_type: 'Casa',
  street: 'Avenida Paulista',
  number: '1',
  neighborhood: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
}
const digital = { types: [1], products: [[Number(azitromicina.id)]], issuers: ['CRM-SP 1'], codes: ['A1'] }

/** Calls whose ids are products, branches and categories. */
const ofTheShop = [
  'address/addAddress',
  'address/getBranchWithZipcode',
  'category/getSubcategoryList',
  'product/getCardDetail',
  'product/getCartProducts',
  'product/getInstantProductSearch',
  'product/getProductById',
  'product/getProductCategory',
  'product/getProducts',
  'wishlist/addProduct',
  'wishlist/removeProduct',
]

/** The URLs of routes with the id of something that belongs to a customer. */
function addressesWithIds(): string[] {
  return (
    (routes as RouteConfigEntry[])
      .map(({ path = '' }) => `/${path}`)
      // What was told of an order has its strangers in order-problem.test.ts.
      .filter((path) => /:(id|partId)\b/.test(path) && !/^\/(sitemap|balcao|lojas)|:problem/.test(path))
  )
}

/** Every call that takes an id, under any name, from the published contract. */
async function callsWithIds(): Promise<string[]> {
  const { paths }: OpenApiDocument = (await send(server, '/api/openapi.json', {})).body
  return Object.entries(paths)
    .filter(([, { post }]) =>
      Object.values(post.requestBody?.content ?? {}).some(({ schema }) =>
        /"(\w*_id|\w*Id|ids?)":\{/.test(JSON.stringify(schema)),
      ),
    )
    .map(([path]) => path.replace('/api/', ''))
    .sort()
}

/** The benefit customer, with one of everything. */
async function fillAccount(token: string): Promise<Belongings> {
  const owner = await openCustomer(server.url, 'beneficio@example.com')
  const added = await call(server, 'address/addAddress', { newAddress: { ...address, street: 'Travessa' }, token })
  const cart = [{ id: 60, quantity: 1 }]
  const orderObject = { cart, delivery_address_id: added.body.id }
  const order = await call(server, 'order/placeOrder', { orderObject, token })
  await chargeByPix(owner, `/checkout/${order.body.id}`)
  await addToBag(owner, azitromicina)
  await sendPrescription(owner, { pacient: 'Dona Maria', file: await photoBlob() })
  const patients = await call(server, 'order/getPacientList', { token })
  const { html } = await owner.get('/minha-conta?section=perfil')
  const everything = async () => (await downloadData(owner, password)).html
  const { prescriptions, gains } = JSON.parse(await everything())
  return {
    address: String(added.body.id),
    order: String(order.body.id),
    prescription: String(prescriptions[0].id),
    part: String(prescriptions[0].parts[0].id),
    patient: String(patients.body[0].id),
    gain: String(gains[0].id),
    session: /name="session" value="([^"]+)"/.exec(html)?.[1] ?? '',
    everything,
    browser: owner,
  }
}

/** As the page's form does, but with another customer's patient. */
async function sendForPatient(customer: PlainBrowser, pacient: string): Promise<Response> {
  const form = new FormData()
  const fields = { pacient, type: '2', issued_at: '2026-03-09', products: azitromicina.id }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', await photoBlob())
  return fetch(`${server.url}/checkout/receita-medica`, {
    method: 'POST',
    body: form,
    redirect: 'manual',
    headers: { Origin: server.url, Cookie: stringifyCookie(Object.fromEntries(customer.cookies)) },
  })
}
