import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPlainBrowser, wordsOf } from '../support/http.ts'
import { type RunningServer, startServer } from '../support/server.ts'

let server: RunningServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const strange = [
  'a',
  'x'.repeat(10_000),
  '%',
  '%%%',
  '*',
  '***',
  '"',
  '"novalgina',
  "'",
  "' or 1=1 --",
  "'; drop table product; --",
  '\\',
  '💊💊💊',
  '日本語で',
  '\0\0\0',
  'novalgina\0',
  'NEAR(dipirona, 2)',
  'dipirona AND NOT novalgina',
  'search_text:dipirona',
  'dipirona OR',
  '(((((',
  "'dip':* & !'x'",
  '^dipirona',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '- - - - -',
  '../../etc/passwd',
]

test('whatever is searched for gets a page with results or with the specification’s sentence', async () => {
  const browser = openPlainBrowser(server.url)
  for (const search of strange) {
    const query = new URLSearchParams({ search }).toString()
    for (const path of ['/categoria', '/categoria/medicamentos', '/filtros/marca']) {
      const answer = await browser.get(`${path}?${query}`)
      expect([path, search.slice(0, 30), answer.status]).toEqual([path, search.slice(0, 30), 200])
      expect(answer.html).not.toContain('<script>alert(1)')
    }
    const words = wordsOf((await browser.get(`/categoria?${query}`)).html)
    expect(words, search.slice(0, 30)).toMatch(/Produto não encontrado!|\d produtos?/)
    const suggested = await browser.get(`/busca?${query}`)
    expect([search.slice(0, 30), suggested.status]).toEqual([search.slice(0, 30), 200])
    expect(JSON.parse(suggested.html)).toMatchObject({ products: expect.any(Array), total: expect.any(Number) })
  }
})

test('the framework is handed what was typed as it was typed, whatever a script would make of it', async () => {
  const browser = openPlainBrowser(server.url)
  for (const search of [`o'neill "forte" \\n \\' 5\\`, '</script><!--<script>', 'a\u2028b\u2029c']) {
    const { html } = await browser.get(`/categoria?${new URLSearchParams({ search })}`)
    const script = /<script nonce="[^"]+">(window\.__remixContext = .*?)<\/script>/s.exec(html)?.[1] ?? ''
    const handed: string[] = []
    const streamController = { enqueue: (text: string) => handed.push(text), close: () => handed.push('closed') }
    class Source {
      pipeThrough = () => null
      constructor({ start }: { start: (controller: unknown) => void }) {
        start(streamController)
      }
    }
    runInNewContext(script, { window: {}, ReadableStream: Source, TextEncoderStream: Object })
    expect(handed.at(-1)).toBe('closed')
    expect(JSON.parse(handed[0]?.split('\n')[0] ?? '')).toContain(search)
  }
})

test('filters, pages and orders that make no sense count as not said', async () => {
  const browser = openPlainBrowser(server.url)
  const plain = wordsOf((await browser.get('/categoria/medicamentos')).html).match(/[\d.]+ produtos/)?.[0]
  for (const query of [
    'page=-1',
    'page=0',
    'page=1.5',
    'page=abc',
    'page=99999999999999999999',
    'ordem=preco',
    'ordem=__proto__',
    'tipo=marca',
    'de=abc&ate=-5',
    'de=1e9',
    'estoque=sim&oferta=2&receita=1',
    'marca=&principio=',
    'marca=%00',
    'cor=azul',
    'utm_source=x&__proto__=1&constructor=2',
  ]) {
    const { status, html } = await browser.get(`/categoria/medicamentos?${query}`)
    expect([query, status, wordsOf(html).match(/[\d.]+ produtos/)?.[0]]).toEqual([query, 200, plain])
  }
  expect(await browser.get('/categoria/medicamentos?page=9999')).toMatchObject({
    status: 302,
    location: expect.stringMatching(/page=\d$/),
  })
  const none = await browser.get("/categoria/medicamentos?marca=' or 1=1 --")
  expect([none.status, wordsOf(none.html)]).toEqual([200, expect.stringContaining('Nenhum produto com esses filtros')])
  const many = new URLSearchParams(Array.from({ length: 300 }, (_, index) => ['marca', `m${index}`]))
  expect((await browser.get(`/categoria?${many}`)).status).toBe(200)
})

test('addresses of products, badges and lists that make no sense are a 404 page, never a fault', async () => {
  const browser = openPlainBrowser(server.url)
  const long = 'x'.repeat(5000)
  for (const path of [
    '/produto/-1',
    '/produto/1e3',
    '/produto/99999999999999999999',
    `/produto/${long}`,
    '/produto/..%2f..%2fetc',
    "/produto/' or 1=1 --",
    `/categoria/${long}`,
    '/categoria/medicamentos?child=%00',
    '/filtros/__proto__',
    '/selos/__proto__',
    '/produto/nada/avise-me',
  ]) {
    expect([path.slice(0, 40), (await browser.get(path)).status]).toEqual([path.slice(0, 40), 404])
  }
  for (const path of ['/produto/%E0%A4%A', '/produto/%00', '/categoria/%00']) {
    expect([path, (await browser.get(path)).status]).toEqual([path, 400])
  }
  for (const id of ['', '-1', '1.5', 'abc', '2147483648', '99999999999999999999', '1; drop table product']) {
    for (const path of ['/comparar', '/favoritos']) expect((await browser.post(path, { id })).status).toBe(303)
  }
  expect(server.output()).not.toMatch(/"level":(50|60)/)
})

test.each(['a b', ':80'])('a host that is none (%j) is a page that says so', async (host) => {
  const asked = request(server.url, { headers: { Host: host } }).end()
  const [{ statusCode }] = (await once(asked, 'response')) as [IncomingMessage]
  expect(statusCode).toBe(400)
})
