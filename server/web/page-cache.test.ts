import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createPageCache } from './page-cache.ts'
import { toRenderedPage } from './rendered-page.ts'
import { sendPage } from './send-page.ts'

/** A shop whose pages show how many pages were made, and the current price. */
async function createPages(seconds = 3600) {
  const shop = { price: 100, made: 0, told: '', padding: '', profile: {} }
  const cache = createPageCache(seconds, () => shop.profile)
  const app = express()
  app.use((request, response) => {
    const entry = cache.findEntry(request)
    if (entry?.page) return sendPage(request, response, entry.page)
    // A page may be made of these headers only.
    const told = entry ? Object.keys(entry.headers) : ['all']
    shop.told = told.join()
    const html = `<p>made ${++shop.made}, costs ${shop.price}</p>${shop.padding}`
    const headers = new Headers({ 'Content-Type': 'text/html' })
    for (const cookie of ['recent=1', `deviceId=${crypto.randomUUID()}`]) headers.append('Set-Cookie', cookie)
    const page = toRenderedPage(html, { status: 200, headers })
    entry?.store(page)
    sendPage(request, response, page)
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
    const text = (await answer.text()).replace(/<\/?p>| +$/g, '')
    return { text, headers: answer.headers, cookies: answer.headers.getSetCookie() }
  }
  return { shop, get }
}

test('who comes without a cookie is sent the page made for another, with ids of their own', async () => {
  const { get } = await createPages()
  const first = await get('/a')
  const second = await get('/a')
  const third = await get('/a', { 'Accept-Encoding': 'identity' })
  expect([second.text, third.text]).toEqual([first.text, first.text])
  expect(new Set([first, second, third].map(({ cookies }) => cookies[1])).size).toBe(3)
  for (const { headers, cookies } of [second, third]) {
    expect(headers.get('Cache-Status')).toBe('page-cache; hit')
    expect(headers.get('Content-Type')).toContain('text/html')
    expect(cookies).toEqual(['recent=1', expect.stringMatching(/^deviceId=[\da-f-]{36}$/)])
  }
})

test('a page is sent for its seconds, and then made anew', async () => {
  const { shop, get } = await createPages(5)
  const now = performance.now()
  const clock = vi.spyOn(performance, 'now')
  onTestFinished(() => clock.mockRestore())
  clock.mockReturnValue(now)
  await get('/a')
  shop.price = 200
  clock.mockReturnValue(now + 4_900)
  expect((await get('/a')).text).toBe('made 1, costs 100')
  clock.mockReturnValue(now + 5_100)
  expect((await get('/a')).text).toBe('made 2, costs 200')
})

test('who brings a cookie, whichever, neither gets such a page nor gives one', async () => {
  const { get } = await createPages()
  expect((await get('/a', { Cookie: 'clientToken=x' })).text).toBe('made 1, costs 100')
  expect((await get('/a')).text).toBe('made 2, costs 100')
  expect((await get('/a', { Cookie: 'consent=none' })).text).toBe('made 3, costs 100')
  expect((await get('/a', { Cookie: '' })).text).toBe('made 4, costs 100')
  expect((await get('/a')).text).toBe('made 2, costs 100')
})

test('what is sent is no page for others', async () => {
  const { shop, get } = await createPages()
  for (const method of ['POST', 'POST']) await get('/a', {}, { method })
  await get('/a')
  expect(shop.made).toBe(3)
})

test('who asks for the head alone gets that of the cached page', async () => {
  const { shop, get } = await createPages()
  for (const method of ['HEAD', 'GET', 'HEAD']) await get('/a', {}, { method })
  expect(shop.made).toBe(1)
})

test('another address, query, host, forwarded host or wish to save data is another page', async () => {
  const { shop, get } = await createPages()
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

test('a page for everybody is made of no header that could make it another one', async () => {
  const { shop, get } = await createPages()
  const own = { 'User-Agent': 'x', 'Accept-Language': 'en', Referer: 'http://example.com/', 'X-Anything': 'y' }
  await get('/a', own)
  expect(shop.told).toBe('')
  await get('/a', { ...own, 'Save-Data': 'on' })
  expect(shop.told).toBe('save-data')
  await get('/a', { ...own, Cookie: 'clientToken=x' })
  expect(shop.told).toBe('all')
})

test('pages that take up to twelve million bytes in all their forms are kept, those that were asked for last', async () => {
  const { shop, get } = await createPages()
  // 400 kB that a browser gets as 300, as little as random bytes can: in all forms 725,000 bytes.
  shop.padding = randomBytes(300_000).toString('base64')
  for (let page = 0; page < 16; page++) await get(`/${page}`)
  await get('/0')
  await get('/one-more')
  expect(shop.made).toBe(17)
  await get('/0')
  expect(shop.made).toBe(17)
  await get('/1')
  expect(shop.made).toBe(18)
})

test('a page that tells another shop’s name is not sent any more', async () => {
  const { shop, get } = await createPages()
  const before = await get('/a')
  shop.profile = {}
  const after = await get('/a')
  expect(after.text).not.toBe(before.text)
  expect((await get('/a')).text).toBe(after.text)
})
