import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { guardFields } from '../../app/form-fields.ts'
import { hiddenField, openPlainBrowser, type PlainAnswer, type PlainBrowser, wordsOf } from '../support/http.ts'
import { operate } from '../support/operator.ts'
import { azitromicina, newCustomer, novalgina, openCustomer, openShopper } from '../support/purchase.ts'
import { type RunningServer, startServer } from '../support/server.ts'

let server: RunningServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const isFromMemory = ({ headers }: PlainAnswer) => headers.get('Cache-Status') === 'made-pages; hit'
const nonceOf = ({ headers }: PlainAnswer) =>
  headers.get('Content-Security-Policy')?.match(/'nonce-([^']+)'/)?.[1] ?? 'none'

/** Fetched twice, and once more if a branch opened or closed in between. */
async function sentAgain(visitor: PlainBrowser, path: string): Promise<PlainAnswer> {
  let answer = await visitor.get(path)
  await expect
    .poll(async () => {
      answer = await visitor.get(path)
      return isFromMemory(answer)
    })
    .toBe(true)
  return answer
}

const pages = ['/', '/categoria/medicamentos', '/categoria?search=dipirona', novalgina.path, '/sobre-nos']

test.each(pages)('%s is made once for the same data, and is the same under another nonce', async (path) => {
  const customer = await openCustomer(server.url)
  await customer.get(path)
  const first = await customer.get(path)
  const again = await sentAgain(customer, path)
  const [made, sent] = [first, again].map((answer) => {
    expect(answer.html.split(nonceOf(answer)).length).toBeGreaterThan(4)
    return answer.html.replaceAll(nonceOf(answer), '')
  })
  expect(nonceOf(again)).not.toBe(nonceOf(first))
  expect(sent).toBe(made)
  const { html } = await customer.get(path, { 'Save-Data': 'on' })
  expect(html).not.toContain('<script nonce')
})

/** The visitor's own data in the header. */
function own({ html }: PlainAnswer) {
  const words = wordsOf(html)
  return {
    name: /Olá, (Marina|Ana) ?Minha conta/.exec(words)?.[1],
    place: /Entregar em ?(\d{5}-\d{3})/.exec(words)?.[1],
    bag: /Sacola[^"]*?(\d+) ite/.exec(html)?.[1],
  }
}

test('nobody is ever sent a page with another’s name, place, bag or hearts', async () => {
  const marina = await openCustomer(server.url)
  const ana = await newCustomer(server.url)
  const visitor = openPlainBrowser(server.url)
  await visitor.post('/cep', { zipcode: '04094-050' })
  await ana.post(novalgina.path, { id: novalgina.id, quantity: '2' })
  for (const path of [...pages, ...pages]) {
    const answers = await Promise.all([marina, ana, visitor].map((who) => who.get(path)))
    expect(answers.map(own)).toEqual([
      { name: 'Marina', place: '01310-100' },
      { name: 'Ana', place: '01310-100', bag: '2' },
      { place: '04094-050' },
    ])
  }
})

test('nobody can see by how soon a page comes that a neighbour looked at it', async () => {
  const customer = await newCustomer(server.url)
  await sentAgain(customer, azitromicina.path)
  const namesake = await newCustomer(server.url)
  await namesake.get('/')
  expect(isFromMemory(await namesake.get(azitromicina.path))).toBe(false)

  const passerBy = await openShopper(server.url)
  await sentAgain(passerBy, azitromicina.path)
  const neighbour = await openShopper(server.url)
  await neighbour.get('/')
  expect(isFromMemory(await neighbour.get(azitromicina.path))).toBe(false)
})

test('a customer’s pages are known by the session, whatever else the browser keeps', async () => {
  const customer = await newCustomer(server.url)
  await expect
    .poll(async () => {
      customer.cookies.delete('deviceId')
      return isFromMemory(await customer.get(novalgina.path))
    })
    .toBe(true)
})

test('what a visitor does shows on the next page', async () => {
  const shopper = await openShopper(server.url)
  await sentAgain(shopper, novalgina.path)
  await shopper.post(novalgina.path, { id: novalgina.id, quantity: '3' })
  const next = await shopper.get(novalgina.path)
  expect(isFromMemory(next)).toBe(false)
  expect(own(next).bag).toBe('3')
  const added = 'O produto foi adicionado com sucesso na sua sacola.'
  expect(wordsOf(next.html)).toContain(added)
  // Shown once: the next page does not repeat it.
  expect(wordsOf((await shopper.get(novalgina.path)).html)).not.toContain(added)
})

test('a price that changed is on the page at once', async () => {
  const customer = await openCustomer(server.url)
  await sentAgain(customer, novalgina.path)
  const file = join(mkdtempSync(join(tmpdir(), 'balcao-offers-')), 'offers.csv')
  writeFileSync(file, 'sku;branch_id;price;stock\nFD0060;1;18.77;7\n')
  await operate(server, 'offers', 'import', file)
  expect(wordsOf((await customer.get(novalgina.path)).html)).toContain('18,77')
})

test('a form that knows when it was fetched is made for each, and so is what is one customer’s own', async () => {
  const customer = await openCustomer(server.url)
  const token = async () => hiddenField((await customer.get('/desconto-laboratorio?id=43')).html, guardFields.token)
  const first = await token()
  expect(first).not.toBe('')
  await expect.poll(token).not.toBe(first)
  const own = [
    '/minha-conta',
    '/Minha-Conta?section=pedidos',
    '/minha%2Dconta',
    '/checkout/sacola',
    '/favoritos',
    '/comparar',
  ]
  for (const path of [...own, '/privacidade', '/sandbox/emails?to=cliente@example.com']) {
    await customer.get(path)
    const answer = await customer.get(path)
    expect([path, answer.status, isFromMemory(answer)]).toEqual([path, 200, false])
  }
})
