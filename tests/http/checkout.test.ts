import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { hiddenField, type PlainBrowser, wordsOf } from '../support/http.ts'
import { operate } from '../support/operator.ts'
import { photoBlob, sendPrescription } from '../support/prescriptions.ts'
import {
  azitromicina,
  goOn,
  newCustomer,
  novalgina,
  openCustomer,
  place,
  summary,
  walkToSummary,
} from '../support/purchase.ts'
import { type RunningServer, startServer } from '../support/server.ts'

const trayenta = '43'
const step = '/checkout/receita-medica'

let shop: RunningServer
let external: RunningServer
beforeAll(async () => {
  shop = await startServer()
  external = await startServer({ env: { NATIVE_PAYMENT: '0' } })
})
afterAll(async () => {
  await shop?.stop()
  await external?.stop()
})

/** Pays in the sandbox's bank. @returns the order's id */
async function placeAndPay(customer: PlainBrowser): Promise<string> {
  const payment = await place(customer)
  const { location } = await customer.post(payment, {})
  const { html } = await customer.get(location ?? '')
  const bank = /\/sandbox\/banco\?txid=\w+/.exec(html)?.[0] ?? ''
  await customer.post(bank, { intent: 'pay' })
  await customer.get(location ?? '')
  return payment.split('/').at(-1) ?? ''
}

/** The id of an order's prescription, from the operator's list. */
async function waitingFor(order: string): Promise<string> {
  const waiting = await operate(shop, 'prescriptions', 'list')
  const [id = ''] = waiting
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, of]) => of === order)
    .flat()
  return id
}

test('a coupon is applied in the bag, shown in the sums, charged, and taken out again', async () => {
  const customer = await newCustomer(shop.url)
  expect((await customer.post('/checkout/sacola', { intent: 'coupon', coupon_code: 'BEMVINDO10' })).status).toBe(422)
  await customer.post(novalgina.path, { id: novalgina.id, quantity: '2' })
  const refused = await customer.post('/checkout/sacola', { intent: 'coupon', coupon_code: 'NADA' })
  expect([refused.status, wordsOf(refused.html)]).toEqual([422, expect.stringContaining('Este cupom não existe')])
  expect(refused.html).toContain('value="NADA"')
  expect(refused.html).toContain('>Aplicar cupom</button>')

  expect((await customer.post('/checkout/sacola', { intent: 'coupon', coupon_code: 'bemvindo10' })).status).toBe(303)
  const bag = wordsOf((await customer.get('/checkout/sacola')).html)
  expect(bag).toMatch(/Cupom BEMVINDO10.*−R\$\s3,89.*R\$\s35,05/)
  await customer.post('/checkout/sacola', { intent: 'removeCoupon' })
  expect(wordsOf((await customer.get('/checkout/sacola')).html)).toMatch(/R\$\s38,94/)
  await customer.post('/checkout/sacola', { intent: 'coupon', coupon_code: 'BEMVINDO10' })

  await goOn(customer)
  const page = await place(customer)
  expect(wordsOf((await customer.get(page)).html)).toMatch(/R\$\s35,05/)

  await customer.post(novalgina.path, { id: novalgina.id, quantity: '1' })
  const again = await customer.post('/checkout/sacola', { intent: 'coupon', coupon_code: 'BEMVINDO10' })
  expect([again.status, wordsOf(again.html)]).toEqual([422, expect.stringContaining('Você já usou este cupom')])
})

test('a laboratory discount asks for CPF and consent, shows in the bag, and is not charged', async () => {
  const customer = await newCustomer(shop.url)
  await customer.post('/produto/trayenta-5mg-30-comprimidos', { id: trayenta, quantity: '1' })
  const page = `/desconto-laboratorio?id=${trayenta}`
  const before = wordsOf((await customer.get('/checkout/sacola')).html)
  expect(before).not.toContain('Com o desconto do laboratório')
  expect((await customer.post(page, { id: trayenta, cpf: '529.982.247-25' })).status).toBe(422)
  const wrong = await customer.post(page, { id: trayenta, cpf: '123.456.789-00', consent: 'on' })
  expect([wrong.status, wordsOf(wrong.html)]).toEqual([422, expect.stringContaining('CPF válido')])
  expect(wrong.html).not.toContain('123.456.789-00')

  expect((await customer.post(page, { id: trayenta, cpf: '529.982.247-25', consent: 'on' })).status).toBe(303)
  expect(JSON.stringify([...customer.cookies])).not.toMatch(/529|NTI5OTgy/)
  const asked = wordsOf((await customer.get(page)).html)
  expect(asked).toMatch(/o valor cobrado por unidade é R\$\s[\d,]+\..*Quero o desconto/)
  const { html } = await customer.get('/checkout/sacola')
  expect(wordsOf(html)).toContain('Com o desconto do laboratório: R$')
  const total = before.match(/Total\s*R\$\s[\d.,]+/)?.[0]
  expect(wordsOf(html)).toContain(total ?? 'no total')
  await customer.post(page, { intent: 'withdraw' })
  expect(wordsOf((await customer.get('/checkout/sacola')).html)).not.toContain('Com o desconto do laboratório')
})

// The operator's program starts five times.
test('a bag that needs a prescription goes on only with one, and its order waits for the pharmacist', async () => {
  const customer = await newCustomer(shop.url)
  expect((await customer.get(step)).location).toBe('/checkout/sacola')
  await customer.post(azitromicina.path, { id: azitromicina.id, quantity: '1' })
  expect((await goOn(customer)).location).toBe(step)
  expect((await customer.get(summary)).location).toBe(step)
  const page = await customer.get(step)
  expect([page.status, page.headers.get('Cache-Control')]).toEqual([200, 'no-store'])

  const unsent = await sendPrescription(shop.url, customer)
  expect([unsent.status, wordsOf(unsent.html)]).toEqual([422, expect.stringContaining('Escolha o arquivo da receita')])
  const old = await sendPrescription(shop.url, customer, { file: await photoBlob(), issued_at: '2026-02-01' })
  expect([old.status, wordsOf(old.html)]).toEqual([422, expect.stringContaining('vale por 10 dias')])
  const digital = await sendPrescription(shop.url, customer, { type: '1' })
  expect([digital.status, wordsOf(digital.html)]).toEqual([422, expect.stringContaining('Informe quem emitiu')])
  const named = await sendPrescription(shop.url, customer, {
    file: new File(['MZ'], 'receita.jpg', { type: 'image/jpeg' }),
  })
  expect([named.status, wordsOf(named.html)]).toEqual([422, expect.stringContaining('JPG, PNG ou WebP')])
  const large = await sendPrescription(shop.url, customer, { file: new Blob([new Uint8Array(10 * 1024 * 1024 + 1)]) })
  expect([large.status, wordsOf(large.html)]).toEqual([422, expect.stringContaining('mais de 10 MB')])

  const sent = await sendPrescription(shop.url, customer, { file: await photoBlob() })
  expect([sent.status, sent.location]).toEqual([303, summary])
  const order = await placeAndPay(customer)
  const ordersPage = '/minha-conta?section=pedidos'
  await expect.poll(async () => (await customer.get(`/checkout/${order}/pix`)).location).toBe(ordersPage)
  expect(wordsOf((await customer.get(ordersPage)).html)).toContain(
    'Pagamento confirmado! Agora o farmacêutico confere a sua receita.',
  )
  expect(wordsOf((await customer.get(`/minha-conta/pedidos/${order}`)).html)).toContain('Em análise da receita')

  const folder = mkdtempSync(join(tmpdir(), 'balcao-pharmacist-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const id = await waitingFor(order)
  await expect(operate(shop, 'orders', 'advance', order)).rejects.toThrow('waits for its prescription')
  const file = join(folder, 'receita.jpg')
  expect(await operate(shop, 'prescriptions', 'show', id, file)).toContain('Ana Lima')
  expect(existsSync(file) && readFileSync(file).subarray(0, 3).toString('hex')).toBe('ffd8ff')
  expect(await operate(shop, 'prescriptions', 'approve', id)).toContain(`order ${order} is now preparing`)
  expect(await operate(shop, 'orders', 'advance', order)).toContain('out_for_delivery')
})

// The operator's program starts twice.
test('a rejected prescription is told on the order’s page with its reason, and what was paid comes back', async () => {
  const customer = await newCustomer(shop.url)
  await customer.post(azitromicina.path, { id: azitromicina.id, quantity: '1' })
  await goOn(customer)
  await sendPrescription(shop.url, customer, { file: await photoBlob() })
  const order = await placeAndPay(customer)
  await operate(shop, 'prescriptions', 'reject', await waitingFor(order), 'a', 'assinatura', 'está', 'ilegível')
  const page = wordsOf((await customer.get(`/minha-conta/pedidos/${order}`)).html)
  expect(page).toContain('Motivo informado pelo farmacêutico: a assinatura está ilegível.')
  expect(page).toMatch(/R\$\s[\d,]+ estão voltando para você|Devolvemos R\$/)
  expect((await customer.get(`/fail-payment/${order}`)).status).toBe(200)
})

test('a command that is not known is answered with those of its group, a status with the ones there are', async () => {
  const unknown = await operate(shop, 'orders', 'pack').catch(({ stderr }) => stderr)
  expect(unknown).toContain('orders pack is not a command.')
  expect(unknown).toContain('orders advance ID')
  expect(unknown).not.toContain('coupons')
  await expect(operate(shop, 'orders', 'list', 'packed')).rejects.toThrow('STATUS is one of pending_payment, paid,')
})

test('an address that another branch serves says so before anything is placed', async () => {
  const customer = await newCustomer(shop.url)
  await customer.post(novalgina.path, { id: novalgina.id, quantity: '1' })
  await customer.post('/cep', { zipcode: '04010-000' })
  await goOn(customer)
  expect(wordsOf((await customer.get(summary)).html)).toContain('O endereço escolhido é atendido por outra loja')
  await goOn(customer)
  expect(wordsOf((await customer.get(summary)).html)).not.toContain('atendido por outra loja')
})

test('paying outside: the shopper is led to the page with its three parameters, and the signed word makes it paid', async () => {
  const customer = await openCustomer(external.url)
  const form = await walkToSummary(customer)
  const { location } = await customer.post(summary, form)
  expect(location).toMatch(/^\/checkout\/\d+\/externo$/)
  const order = location?.split('/')[2] ?? ''
  const redirecting = await customer.get(location ?? '')
  const target = redirecting.headers.get('Refresh')?.split('url=')[1] ?? ''
  expect(Object.fromEntries(new URL(target, external.url).searchParams)).toEqual({
    transaction_reference: expect.stringMatching(/^[\w-]{36}$/),
    order_id: order,
    layout: '2',
  })
  expect(redirecting.html).toContain('role="dialog"')
  expect((await customer.get(`/checkout/${order}`)).location).toBe(location)

  const paid = await customer.post(target, { intent: 'pay' })
  expect(paid.location).toBe('/minha-conta?section=pedidos')
  expect(wordsOf((await customer.get(`/minha-conta/pedidos/${order}`)).html)).toContain('Pago')
  expect((await customer.get(location ?? '')).location).toBe('/minha-conta?section=pedidos')
})

test('a payment refused outside leads to the page of failed payments', async () => {
  const customer = await openCustomer(external.url)
  const { location } = await customer.post(summary, await walkToSummary(customer))
  const target = (await customer.get(location ?? '')).headers.get('Refresh')?.split('url=')[1] ?? ''
  const refused = await customer.post(target, { intent: 'refuse' })
  expect(refused.location).toBe(`/fail-payment/${location?.split('/')[2]}`)
  expect(wordsOf((await customer.get(refused.location ?? '')).html)).toContain('O pagamento foi recusado')
})

test('patients are listed, registered and renamed on a page of their own, each customer’s alone', async () => {
  const page = '/checkout/receita-medica/pacientes'
  const customer = await newCustomer(shop.url)
  expect((await customer.post(page, { 'pacient.pacient': 'João Lima' })).status).toBe(303)
  const { html } = await customer.get(page)
  expect(html).toContain('value="João Lima"')
  const pacientId = hiddenField(html, 'pacientId')
  const stranger = await newCustomer(shop.url)
  expect((await stranger.post(page, { pacientId, 'pacient.pacient': 'Outro' })).status).toBe(404)
  expect((await customer.post(page, { pacientId, 'pacient.pacient': 'João de Lima' })).status).toBe(303)
  expect((await customer.get(page)).html).toContain('value="João de Lima"')
  const refused = await customer.post(page, { pacientId, 'pacient.pacient': 'x'.repeat(121) })
  expect(refused.status).toBe(422)
  expect(refused.html).toContain(`href="#pacient-${pacientId}"`)
  const [field = ''] = refused.html.match(new RegExp(`<input id="pacient-${pacientId}"[^>]*>`)) ?? []
  expect(field).toMatch(/aria-invalid="true".*value="x{121}"/)
  expect((await customer.post(page, { 'pacient.pacient': ' ' })).html).toContain('href="#pacient"')
})
