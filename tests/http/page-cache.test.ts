import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { guardFields } from '../../app/ui/field/form-fields.ts'
import { hiddenField, openPlainBrowser, wordsOf } from '../support/http.ts'
import { operate } from '../support/operator.ts'
import { azitromicina, novalgina, openCustomer, placeOrder } from '../support/purchase.ts'
import { type RunningServer, startServer } from '../support/server.ts'

let server: RunningServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

/** A new visitor each time. */
const visit = (path: string, headers: Record<string, string> = {}) => openPlainBrowser(server.url).get(path, headers)

const isFromMemory = ({ headers }: { headers: Headers }) => headers.get('Cache-Status') === 'page-cache; hit'

const shared = [
  ...['/', '/categoria/medicamentos', '/categoria?search=dipirona', '/categorias'],
  ...[novalgina.path, azitromicina.path, '/checkout/sacola', '/selos/receita', '/sobre-nos', '/beneficio'],
  ...['/hospitais-e-clinicas', '/termos-e-condicoes', '/privacy-policy.html'],
]

test.each(shared)('%s is sent from memory to who comes without a cookie, and is what it was', async (path) => {
  const first = await visit(path)
  // Fetched again if a new minute began in between, or one of the shop's jobs wrote something.
  let again = first
  await expect
    .poll(async () => {
      again = await visit(path)
      return isFromMemory(again)
    })
    .toBe(true)
  const [made, sent] = [first, again].map(({ html, headers }) => {
    expect(hiddenField(html, guardFields.token)).toBe('')
    const cookies = headers.getSetCookie().map((line) => line.replace(/^deviceId=[^;]+/, 'deviceId=…'))
    expect(cookies).toContainEqual(expect.stringMatching(/^deviceId=…/))
    const kept = ['Cache-Control', 'Content-Security-Policy', 'ETag'].map((name) => headers.get(name))
    return { html, cookies, kept }
  })
  const ids = [first, again, await visit(path)].map(
    ({ headers }) => /deviceId=([^;]+)/.exec(headers.getSetCookie().join())?.[1],
  )
  expect(new Set(ids).size).toBe(3)
  expect(sent).toEqual(made)
  const saving = await visit(path, { 'Save-Data': 'on' })
  expect(saving.html).not.toMatch(/<script(?! type="application\/ld\+json")/)
})

test.each(['/login', '/cadastro', '/recuperacao-senha', '/cep', '/comparar', '/produto/nope', '/robots.txt'])(
  '%s, which holds a form of its own, an error or no page, is made for each',
  async (path) => {
    await visit(path)
    expect(isFromMemory(await visit(path))).toBe(false)
  },
)

test('a price and a stock that changed are on everybody’s page at once, whoever changed them', async () => {
  const paths = [novalgina.path, '/categoria?search=novalgina']
  for (const path of [...paths, ...paths]) expect(wordsOf((await visit(path)).html)).not.toContain('18,77')
  const file = join(mkdtempSync(join(tmpdir(), 'balcao-offers-')), 'offers.csv')
  writeFileSync(file, 'sku;branch_id;price;stock\nFD0060;1;18.77;7\n')
  await operate(server, 'offers', 'import', file)
  for (const path of paths) expect(wordsOf((await visit(path)).html)).toContain('18,77')

  expect(wordsOf((await visit(novalgina.path)).html)).toContain('Apenas 7 unidades')
  const customer = await openCustomer(server.url)
  await placeOrder(customer)
  expect(wordsOf((await visit(novalgina.path)).html)).toContain('Apenas 6 unidades')

  expect((await customer.get('/')).html).toContain('Marina')
  for (const _ of [1, 2]) expect((await visit('/')).html).not.toContain('Marina')
})

test('control characters in any parameter give the same whole page, made or cached, in every encoding', async () => {
  const names = ['marca', 'search', 'ordem', 'pagina', 'page', 'preco_min', 'redirectTo', 'x']
  const all = Array.from({ length: 31 }, (_, index) => String.fromCharCode(index + 1)).join('')
  for (const path of ['/', '/categoria', '/categoria/medicamentos', novalgina.path, '/checkout/sacola', '/login']) {
    const query = new URLSearchParams(names.map((name) => [name, all.repeat(2)]))
    const answers = []
    for (const encoding of ['gzip', 'zstd', 'identity', 'gzip']) {
      answers.push(await visit(`${path}?${query}`, { 'Accept-Encoding': encoding }))
    }
    expect([path, ...answers.map(({ status }) => status)]).toEqual([path, 200, 200, 200, 200])
    for (const { html } of answers) expect(html).toMatch(/^<!DOCTYPE html>.*<\/html>$/s)
    const texts = answers.map(({ html }) => html.replaceAll(hiddenField(html, guardFields.token) || ' ', ' '))
    expect(new Set(texts).size).toBe(1)
  }
})

test('letters of two bytes arrive whole, wherever they stand on a page', async () => {
  for (const path of shared) expect((await visit(path)).html).not.toMatch(/[\0\ufffd]/)
})
