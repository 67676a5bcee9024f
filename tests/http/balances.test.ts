import { beforeEach, expect, test } from 'vitest'
import { call, expectRefusal, tokensOf } from '../support/calls.ts'
import { ownServer } from '../support/file-server.ts'
import { type PlainBrowser, wordsOf } from '../support/http.ts'
import { addToBag, finish, goOn, novalgina, openCustomer, summary } from '../support/purchase.ts'

/** Gains of R$ 410,83 and R$ 17,10; a wallet with some cents of cashback. */
const benefitUser = 'beneficio@example.com'

const shop = ownServer()
let customer: PlainBrowser
beforeEach(async () => {
  customer = await openCustomer(shop.url, benefitUser)
})

async function openSummaryOf(quantity: string) {
  await addToBag(customer, novalgina, quantity)
  await goOn(customer)
  return customer.get(summary)
}

/** Ticks the gain that has this amount left, and presses 'Atualizar valores'. @returns the summary, with its sums */
async function payWith(amount: string) {
  const { html } = await customer.get(summary)
  const [, gain = ''] = html.match(new RegExp(`name="gains" value="(\\d+)"[^>]*><span>[^<]*${amount}`)) ?? []
  const { location } = await customer.submit(summary, { button: 'Atualizar valores', fields: { gains: [gain] } })
  return customer.get(location ?? '')
}

test('a gain that is ticked pays the whole order: it is paid at once and leads to its page', async () => {
  const before = wordsOf((await openSummaryOf('1')).html)
  expect(before).toContain('Seus saldos')
  expect(before).not.toContain('Saldos usados')
  const page = await payWith('410,83')
  expect(wordsOf(page.html)).toMatch(/Total do pedido\s*R\$\s19,47\s*Saldos usados\s*−R\$\s19,47\s*A pagar\s*R\$\s0,00/)
  expect(wordsOf(page.html)).toContain('Seus saldos pagam o pedido inteiro')
  const placed = await finish(customer, page)
  expect([placed.status, placed.location]).toEqual([303, expect.stringMatching(/^\/minha-conta\/pedidos\/\d+$/)])
  const order = wordsOf((await customer.get(placed.location ?? '')).html)
  expect(order).toContain('Pagamento confirmado!')
  expect(order).toMatch(/Saldos usados\s*−R\$\s19,47/)
})

test('a second tab that spent the balance meanwhile gets 409, and its page shows what is left', async () => {
  await openSummaryOf('1')
  const page = await payWith('17,10')
  const other = await openCustomer(shop.url, benefitUser)
  const first = customer
  customer = other
  await openSummaryOf('1')
  await finish(customer, await payWith('17,10'))
  customer = first
  const refused = await finish(customer, page)
  expect(refused.status).toBe(409)
  expect(wordsOf(refused.html)).toContain('Seus saldos mudaram desde que você abriu o resumo.')
  expect(wordsOf(refused.html)).not.toContain('Saldos usados')
})

test('a program pays with gains and wallet_amount, and is told what is left', async () => {
  const { benefit: token } = await tokensOf(shop)
  const { body: info } = await call(shop, 'auth/getUserInfo', { token })
  const [{ id }] = info.gains
  const { body: addresses } = await call(shop, 'address/getAddressList', { token })
  const orderObject = { cart: [{ id: 60, quantity: 1 }], delivery_address_id: addresses[0].id }
  const paid = await call(shop, 'order/placeOrder', { token, orderObject: { ...orderObject, gains: [{ id }] } })
  expect([paid.status, paid.body]).toMatchObject([200, { order_amount: 19.47, amount_due: 0, status: 'paid' }])
  const unpaid = await call(shop, 'order/placeOrder', { token, orderObject })
  expect(unpaid.body).toMatchObject({ amount_due: 19.47, status: 'pending_payment' })
  const short = await call(shop, 'order/placeOrder', { token, orderObject: { ...orderObject, wallet_amount: 19.47 } })
  expectRefusal(short, 409, 'balance.short')
  const { body: orders } = await call(shop, 'order/getOrderList', { token })
  expect(orders[1]).toMatchObject({ id: paid.body.id, gains: [{ id }], amount_due: 0 })
})
