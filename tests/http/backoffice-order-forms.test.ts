import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../server/database/connection.ts'
import type { Shop } from '../../server/shop.ts'
import { ownServer } from '../support/file-server.ts'
import { formsOn } from '../support/forms.ts'
import { type PlainAnswer, type PlainBrowser, wordsOf } from '../support/http.ts'
import { receivePix } from '../support/payments.ts'
import { novalgina } from '../support/purchase.ts'
import { demoCustomer } from '../support/shop.ts'
import { byOperator, createStaff, operator } from '../support/staff.ts'
import { openShopOf } from '../support/verbs.ts'

const server = ownServer()
let shop: Shop
let database: Database
let customer: { customerId: number; addressId: number }
let staff: Record<'owner' | 'clerk', PlainBrowser>

beforeAll(async () => {
  shop = await openShopOf(server)
  database = openDatabase(join(server.dataDir, 'balcao.db'))
  const stock = { productKey: { sku: 'FD0060' }, branchId: 1, stock: 900 }
  await shop.backoffice.products.applyOfferUpdates(operator, [stock])
  customer = await demoCustomer(shop)
  staff = { owner: await createStaff(server.url, 'owner'), clerk: await createStaff(server.url, 'clerk') }
})

afterAll(async () => {
  await database.close()
  await shop.close()
})

type Step = 'pick' | 'dispatch' | 'deliver'

/** In which an order's page, or the queue, has forms: who looks at it, and what has happened to the order. */
const pages: Record<
  string,
  { role: keyof typeof staff; path: (id: number) => string; steps: Step[]; isAsked?: true; isAtDoor?: true }
> = {
  'the queue with a paid order': { role: 'clerk', path: () => '/balcao?situacao=paid', steps: [] },
  'the queue with a request': { role: 'owner', path: () => '/balcao?situacao=late', steps: [], isAsked: true },
  'a paid order': { role: 'owner', path: (id) => `/balcao/pedidos/${id}`, steps: [] },
  'a paid order, to a clerk': { role: 'clerk', path: (id) => `/balcao/pedidos/${id}`, steps: [] },
  'an order with a request': { role: 'owner', path: (id) => `/balcao/pedidos/${id}`, steps: ['pick'], isAsked: true },
  'an order on its way': { role: 'owner', path: (id) => `/balcao/pedidos/${id}`, steps: ['pick', 'dispatch'] },
  'an order to be paid at the door': {
    role: 'clerk',
    path: (id) => `/balcao/pedidos/${id}`,
    steps: ['pick', 'dispatch'],
    isAtDoor: true,
  },
  'a delivered order': {
    role: 'owner',
    path: (id) => `/balcao/pedidos/${id}`,
    steps: ['pick', 'dispatch', 'deliver'],
  },
}

const typed: Record<string, string> = {
  reason: 'Comprou errado',
  fiscal_key: '52060433009911002506550120000007800267301615',
  promise: '2030-01-01T10:00',
  barcode: '7891000000011',
}

/** By what a form says what it showed. */
const seenFields = ['seen_hash', 'step', 'scan_id', 'item', 'pick']

async function openPage(name: string): Promise<{ id: number; page: PlainAnswer; browser: PlainBrowser }> {
  const { role, path, steps, isAsked, isAtDoor = false } = pages[name] ?? expect.fail()
  const id = await placeOrder({ isAtDoor })
  for (const step of steps) await shop.orders.advanceOrder(id, step, byOperator)
  const clerk = { ...operator, role: 'clerk' } as const
  if (isAsked) await shop.backoffice.orders.requestCancellation(clerk, id, 'não quer mais')
  const browser = staff[role]
  return { id, page: await browser.get(path(id)), browser }
}

/** Paid by Pix, or to be paid at the door. */
async function placeOrder({ isAtDoor }: { isAtDoor: boolean }): Promise<number> {
  // 'Tirar' offers to clear it.
  await database.db.updateTable('offer').set({ stock: 100 }).where('productId', '=', Number(novalgina.id)).execute()
  const { id } = await shop.orders.placeOrder({
    ...customer,
    idempotencyKey: crypto.randomUUID(),
    note: '',
    bag: { lines: [{ productId: Number(novalgina.id), quantity: 2 }] },
    ...(isAtDoor && { paymentMethod: 'door' as const }),
  })
  if (!isAtDoor) await receivePix({ ...shop, ...customer, database }, id)
  return id
}

/** What each button of a page's forms about an order sends. */
function listSubmissions(page: PlainAnswer, id: number): [button: string, path: string, fields: [string, string][]][] {
  const isOfOrder = (path: string, fields: [string, string][]) =>
    path.endsWith(`/pedidos/${id}`) || fields.some(([, value]) => value === String(id))
  return formsOn(page.html, page.path)
    .filter(({ method }) => method === 'POST')
    .flatMap(({ path, fields, buttons }) =>
      buttons.map(([button, adds]): [string, string, [string, string][]] => {
        const entries = fields.map(([name, value]): [string, string] => [name, typed[name] ?? String(value)])
        const [name = '', value = ''] = adds.split('=')
        return [button, path, name === '' ? entries : [...entries, [name, value]]]
      }),
    )
    .filter(([button, path, fields]) => button !== 'Sair' && isOfOrder(path, fields))
}

const readTrail = async (id: number) => (await shop.backoffice.orders.getOrder(operator, id)).auditEntries.length

test.each(Object.keys(pages))('%s: each form says what it showed, and sent twice it acts once', async (name) => {
  const first = await openPage(name)
  const submissions = listSubmissions(first.page, first.id)
  expect(submissions.length, wordsOf(first.page.html)).toBeGreaterThan(0)
  for (const [index, [button]] of submissions.entries()) {
    const { id, page, browser } = await openPage(name)
    const [sameButton, path, fields] = listSubmissions(page, id)[index] ?? expect.fail()
    expect(sameButton.replace(/ pedido \d+/i, '')).toBe(button.replace(/ pedido \d+/i, ''))
    expect(
      seenFields.some((field) => fields.some(([own]) => own === field)),
      `${button}: ${fields}`,
    ).toBe(true)
    await browser.post(path, fields)
    const trail = await readTrail(id)
    const again = await browser.post(path, fields)
    expect(await readTrail(id), `${button}: ${wordsOf(again.html)}`).toBe(trail)
    expect([303, 409, 422], button).toContain(again.status)
  }
})

test('a step on an old page is refused on the page of the order as it is; what was typed into another form stays', async () => {
  const { id, page, browser } = await openPage('a paid order')
  await shop.orders.cancelOrRefund(id, byOperator)
  const step = await browser.submit(page, { button: 'Começar a separar' })
  expect([step.status, wordsOf(step.html)]).toEqual([
    409,
    expect.stringContaining('Este pedido já está em outra etapa. Situação agora: cancelado.'),
  ])
  const other = await openPage('a paid order')
  await shop.orders.advanceOrder(other.id, 'pick', byOperator)
  const end = { button: 'Cancelar pedido', fields: { reason: 'Cliente ligou' } }
  const late = await browser.submit(other.page, end)
  expect([late.status, wordsOf(late.html)]).toEqual([409, expect.stringContaining('Situação agora: em separação.')])
  expect(late.html).toContain('value="Cliente ligou"')
  expect(wordsOf((await browser.get(`/balcao/pedidos/${other.id}`)).html)).toContain('Em separação')
  // From the page as it is now it is taken.
  expect((await browser.submit(late, { button: 'Cancelar pedido' })).status).toBe(303)
})
