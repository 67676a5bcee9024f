import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { zstdDecompressSync } from 'node:zlib'
import { stringifyCookie } from 'cookie'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { demoCustomerEmails } from '../../server/demo/customers.ts'
import { ownServer } from '../support/file-server.ts'
import { openPlainBrowser, type PlainBrowser } from '../support/http.ts'
import { fetchDictionary, type KnownDictionary, offeredIn } from '../support/page-dictionary.ts'
import { addToBag, dorflex, novalgina, openCustomer } from '../support/purchase.ts'
import { startServer, testSecret } from '../support/server.ts'
import { leaveRoom } from '../support/weight-limits.ts'

const server = ownServer()
let dictionary: KnownDictionary
/** The headers of a browser that has it. */
let known: IncomingHttpHeaders
beforeAll(async () => {
  dictionary = await fetchDictionary(server.url)
  const { 'Accept-Encoding': encodings, 'Available-Dictionary': name } = dictionary.headers
  known = { 'accept-encoding': encodings, 'available-dictionary': name }
})

async function ask(path: string, headers: IncomingHttpHeaders = {}, { url } = server) {
  const [answer] = (await once(request(url + path, { headers, agent: false }).end(), 'response')) as [IncomingMessage]
  return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) }
}

const offeredBy = ({ headers: { link } }: { headers: IncomingHttpHeaders }) => offeredIn(link)

/** As RFC 9842 describes it: a head, the dictionary's hash, a zstd frame. */
function decode(body: Buffer, { text, digest }: KnownDictionary): string {
  expect(body.subarray(0, 8).toString('hex')).toBe('5e2a4d1820000000')
  expect(body.subarray(8, 40)).toEqual(digest)
  return zstdDecompressSync(body.subarray(40), { dictionary: text }).toString()
}

const cookiesOf = ({ cookies }: PlainBrowser) => ({ cookie: stringifyCookie(Object.fromEntries(cookies)) })

test.each([
  ['/', 4_000],
  ['/categoria/medicamentos', 4_000],
  ['/categoria/beleza', 4_000],
  ['/categoria?search=dipirona', 2_500],
  [novalgina.path, 1_500],
  [dorflex.path, 1_500],
  ['/produto/zirk-500mg-3-comprimidos', 1_500],
  ['/produto/ensure-po-baunilha-400g', 1_500],
  ['/checkout/sacola', 1_500],
])(
  'to who has the dictionary, %s weighs at most %i bytes on the wire, with room to spare, and is the same page',
  async (path, limit) => {
    const plain = await ask(path)
    // Sent from the cache, and made for one visitor.
    for (const headers of [known, known, { ...known, cookie: 'somebody=else' }]) {
      const answer = await ask(path, headers)
      expect(answer.headers).toMatchObject({
        'content-encoding': 'dcz',
        'content-length': String(answer.body.length),
        etag: plain.headers.etag,
        vary: expect.stringContaining('Accept-Encoding, Available-Dictionary'),
      })
      expect(decode(answer.body, dictionary)).toBe(plain.body.toString())
      expect(answer.body.length).toBeLessThanOrEqual(leaveRoom(limit))
    }
  },
)

test('a bag with two products weighs at most 95 % of 1500 bytes to who has the dictionary', async () => {
  const visitor = openPlainBrowser(server.url)
  await visitor.post('/cep', { zipcode: '01310-100' })
  for (const product of [novalgina, dorflex]) await addToBag(visitor, product)
  await visitor.get('/')
  const { headers, body } = await ask('/checkout/sacola', { ...known, ...cookiesOf(visitor) })
  expect(headers['content-encoding']).toBe('dcz')
  expect(decode(body, dictionary)).toContain('Dorflex')
  expect(body.length).toBeLessThanOrEqual(leaveRoom(1_500))
})

test('the dictionary weighs at most 14,000 bytes, is for pages alone, and is kept as long as its address stands', async () => {
  const brotli = await ask(dictionary.path, { 'accept-encoding': known['accept-encoding'] })
  expect(brotli.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
    'use-as-dictionary': 'match="/*", match-dest=("document")',
    vary: 'Accept-Encoding',
  })
  expect(brotli.body.length).toBeLessThanOrEqual(14_000)
  expect((await ask(dictionary.path)).body).toEqual(dictionary.text)
  expect(dictionary.path).toContain(dictionary.digest.toString('hex').slice(0, 16))
})

test('who has the dictionary of another version gets the page without it, and is offered the new one', async () => {
  const other = `:${createHash('sha256').update('another version').digest('base64')}:`
  for (const name of [other, 'nonsense', '']) {
    const answer = await ask(novalgina.path, { ...known, 'available-dictionary': name })
    expect([answer.status, answer.headers['content-encoding']]).toEqual([200, 'zstd'])
    expect(offeredBy(answer)).toBe(dictionary.path)
  }
  expect((await ask('/assets/pages-0123456789abcdef.dictionary')).status).toBe(404)
})

test('who has it, but takes no page made with it, gets one without', async () => {
  const { headers } = await ask('/', { ...known, 'accept-encoding': 'gzip, dcz;q=0' })
  expect(headers['content-encoding']).toBe('gzip')
})

test('nobody is offered it who saves data, has it, or could not use it', async () => {
  const offered = async (headers: IncomingHttpHeaders, path = '/') => offeredBy(await ask(path, headers))
  const able = { 'accept-encoding': 'zstd' }
  expect(await offered(able)).toBe(dictionary.path)
  expect(await offered({ ...able, 'save-data': 'on' })).toBeUndefined()
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0'
  expect(await offered({ ...able, 'user-agent': firefox })).toBeUndefined()
  expect(await offered({ 'accept-encoding': 'gzip, br' })).toBeUndefined()
  expect(await offered(known)).toBeUndefined()
  expect(await offered(able, '/produto/nope')).toBeUndefined()
  const customer = await openCustomer(server.url)
  expect(await offered({ ...able, ...cookiesOf(customer) }, '/minha-conta')).toBeUndefined()
})

test('who saves data and has it already is sent the little', async () => {
  const { headers, body } = await ask('/', { ...known, 'save-data': 'on' })
  expect(headers['content-encoding']).toBe('dcz')
  expect(decode(body, dictionary)).not.toContain('<script>')
})

test('a page that has not changed is answered so, whether or not the browser has the dictionary by now', async () => {
  const { etag } = (await ask('/')).headers
  const { status, headers, body } = await ask('/', { ...known, 'if-none-match': etag })
  expect([status, body.length]).toEqual([304, 0])
  expect(headers.vary).toContain('Available-Dictionary')
})

test('the answer to a form has no dictionary', async () => {
  const sent = request(`${server.url}/cep`, {
    method: 'POST',
    headers: { ...known, 'content-type': 'application/x-www-form-urlencoded' },
  }).end('zipcode=nonsense')
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  answer.resume()
  expect([answer.statusCode, answer.headers['content-encoding'], answer.headers.link]).toEqual([422, 'zstd', undefined])
})

test('the dictionary holds what everybody may see: no customer, no cookie, no signed time', async () => {
  const text = dictionary.text.toString()
  expect(text).toMatch(/<style[\s\S]*Sua sacola/)
  for (const secret of [...Object.values(demoCustomerEmails), testSecret]) expect(text).not.toContain(secret)
  // Random ids, and the times that guarded forms carry.
  expect(text).not.toMatch(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}/)
  expect(text).not.toMatch(/[\da-z]{6}\.[\w-]{22}/)
})

test('servers that share their folder have one dictionary, and so has the next start; a broken one is made anew', async () => {
  const own = await startServer({ env: { SESSION_SECRETS: 'another-secret-that-only-the-tests-know-0' } })
  const nameIn = () => readdirSync(own.dataDir).filter((name) => name.startsWith('page-dictionary-'))
  writeFileSync(join(own.dataDir, 'page-dictionary-older.br'), '')
  const { path } = await fetchDictionary(own.url)
  const [name = '', ...older] = nameIn()
  expect(older).toEqual([])

  // What stands in it counts, not what would be made now.
  writeFileSync(join(own.dataDir, name), readFileSync(join(server.dataDir, name)))
  const beside = await startServer({ dataDir: own.dataDir })
  onTestFinished(() => void beside.stop())
  expect((await fetchDictionary(beside.url)).path).toBe(dictionary.path)
  expect((await fetchDictionary(own.url)).path).toBe(path)

  truncateSync(join(own.dataDir, name), 100)
  await beside.stop()
  const again = await startServer({ dataDir: own.dataDir })
  onTestFinished(() => void again.stop())
  expect((await fetchDictionary(again.url)).text.length).toBeGreaterThan(20_000)
  expect(nameIn()).toEqual([name])
  await own.stop()
})
