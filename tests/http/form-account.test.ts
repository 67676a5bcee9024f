import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RouteConfigEntry } from '@remix-run/route-config'
import { expect, test } from 'vitest'
import routes from '../../app/routes.ts'
import { ownServer } from '../support/file-server.ts'
import { formsOn } from '../support/forms.ts'
import { hiddenField, openPlainBrowser, wordsOf } from '../support/http.ts'
import {
  addressPage,
  addToBag,
  azitromicina,
  bagPage,
  finish,
  goOn,
  homeAddress,
  newCustomer,
  novalgina,
  openShopper,
  openSummary,
  person,
  register,
  saveAddress,
  signIn,
  signOut,
  summary,
} from '../support/purchase.ts'

const server = ownServer()

/** A browser in which X opened pages and then Y signed in, in another tab. */
async function openShared(pages: string[]) {
  const browser = await newCustomer(server.url)
  await addToBag(browser, azitromicina)
  const opened = []
  for (const path of pages) opened.push(await browser.get(path))
  const own = new Map(browser.cookies)
  const other = await newCustomer(server.url)
  browser.cookies.set('clientToken', other.cookies.get('clientToken') ?? '')
  return { browser, opened, own, other }
}

/** The shop's routes that take forms, with something in place of their parameters. */
const takers = (routes as RouteConfigEntry[]).filter(({ file }) => {
  const text = readFileSync(join(import.meta.dirname, '../../app', file), 'utf8')
  return !file.startsWith('backoffice/') && /export (const|async function|function) action/.test(text)
})

test('whatever the shop does with a form, it does not for another account than the one whose page sent it', async () => {
  const { browser, opened } = await openShared([addressPage])
  const account = hiddenField(opened[0]?.html ?? '', 'account')
  expect(account).toMatch(/^[\w-]{8}$/)
  expect(takers.length).toBeGreaterThan(25)
  for (const { path = '', file } of takers) {
    const address = `/${path.replaceAll(/:\w+\??/g, '1').replace('*', 'nada')}`
    const answer = await browser.post(address, { account })
    expect([answer.status, wordsOf(answer.html)], file).toEqual([422, expect.stringContaining('Nada foi gravado')])
    expect(answer.headers.get('Cache-Control'), file).toContain('no-store')
    const toScripts = await browser.post(`${address}.data`, { account })
    expect([toScripts.status, JSON.parse(toScripts.html).errors[0].message], file).toEqual([
      422,
      expect.stringContaining('Nada foi gravado'),
    ])
  }
})

test('every form of a signed-in customer’s page says whose it is, and none of a visitor’s', async () => {
  const pages = [
    '/',
    novalgina.path,
    bagPage,
    '/minha-conta',
    addressPage,
    '/favoritos',
    '/cep',
    '/checkout/receita-medica',
  ]
  const { opened } = await openShared(pages)
  const visitor = openPlainBrowser(server.url)
  for (const { html, path } of opened) {
    const posts = formsOn(html, path).filter(({ method }) => method === 'POST')
    expect(posts.length, path).toBeGreaterThan(0)
    for (const { fields, buttons } of posts)
      expect([path, buttons, fields.some(([name]) => name === 'account')]).toEqual([path, buttons, true])
    expect((await visitor.get(path)).html, path).not.toContain('name="account"')
  }
})

test('an address of one that is sent while another is signed in is written nowhere, and can be sent from the page that refused it', async () => {
  const { browser, opened, own, other } = await openShared([addressPage])
  const typed = { ...homeAddress, street: 'Rua Augusta', number: '77' }
  const late = await saveAddress(browser, typed, opened[0])
  expect(late.status).toBe(422)
  for (const text of ['Rua Augusta', '77', 'Entre de novo com a primeira conta']) expect(late.html).toContain(text)
  expect(browser.cookies.has('keptForm')).toBe(false)
  expect((await other.get(addressPage)).html).not.toContain('Rua Augusta')
  // Still the other's turn: refused again, and nothing of it lost.
  const again = await browser.submit(late, { button: 'Enviar de novo' })
  expect([again.status, again.html.includes('Rua Augusta')]).toEqual([422, true])
  browser.cookies.set('clientToken', own.get('clientToken') ?? '')
  expect((await browser.submit(again, { button: 'Enviar de novo' })).location).toBe(addressPage)
  expect((await browser.get(addressPage)).html).toContain('Rua Augusta')
})

test('a password typed on another’s page changes nothing and is not repeated', async () => {
  const { browser, opened, other } = await openShared(['/minha-conta'])
  const fields = { current_password: 'a de antes', password: 'a de depois', password_confirmation: 'a de depois' }
  const late = await browser.submit(opened[0] ?? '', { button: 'Trocar senha', fields })
  expect([late.status, /a de (antes|depois)/.test(late.html)]).toEqual([422, false])
  expect((await other.get('/minha-conta')).status).toBe(200)
})

test('an order of one’s summary is not placed for another', async () => {
  const browser = await newCustomer(server.url)
  const open = await openSummary(browser)
  const other = await newCustomer(server.url)
  browser.cookies.set('clientToken', other.cookies.get('clientToken') ?? '')
  expect((await finish(browser, open)).status).toBe(422)
  expect(wordsOf((await other.get('/minha-conta?section=pedidos')).html)).not.toContain('Aguardando pagamento')
})

test('a form without the field works as ever, and so does a visitor’s after signing in', async () => {
  const customer = await newCustomer(server.url)
  expect((await customer.post('/checkout/receita-medica/pacientes', { 'pacient.pacient': 'Zulmira' })).status).toBe(303)
  const visitor = await openShopper(server.url)
  const product = await visitor.get(novalgina.path)
  visitor.cookies.set('clientToken', customer.cookies.get('clientToken') ?? '')
  await visitor.submit(product, { button: 'Adicionar no carrinho' })
  expect(hiddenField((await visitor.get(bagPage)).html, 'id')).toBe(novalgina.id)
  await goOn(visitor)
  expect((await visitor.get(summary)).status).toBe(200)
})

test('what one typed before the session ended is gone when another signs in, and when one signs out', async () => {
  const [x, y] = [person(), person()]
  const browser = await openShopper(server.url)
  await register(browser, y)
  await signOut(browser)
  await register(browser, x)
  const open = await browser.get(addressPage)
  await signOut(browser)
  await saveAddress(browser, { ...homeAddress, street: 'Rua Augusta' }, open)
  expect(browser.cookies.has('keptForm')).toBe(true)
  await signIn(browser, y.email, y.password, await browser.get(`/login?redirectTo=${encodeURIComponent(addressPage)}`))
  expect(browser.cookies.has('keptForm')).toBe(false)
  const page = await browser.get(addressPage)
  expect([page.status, page.html.includes('Rua Augusta')]).toEqual([200, false])
})

test('a note for one’s order is not in the bag of another who signs in at the same browser', async () => {
  const [x, y] = [person(), person()]
  const browser = await openShopper(server.url)
  await register(browser, y)
  await signOut(browser)
  await register(browser, x)
  await saveAddress(browser, homeAddress)
  await addToBag(browser, novalgina)
  await browser.submit(bagPage, { button: 'Ir para o resumo', fields: { order_note: 'Portão azul' } })
  // The session ends by age, or from another device: without 'Sair'.
  browser.cookies.delete('clientToken')
  const session = new Map(browser.cookies)
  await signIn(browser, y.email, y.password)
  await saveAddress(browser, homeAddress)
  for (const path of [bagPage, summary]) expect((await browser.get(path)).html, path).not.toContain('Portão azul')
  const again = openPlainBrowser(server.url, session)
  await signIn(again, x.email, x.password)
  expect((await again.get(summary)).html).toContain('Portão azul')
})

test('a favourite of one whose session ended is not added to another’s', async () => {
  const [x, y] = [person(), person()]
  const browser = await openShopper(server.url)
  await register(browser, y)
  await signOut(browser)
  await register(browser, x)
  const open = await browser.get(novalgina.path)
  await signOut(browser)
  const late = await browser.submit(open, { button: 'Adicionar aos favoritos', action: '/favoritos' })
  const login = await browser.get(late.location ?? '')
  expect(wordsOf(login.html)).toContain('Sua sessão terminou')
  await signIn(browser, y.email, y.password, login)
  expect(wordsOf((await browser.get('/favoritos')).html)).toContain('Você ainda não tem favoritos')
})

test('of a session’s two cookies the valid one counts, and signing out ends it', async () => {
  const customer = await newCustomer(server.url)
  const token = customer.cookies.get('clientToken')
  for (const cookie of [
    `clientToken=garbage; clientToken=${token}`,
    `clientToken=${'x'.repeat(43)}; clientToken=${token}`,
  ]) {
    const browser = openPlainBrowser(server.url)
    expect((await browser.get('/minha-conta', { Cookie: cookie })).status, cookie).toBe(200)
  }
  await openPlainBrowser(server.url).post('/sair', {}, { Cookie: `clientToken=garbage; clientToken=${token}` })
  expect((await customer.get('/minha-conta')).status).toBe(303)
})

test('data for scripts and redirects have a policy for caches: their page’s own, else none', async () => {
  const customer = await newCustomer(server.url)
  for (const path of [
    '/minha-conta.data',
    '/_root.data',
    '/mini-sacola',
    '/checkout/sacola.data',
    '/login',
    '/favoritos.data',
  ]) {
    expect((await customer.get(path)).headers.get('Cache-Control'), path).toContain('no-store')
  }
  expect((await customer.post('/sair', {})).headers.get('Cache-Control')).toBe('no-store')
})

test('an address that is a file’s refuses a form with a sentence and what it allows', async () => {
  const visitor = openPlainBrowser(server.url)
  for (const path of [
    '/sitemap.xml',
    '/robots.txt',
    '/feed.xml',
    '/busca',
    '/mini-sacola',
    '/config.json',
    '/.well-known/security.txt',
  ]) {
    const answer = await visitor.post(path, { a: '1' })
    expect([answer.status, answer.headers.get('Allow'), wordsOf(answer.html)], path).toEqual([
      405,
      'GET, HEAD',
      expect.stringContaining('não recebe formulários'),
    ])
  }
})
