import { Agent, request } from 'node:http'
import { stringifyCookie } from 'cookie'
import { submissionOf } from '../../support/forms.ts'

/**
 * What people of a city do in the shop, each visit over connections of its own process, with cookies and a network of its own.
 * Forms are sent as browsers do, but read from the page only where their fields cannot be known beforehand: reading pages costs
 * more than sending them.
 */

export type Kind = 'stroll' | 'search' | 'purchase' | 'counter'

/** A signed-in customer with an address, or one of the staff: as cookies, and for calls a token. */
export interface Account {
  cookies: [string, string][]
  token: string
  addressId: number
}

export interface Surroundings {
  url: string
  random: () => number
  customers: Account[]
  staff: Account[]
  /** Told of each answer: milliseconds, and whether it was refused or failed. */
  onAnswer: (ms: number, status: number) => void
  onOrder: () => void
  onPaid: () => void
}

interface Answer {
  status: number
  path: string
  location: string | undefined
  html: string
}

const agent = new Agent({ keepAlive: true, maxSockets: 2_000 })
const slugs = ['novalgina-1g-10-comprimidos', 'dorflex-36-comprimidos', 'ensure-po-baunilha-400g']
const ids: Record<string, string> = { [slugs[0] ?? '']: '60', [slugs[1] ?? '']: '68', [slugs[2] ?? '']: '145' }
const listings = [
  '/categoria/medicamentos',
  '/categoria/medicamentos?ordem=menor-preco',
  '/categoria/higiene_e_cuidados',
]
const words = ['dipirona', 'vitamina', 'shampoo', 'omeprazol', 'fralda', 'protetor', 'dorflex', 'ibuprofeno']

/** Of a hundred visits; the counter's people come on their own. */
export const mix: Record<Kind, number> = { stroll: 62, search: 24, purchase: 12, counter: 2 }

export const visits: Record<Kind, (around: Surroundings) => Promise<void>> = { stroll, search, purchase, counter }

/** A first visit: home, a listing, a product. */
async function stroll(around: Surroundings): Promise<void> {
  const browser = openBrowser(around)
  await browser.get('/')
  await browser.get(pick(around, listings))
  await browser.get(`/produto/${pick(around, slugs)}`)
}

async function search(around: Surroundings): Promise<void> {
  const browser = openBrowser(around)
  await browser.get(`/categoria?search=${pick(around, words)}`)
  await browser.get(`/categoria?search=${pick(around, words)}`)
  await browser.get(`/produto/${pick(around, slugs)}`)
}

/** From the product to the paid order; one of six leaves the bag there. */
async function purchase(around: Surroundings): Promise<void> {
  const account = pick(around, around.customers)
  const browser = openBrowser(around, account)
  const slug = pick(around, slugs)
  await browser.get('/')
  await browser.get(`/produto/${slug}`)
  await browser.post(`/produto/${slug}`, { id: ids[slug] ?? '', quantity: '1' })
  await browser.get('/checkout/sacola')
  if (around.random() < 1 / 6) return
  const cart = [{ id: Number(ids[slug]), quantity: 1 }]
  const orderObject = { cart, delivery_address_id: account.addressId }
  const order = await browser.call('order/placeOrder', { orderObject, token: account.token })
  if (!order) return
  around.onOrder()
  const payment = await browser.get(`/checkout/${order.id}`)
  const { location } = await browser.submit(payment, 'Pagar com Pix')
  if (!location) return
  const pixPage = await browser.get(location)
  const bank = /\/sandbox\/banco\?txid=\w+/.exec(pixPage.html)?.[0]
  if (!bank) return
  await browser.post(bank, { intent: 'pay' })
  const { code } =
    (await browser.call('order/checkOrderPaymentStatus', { orderId: order.id, token: account.token })) ?? {}
  if (code === 'paid') around.onPaid()
}

/** One of the staff looks at the queue, opens its first order, and takes it a step further. */
async function counter(around: Surroundings): Promise<void> {
  const browser = openBrowser(around, pick(around, around.staff))
  const { html } = await browser.get('/balcao?situacao=paid')
  const first = /\/balcao\/pedidos\/\d+/.exec(html)?.[0]
  if (!first) return
  const order = await browser.get(first)
  if (order.html.includes('Começar a separar')) await browser.submit(order, 'Começar a separar')
}

function pick<Item>({ random }: Surroundings, items: Item[]): Item {
  return items[Math.floor(random() * items.length)] as Item
}

function openBrowser({ url, random, onAnswer }: Surroundings, account?: Account) {
  const cookies = new Map(account?.cookies)
  const octet = () => 1 + Math.floor(random() * 254)
  const from = `10.${octet()}.${octet()}.${octet()}`
  return { get: (path: string) => send('GET', path), post, submit, call }

  function post(path: string, fields: Record<string, string>): Promise<Answer> {
    return send('POST', path, String(new URLSearchParams(fields)), 'application/x-www-form-urlencoded')
  }

  async function submit(page: Answer, button: string): Promise<Answer> {
    if (page.status !== 200) return page
    const { path, body } = submissionOf(page.html, page.path, { button })
    return send('POST', path, String(body), 'application/x-www-form-urlencoded')
  }

  // biome-ignore lint/suspicious/noExplicitAny: each call has its own response type
  async function call(name: string, body: object): Promise<any> {
    const { status, html } = await send('POST', `/api/${name}`, JSON.stringify(body), 'application/json')
    return status === 200 ? JSON.parse(html) : null
  }

  function send(method: string, path: string, body = '', type = ''): Promise<Answer> {
    const began = performance.now()
    const headers = {
      'X-Forwarded-For': from,
      ...(cookies.size > 0 && { Cookie: stringifyCookie(Object.fromEntries(cookies)) }),
      ...(body && { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body), Origin: url }),
    }
    return new Promise((resolve) => {
      const end = (status: number, html: string, location?: string) => {
        onAnswer(performance.now() - began, status)
        resolve({ status, path, html, location: location?.replace(url, '') })
      }
      const sending = request(url + path, { agent, method, headers }, (answer) => {
        for (const line of answer.headers['set-cookie'] ?? []) {
          const [pair = ''] = line.split(';', 1)
          const at = pair.indexOf('=')
          cookies.set(pair.slice(0, at), decodeURIComponent(pair.slice(at + 1)))
        }
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () => end(answer.statusCode ?? 0, Buffer.concat(chunks).toString(), answer.headers.location))
        answer.on('error', () => end(0, ''))
      })
      sending.on('error', () => end(0, ''))
      sending.end(body)
    })
  }
}
