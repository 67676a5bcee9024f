import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase, type Transaction } from '../../server/database/connection.ts'
import { sandboxPaymentSecret } from '../../server/platform/secrets.ts'
import { ownServer } from '../support/file-server.ts'
import { openPlainBrowser, type PlainAnswer, type PlainBrowser, wordsOf } from '../support/http.ts'
import { operate } from '../support/operator.ts'
import {
  answerAtBank,
  bankOf,
  chargeByPix,
  finish,
  newCustomer,
  openCustomer,
  openSummary,
  placeOrder,
} from '../support/purchase.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { createStaff, operator } from '../support/staff.ts'
import { onShop } from '../support/verbs.ts'

const shop = ownServer()

const ordersPage = '/minha-conta?section=pedidos'
const idOf = (paymentPage: string) => paymentPage.split('/')[2] ?? ''
const orderPage = (paymentPage: string) => `/minha-conta/pedidos/${idOf(paymentPage)}`
const stateOf = async (customer: PlainBrowser, paymentPage: string) =>
  wordsOf((await customer.get(orderPage(paymentPage))).html)
const countOrders = async (customer: PlainBrowser) =>
  (await customer.get(ordersPage)).html.match(/href="\/minha-conta\/pedidos\/\d+"/g)?.length ?? 0

const alreadyPaid = { button: 'Já paguei' }

test('two tabs get one charge; what is paid in one is paid in the other, and cannot be paid again', async () => {
  const customer = await newCustomer(shop.url)
  const page = await placeOrder(customer)
  const tabs = [customer, openPlainBrowser(shop.url, customer.cookies)]
  const charged = await Promise.all(tabs.map((tab) => chargeByPix(tab, page)))
  expect(charged.map(({ path }) => path)).toEqual([`${page}/pix`, `${page}/pix`])
  const [bank = '', other] = charged.map(bankOf)
  expect(other).toBe(bank)

  const bankPage = await customer.get(bank)
  const paid = await Promise.all(tabs.map((tab) => tab.submit(bankPage, { button: 'Pagar' })))
  expect(paid.map(({ status }) => status).sort()).toEqual([303, 409])
  const after = await Promise.all(tabs.map((tab, place) => tab.submit(charged[place] ?? '', alreadyPaid)))
  expect(after.map(({ status, location }) => [status, location])).toEqual([
    [303, orderPage(page)],
    [303, orderPage(page)],
  ])
  expect(await stateOf(customer, page)).toContain('Pago')
  expect(await countOrders(customer)).toBe(1)
  expect((await operate(shop, 'orders', 'show', idOf(page))).match(/ {2}pagamento /g)).toHaveLength(1)
})

test('a payment is confirmed in words whoever told the shop of it first', async () => {
  const customer = await newCustomer(shop.url)
  for (const how of ['the page by itself', 'Já paguei']) {
    const page = await placeOrder(customer)
    const pixPage = await chargeByPix(customer, page)
    await customer.submit(bankOf(pixPage), { button: 'Pagar' })
    const look = () => (how === 'Já paguei' ? customer.submit(pixPage, alreadyPaid) : customer.get(pixPage.path))
    // The bank is asked about one charge three times a second at most, and the Pix page has just asked.
    await expect.poll(async () => (await look()).location).toBe(orderPage(page))
    expect(wordsOf((await customer.get(orderPage(page))).html)).toContain('Pagamento confirmado! Já estamos separando')
    expect(wordsOf((await customer.get(orderPage(page))).html)).not.toContain('Pagamento confirmado!')
  }
})

test('the Pix page answers Já paguei before the money has arrived, and takes the question again', async () => {
  const customer = await newCustomer(shop.url)
  const pixPage = await chargeByPix(customer, await placeOrder(customer))
  expect(wordsOf(pixPage.html)).not.toContain('O pagamento ainda não chegou.')
  for (let press = 1; press <= 2; press++) {
    const answer = await customer.submit(pixPage, alreadyPaid)
    expect(answer.status).toBe(200)
    expect(wordsOf(answer.html)).toContain('O pagamento ainda não chegou.')
  }
})

test('after paying, back leads to the orders from every page of the purchase, and sends no second order', async () => {
  const customer = await newCustomer(shop.url)
  const summaryPage = await openSummary(customer)
  const page = (await finish(customer, summaryPage)).location ?? ''
  const paymentPage = await customer.get(page)
  const { location } = await customer.submit(paymentPage, { button: 'Pagar com Pix' })
  const pixPage = await customer.get(location ?? '')
  await customer.submit(bankOf(pixPage), { button: 'Pagar' })
  await customer.submit(pixPage, alreadyPaid)

  for (const [earlier, button] of [
    [paymentPage, 'Pagar com Pix'],
    [pixPage, 'Já paguei'],
  ] as const) {
    expect((await customer.get(earlier.path)).location).toBe(orderPage(page))
    expect((await customer.submit(earlier, { button })).location).toBe(orderPage(page))
  }
  const again = await finish(customer, summaryPage)
  expect([again.status, again.location]).toEqual([303, page])
  expect((await customer.get(page)).location).toBe(orderPage(page))
  expect(await countOrders(customer)).toBe(1)
})

test('the plain Pix page asks again every 15 seconds, until its link stops that, and then again by another', async () => {
  const customer = await newCustomer(shop.url)
  const pixPage = await chargeByPix(customer, await placeOrder(customer))
  const linkOf = ({ html }: PlainAnswer, words: string) =>
    html.match(new RegExp(`<a href="([^"]*)">${words}</a>`))?.[1] ?? `no link "${words}"`
  expect(pixPage.headers.get('Refresh')).toBe('15')
  expect(wordsOf(pixPage.html)).toContain('Esta página se atualiza sozinha a cada 15 segundos.')

  const still = await customer.get(linkOf(pixPage, 'Parar de atualizar'))
  expect([still.status, still.headers.get('Refresh')]).toEqual([200, null])
  expect(bankOf(still)).toBe(bankOf(pixPage))
  expect(wordsOf(still.html)).toContain('A atualização automática está parada.')
  const { headers } = await customer.get(linkOf(still, 'Voltar a atualizar'))
  expect(headers.get('Refresh')).toBe('15')
})

test('a charge has the page of its own way: the other way’s leads to the choice', async () => {
  const customer = await newCustomer(shop.url)
  const page = await placeOrder(customer)
  expect((await chargeByPix(customer, page)).path).toBe(`${page}/pix`)
  expect((await customer.get(`${page}/cartao`)).location).toBe(page)
})

test('the Pix page’s time left never ends before the order’s', async () => {
  const customer = await newCustomer(shop.url)
  const summary = await openSummary(customer)
  const before = performance.now()
  const page = (await finish(customer, summary)).location ?? ''
  let { html } = await chargeByPix(customer, page)
  for (const _ of [1, 2, 3, 4, 5, 6]) {
    const atLeast = 30 * 60 - (performance.now() - before) / 1000
    const [, minutes, seconds] = /dateTime="PT(\d+)M(\d+)S"/i.exec(html) ?? []
    expect(Number(minutes) * 60 + Number(seconds)).toBeGreaterThanOrEqual(atLeast)
    await sleep(130)
    html = (await customer.get(`${page}/pix`)).html
  }
})

test.each(['', '/pix', 'failure'])(
  'a charge the bank took away is known to who opens the page next: %s',
  async (next) => {
    const customer = await newCustomer(shop.url)
    const page = await placeOrder(customer)
    await answerAtBank(customer, page, 'Recusar')
    const failure = page.replace('/checkout/', '/fail-payment/')
    const leadsTo = async () => {
      const { status, location } = await customer.get(next === 'failure' ? failure : page + next)
      return status === 200 ? 'itself' : location
    }
    // The bank is asked about one charge three times a second at most, and the Pix page has just asked.
    await expect.poll(leadsTo).toBe(next === 'failure' ? 'itself' : failure)
    expect(await stateOf(customer, page)).toContain('Pagamento recusado')
  },
)

test('a payment that was refused puts its products into the bag again', async () => {
  const customer = await newCustomer(shop.url)
  const page = await placeOrder(customer)
  await answerAtBank(customer, page, 'Recusar')
  const failure = page.replace('/checkout/', '/fail-payment/')
  await expect.poll(async () => (await customer.get(page)).location).toBe(failure)
  await customer.submit(failure, { button: 'Colocar os produtos na sacola de novo' })
  const bag = wordsOf((await customer.get('/checkout/sacola')).html)
  expect(bag).toContain('Os produtos do pedido voltaram para a sua sacola.')
  expect(bag).toContain('Novalgina 1g 10 Comprimidos')
})

test('a card is declined, tried again and approved on its provider’s page, from links and forms alone', async () => {
  const customer = await newCustomer(shop.url)
  const page = await placeOrder(customer)
  const openCard = async () => {
    const { location } = await customer.submit(page, { button: 'Pagar com cartão' })
    const { html } = await customer.get(location ?? '')
    return /href="([^"]*)"[^>]*>[^<]*Pagar com cartão/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? html
  }
  const answer = async (button: string) => {
    const { location } = await customer.submit(await openCard(), { button })
    return (await customer.get(location ?? '')).location
  }
  expect(await answer('Recusar')).toBe(page)
  expect(wordsOf((await customer.get(page)).html)).toContain('O banco não aprovou o cartão')
  expect(await answer('Aprovar')).toBe(orderPage(page))
  expect(await stateOf(customer, page)).toContain('Cartão Visa')
})

test('what anybody tells the bank’s webhook makes nothing paid', async () => {
  const customer = await newCustomer(shop.url)
  const page = await placeOrder(customer)
  const txid = bankOf(await chargeByPix(customer, page)).split('=')[1]
  const call = (body: string) =>
    fetch(`${shop.url}/webhooks/pix`, { method: 'POST', body }).then(({ status }) => status)
  const pix = { endToEndId: `E${'1'.repeat(31)}`, valor: '19.47', horario: '2026-03-10T13:00:00Z' }

  expect(await call(JSON.stringify({ pix: [{ ...pix, txid }] }))).toBe(200)
  expect(await call(JSON.stringify({ pix: [{ ...pix, txid: 'f'.repeat(32) }] }))).toBe(200)
  expect(await call('{"pix":')).toBe(400)
  expect(await call(JSON.stringify({ pix: [{ ...pix, txid: ['a', 'list'] }] }))).toBe(200)
  expect(await call(JSON.stringify({ pix: [{ ...pix, txid, infoPagador: 'x'.repeat(70_000) }] }))).toBe(413)
  expect((await customer.get(`${page}/pix`)).status).toBe(200)
  expect(await stateOf(customer, page)).toContain('Aguardando pagamento')
})

/** Calls the webhook as the provider of the external page does. */
function tell(server: RunningServer, word: unknown, secret = sandboxPaymentSecret): Promise<number> {
  const body = typeof word === 'string' ? word : JSON.stringify(word)
  const headers = { 'X-Signature': createHmac('sha256', secret).update(body).digest('hex') }
  return fetch(`${server.url}/webhooks/payment`, { method: 'POST', body, headers }).then(({ status }) => status)
}

async function referenceOf(customer: PlainBrowser, page: string): Promise<string> {
  const target = (await customer.get(page)).headers.get('Refresh')?.split('url=')[1] ?? ''
  return new URL(target, shop.url).searchParams.get('transaction_reference') ?? ''
}

test('the provider’s word counts only if it is signed, well made, about an order of ours and about its amount', async () => {
  const external = await startServer({ env: { NATIVE_PAYMENT: '0' } })
  onTestFinished(() => external.stop().then(() => {}))
  const customer = await openCustomer(external.url)
  const page = await placeOrder(customer)
  const word = {
    payment_id: 'one',
    transaction_reference: await referenceOf(customer, page),
    status: 'paid',
    amount: 19.47,
  }
  expect(await tell(external, word, 'another secret, long enough')).toBe(401)
  expect(await fetch(`${external.url}/webhooks/payment`, { method: 'POST', body: '{}' })).toMatchObject({ status: 401 })
  expect(await tell(external, '{')).toBe(400)
  expect(await tell(external, { ...word, amount: -1 })).toBe(400)
  expect(await tell(external, { ...word, amount: 19.471 })).toBe(400)
  expect(await tell(external, { ...word, transaction_reference: 'nobody knows' })).toBe(404)
  expect(await tell(external, { ...word, payment_id: 'two', amount: 19.46 })).toBe(200)
  expect(await stateOf(customer, page)).toContain('Aguardando pagamento')
  expect(await operate(external, 'payments', 'owed')).toMatch(/R\$\s19,46 .*você, no provedor +two/)

  expect(await Promise.all([tell(external, word), tell(external, word)])).toEqual([200, 200])
  expect(await stateOf(customer, page)).toContain('Pago')
  const ended = await onShop(external, ({ backoffice }) =>
    backoffice.orders.cancelOrRefund(operator, Number(idOf(page)), 'engano'),
  )
  expect(ended).toMatchObject({ refundCents: 1947, requiresManualRefund: true })
  expect(await tell(external, { ...word, status: 'refunded' })).toBe(200)
  expect(await operate(external, 'payments', 'owed')).not.toContain('one')
})

test('what the shop returned by other means is said on the order’s page, by the owner alone, and is owed no more', async () => {
  const external = await startServer({ env: { NATIVE_PAYMENT: '0' } })
  onTestFinished(() => external.stop().then(() => {}))
  const customer = await openCustomer(external.url)
  const page = await placeOrder(customer)
  const transactionReference = await referenceOf(customer, page)
  await tell(external, {
    payment_id: 'one',
    transaction_reference: transactionReference,
    status: 'paid',
    amount: '19.47',
  })
  await onShop(external, ({ backoffice }) => backoffice.orders.cancelOrRefund(operator, Number(idOf(page)), 'engano'))
  const desk = `/balcao/pedidos/${idOf(page)}`
  const clerk = await createStaff(external.url, 'clerk')
  const seen = wordsOf((await clerk.get(desk)).html)
  expect(seen).toMatch(/Falta devolver R\$\s19,47/)
  expect(seen).not.toContain('Registrar devolução')

  const owner = await createStaff(external.url, 'owner')
  const form = await owner.get(desk)
  const future = await owner.submit(form, { button: 'Registrar devolução', fields: { day: '2999-01-01' } })
  expect([future.status, wordsOf(future.html)]).toEqual([422, expect.stringContaining('hoje ou antes')])
  const fields = { means: 'cash', receipt: '77' }
  expect(await owner.submit(form, { button: 'Registrar devolução', fields })).toMatchObject({ status: 303 })
  const again = await owner.submit(form, { button: 'Registrar devolução', fields })
  expect([again.status, wordsOf(again.html)]).toEqual([409, expect.stringContaining('já foi feita')])
  expect(wordsOf((await owner.get(desk)).html)).toMatch(
    /R\$\s19,47 devolvidos em dinheiro em \d\d\/\d\d, comprovante 77/,
  )
  expect(await stateOf(customer, page)).toMatch(/Devolvemos R\$\s19,47 em dinheiro em \d\d\/\d\d\./)
  expect(await operate(external, 'payments', 'owed')).not.toContain('19,47')
})

test('a customer whose payment cannot be read is not asked to pay again, and the operator finds the charge', async () => {
  const external = await startServer({ env: { NATIVE_PAYMENT: '0' } })
  onTestFinished(() => external.stop().then(() => {}))
  const customer = await openCustomer(external.url)
  const page = await placeOrder(customer)
  const transactionReference = await referenceOf(customer, page)
  const odd = { payment_id: 'one', transaction_reference: transactionReference, status: 'paid', amount: '19,47' }
  expect(await tell(external, odd)).toBe(400)
  expect(await stateOf(customer, page)).toContain('Estamos conferindo o seu pagamento')
  expect(await operate(external, 'payments', 'unknown')).toContain(transactionReference)
  const owner = await createStaff(external.url, 'owner')
  expect(wordsOf((await owner.get(`/balcao/pedidos/${idOf(page)}`)).html)).toContain('Pagamento não entendido')
  expect(await tell(external, { ...odd, amount: '19.47' })).toBe(200)
  expect(await stateOf(customer, page)).toContain('Pago')
  expect(await operate(external, 'payments', 'unknown')).not.toContain(transactionReference)
})

test('when the bank gives no Pix the page says why and until when the order waits, and its button tries again', async () => {
  const server = await startServer({
    env: {
      PIX_API_URL: 'http://127.0.0.1:9',
      PIX_CLIENT_ID: 'shop',
      PIX_CLIENT_SECRET: 'secret',
      PIX_RECEIVER_KEY: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
    },
  })
  onTestFinished(async () => void (await server.stop()))
  const customer = await openCustomer(server.url)
  const page = await placeOrder(customer)
  let answer = await customer.get(page)
  for (const _ of ['at first', 'again']) {
    answer = await customer.submit(answer, { button: 'Pagar com Pix' })
    expect(answer.status).toBe(503)
    expect(wordsOf(answer.html)).toMatch(
      /nada foi cobrado\. Seu pedido continua reservado até as \d+h(\d\d)?: .* de novo em “Pagar com Pix”\./,
    )
  }
  expect(await stateOf(customer, page)).toContain('Aguardando pagamento')
  const metrics = await (await fetch(`${server.url}/metrics`)).text()
  expect(metrics).toContain('payment_breaker_open{provider="pix"} 0\n')
  expect(metrics).toMatch(/^payment_calls_total\{provider="pix",result="away"\} [1-9]/m)
})

test('after a restore the operator reads what customers paid meanwhile, of whose orders the shop knows nothing', async () => {
  const customer = await newCustomer(shop.url)
  const page = await placeOrder(customer)
  await answerAtBank(customer, page, 'Pagar')
  expect(await operate(shop, 'payments', 'unknown')).not.toContain(`Pedido ${idOf(page)} `)
  await onDatabase(async (db) => {
    await db
      .deleteFrom('payment')
      .where('orderId', '=', Number(idOf(page)))
      .execute()
    await db
      .deleteFrom('charge')
      .where('orderId', '=', Number(idOf(page)))
      .execute()
    // The operator's clock begins anew.
    const earlier = sql<string>`replace(charge, '"criacao":"2026-03-10T13', '"criacao":"2026-03-10T12')`
    await db.updateTable('sandboxCharge').set({ charge: earlier }).execute()
  })
  for (const since of [[], ['--since', '2026-03-10']])
    expect(await operate(shop, 'payments', 'unknown', ...since)).toMatch(
      new RegExp(`^desconhecido +R\\$\\s[\\d,]+ +10/03/2026.* Pedido ${idOf(page)} +E\\w{31}`, 'm'),
    )
  await expect(operate(shop, 'payments', 'unknown', '--since', '2026-03-11')).rejects.toThrow('um dia que já começou')
  await expect(operate({ ...shop, url: 'http://127.0.0.1:1' }, 'payments', 'unknown')).rejects.toThrow(
    'O banco não diz o que foi pago: POST /oauth/token: no answer',
  )
})

async function onDatabase(work: (db: Transaction) => Promise<void>): Promise<void> {
  const database = openDatabase(join(shop.dataDir, 'balcao.db'))
  await work(database.db).finally(() => database.close())
}
