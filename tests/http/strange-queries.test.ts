import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { createConnection } from 'node:net'
import { text } from 'node:stream/consumers'
import { runInNewContext } from 'node:vm'
import { expect, onTestFinished, test } from 'vitest'
import { sharedServer } from '../support/file-server.ts'
import { openPlainBrowser, wordsOf } from '../support/http.ts'
import { openCustomer } from '../support/purchase.ts'

const server = sharedServer()

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
    expect(JSON.parse(suggested.html)).toMatchObject({ products: expect.any(Array), productCount: expect.any(Number) })
  }
})

test('the framework is handed what was typed as it was typed, whatever a script would make of it', async () => {
  const browser = openPlainBrowser(server.url)
  for (const search of [`o'neill "forte" \\n \\' 5\\`, '</script><!--<script>', 'a\u2028b\u2029c']) {
    const { html } = await browser.get(`/categoria?${new URLSearchParams({ search })}`)
    const script = /<script>(window\.__remixContext = .*?)<\/script>/s.exec(html)?.[1] ?? ''
    const page = { __remixContext: { data: '' } }
    class Source {
      pipeThrough = () => null
    }
    runInNewContext(script, { window: page, ReadableStream: Source, TextEncoderStream: Object })
    const { loaderData } = JSON.parse(page.__remixContext.data)
    expect(loaderData['listing/listing-page'].params.search).toBe(search)
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

/** The status of a request with this target and these hosts, byte for byte, which fetch would not send. */
async function statusOf(target: string, ...hosts: string[]): Promise<number> {
  const own = new URL(server.url).host
  const lines = (hosts.length > 0 ? hosts : [own]).map((host) => `Host: ${host}\r\n`).join('')
  return statusOfBytes(`GET ${target} HTTP/1.1\r\n${lines}Connection: close\r\n\r\n`)
}

async function statusOfBytes(bytes: string): Promise<number> {
  const socket = createConnection(Number(new URL(server.url).port), 'localhost')
  onTestFinished(() => void socket.destroy())
  socket.write(bytes, 'utf8')
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(await text(socket))?.[1])
}

test('a request for a whole address is one for its path, and a target that is none is refused', async () => {
  const origin = server.url
  const right: [target: string, status: number][] = [
    [`${origin}/`, 200],
    [origin, 200],
    [`${origin.toUpperCase()}/sobre-nos`, 200],
    [`${origin}/categoria?search=dipirona`, 200],
    [`${origin}/api/openapi.json`, 200],
    [`${origin}/healthz`, 200],
    [`${origin}/nada`, 404],
    ['http://outra.example/sobre-nos', 200],
    ['*', 400],
    ['http://', 400],
    ['http://%/', 400],
    ['http://a b/', 400],
    ['ftp://farmacia.example/', 400],
    ['?search=dipirona', 400],
    // The home page in another spelling; no address leads to another host.
    ['//', 200],
    ['//sobre-nos', 404],
    ['//evil.example/..', 200],
    ['///', 200],
  ]
  const found: typeof right = []
  for (const [target] of right) found.push([target, await statusOf(target)])
  expect(found).toEqual(right)
  expect(server.output()).not.toMatch(/"level":(50|60)/)
})

test('pages and forms lead back to addresses in any script, encoded as a header needs it', async () => {
  const led = '/%E6%97%A5%E6%9C%AC'
  const browser = openPlainBrowser(server.url)
  for (const [page, fields] of [
    ['/cep', { zipcode: '01310-100', redirectTo: '/日本' }],
    ['/aviso', { tone: 'open', redirectTo: '/日本' }],
  ] as const) {
    expect([page, await browser.post(page, fields)]).toMatchObject([page, { status: 303, location: led }])
  }
  const customer = await openCustomer(server.url)
  for (const target of ['/日本', led]) {
    for (const page of ['/login', '/cadastro']) {
      expect([page, (await browser.get(`${page}?redirectTo=${target}`)).status]).toEqual([page, 200])
    }
    expect(await customer.get(`/login?redirectTo=${target}`)).toMatchObject({ status: 303, location: led })
  }
  for (const target of [
    '/日本',
    '/categoria/日本',
    '/produto/日本',
    '/minha-conta/pedidos/日本',
    '/checkout/日本/pix',
  ]) {
    expect([target, await statusOf(target)]).toEqual([target, expect.toSatisfy((status: number) => status < 500)])
  }
  expect(server.output()).not.toMatch(/"level":(50|60)/)
})

test.each(['utf-16', 'UTF-16LE', 'iso-8859-1', '"utf-7"', 'x'])(
  'a form in %s is refused, since it would be read wrong',
  async (charset) => {
    const sent = (path: string, type: string) =>
      fetch(`${server.url}${path}`, {
        method: 'POST',
        headers: { 'Content-Type': `${type}; charset=${charset}` },
        body: 'zipcode=01310100',
      })
    const answer = await sent('/cep', 'application/x-www-form-urlencoded')
    expect([answer.status, await answer.text()]).toEqual([415, expect.stringContaining('UTF-8')])
    for (const type of ['application/x-www-form-urlencoded', 'application/json']) {
      expect((await sent('/api/auth/getInitialToken', type)).status).toBe(415)
    }
  },
)

test.each(['utf-8', 'UTF8', '"utf-8"', 'us-ascii'])('a form in %s is taken', async (charset) => {
  const headers = { 'Content-Type': `application/x-www-form-urlencoded; charset=${charset}` }
  const body = 'zipcode=01310100'
  expect((await fetch(`${server.url}/cep`, { method: 'POST', headers, body, redirect: 'manual' })).status).toBe(303)
})

test.each(['a b', ':80'])('a host that is none (%j) is a page that says so', async (host) => {
  const asked = request(server.url, { headers: { Host: host } }).end()
  const [{ statusCode }] = (await once(asked, 'response')) as [IncomingMessage]
  expect(statusCode).toBe(400)
})

test('a host is a name and a port, said once: pages’ addresses are made of it', async () => {
  const { host } = new URL(server.url)
  for (const right of [host, 'LOCALHOST', 'shop_1:3000', 'farmacia.example.', '127.0.0.1', '[::1]:3000']) {
    expect([right, await statusOf('/sobre-nos', right)]).toEqual([right, 200])
  }
  for (const wrong of [
    `${host}/categoria?`,
    `${host}/nada#`,
    `user@${host}`,
    `${host}\\x`,
    `${host}"><b>`,
    'a b',
    'ä',
  ]) {
    for (const path of ['/', '/sobre-nos', '/api/openapi.json', '/healthz']) {
      expect([wrong, path, await statusOf(path, wrong)]).toEqual([wrong, path, 400])
    }
  }
  expect(await statusOf('/sobre-nos', host, 'other.example')).toBe(400)
})

test('a request for the data that pages had in older versions of the framework is refused, and no fault', async () => {
  const browser = openPlainBrowser(server.url)
  for (const path of [
    '/?_data=root',
    '/categoria?search=a&_data=routes%2Fcategoria',
    '/nada?_data',
    '/login?%5Fdata=x',
  ]) {
    expect([path, (await browser.get(path)).status]).toEqual([path, 400])
  }
  expect((await browser.get('/categoria?search=_data')).status).toBe(200)
  expect(server.output()).not.toMatch(/"level":(50|60)/)
})

test('a client that hangs up within its call is no fault of the shop', async () => {
  const { host } = new URL(server.url)
  const head = `POST /api/auth/login HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n`
  const before = server.output().length
  // A chunk longer than there are numbers: the server hangs up.
  expect(await statusOfBytes(`${head}Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n`)).toBe(400)
  await fetch(`${server.url}/sobre-nos`)
  await expect.poll(() => server.output().slice(before)).toContain('"path":"/sobre-nos"')
  expect(server.output()).not.toMatch(/"level":(50|60)/)
})
