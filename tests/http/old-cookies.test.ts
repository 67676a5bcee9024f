import { createCookie } from '@remix-run/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPlainBrowser, type PlainBrowser, wordsOf } from '../support/http.ts'
import { novalgina } from '../support/purchase.ts'
import { type RunningServer, startServer, testSecret } from '../support/server.ts'

let server: RunningServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

/** Every cookie of the shop; only scripts read the last one. */
const names = [
  ...['cartItems', 'branch', 'flash', 'orderNote', 'compareList', 'recent', 'favourite', 'notice', 'consent'],
  ...['deviceId', 'clientToken', 'recovery', 'searchHistory'],
]
const pages = ['/', novalgina.path, '/categoria/beleza', '/comparar', '/cep', '/checkout/sacola', '/recuperacao-senha']

/** A cookie as another version of the shop would have signed it. */
const signed = (name: string, value: unknown) =>
  createCookie(name, { secrets: [testSecret] })
    .serialize(value)
    .then((line) => decodeURIComponent(line.slice(name.length + 1, line.indexOf(';'))))

function browserWith(cookies: Iterable<[string, string]>): PlainBrowser {
  return openPlainBrowser(server.url, new Map(cookies))
}

/** A visitor can browse, enter a postal code and fill a bag. */
async function expectAWorkingShop(browser: PlainBrowser) {
  for (const path of pages) expect((await browser.get(path)).status, path).toBe(200)
  expect((await browser.get('/minha-conta')).location).toMatch(/^\/login/)
  expect((await browser.post('/cep', { zipcode: '01310-100' })).status).toBe(303)
  expect((await browser.post(novalgina.path, { id: novalgina.id })).status).toBe(303)
  expect(wordsOf((await browser.get('/checkout/sacola')).html)).toContain('Novalgina')
}

test.each([
  ['nothing', ''],
  ['words', 'lixo de outra loja; com ponto e vírgula'],
  ['a broken escape', '%E0%A4%A'],
  ['JSON', '{"branchId":1,"zipcode":"01310100","lines":[[60,1]]}'],
  ['a forged signature', `${btoa('{"lines":[[60,99]]}')}.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA`],
  ['base64 of null', btoa('null')],
  ['the name of an object’s prototype', btoa('{"__proto__":{"branchId":1}}')],
  ['very long', 'x'.repeat(700)],
])('a browser whose every cookie holds %s finds a shop that works, and gets rid of them', async (_, value) => {
  const browser = browserWith(names.map((name) => [name, value]))
  await browser.get('/')
  const left = [...browser.cookies].filter(([, kept]) => kept === value).map(([name]) => name)
  expect(left.filter((name) => name !== 'searchHistory')).toEqual([])
  expect(browser.cookies.get('deviceId')).toMatch(/^[\da-f]{8}-/)
  await expectAWorkingShop(browser)
})

test('cookies that an older version signed in another shape are dropped, what can be read of them is kept', async () => {
  const older: Record<string, unknown> = {
    cartItems: { lines: [[60, 2], [14], ['x', 1], [15, -1], { id: 60 }, null] },
    branch: { id: 1, cep: '01310-100' },
    flash: 'Olá',
    orderNote: { text: 'sem troco' },
    compareList: { ids: [1, 2] },
    recent: ['60', null],
    favourite: 60,
  }
  const cookies = Object.entries(older).map(
    async ([name, value]) => [name, await signed(name, value)] as [string, string],
  )
  const browser = browserWith(await Promise.all(cookies))
  const { status, html } = await browser.get('/')
  expect(status).toBe(200)
  expect(html).toContain('Sacola, 2 itens')
  expect([...browser.cookies.keys()].sort()).toEqual(['cartItems', 'deviceId'])
  await expectAWorkingShop(browser)
})

test('a place served by a branch that is no more is asked for again', async () => {
  const branch = await signed('branch', { branchId: 77, zipcode: '01310100', addressId: null })
  const browser = browserWith([['branch', branch]])
  expect(wordsOf((await browser.get('/')).html)).toContain('Informe seu CEP')
  expect((await browser.post(novalgina.path, { id: novalgina.id })).location).toMatch(/^\/cep\?/)
})

test('a token nobody knows is cleared, that of a customer stays', async () => {
  const stranger = browserWith([['clientToken', 'a-token-of-last-year']])
  const { headers } = await stranger.get('/')
  expect(headers.getSetCookie().join()).toMatch(/clientToken=;.*Max-Age=0/)
  expect(stranger.cookies.has('clientToken')).toBe(false)

  const customer = openPlainBrowser(server.url)
  await customer.post('/login', { email: 'cliente@example.com', password: 'balcao-demo-2026' })
  await customer.get('/')
  expect(wordsOf((await customer.get('/')).html)).toContain('Olá, ')
})
