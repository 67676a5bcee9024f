import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { guardFieldNames } from '../../app/ui/field/form-fields.ts'
import { ownServer } from '../support/file-server.ts'
import { hiddenField, openPlainBrowser } from '../support/http.ts'
import { operate } from '../support/operator.ts'
import { azitromicina, novalgina, openCustomer, placeOrder } from '../support/purchase.ts'
import { startServer } from '../support/server.ts'

const server = ownServer({ env: { PAGE_CACHE_SECONDS: '1' } })

/** A new visitor each time. */
const visit = (path: string, headers: Record<string, string> = {}) => openPlainBrowser(server.url).get(path, headers)

/** A price of Novalgina 1g at the first branch, in reais. */
function offersFile(price: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'balcao-import-')), 'offers.csv')
  writeFileSync(file, `sku;branch_id;price;stock\nFD0060;1;${price};30\n`)
  return file
}

const isFromMemory = ({ headers }: { headers: Headers }) => headers.get('Cache-Status') === 'page-cache; hit'

const shared = [
  ...['/', '/categoria/medicamentos', '/categoria?search=dipirona', '/categorias'],
  ...[novalgina.path, azitromicina.path, '/checkout/sacola', '/selos/receita', '/sobre-nos', '/beneficio'],
  ...['/hospitais-e-clinicas', '/termos-e-condicoes', '/privacy-policy.html'],
]

test.each(shared)('%s is sent from memory to who comes without a cookie, and is what it was', async (path) => {
  const first = await visit(path)
  const again = await visit(path)
  expect(isFromMemory(again)).toBe(true)
  const [made, sent] = [first, again].map(({ html, headers }) => {
    expect(hiddenField(html, guardFieldNames.formToken)).toBe('')
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

test('a change is on everybody’s page once those made before are a second old, and at once for who brings a cookie', async () => {
  const pages = ['/', '/categoria', '/categoria/medicamentos', '/categoria?search=novalgina', novalgina.path]
  for (const path of pages) await visit(path)
  await operate(server, 'offers', 'import', offersFile('18.77'))
  expect((await visit(novalgina.path, { Cookie: 'somebody=else' })).html).toContain('18,77')
  for (const path of pages)
    await expect.poll(async () => (await visit(path)).html, { timeout: 5_000 }).toContain('18,77')
})

test('what one visitor does is on no page of another', async () => {
  for (const path of shared) await visit(path)
  const customer = await openCustomer(server.url)
  await placeOrder(customer)
  expect((await customer.get('/')).html).toContain('Marina')
  for (const path of shared) for (const _ of [1, 2]) expect((await visit(path)).html).not.toContain('Marina')
})

test('with PAGE_CACHE_SECONDS=0 every page is made anew', async () => {
  const other = await startServer({ env: { PAGE_CACHE_SECONDS: '0' } })
  onTestFinished(async () => void (await other.stop()))
  for (const _ of [1, 2]) expect(isFromMemory(await openPlainBrowser(other.url).get('/'))).toBe(false)
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
    // But for what is anew on each page: the guard's token, and what a passkey is asked.
    const texts = answers.map(({ html }) =>
      html.replaceAll(hiddenField(html, guardFieldNames.formToken) || ' ', ' ').replaceAll(/challenge\W+[\w-]+/g, ' '),
    )
    expect(new Set(texts).size).toBe(1)
  }
})

test('letters of two bytes arrive whole, wherever they stand on a page', async () => {
  for (const path of shared) expect((await visit(path)).html).not.toMatch(/[\0\ufffd]/)
})
