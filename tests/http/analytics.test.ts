import { runInNewContext } from 'node:vm'
import { expect, onTestFinished, test } from 'vitest'
import { pageViewTrackerSource } from '../../app/document/script-loader.ts'
import { toPageName } from '../../server/analytics/analytics.ts'
import { startCollector } from '../support/collector.ts'
import { hiddenField, openPlainBrowser, type PlainBrowser } from '../support/http.ts'
import {
  addToBag,
  answerAtBank,
  bagPage,
  giveZipcode,
  novalgina,
  placeOrder,
  register,
  signIn,
  signOut,
} from '../support/purchase.ts'
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

/** 'Salvar escolha'. */
const decide = (browser: PlainBrowser, consent: string) =>
  browser.submit('/privacidade', { button: 'Salvar escolha', fields: { consent } })

/** Signs in, buys, pays at the pretend bank, and looks at the order, twice. */
async function buy(browser: PlainBrowser): Promise<string> {
  await giveZipcode(browser)
  await signIn(browser)
  const paymentPage = await placeOrder(browser)
  const pixPage = await answerAtBank(browser, paymentPage)
  for (const _ of [1, 2]) {
    await browser.submit(pixPage, { button: 'Já paguei' })
    await browser.get('/minha-conta?section=pedidos')
  }
  return paymentPage.split('/').at(-1) ?? ''
}

test('without scripts, who consented is counted: login, bag, checkout, and one purchase for one order', async () => {
  const { collector, server } = await openCountedShop()
  const browser = openPlainBrowser(server.url)
  await decide(browser, 'analytics')
  const orderId = await buy(browser)
  await expect.poll(collector.events).toHaveLength(4)
  expect(collector.events().map(({ name }) => name)).toEqual(['login', 'add_to_cart', 'begin_checkout', 'purchase'])
  expect(collector.events().at(-1)?.params).toEqual({ transaction_id: orderId, value: 19.47, currency: 'BRL' })
  expect(new Set(collector.heard.map(({ client_id }) => client_id))).toEqual(new Set([browser.cookies.get('deviceId')]))
  const sent = JSON.stringify(collector.heard)
  for (const word of [/novalgina/i, /medicamentos/i, /cliente@/, /Av|Paulista/]) expect(sent).not.toMatch(word)
})

test('without scripts the same page twice in a row is one view, and again after another', async () => {
  const { collector, server } = await openCountedShop()
  const browser = openPlainBrowser(server.url)
  await decide(browser, 'analytics')
  for (const path of ['/cep', '/cep', '/sobre-nos', '/cep', '/cep']) await browser.get(`/medida?path=${path}`)
  await browser.get('/medida?path=/login')
  // They may arrive in another order.
  const views = () => collector.heard.flatMap(({ events }) => events.map(({ params }) => params.page_title)).sort()
  await expect.poll(views).toContain('login')
  await expect.poll(views).toEqual(['cep', 'cep', 'login', 'sobre-nos'])
})

test('what is bought again is counted as coming into the bag, but not what lies there already', async () => {
  const { collector, server } = await openCountedShop()
  const browser = openPlainBrowser(server.url)
  await decide(browser, 'analytics')
  const orderId = await buy(browser)
  for (const _ of [1, 2]) await browser.submit(`/minha-conta/pedidos/${orderId}`, { button: 'Comprar de novo' })
  await signOut(browser)
  await signIn(browser)
  await expect.poll(collector.events).toHaveLength(6)
  expect(collector.events().map(({ name }) => name)).toEqual([
    ...['login', 'add_to_cart', 'begin_checkout', 'purchase'],
    ...['add_to_cart', 'login'],
  ])
})

test('a new account is counted as one', async () => {
  const { collector, server } = await openCountedShop()
  const browser = openPlainBrowser(server.url)
  await decide(browser, 'analytics')
  const { status } = await register(browser)
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
  await decide(changed, 'analytics')
  await decide(changed, 'none')
  await giveZipcode(changed)
  await addToBag(changed, novalgina)
  expect(hiddenField((await changed.get(bagPage)).html, 'id')).toBe(novalgina.id)
  expect(collector.heard).toEqual([])
})

/** The page name that the inline script counts. */
function nameInBrowser(pathname: string): string | undefined {
  const window: { dataLayer: { page_name: string }[] } = { dataLayer: [] }
  const navigator = { sendBeacon() {} }
  runInNewContext(pageViewTrackerSource, {
    window,
    location: { pathname },
    localStorage: {},
    navigator,
    URLSearchParams,
  })
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
  expect([nameInBrowser(path), toPageName(path)]).toEqual([name, name])
})
