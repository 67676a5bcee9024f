import { stringifyCookie } from 'cookie'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { ownServer } from '../support/file-server.ts'
import type { FormUse } from '../support/forms.ts'
import { hiddenField, type PlainAnswer, type PlainBrowser, wordsOf } from '../support/http.ts'
import { operate } from '../support/operator.ts'
import { digital, pdfDocument, pharmacist, photoBlob, sendPrescription } from '../support/prescriptions.ts'
import { strangeCpf } from '../support/programme.ts'
import {
  addToBag,
  answerAtBank,
  azitromicina,
  bagPage,
  bankOf,
  chargeByPix,
  dorflex,
  downloadData,
  finish,
  giveZipcode,
  goOn,
  homeAddress,
  newCustomer,
  novalgina,
  openCustomer,
  openShopper,
  openSummary,
  person,
  place,
  placeOrder,
  register,
  saveAddress,
  summary,
  trayenta,
} from '../support/purchase.ts'
import { approvePrescription, byOperator, createStaff, operator } from '../support/staff.ts'
import { onShop } from '../support/verbs.ts'

const step = '/checkout/receita-medica'

const shop = ownServer()
const external = ownServer({ env: { NATIVE_PAYMENT: '0' } })

const use = (button: string, fields = {}): FormUse => ({ button, fields })

/** Pays in the sandbox’s bank, and waits until it has told the shop, a moment after its page has. @returns the order's id */
async function placeAndPay(customer: PlainBrowser): Promise<string> {
  const payment = await place(customer)
  await answerAtBank(customer, payment)
  const order = payment.split('/').at(-1) ?? ''
  await expect.poll(async () => (await customer.get(`${payment}/pix`)).location).toBe(`/minha-conta/pedidos/${order}`)
  return order
}

/** The pharmacist who decides. */
const decider = { ...operator, ...pharmacist }

/** An order's prescription. */
async function waitingFor(order: string): Promise<number> {
  const used = await onShop(shop, ({ prescriptions }) => prescriptions.listPrescriptionsWithOrder())
  return used.find(({ orderId }) => orderId === Number(order))?.id ?? 0
}

test('a coupon that is used up at the summary is told and gone: the next press orders at the sum that is shown', async () => {
  await onShop(shop, ({ bags }) =>
    bags.coupons.saveCoupon({
      ...{ code: 'UMAVEZ', title: '', discountType: 'amount', discountValue: 500, maxDiscountCents: null },
      ...{ minimumCents: null, maxUses: 1, firstDay: null, lastDay: null, isOncePerCustomer: false },
    }),
  )
  const prepare = async () => {
    const customer = await newCustomer(shop.url)
    await addToBag(customer, novalgina)
    await customer.submit(bagPage, { button: 'Aplicar cupom', fields: { coupon_code: 'UMAVEZ' } })
    await goOn(customer)
    return customer
  }
  const [quick, late, later] = [await prepare(), await prepare(), await prepare()]
  const page = await late.get(summary)
  expect(wordsOf(page.html)).toMatch(/Total R\$\s14,47/)
  expect(await place(quick)).toMatch(/checkout/)
  const refused = await finish(late, page)
  const sentence = 'Este cupom já foi usado o número de vezes que valia.'
  expect([refused.status, wordsOf(refused.html)]).toEqual([422, expect.stringContaining(sentence)])
  expect(wordsOf(refused.html)).toMatch(/Total R\$\s19,47/)
  expect(await place(late, refused)).toMatch(/checkout/)
  // Who only looks again is told, too.
  expect(wordsOf((await later.get(summary)).html)).toContain(sentence)
  const again = await later.get(summary)
  expect(wordsOf(again.html)).not.toContain(sentence)
  expect(await place(later, again)).toMatch(/checkout/)
})

test('a coupon is applied in the bag, shown in the sums, charged, and taken out again', async () => {
  const customer = await newCustomer(shop.url)
  const apply = (couponCode: string) => customer.submit(bagPage, use('Aplicar cupom', { coupon_code: couponCode }))
  // The page of an empty bag has no such form: one that was opened before the bag was emptied.
  expect((await customer.post(bagPage, { intent: 'coupon', coupon_code: 'BEMVINDO10' })).status).toBe(422)
  await addToBag(customer, novalgina, '2')
  const refused = await apply('NADA')
  expect([refused.status, wordsOf(refused.html)]).toEqual([422, expect.stringContaining('Este cupom não existe')])
  expect(refused.html).toContain('value="NADA"')

  expect((await customer.submit(refused, use('Aplicar cupom', { coupon_code: 'bemvindo10' }))).status).toBe(303)
  const bag = wordsOf((await customer.get(bagPage)).html)
  expect(bag).toMatch(/Cupom BEMVINDO10.*−R\$\s3,89.*R\$\s35,05/)
  await customer.submit(bagPage, use('Remover cupom'))
  expect(wordsOf((await customer.get(bagPage)).html)).toMatch(/O cupom saiu da sua sacola\..*R\$\s38,94/)
  await apply('BEMVINDO10')

  await goOn(customer)
  const page = await place(customer)
  expect(wordsOf((await customer.get(page)).html)).toMatch(/R\$\s35,05/)

  await addToBag(customer, novalgina)
  const again = await apply('BEMVINDO10')
  expect([again.status, wordsOf(again.html)]).toEqual([422, expect.stringContaining('Você já usou este cupom')])
})

test('a note of 300 characters goes with the order; a longer one is refused beside its field, and not lost', async () => {
  const customer = await newCustomer(shop.url)
  await customer.post(novalgina.path, { id: novalgina.id, quantity: '1' })
  const [longest, tooLong] = ['ã'.repeat(300), 'ã'.repeat(301)]
  const send = (orderNote: string) => customer.post('/checkout/sacola', { intent: 'continue', order_note: orderNote })
  const refused = await send(tooLong)
  expect([refused.status, wordsOf(refused.html)]).toEqual([
    422,
    expect.stringContaining('Use no máximo 300 caracteres'),
  ])
  const [field = ''] = refused.html.match(/<input[^>]*name="order_note"[^>]*>/) ?? []
  expect([field.includes('aria-invalid="true"'), field.includes(tooLong)]).toEqual([true, true])
  expect((await send(` ${longest} `)).location).toBe(summary)
  const order = (await place(customer)).split('/').at(-1)
  expect(wordsOf((await customer.get(`/minha-conta/pedidos/${order}`)).html)).toMatch(/[^ã]ã{300}[^ã]/)
})

/** On to the summary of a bag that needs a prescription: a digital one, which needs no file. */
async function prescribe(customer: PlainBrowser): Promise<void> {
  await goOn(customer)
  await sendPrescription(customer, digital())
}

test('a laboratory discount asks for CPF and consent, and is in the prices of bag, summary, payment and order', async () => {
  const customer = await newCustomer(shop.url)
  await addToBag(customer, trayenta)
  const bag = await customer.get(bagPage)
  const before = wordsOf(bag.html)
  expect(before).not.toContain('Com o desconto do laboratório')
  const [, page = ''] = bag.html.match(/href="([^"]*)">Ver o desconto do laboratório/) ?? []
  const ask = (from: PlainAnswer | string, fields: Record<string, string | string[]>) =>
    customer.submit(from, { button: 'Quero o desconto', fields })

  const wrong = await ask(page, { cpf: '123.456.789-00', consent: 'on' })
  expect([wrong.status, wordsOf(wrong.html)]).toEqual([422, expect.stringContaining('CPF válido')])
  // The consent stands as it was given; the number, right or wrong, goes back to no page.
  const unwilling = await ask(wrong, { cpf: '529.982.247-25', consent: [] })
  expect([unwilling.status, wordsOf(unwilling.html)]).toEqual([422, expect.stringContaining('Para ver o desconto')])
  for (const [refused, isTicked] of [
    [wrong, true],
    [unwilling, false],
  ] as const) {
    expect(refused.html).not.toMatch(/123\.?456\.?789|529\.?982\.?247/)
    expect(hiddenField(refused.html, 'id')).toBe(trayenta.id)
    expect(refused.html.match(/<input[^>]*name="consent"[^>]*>/)?.[0].includes('checked')).toBe(isTicked)
  }

  expect((await ask(unwilling, { cpf: '529.982.247-25', consent: 'on' })).status).toBe(303)
  for (const value of customer.cookies.values())
    expect(value + Buffer.from(value, 'base64').toString()).not.toMatch(/529\.?982\.?247/)
  const asked = wordsOf((await customer.get(page)).html)
  expect(asked).toMatch(/Sem o desconto, cada unidade custa R\$\s274,90\..*Quero o desconto/)
  const shown = wordsOf((await customer.get(bagPage)).html)
  expect(shown).toMatch(/Com o desconto do laboratório: R\$\s206,18 em vez de R\$\s274,90/)
  expect(shown).toMatch(/Total\s*R\$\s206,18/)

  await prescribe(customer)
  expect(wordsOf((await customer.get(summary)).html)).toMatch(/Total\s*R\$\s206,18/)
  const payment = await place(customer)
  expect(wordsOf((await customer.get(payment)).html)).toMatch(/R\$\s206,18/)
  const order = wordsOf((await customer.get(`/minha-conta/pedidos/${payment.split('/').at(-1)}`)).html)
  expect(order).toMatch(/R\$\s206,18/)
  expect(order).not.toMatch(/R\$\s274,90/)
})

test('a consent to a laboratory’s discount can be withdrawn: the price is the shop’s again', async () => {
  const customer = await newCustomer(shop.url)
  await addToBag(customer, trayenta)
  const page = `/desconto-laboratorio?id=${trayenta.id}`
  const consent = { button: 'Quero o desconto', fields: { cpf: '529.982.247-25', consent: 'on' } }
  await customer.submit(page, consent)
  await customer.submit(page, use('Retirar minha autorização'))
  expect(wordsOf((await customer.get(bagPage)).html)).not.toContain('Com o desconto do laboratório')
  await customer.submit(page, consent)
  await prescribe(customer)
  const { location } = await customer.submit(summary, use('Comprar sem o desconto do laboratório'))
  expect(wordsOf((await customer.get(location ?? '')).html)).toMatch(/Total\s*R\$\s274,90/)
})

test('a programme that does not answer, knows no such customer or changes its mind says so, and nothing is lost', async () => {
  const customer = await newCustomer(shop.url)
  await addToBag(customer, trayenta, '2')
  const page = `/desconto-laboratorio?id=${trayenta.id}`
  const ask = (cpf: string) => customer.submit(page, { button: 'Quero o desconto', fields: { cpf, consent: 'on' } })
  const [away, stranger] = [await ask(strangeCpf.away), await ask(strangeCpf.notEnrolled)]
  expect([away.status, wordsOf(away.html)]).toEqual([503, expect.stringContaining('não respondeu')])
  expect([stranger.status, wordsOf(stranger.html)]).toEqual([422, expect.stringContaining('pelo preço da loja')])
  expect((await ask(strangeCpf.lessThanPromised)).status).toBe(303)
  await prescribe(customer)
  const refused = await finish(customer)
  expect([refused.status, wordsOf(refused.html)]).toEqual([409, expect.stringContaining('nada foi cobrado')])
  expect(wordsOf(refused.html)).toMatch(/vale para até 1 unidade.*Total\s*R\$\s549,80/)
  expect(await place(customer)).toMatch(/^\/checkout\/\d+$/)
})

test('a bag that needs a prescription goes on only with one, and its order waits for the pharmacist', async () => {
  const customer = await newCustomer(shop.url)
  expect((await customer.get(step)).location).toBe('/checkout/sacola')
  await addToBag(customer, azitromicina)
  expect((await goOn(customer)).location).toBe(step)
  expect((await customer.get(summary)).location).toBe(step)
  const page = await customer.get(step)
  expect(wordsOf(page.html)).toContain('Este produto da sua sacola é vendido somente com receita médica:')
  expect([page.status, page.headers.get('Cache-Control')]).toEqual([200, 'no-store, no-transform'])

  const unsent = await sendPrescription(customer)
  expect([unsent.status, wordsOf(unsent.html)]).toEqual([422, expect.stringContaining('Escolha o arquivo da receita')])
  const all = wordsOf((await sendPrescription(customer, { pacient: '', type: '1', issued_at: '2026-02-01' })).html)
  for (const error of ['nome do paciente', 'quem emitiu', 'código da receita digital', 'vale por 10 dias'])
    expect(all).toContain(error)
  const notes = new File(['anotações'], 'receita.txt')
  const both = wordsOf((await sendPrescription(customer, { pacient: '', issued_at: '1/2/2026', file: notes })).html)
  for (const error of ['nome do paciente', 'vale por 10 dias', 'JPG, PNG ou WebP']) expect(both).toContain(error)
  const named = await sendPrescription(customer, {
    file: new File(['MZ'], 'receita.jpg', { type: 'image/jpeg' }),
  })
  expect([named.status, wordsOf(named.html)]).toEqual([422, expect.stringContaining('JPG, PNG ou WebP')])
  const unticked = await sendPrescription(customer, { products: [] })
  expect(wordsOf(unticked.html)).toContain('Escolha os produtos que esta receita cobre.')
  expect(unticked.html).not.toMatch(/name="products"[^>]*checked|checked[^>]*name="products"/)
  const large = await sendPrescription(customer, { file: new Blob([new Uint8Array(10 * 1024 * 1024 + 1)]) })
  expect([large.status, wordsOf(large.html)]).toEqual([422, expect.stringContaining('mais de 10 MB')])

  const sent = await sendPrescription(customer, { file: await photoBlob() })
  expect([sent.status, sent.location]).toEqual([303, summary])
  const order = await placeAndPay(customer)
  const ordersPage = `/minha-conta/pedidos/${order}`
  expect((await customer.get(`/checkout/${order}/pix`)).location).toBe(ordersPage)
  expect(wordsOf((await customer.get(ordersPage)).html)).toContain(
    'Pagamento confirmado! Agora o farmacêutico confere a sua receita.',
  )
  expect(wordsOf((await customer.get(`/minha-conta/pedidos/${order}`)).html)).toContain('Em análise da receita')

  const id = await waitingFor(order)
  const advance = () =>
    onShop(shop, ({ backoffice }) => backoffice.orders.advanceOrder(operator, Number(order), 'dispatch'))
  await expect(advance()).rejects.toThrow()
  const desk = `/balcao/receitas/${id}`
  const atWork = await createStaff(shop.url, 'pharmacist')
  const shown = await atWork.get(desk)
  expect(wordsOf(shown.html)).toContain('Ana Lima')
  const [, picture = ''] = /src="([^"]+\/arquivo\/\d+)"/.exec(shown.html) ?? []
  const file = await fetch(shop.url + picture, {
    headers: { Cookie: stringifyCookie(Object.fromEntries(atWork.cookies)) },
  })
  expect(
    Buffer.from(await file.arrayBuffer())
      .subarray(0, 3)
      .toString('hex'),
  ).toBe('ffd8ff')
  await onShop(shop, (open) => approvePrescription(open, decider, id))
  expect((await onShop(shop, ({ prescriptions }) => prescriptions.findPrescription(id)))?.decision?.by).toEqual(
    pharmacist,
  )
  await pickAll(order)
  expect(await advance()).toBe('out_for_delivery')
})

/** Ticks every unit of an order. */
async function pickAll(order: string): Promise<void> {
  await onShop(shop, async ({ backoffice: { orders } }) => {
    const { lines } = await orders.getOrder(operator, Number(order))
    for (const { productId, pickedUnits: picked, unitsToPick: wanted } of lines)
      for (let unit = picked; unit < wanted; unit++)
        await orders.pickUnitWithoutScan(operator, Number(order), productId)
  })
}

test('a prescription of long ago is asked back with its day, and sent once that day is confirmed', async () => {
  const customer = await newCustomer(shop.url)
  await addToBag(customer, trayenta)
  await goOn(customer)
  const asked = await sendPrescription(customer, { ...digital(), issued_at: '2025-01-01' })
  expect([asked.status, wordsOf(asked.html)]).toEqual([422, expect.stringContaining('Esta receita é de 01/01/2025')])
  const again = (fields: Record<string, string | string[]>) => customer.submit(asked, use('Enviar receita', fields))
  const another = await again({ confirmed_day: ['2025-01-01'], issued_at: '2025-01-02' })
  expect([another.status, wordsOf(another.html)]).toEqual([
    422,
    expect.stringContaining('Esta receita é de 02/01/2025'),
  ])
  const none = await again({ issued_at: '31/02/2025' })
  expect([none.status, wordsOf(none.html)]).toEqual([422, expect.stringContaining('no formato dd/mm/aaaa')])
  expect(none.html).toContain('value="31/02/2025"')
  const sent = await again({ confirmed_day: ['2025-01-01'], issued_at: '1/1/2025' })
  expect([sent.status, sent.location]).toEqual([303, summary])
})

test('an order that waits for its payment is offered in the empty bag, until it is paid', async () => {
  const customer = await newCustomer(shop.url)
  await openSummary(customer)
  const payment = await place(customer)
  const bag = async () => wordsOf((await customer.get(bagPage)).html)
  expect(await bag()).toContain(`Pagar o pedido ${payment.split('/').at(-1)}`)
  await answerAtBank(customer, payment)
  await expect.poll(async () => (await customer.get(payment)).location).toMatch(/pedidos/)
  expect(await bag()).not.toContain('Pagar o pedido')
})

test('a summary left open in another tab leads to the order that was placed meanwhile', async () => {
  const customer = await newCustomer(shop.url)
  const open = await openSummary(customer)
  const payment = await place(customer)
  const late = await finish(customer, open)
  expect(late.location).toBe(payment)
  const order = payment.split('/').at(-1)
  expect(wordsOf((await customer.get(payment)).html)).toContain(`O pedido ${order} já foi feito. Falta só o pagamento.`)
  await answerAtBank(customer, payment)
  await expect.poll(async () => (await customer.get(payment)).location).toMatch(/pedidos/)
  expect((await finish(customer, open)).location).not.toBe(payment)
})

test('an order that was cancelled is not offered for payment in the empty bag', async () => {
  const customer = await newCustomer(shop.url)
  await openSummary(customer)
  const payment = await place(customer)
  await customer.submit(payment.replace('/checkout/', '/minha-conta/pedidos/'), use('Cancelar pedido'))
  expect(wordsOf((await customer.get(bagPage)).html)).not.toContain('Pagar o pedido')
})

test('a prescription sent as PDF is shown to its customer as a picture, never as the file', async () => {
  const customer = await newCustomer(shop.url)
  await addToBag(customer, azitromicina)
  await goOn(customer)
  const file = new File([new Uint8Array(pdfDocument({ box: [72, 36] }))], 'receita.pdf')
  expect((await sendPrescription(customer, { file })).location).toBe(summary)
  const data = JSON.parse((await downloadData(customer, person().password)).html)
  const { pathname } = new URL(data.prescriptions[0].parts[0].file)
  const own = await fetch(shop.url + pathname, {
    headers: { Cookie: stringifyCookie(Object.fromEntries(customer.cookies)) },
  })
  expect([own.status, own.headers.get('Content-Type')]).toEqual([200, 'image/jpeg'])
  expect(own.headers.get('Content-Disposition')).toMatch(/^attachment; filename="receita-\d+\.jpg"$/)
  expect(own.headers.get('Content-Security-Policy')).toContain("sandbox; default-src 'none'")
  expect(own.headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(await sharp(await own.arrayBuffer()).metadata()).toMatchObject({ format: 'jpeg', height: 100 })
})

test('an account whose order is under way is not deleted: its page and the command line say why', async () => {
  const customer = await newCustomer(shop.url)
  await addToBag(customer, novalgina)
  await goOn(customer)
  const order = await placeAndPay(customer)
  const refused = await customer.submit('/excluir-conta', { button: 'Enviar código de exclusão' })
  expect([refused.status, wordsOf(refused.html)]).toEqual([
    409,
    expect.stringContaining(`O pedido ${order} está em andamento`),
  ])
  const { profile } = JSON.parse((await downloadData(customer, person().password)).html)
  await expect(operate(shop, 'customers', 'erase', profile.email)).rejects.toThrow(`O pedido ${order} não acabou`)
  await onShop(shop, ({ backoffice }) => backoffice.orders.cancelOrRefund(operator, Number(order), 'engano'))
  expect(await operate(shop, 'customers', 'erase', profile.email)).toContain('foi apagada')
})

test('an order that left the shop and was refunded is no failed payment: the pages of its payment lead to it', async () => {
  const customer = await newCustomer(shop.url)
  await openSummary(customer)
  const order = await placeAndPay(customer)
  await onShop(shop, async ({ orders }) => {
    for (const step of ['pick', 'dispatch'] as const) await orders.advanceOrder(Number(order), step, byOperator)
    await orders.cancelOrRefund(Number(order), byOperator)
  })
  for (const page of ['/fail-payment', '/checkout'])
    expect((await customer.get(`${page}/${order}`)).location).toBe(`/minha-conta/pedidos/${order}`)
})

test('an order’s page says how to cancel, then until when to withdraw, and what was taken out of it', async () => {
  const customer = await newCustomer(shop.url)
  await addToBag(customer, novalgina)
  await addToBag(customer, dorflex, '2')
  await goOn(customer)
  const order = await placeAndPay(customer)
  const read = async () => wordsOf((await customer.get(`/minha-conta/pedidos/${order}`)).html).replaceAll('\u00a0', ' ')
  expect(await read()).toContain('Quer cancelar? Enquanto não começamos a separar, é na hora')

  const clerk = await createStaff(shop.url, 'clerk')
  const desk = `/balcao/pedidos/${order}`
  await clerk.submit(desk, { button: 'Tirar e reembolsar', fields: { item: `${dorflex.id} 2`, units: '1' } })
  for (const name of ['Novalgina 1g 10 Comprimidos', 'Dorflex 36 Comprimidos']) {
    await clerk.submit(desk, use(`Conferir à mão: ${name}`))
  }
  await clerk.submit(desk, use('Saiu para entrega'))
  expect(await read()).not.toContain('desistir')
  await clerk.submit(desk, use('Confirmar entrega'))
  const delivered = await read()
  expect(delivered).toContain('ou quer desistir?')
  expect(delivered).not.toContain('Quer cancelar?')
  const form = wordsOf((await customer.get(`/minha-conta/pedidos/${order}/problema`)).html)
  expect(form).toContain('Até 17/03/2026, sem explicar por quê')
  expect(delivered).toContain('por itens em falta: 1 × Dorflex 36 Comprimidos.')

  const owner = await createStaff(shop.url, 'owner')
  await owner.submit(desk, { button: 'Reembolsar', fields: { reason: 'Desistiu da compra' } })
  expect(await read()).not.toContain('desistir')
})

test('a command that is not known is answered with those of its group, a status with the ones there are', async () => {
  const unknown = await operate(shop, 'orders', 'pack').catch(({ message }) => message)
  expect(unknown).toContain('orders pack is not a command.')
  expect(unknown).toContain('orders show ID')
  expect(unknown).not.toContain('coupons')
  await expect(operate(shop, 'orders', 'list', 'packed')).rejects.toThrow('STATUS é um destes: pending_payment, paid,')
})

test('another address is added within the bag: the note stays, and it is the one that is picked', async () => {
  const customer = await newCustomer(shop.url)
  await addToBag(customer, novalgina)
  const asked = await customer.submit(bagPage, {
    button: 'Cadastrar novo endereço',
    fields: { order_note: 'Portão azul' },
  })
  expect(asked.location).toBe('/checkout/endereco')
  const bag = await customer.get(asked.location ?? '')
  const work = { zipcode: '05416-000', address_type: 'Trabalho' }
  const filled = await customer.submit(bag, { button: 'Preencher endereço', fields: work })
  expect(filled.html).toMatch(/name="street"[^>]*value="Rua Cardeal Arcoverde"|name="street"[^>]*value="[^"]+"/)
  const refused = await customer.submit(filled, { button: 'Salvar endereço', fields: { number: '' } })
  expect([refused.status, refused.html.match(/Corrija/g)?.length]).toEqual([422, 1])
  const saved = await customer.submit(refused, { button: 'Salvar endereço', fields: { number: '50' } })
  expect(saved.location).toMatch(/^\/checkout\/sacola\?endereco=\d+#delivery_address_id$/)
  const { html } = await customer.get(saved.location ?? '')
  const id = saved.location?.match(/\d+/)?.[0]
  expect(html).toMatch(new RegExp(`<input[^>]*name="delivery_address_id"[^>]*checked=""[^>]*value="${id}"`))
  expect(html).toContain('value="Portão azul"')
  expect(html).not.toContain('name="street"')
  const summarised = await customer.submit(saved.location ?? '', { button: 'Ir para o resumo' })
  expect(wordsOf((await customer.get(summarised.location ?? '')).html)).toContain('Trabalho')
})

test('who has no address yet is led from the bag to its form, and from there to the summary', async () => {
  const newcomer = await openShopper(shop.url)
  await register(newcomer)
  await addToBag(newcomer, novalgina)
  const led = await newcomer.submit(bagPage, { button: 'Ir para o resumo', fields: { order_note: 'Portão azul' } })
  expect([led.status, led.location]).toEqual([303, expect.stringContaining('section=endereco')])
  const form = await newcomer.get(led.location ?? '')
  expect(wordsOf(form.html)).toContain('Falta o endereço de entrega.')
  // A summary opened before leads there, too.
  expect((await newcomer.get(summary)).location).toBe(led.location)
  const saved = await saveAddress(newcomer, { number: '1000' }, form)
  expect([saved.status, saved.location]).toEqual([303, summary])
  expect(wordsOf((await newcomer.get(summary)).html)).toMatch(/Avenida Paulista, 1000.*Portão azul/)
})

test('a first address that another branch serves is chosen in the bag, which says what changes', async () => {
  const newcomer = await openShopper(shop.url)
  await register(newcomer)
  await addToBag(newcomer, novalgina)
  const form = await newcomer.get((await goOn(newcomer)).location ?? '')
  const elsewhere = { ...homeAddress, zipcode: '04010-000', street: 'Rua Longe' }
  expect((await saveAddress(newcomer, elsewhere, form)).location).toBe(summary)
  expect((await newcomer.get(summary)).location).toBe(bagPage)
  await goOn(newcomer)
  expect(wordsOf((await newcomer.get(summary)).html)).toContain('Rua Longe')
})

test('an address that another branch serves says so before anything is placed', async () => {
  const customer = await newCustomer(shop.url)
  await addToBag(customer, novalgina)
  await giveZipcode(customer, '04010-000')
  await goOn(customer)
  expect(wordsOf((await customer.get(summary)).html)).toContain('O endereço escolhido é atendido por outra loja')
  await goOn(customer)
  expect(wordsOf((await customer.get(summary)).html)).not.toContain('atendido por outra loja')
})

test('paying outside: the shopper is led to the page with its three parameters, and the signed word makes it paid', async () => {
  const customer = await openCustomer(external.url)
  const { location } = await finish(customer, await openSummary(customer))
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

  const paid = await customer.submit(target, use('Pagar'))
  expect(paid.location).toBe(`/minha-conta/pedidos/${order}`)
  expect(wordsOf((await customer.get(`/minha-conta/pedidos/${order}`)).html)).toContain('Pago')
  expect((await customer.get(location ?? '')).location).toBe(`/minha-conta/pedidos/${order}`)
})

test('a payment refused outside leads to the page of failed payments', async () => {
  const customer = await openCustomer(external.url)
  const { location } = await finish(customer, await openSummary(customer))
  const target = (await customer.get(location ?? '')).headers.get('Refresh')?.split('url=')[1] ?? ''
  const refused = await customer.submit(target, use('Recusar'))
  expect(refused.location).toBe(`/fail-payment/${location?.split('/')[2]}`)
  expect(wordsOf((await customer.get(refused.location ?? '')).html)).toContain('O pagamento foi recusado')
})

test('patients are listed, registered and renamed on a page of their own, each customer’s alone', async () => {
  const page = '/checkout/receita-medica/pacientes'
  const customer = await newCustomer(shop.url)
  const name = (pacient: string) => ({ 'pacient.pacient': pacient })
  expect((await customer.submit(page, use('Cadastrar paciente', name('João Lima')))).status).toBe(303)
  const listed = await customer.get(page)
  expect(listed.html).toContain('value="João Lima"')
  const pacientId = hiddenField(listed.html, 'pacientId')
  const stranger = await newCustomer(shop.url)
  expect((await stranger.post(page, { pacientId, ...name('Outro') })).status).toBe(404)
  expect((await customer.submit(listed, use('Salvar', name('João de Lima')))).status).toBe(303)
  expect((await customer.get(page)).html).toContain('value="João de Lima"')
  const refused = await customer.submit(listed, use('Salvar', name('x'.repeat(121))))
  expect(refused.status).toBe(422)
  expect(refused.html).toContain(`href="#pacient-${pacientId}"`)
  const [field = ''] = refused.html.match(new RegExp(`<input id="pacient-${pacientId}"[^>]*>`)) ?? []
  expect(field).toMatch(/aria-invalid="true".*value="x{121}"/)
  expect((await customer.submit(page, use('Cadastrar paciente', name(' ')))).html).toContain('href="#pacient"')
  const linking = await customer.submit(page, use('Cadastrar paciente', name('premio.example')))
  expect([linking.status, wordsOf(linking.html)]).toEqual([422, expect.stringContaining('sem endereço de site')])
})

test('the pretend bank’s form leads to its charge by itself: text browsers send one without an address to the path alone', async () => {
  const customer = await newCustomer(shop.url)
  const bankPage = bankOf(await chargeByPix(customer, await placeOrder(customer)))
  expect((await customer.get(bankPage)).html).toContain(`action="${bankPage}"`)
})
