import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { guardFields } from '../../app/ui/field/form-fields.ts'
import { rowOf, type Values } from '../support/catalogue-rows.ts'
import { ownServer } from '../support/file-server.ts'
import { hiddenField, openPlainBrowser, wordsOf } from '../support/http.ts'
import { operate } from '../support/operator.ts'
import {
  answerAtBank,
  azitromicina,
  dorflex,
  newCustomer,
  novalgina,
  openCustomer,
  placeOrder,
} from '../support/purchase.ts'

const server = ownServer()

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
  const again = await visit(path)
  expect(isFromMemory(again)).toBe(true)
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

/** Pages on which the changes below show, and some on which they do not. */
const watched = [
  ...['/', '/categoria', '/categoria/medicamentos', '/categoria?search=novalgina', '/categorias', '/sobre-nos'],
  ...['/categoria?estoque=1', novalgina.path, azitromicina.path, dorflex.path, '/checkout/sacola'],
]

/** The page as it is made for one visitor alone: any cookie will do. */
const fresh = (path: string) => visit(path, { Cookie: 'somebody=else' })

/** Has all pages in the cache, and gives their texts. */
async function remember(): Promise<string[]> {
  await Promise.all(watched.map((path) => visit(path)))
  const pages = await Promise.all(watched.map((path) => visit(path)))
  expect(pages.map(isFromMemory)).toEqual(watched.map(() => true))
  return pages.map(({ html }) => html)
}

const sku = 'FD0060'
const branch = ['1;Paulista;01000-000-01599-999;07:00', '5511999990000;45;0']
const banner = 'title;text;link_text\nSemana da gripe;Só até domingo;Ver ofertas\n'
const branchColumns = 'id;name;zipcodes;open_time;close_time;whatsapp;shipping_estimate;shipping_later'

/** By what is done on the operator's command line, a process beside the server; files are given by their text. */
const changes: [what: string, ...args: string[]][] = [
  ['a price', 'offers', 'set', sku, '1', '--price', '18,77'],
  ['no stock left', 'offers', 'set', sku, '1', '--stock', '0'],
  ['stock again', 'offers', 'set', sku, '1', '--stock', '40'],
  ['the last units', 'offers', 'set', sku, '1', '--stock', '7'],
  ['one unit less', 'offers', 'set', sku, '1', '--add=-1'],
  ['a file of offers', 'offers', 'import', `sku;branch_id;price;stock\n${sku};1;17.66;30\n`],
  ['a pause', 'products', 'pause', sku],
  ['the end of a pause', 'products', 'resume', sku],
  ['a product’s name', 'catalogue', 'import', catalogueOf(rowOf(sku, { name: 'Novalgina Nova 1g' }))],
  ['a category', 'catalogue', 'import', catalogueOf(rowOf(sku, { category: 'Novidades' }))],
  ['a banner', 'banners', 'import', banner],
  ['a banner taken away', 'banners', 'remove', '1'],
  ['a branch that has closed', 'branches', 'import', `${branchColumns}\n${branch.join(';09:00;')}\n`],
  ['a branch that is open again', 'branches', 'import', `${branchColumns}\n${branch.join(';22:00;')}\n`],
]

function catalogueOf(row: Values): string {
  return [Object.keys(row), Object.values(row)]
    .map((cells) => `${cells.map((cell) => `"${cell}"`).join(',')}\n`)
    .join('')
}

test.each(changes)('%s is on everybody’s page at once, and every page is as if newly made', async (_what, ...args) => {
  const before = await remember()
  const folder = mkdtempSync(join(tmpdir(), 'balcao-import-'))
  const written = args.map((arg) => {
    if (!arg.includes('\n')) return arg
    writeFileSync(join(folder, 'import.csv'), arg)
    return join(folder, 'import.csv')
  })
  await operate(server, ...written)
  const after = []
  for (const path of watched) after.push(await visit(path))
  expect(after.map(({ html }) => html)).not.toEqual(before)
  for (const { path, html } of after) expect([path, html === (await fresh(path)).html]).toEqual([path, true])
})

test('the last units count down with every order', async () => {
  await operate(server, 'offers', 'set', sku, '1', '--stock', '7')
  for (const _ of [1, 2]) expect(wordsOf((await visit(novalgina.path)).html)).toContain('Apenas 7 unidades')
  await placeOrder(await openCustomer(server.url))
  for (const _ of [1, 2]) expect(wordsOf((await visit(novalgina.path)).html)).toContain('Apenas 6 unidades')
})

test('orders of what there is plenty of, logins and visitors leave the cache as it is, and every page as if newly made', async () => {
  await operate(server, 'offers', 'set', sku, '1', '--stock', '500')
  const before = await remember()
  const customer = await openCustomer(server.url)
  const paymentPage = await placeOrder(customer)
  await placeOrder(await newCustomer(server.url))
  const after = await Promise.all(watched.map((path) => visit(path)))
  expect(after.map(isFromMemory)).toEqual(watched.map(() => true))
  expect(after.map(({ html }) => html)).toEqual(before)
  for (const { path, html } of after) expect([path, html === (await fresh(path)).html]).toEqual([path, true])

  // Lists are sorted by what has been paid: here at most an hour later.
  await answerAtBank(customer, paymentPage)
  expect((await visit('/categoria')).html).toBe(before[watched.indexOf('/categoria')])
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
