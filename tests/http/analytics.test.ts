import { runInNewContext } from 'node:vm'
import { expect, onTestFinished, test } from 'vitest'
import { pageCounter } from '../../app/document/script-loader.ts'
import { pageName } from '../../server/analytics.ts'
import { startCollector } from '../support/collector.ts'
import { hiddenField, openPlainBrowser, type PlainBrowser } from '../support/http.ts'
import { novalgina, placeOrder } from '../support/purchase.ts'
import { startServer } from '../support/server.ts'

async function openCountedShop() {
  const collector = await startCollector()
  const server = await startServer({ env: collector.env })
  onTestFinished(async () => {
    await server.stop()
    collector.close()
  })
  return { collector, server }
}

/** Signs in, buys, pays at the pretend bank, and looks at the order, twice. */
async function buy(browser: PlainBrowser): Promise<string> {
  await browser.post('/cep', { zipcode: '01310-100' })
  await browser.post('/login', { email: 'cliente@example.com', password: 'balcao-demo-2026' })
  const paymentPage = await placeOrder(browser)
  await browser.post(paymentPage, {})
  const { html } = await browser.get(`${paymentPage}/pix`)
  const txid = html.match(/txid=(\w+)/)?.[1] ?? ''
  await browser.post(`/sandbox/banco?txid=${txid}`, { intent: 'pay' })
  for (const _ of [1, 2]) {
    await browser.post(`${paymentPage}/pix`, {})
    await browser.get('/minha-conta?section=pedidos')
  }
  return paymentPage.split('/').at(-1) ?? ''
}

test('without scripts, who consented is counted: login, bag, checkout, and one purchase for one order', async () => {
  const { collector, server } = await openCountedShop()
  const browser = openPlainBrowser(server.url)
  await browser.get('/')
  await browser.post('/privacidade', { consent: 'analytics' })
  const orderId = await buy(browser)
  await expect.poll(collector.events).toHaveLength(4)
  expect(collector.events().map(({ name }) => name)).toEqual(['login', 'add_to_cart', 'begin_checkout', 'purchase'])
  expect(collector.events().at(-1)?.params).toEqual({ transaction_id: orderId, value: 19.47, currency: 'BRL' })
  expect(new Set(collector.heard.map(({ client_id }) => client_id))).toEqual(new Set([browser.cookies.get('deviceId')]))
  const sent = JSON.stringify(collector.heard)
  for (const word of [/novalgina/i, /medicamentos/i, /cliente@/, /Av|Paulista/]) expect(sent).not.toMatch(word)
})

test('what is bought again is counted as coming into the bag, but not what lies there already', async () => {
  const { collector, server } = await openCountedShop()
  const browser = openPlainBrowser(server.url)
  await browser.get('/')
  await browser.post('/privacidade', { consent: 'analytics' })
  const orderId = await buy(browser)
  for (const _ of [1, 2]) await browser.post(`/minha-conta/pedidos/${orderId}`, {})
  await browser.post('/sair', {})
  await browser.post('/login', { email: 'cliente@example.com', password: 'balcao-demo-2026' })
  await expect.poll(collector.events).toHaveLength(6)
  expect(collector.events().map(({ name }) => name)).toEqual([
    ...['login', 'add_to_cart', 'begin_checkout', 'purchase'],
    ...['add_to_cart', 'login'],
  ])
})

test('a new account is counted as one', async () => {
  const { collector, server } = await openCountedShop()
  const browser = openPlainBrowser(server.url)
  await browser.get('/')
  await browser.post('/privacidade', { consent: 'analytics' })
  const { status } = await browser.post('/cadastro', {
    f_name: 'Ana',
    l_name: 'Lima',
    email: 'ana.lima@example.com',
    phone: '(11) 98888-7777',
    password: 'uma senha comprida',
    password_confirmation: 'uma senha comprida',
    terms: 'on',
  })
  expect(status).toBe(303)
  await expect.poll(collector.events).toEqual([{ name: 'sign_up', params: {} }])
})

test('nobody is counted who did not consent, or no longer does', async () => {
  const { collector, server } = await openCountedShop()
  const silent = openPlainBrowser(server.url)
  await silent.get('/')
  await buy(silent)
  await silent.get('/medida?path=/')

  const changed = openPlainBrowser(server.url)
  await changed.get('/')
  await changed.post('/privacidade', { consent: 'analytics' })
  await changed.post('/privacidade', { consent: 'none' })
  await changed.post('/cep', { zipcode: '01310-100' })
  await changed.post(novalgina.path, { id: novalgina.id })
  expect(hiddenField((await changed.get('/checkout/sacola')).html, 'id')).toBe(novalgina.id)
  expect(collector.heard).toEqual([])
})

/** The page name that the inline script counts. */
function nameInBrowser(pathname: string): string | undefined {
  const window: { dataLayer: { page_name: string }[] } = { dataLayer: [] }
  const navigator = { sendBeacon() {} }
  runInNewContext(pageCounter, { window, location: { pathname }, localStorage: {}, navigator, URLSearchParams })
  return window.dataLayer[0]?.page_name
}

test.each([
  ['/', 'home'],
  ['/minha-conta', 'minha-conta'],
  ['/checkout/sacola', 'checkout/sacola'],
  ['/categoria/medicamentos', 'categoria/medicamentos'],
  ['/produto/novalgina-1g-10-comprimidos', 'produto'],
  ['/Produto/novalgina-1g-10-comprimidos/avise-me', 'produto'],
  ['/produtos', 'produtos'],
])('%s is called %s by the browser and by the collector', (path, name) => {
  expect([nameInBrowser(path), pageName(path)]).toEqual([name, name])
})
