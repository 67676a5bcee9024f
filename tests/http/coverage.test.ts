import { expect, test } from 'vitest'
import { ownServer } from '../support/file-server.ts'
import { openPlainBrowser, wordsOf } from '../support/http.ts'
import {
  addToBag,
  bagPage,
  giveZipcode,
  homeAddress,
  newCustomer,
  novalgina,
  saveAddress,
} from '../support/purchase.ts'
import { onShop } from '../support/verbs.ts'

const server = ownServer()

/** The postal codes that somebody waits for. */
const waiting = () =>
  onShop(server, async ({ ctx }) =>
    (await ctx.db.selectFrom('coverageNotice').select('zipcode').execute()).map(({ zipcode }) => zipcode),
  )

const done = 'Combinado! Avisaremos por e-mail assim que chegarmos aí.'

test('outside coverage the postal code’s page asks once for the e-mail that "Avisaremos" needs', async () => {
  const visitor = openPlainBrowser(server.url)
  const page = await giveZipcode(visitor, '08100-000')
  expect(page.status).toBe(422)
  expect(wordsOf(page.html)).toContain('Deixe seu e-mail: escreveremos uma vez')
  expect(wordsOf(page.html)).not.toContain('Ainda não entregamos')
  expect(wordsOf(page.html).match(/Ainda não damos cobertura/g)).toHaveLength(1)
  expect(wordsOf(page.html)).not.toContain('Corrija')
  const refused = await visitor.submit(page, { button: 'Avise-me', fields: { email: 'ninguém' } })
  expect([refused.status, wordsOf(refused.html)]).toEqual([422, expect.stringContaining('Informe um e-mail válido')])
  expect(refused.html).toContain('value="ninguém"')
  const sent = await visitor.submit(refused, { button: 'Avise-me', fields: { email: 'ana@example.com' } })
  expect([sent.status, sent.location]).toEqual([303, '/'])
  expect(wordsOf((await visitor.get('/')).html)).toContain(done)
  expect(await waiting()).toContain('08100000')
})

test('the bag says so again and takes the e-mail; where the shop delivers nothing is asked or kept', async () => {
  const visitor = openPlainBrowser(server.url)
  await giveZipcode(visitor, '01310-100')
  await visitor.submit(await visitor.get(novalgina.path), { button: 'Adicionar no carrinho' })
  await giveZipcode(visitor, '08200-000')
  const bag = await visitor.get(bagPage)
  expect(wordsOf(bag.html)).toContain('Ainda não entregamos no CEP 08200-000. Deixe seu e-mail')
  const sent = await visitor.submit(bag, { button: 'Avise-me', fields: { email: 'bia@example.com' } })
  expect([sent.status, sent.location]).toEqual([303, bagPage])
  await giveZipcode(visitor, '01310-100')
  expect((await visitor.get(bagPage)).html).not.toContain('avise-me')
  expect((await visitor.get('/cep/avise-me?cep=01310100')).location).toBe('/cep')
  // By hand, since no page has such a form.
  const served = { email: 'cora@example.com', zipcode: '01310100' }
  expect(await visitor.post('/cep/avise-me', served)).toMatchObject({ status: 303, location: '/' })
  expect(wordsOf((await visitor.get('/')).html)).toContain('Já entregamos neste CEP')
  expect(await waiting()).not.toContain('01310100')
})

test('an address outside coverage is saved, says so, and offers the notice before it leads on', async () => {
  const customer = await newCustomer(server.url)
  const far = { ...homeAddress, zipcode: '08100-000', street: 'Rua Longe' }
  const saved = await saveAddress(customer, far, '/minha-conta?section=endereco&redirectTo=/checkout/sacola')
  expect(saved.location).toBe('/cep/avise-me?cep=08100000&redirectTo=%2Fcheckout%2Fsacola')
  const page = await customer.get(saved.location ?? '')
  expect(wordsOf(page.html)).toContain('Ainda não entregamos no CEP 08100-000.')
  const sent = await customer.submit(page, { button: 'Avise-me' })
  expect([sent.status, sent.location]).toEqual([303, bagPage])
  expect(wordsOf((await customer.get('/minha-conta?section=endereco')).html)).toContain('Rua Longe')
})

test('a bag for an address outside coverage goes no further, and takes the e-mail beside the button', async () => {
  const customer = await newCustomer(server.url)
  await addToBag(customer, novalgina)
  await saveAddress(customer, { ...homeAddress, zipcode: '08300-000', street: 'Rua Longe' })
  const bag = await customer.get(bagPage)
  const [far = ''] =
    bag.html.match(/(?<=name="delivery_address_id"[^>]*value=")\d+(?="(?:(?!value=)[\s\S])*Rua Longe)/) ?? []
  const refused = await customer.submit(bag, { button: 'Ir para o resumo', fields: { delivery_address_id: far } })
  expect([refused.status, wordsOf(refused.html)]).toEqual([
    422,
    expect.stringMatching(
      /Ainda não entregamos neste endereço.*Ainda não entregamos no CEP 08300-000\. Deixe seu e-mail.*Ir para o resumo/,
    ),
  ])
  const sent = await customer.submit(refused, { button: 'Avise-me' })
  expect([sent.status, sent.location]).toEqual([303, bagPage])
  expect(await waiting()).toContain('08300000')
})

test('who lives outside coverage fills a bag at a store’s place and picks it up there, without any address', async () => {
  const customer = await newCustomer(server.url)
  await giveZipcode(customer, '08100-000')
  const product = await customer.get(novalgina.path)
  expect(product.html).toContain('href="/lojas"')
  expect(product.html).not.toContain('Adicionar no carrinho')
  const chosen = await customer.submit('/lojas/3', { button: 'Comprar para retirar nesta loja' })
  expect([chosen.status, chosen.location]).toEqual([303, '/categoria'])
  await addToBag(customer, novalgina)
  const summary = await customer.get('/checkout/sacola?etapa=resumo&delivery_option=retirada-3')
  expect(wordsOf(summary.html)).toContain('Retirada na loja Pinheiros')
  const placed = await customer.submit(summary, { button: 'Finalizar pedido' })
  expect(placed.location).toMatch(/^\/checkout\/\d+\/pix$/)
})
