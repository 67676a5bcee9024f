import type { AddressInfo } from 'node:net'
import express from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { openPageBodies } from './page-text.ts'
import { sharedPages } from './shared-pages.ts'

/** A shop whose pages show how many pages were rendered, and the current price. */
async function openPages() {
  const shop = { price: 100, isAway: false, made: 0, styles: '', duringMaking: async () => {} }
  const app = express()
  app.use((_request, response, next) => {
    response.locals.nonce = crypto.randomUUID()
    response.setHeader('X-Nonce', response.locals.nonce)
    next()
  })
  app.use(
    sharedPages(async () => {
      if (shop.isAway) throw new Error('the database is away')
      return String(shop.price)
    }, openPageBodies()),
  )
  app.use(async (_request, response) => {
    const html = `<script nonce="${response.locals.nonce}"></script>made ${++shop.made}, costs ${shop.price}`
    await shop.duringMaking()
    const page = { before: html, styles: shop.styles, after: '', nonce: response.locals.nonce }
    response.locals.keepForAll?.(page, new Headers({ 'Content-Type': 'text/html', 'Set-Cookie': 'recent=1' }))
    response.send(html)
  })
  const server = app.listen(0)
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const get = async (
    path: string,
    headers: Record<string, string> = {},
    { method = 'GET', host = 'localhost' } = {},
  ) => {
    const answer = await fetch(`http://${host}:${port}${path}`, { method, headers })
    const html = await answer.text()
    const nonce = answer.headers.get('X-Nonce') ?? 'none'
    if (method === 'GET') expect(html).toContain(`nonce="${nonce}"`)
    return { text: html.split('>').at(-1), nonce, headers: answer.headers }
  }
  return { shop, get }
}

test('who comes without a cookie is sent the page made for another, under a nonce of their own', async () => {
  const { get } = await openPages()
  const first = await get('/a')
  const second = await get('/a')
  const third = await get('/a', { 'Accept-Encoding': 'identity' })
  expect([second.text, third.text]).toEqual([first.text, first.text])
  expect(new Set([first.nonce, second.nonce, third.nonce]).size).toBe(3)
  expect(second.headers.get('Content-Encoding')).toBe('gzip')
  expect(third.headers.get('Content-Encoding')).toBeNull()
  for (const { headers } of [second, third]) {
    expect(headers.get('Vary')).toBe('Accept-Encoding')
    expect(headers.get('Content-Type')).toContain('text/html')
    expect(headers.getSetCookie()).toEqual(['recent=1'])
  }
})

test('a page is made anew once anything has changed, and an older one never comes back', async () => {
  const { shop, get } = await openPages()
  await get('/a')
  shop.price = 200
  expect((await get('/a')).text).toBe('made 2, costs 200')
  shop.price = 100
  expect((await get('/a')).text).toBe('made 3, costs 100')
})

test('a page during whose making something changed is sent to nobody else', async () => {
  const { shop, get } = await openPages()
  shop.duringMaking = async () => {
    shop.duringMaking = async () => {}
    shop.price = 200
    await get('/b')
  }
  expect((await get('/a')).text).toBe('made 1, costs 100')
  expect((await get('/a')).text).toBe('made 3, costs 200')
})

test('who brings a cookie, whichever, neither gets such a page nor gives one', async () => {
  const { get } = await openPages()
  expect((await get('/a', { Cookie: 'clientToken=x' })).text).toBe('made 1, costs 100')
  expect((await get('/a')).text).toBe('made 2, costs 100')
  expect((await get('/a', { Cookie: 'consent=none' })).text).toBe('made 3, costs 100')
  expect((await get('/a', { Cookie: '' })).text).toBe('made 4, costs 100')
  expect((await get('/a')).text).toBe('made 2, costs 100')
})

test('what is sent or only asked about is no page for others', async () => {
  const { shop, get } = await openPages()
  for (const method of ['POST', 'HEAD', 'POST', 'HEAD']) await get('/a', {}, { method })
  await get('/a')
  expect(shop.made).toBe(5)
})

test('another address, query, host, forwarded host or wish to save data is another page', async () => {
  const { shop, get } = await openPages()
  const different: [string, Record<string, string>][] = [
    ['/a', {}],
    ['/b', {}],
    ['/a?page=2', {}],
    ['/a', { 'Save-Data': 'on' }],
    ['/a', { 'X-Forwarded-Host': 'example.com' }],
  ]
  for (const _ of [1, 2]) {
    for (const [path, headers] of different) await get(path, headers)
    await get('/a', {}, { host: '127.0.0.1' })
  }
  expect(shop.made).toBe(different.length + 1)
})

test('while the database is away nothing is sent from memory', async () => {
  const { shop, get } = await openPages()
  await get('/a')
  shop.isAway = true
  for (const made of [2, 3]) expect((await get('/a')).text).toBe(`made ${made}, costs 100`)
})

test('so many pages are kept as have fourteen million characters together, those that were asked for last', async () => {
  const { shop, get } = await openPages()
  shop.styles = ' '.repeat(999_900)
  for (let page = 0; page < 14; page++) await get(`/${page}`)
  await get('/0')
  await get('/one-more')
  expect(shop.made).toBe(15)
  await get('/0')
  expect(shop.made).toBe(15)
  await get('/1')
  expect(shop.made).toBe(16)
})
