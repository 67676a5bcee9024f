import { expect, test } from 'vitest'
import { ownServer } from '../support/file-server.ts'
import { wordsOf } from '../support/http.ts'
import { finish, newCustomer, openSummary, summary, summaryForm } from '../support/purchase.ts'
import { byOperator, createStaff } from '../support/staff.ts'
import { onShop } from '../support/verbs.ts'

const shop = ownServer()
const external = ownServer({ env: { NATIVE_PAYMENT: '0' } })

const place = { button: 'Finalizar pedido' }

test('the first way is chosen, and leads to its code; another leads to its own page', async () => {
  const customer = await newCustomer(shop.url)
  const summaryPage = await openSummary(customer)
  expect(summaryForm(summaryPage)).toMatchObject({ payment_method: 'pix' })
  expect(wordsOf(summaryPage.html)).toMatch(/Cartão de crédito.*Em até 3× de R\$\s6,49 sem juros/)
  const byPix = await customer.submit(summaryPage, place)
  expect([byPix.status, byPix.location]).toEqual([303, expect.stringMatching(/^\/checkout\/\d+\/pix$/)])
  expect((await customer.get(byPix.location ?? '')).html).toContain('Pix copia e cola')

  const byCard = await customer.submit(await openSummary(customer), { ...place, fields: { payment_method: 'card' } })
  expect(byCard.location).toMatch(/^\/checkout\/\d+\/cartao\?ir$/)
  const cardPage = await customer.get(byCard.location ?? '')
  expect(cardPage.headers.get('Refresh')).toMatch(/^0; url=\/sandbox\/cartao\?pedido=ORD/)
  expect(cardPage.headers.get('Referrer-Policy')).toMatch(/no-referrer$/)
  // Who comes back is led nowhere.
  expect((await customer.get(`${cardPage.path.split('?')[0]}`)).headers.get('Refresh')).toBe('15')
})

test('the form sent twice is one order with one charge, and the way may be changed on its page', async () => {
  const customer = await newCustomer(shop.url)
  const summaryPage = await openSummary(customer)
  const { location } = await customer.submit(summaryPage, place)
  expect((await customer.submit(summaryPage, place)).location).toBe(location)
  const paymentPage = location?.replace('/pix', '') ?? ''
  const changed = await customer.submit(paymentPage, { button: 'Pagar com cartão' })
  expect(changed.location).toBe(`${paymentPage}/cartao?ir`)
})

test('a page that does not ask leads to the choice; a way that there is not is refused, and nothing is placed', async () => {
  const customer = await newCustomer(shop.url)
  const summaryPage = await openSummary(customer)
  for (const way of ['external', 'boleto', 'door"']) {
    const refused = await customer.post(summary, { ...summaryForm(summaryPage), payment_method: way })
    expect([way, refused.status, wordsOf(refused.html)]).toEqual([
      way,
      422,
      expect.stringContaining('Escolha uma das formas de pagamento.'),
    ])
  }
  expect((await finish(customer, summaryPage)).location).toMatch(/^\/checkout\/\d+$/)
})

test('what is chosen stays while values are worked out anew', async () => {
  const customer = await newCustomer(shop.url)
  const fields = { payment_method: 'card' }
  const { location } = await customer.submit(await openSummary(customer), { button: 'Atualizar valores', fields })
  expect(summaryForm(await customer.get(location ?? ''))).toMatchObject(fields)
})

test('at the door: no charge, the change is checked, and the staff take the money before it is delivered', async () => {
  const customer = await newCustomer(shop.url)
  const summaryPage = await openSummary(customer)
  const byDoor = (changeFor: string) => ({
    ...place,
    fields: { payment_method: 'door', door_means: 'cash', change_for: changeFor },
  })
  const refused = await customer.submit(summaryPage, byDoor('10,00'))
  expect([refused.status, wordsOf(refused.html)]).toEqual([
    422,
    expect.stringMatching(/O troco precisa ser para R\$\s19,47 ou mais/),
  ])
  expect(refused.html).toMatch(/<a href="#change_for">/)
  expect(summaryForm(refused)).toMatchObject({ payment_method: 'door', door_means: 'cash', change_for: '10,00' })
  expect((await customer.submit(summaryPage, byDoor('vinte'))).status).toBe(422)
  const { location } = await customer.submit(summaryPage, byDoor('20'))
  expect(location).toMatch(/^\/minha-conta\/pedidos\/\d+$/)
  const order = wordsOf((await customer.get(location ?? '')).html)
  expect(order).toContain('Pedido confirmado! Você paga ao receber.')
  expect(order).toMatch(/Você paga R\$\s19,47 na entrega, em dinheiro. Levamos R\$\s0,53 de troco para R\$\s20,00/)
  expect(order).not.toContain('Pago')

  const clerk = await createStaff(shop.url, 'clerk')
  const id = location?.split('/').at(-1) ?? ''
  const page = `/balcao/pedidos/${id}`
  expect(wordsOf((await clerk.get(`${page}/lista`)).html)).toMatch(/Receber R\$\s19,47, em dinheiro; levar R\$\s0,53/)
  await onShop(shop, async ({ orders }) => {
    await orders.advanceOrder(Number(id), 'pick', byOperator)
    await orders.advanceOrder(Number(id), 'dispatch', byOperator)
  })
  const partly = await clerk.submit(page, { button: 'Recebido', fields: { method: 'cash', amount: '15,00' } })
  expect([partly.status, wordsOf(partly.html)]).toEqual([422, expect.stringContaining('inteiro e de uma forma só')])
  const received = await clerk.submit(partly, { button: 'Recebido', fields: { method: 'cash', amount: '19,47' } })
  expect(received.status).toBe(303)
  expect(wordsOf((await customer.get(location ?? '')).html)).toMatch(/Dinheiro: R\$\s19,47/)
  expect(wordsOf((await clerk.get(`${page}/dossie`)).html)).toMatch(/Dossiê do pedido.*Dinheiro, Recebido/)
})

test('a shop with a partner’s page leads there', async () => {
  const customer = await newCustomer(external.url)
  const summaryPage = await openSummary(customer)
  expect(summaryForm(summaryPage)).toMatchObject({ payment_method: 'external' })
  expect((await customer.submit(summaryPage, place)).location).toMatch(/^\/checkout\/\d+\/externo$/)
})
