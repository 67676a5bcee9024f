import { expect, test } from 'vitest'
import { guardFieldNames } from '../../app/ui/field/form-fields.ts'
import { ownServer } from '../support/file-server.ts'
import { hiddenField, openPlainBrowser, type PlainAnswer, type PlainBrowser, wordsOf } from '../support/http.ts'
import { addToBag, giveZipcode, newCustomer, novalgina, openCustomer, openShopper } from '../support/purchase.ts'

const server = ownServer()

const pages = ['/', '/categoria/medicamentos', '/categoria?search=dipirona', novalgina.path, '/sobre-nos']

/** Asks again for a page the browser has, as a browser does: fetch itself would ask for it to be sent in any case. */
const askAgain = (visitor: PlainBrowser, path: string, { headers }: PlainAnswer) =>
  visitor.get(path, { 'If-None-Match': headers.get('ETag') ?? 'none', 'Cache-Control': 'max-age=0' })

test.each(pages)('%s, unchanged, is not sent again to a customer who has it', async (path) => {
  const customer = await openCustomer(server.url)
  await customer.get(path)
  // Asked once more if a branch opened or closed in between.
  await expect.poll(async () => (await askAgain(customer, path, await customer.get(path))).status).toBe(304)
  const again = await askAgain(customer, path, await customer.get(path))
  const head = [...again.headers].map(([name, value]) => `${name}: ${value}\r\n`).join('')
  expect(head.length).toBeLessThanOrEqual(1024)
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
  await giveZipcode(visitor, '04094-050')
  await addToBag(ana, novalgina, '2')
  for (const path of [...pages, ...pages]) {
    const answers = await Promise.all([marina, ana, visitor].map((who) => who.get(path)))
    expect(answers.map(own)).toEqual([
      { name: 'Marina', place: '01310-100' },
      { name: 'Ana', place: '01310-100', bag: '2' },
      { place: '04094-050' },
    ])
  }
})

test('what a visitor does shows on the next page', async () => {
  const shopper = await openShopper(server.url)
  const first = await shopper.get(novalgina.path)
  await addToBag(shopper, novalgina, '3')
  const next = await askAgain(shopper, novalgina.path, first)
  expect(next.status).toBe(200)
  expect(own(next).bag).toBe('3')
  const added = 'O produto foi adicionado com sucesso na sua sacola.'
  expect(wordsOf(next.html)).toContain(added)
  // Shown once: the next page does not repeat it.
  expect(wordsOf((await shopper.get(novalgina.path)).html)).not.toContain(added)
})

test('a form that knows when it was fetched is made for each', async () => {
  const customer = await openCustomer(server.url)
  const token = async () =>
    hiddenField((await customer.get('/desconto-laboratorio?id=43')).html, guardFieldNames.formToken)
  const first = await token()
  expect(first).not.toBe('')
  await expect.poll(token).not.toBe(first)
})
