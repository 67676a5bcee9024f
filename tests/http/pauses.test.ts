import { expect, onTestFinished, test } from 'vitest'
import { call } from '../support/calls.ts'
import { wordsOf } from '../support/http.ts'
import {
  addToBag,
  bagPage,
  dorflex,
  finish,
  novalgina,
  openCustomer,
  openShopper,
  openSummary,
  summary as summaryPage,
} from '../support/purchase.ts'
import { startServer } from '../support/server.ts'
import { onShop } from '../support/verbs.ts'

const sentence = 'Este produto não está à venda no site no momento.'
const sku = 'FD0060'

async function openServer() {
  const server = await startServer()
  onTestFinished(async () => void (await server.stop()))
  return server
}

test('a paused product keeps its page, which says so and offers no button; resumed, it is bought again', async () => {
  const server = await openServer()
  const shopper = await openShopper(server.url)
  const before = await shopper.get(novalgina.path)
  expect(wordsOf(before.html)).not.toContain(sentence)
  await onShop(server, ({ catalogue }) => catalogue.pauses.pauseProduct(sku, null))

  const paused = await shopper.get(novalgina.path)
  expect(paused.status).toBe(200)
  expect(wordsOf(paused.html)).toContain(sentence)
  expect(paused.html).not.toContain('Adicionar no carrinho')
  const late = await shopper.submit(before, { button: 'Adicionar no carrinho' })
  expect([late.status, wordsOf(late.html)]).toEqual([422, expect.stringContaining(sentence)])
  expect(wordsOf((await shopper.get(bagPage)).html)).not.toContain('Novalgina')

  await onShop(server, ({ catalogue }) => catalogue.pauses.resumeProduct(sku))
  expect((await addToBag(shopper, novalgina)).status).toBe(303)
})

test('a paused product leaves the bag with the reason, no summary opened before orders it, and calls tell no stock', async () => {
  const server = await openServer()
  const customer = await openCustomer(server.url)
  await addToBag(customer, dorflex)
  const summary = await openSummary(customer)
  await onShop(server, ({ catalogue }) => catalogue.pauses.pauseProduct(sku, null))

  const refused = await finish(customer, summary)
  expect(refused.location ?? '').not.toMatch(/^\/checkout\/\d+$/)
  const bag = wordsOf((await customer.get(bagPage)).html)
  expect(bag).toMatch(new RegExp(`Novalgina[^:]*: ${sentence} Ele saiu da sua sacola`))
  expect(bag).toContain('Dorflex')
  const { body } = await call(server, 'product/getProductById', {
    id: Number(novalgina.id),
    token: (await call(server, 'auth/getInitialToken', {})).body.access_token,
  })
  expect(body).toMatchObject({ id: Number(novalgina.id), stock: 0 })
})

test('a product that is paused while the summary is open is missing there, for delivery and in each store', async () => {
  const server = await openServer()
  const customer = await openCustomer(server.url)
  await addToBag(customer, dorflex)
  await openSummary(customer)
  await onShop(server, ({ catalogue }) => catalogue.pauses.pauseProduct(sku, null))
  const summary = await customer.get(`${summaryPage}&delivery_option=retirada-5`)
  const words = wordsOf(summary.html)
  expect(words).not.toContain('Produtos nesta loja')
  const stores = await onShop(server, ({ delivery }) => delivery.listPickupStores())
  // Once at the top, once for delivery, once in each store.
  expect(words.match(/Falta Novalgina/g)?.length).toBeGreaterThanOrEqual(stores.length + 2)
  expect(words).toContain('O que está abaixo é sem o que falta')
})
