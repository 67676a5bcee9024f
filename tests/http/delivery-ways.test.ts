import { expect, test } from 'vitest'
import { call, tokensOf } from '../support/calls.ts'
import { ownServer } from '../support/file-server.ts'
import { openPlainBrowser, wordsOf } from '../support/http.ts'
import { addToBag, goOn, novalgina, openCustomer, openSummary, pay, place, summary } from '../support/purchase.ts'
import { createStaff } from '../support/staff.ts'

const shop = ownServer()

/** The values of the summary's radio buttons that can be chosen, or can't. */
const optionsOf = (html: string, isDisabled = false) =>
  [...html.matchAll(/<input[^>]*name="delivery_option"[^>]*>/g)]
    .filter(([input]) => input.includes('disabled') === isDisabled)
    .map(([input]) => input.match(/value="([^"]*)"/)?.[1] ?? '')

test('the summary offers delivery now, windows and stores as one group of choices', async () => {
  const customer = await openCustomer(shop.url)
  await addToBag(customer, novalgina, '1')
  await goOn(customer)
  const { html } = await customer.get(summary)
  const values = optionsOf(html)
  expect(values[0]).toBe('agora')
  expect(values.filter((value) => value.startsWith('janela-')).length).toBeGreaterThan(10)
  expect(values).toContain('retirada-3')
  expect(wordsOf(html)).toMatch(/Entrega\s*Grátis/)
})

test('an order is placed in a window, and for a store without any address, from links and forms alone', async () => {
  const customer = await openCustomer(shop.url)
  await addToBag(customer, novalgina, '1')
  await goOn(customer)
  const page = await customer.get(summary)
  const window = optionsOf(page.html).find((value) => value.startsWith('janela-')) ?? ''
  const placed = await customer.submit(page, { button: 'Finalizar pedido', fields: { delivery_option: window } })
  expect(placed.location).toMatch(/^\/checkout\/\d+\/pix$/)
  const { customer: token } = await tokensOf(shop)
  const orderOf = async () => (await call(shop, 'order/getOrderList', { token })).body[0]
  expect(await orderOf()).toMatchObject({ order_type: 'delivery', delivery_window_id: Number(window.split('-')[1]) })

  await addToBag(customer, novalgina, '1')
  const store = await customer.get('/lojas/3')
  expect(wordsOf(store.html)).toContain('Dados legais desta loja')
  expect((await customer.get('/lojas/99')).status).toBe(404)
  expect((await customer.get('/lojas/10')).status).toBe(404)
  const chosen = await customer.get(`${summary}&delivery_option=retirada-3`)
  expect(wordsOf(chosen.html)).toMatch(/Retirada na loja Pinheiros\s*Grátis/)
  const collected = await customer.submit(chosen, { button: 'Finalizar pedido' })
  expect(collected.location).toMatch(/^\/checkout\/\d+\/pix$/)
  expect(await orderOf()).toMatchObject({ order_type: 'pickup', branch_id: 3, delivery_address_id: null })
  const order = await customer.get(`/minha-conta/pedidos/${collected.location?.split('/')[2]}`)
  expect(wordsOf(order.html)).toContain('Retirada na loja Pinheiros')
})

test('a forged way is refused, and what was chosen stays to be corrected', async () => {
  const customer = await openCustomer(shop.url)
  await addToBag(customer, novalgina, '1')
  await goOn(customer)
  const page = await customer.get(summary)
  for (const deliveryOption of ['janela-7', 'retirada-10', 'retirada-99']) {
    const forged = { ...page, html: page.html.replace('value="agora"', `value="${deliveryOption}"`) }
    const refused = await customer.submit(forged, {
      button: 'Finalizar pedido',
      fields: { delivery_option: deliveryOption },
    })
    expect(refused.status, deliveryOption).toBeGreaterThanOrEqual(400)
    expect(refused.status, deliveryOption).toBeLessThan(500)
  }
  const odd = await customer.submit(
    { ...page, html: page.html.replace('value="agora"', 'value="sim"') },
    { button: 'Atualizar valores', fields: { delivery_option: 'sim' } },
  )
  expect(odd.status).toBe(303)
  expect((await customer.get(odd.location ?? '')).status).toBe(200)
})

test('a program orders for a store, and the desk hands over by call with the code', async () => {
  const { customer: token } = await tokensOf(shop)
  const orderObject = { cart: [{ id: 60, quantity: 1 }], order_type: 'pickup', branch_id: 2 }
  const placed = await call(shop, 'order/placeOrder', { token, orderObject })
  expect(placed.status).toBe(200)
  const [order] = (await call(shop, 'order/getOrderList', { token })).body
  expect(order).toMatchObject({ order_type: 'pickup', branch_id: 2, delivery_charge: 0 })
  const wrong = { ...orderObject, branch_id: 10 }
  expect((await call(shop, 'order/placeOrder', { token, orderObject: wrong })).status).toBe(422)
})

test('a branch’s fee is set in the back office, and every page says it', async () => {
  const owner = await createStaff(shop.url, 'owner')
  const page = await owner.get('/balcao/lojas')
  const fields = {
    delivery_fee_cents: '7,90',
    free_delivery_from_cents: '80,00',
    pickup_minutes: '20',
    special_days: '',
  }
  const save = (typed: object) =>
    owner.submit(page, { button: 'Salvar', holding: { branch_id: '1' }, fields: { ...fields, ...typed } })
  const wrong = await save({ delivery_fee_cents: 'sete' })
  expect(wrong.status).toBe(422)
  expect(wordsOf(wrong.html)).toContain('Escreva a taxa e o valor em reais, como 7,90.')
  expect((await save({ special_days: '2026-02-30 closed' })).status).toBe(422)
  const windowless = await save({ windows: 'mon 10:00-08:00 x2' })
  expect(windowless.status).toBe(422)
  expect(wordsOf(windowless.html)).toContain('precisa terminar depois do começo em ‘mon 10:00-08:00 x2’')
  expect((await save({})).status).toBe(303)

  const customer = await openCustomer(shop.url)
  const product = await customer.get('/produto/60')
  const told = async (path: string) => wordsOf((await customer.get(path)).html)
  expect(await told(product.location ?? '')).toMatch(/Entrega em até 30 minutos, R\$\s7,90/)
  expect(await told('/')).toMatch(/Entrega em até 30 minutos por R\$\s7,90, grátis a partir de R\$\s80,00/)
  expect(await told('/sobre-nos')).not.toContain('Entrega grátis')
  await addToBag(customer, novalgina, '1')
  expect(await told('/checkout/sacola')).toMatch(/Entrega\s*R\$\s7,90\s*Total\s*R\$\s27,37/)
  await goOn(customer)
  expect(await told(summary)).toMatch(/Com mais R\$\s60,53 em produtos, a entrega é grátis/)
  const placed = await customer.submit(summary, { button: 'Finalizar pedido' })
  const { customer: token } = await tokensOf(shop)
  const [order] = (await call(shop, 'order/getOrderList', { token })).body
  expect(order).toMatchObject({ delivery_charge: 7.9, order_amount: 27.37, amount_due: 27.37 })
  expect(await told(`${placed.location}`)).toMatch(/R\$\s27,37/)
  const feed = await (await fetch(`${shop.url}/feed.xml`)).text()
  expect(feed).toContain('<g:price>7.90 BRL</g:price></g:shipping>')
})

test('where the postal code decides on the fee, search engines are told the lowest and the highest', async () => {
  const owner = await createStaff(shop.url, 'owner')
  const zipcodes = '01000-000-01499-999 taxa 5 | 01500-000-01599-999 taxa 14,90'
  const saved = await owner.submit('/balcao/lojas', {
    button: 'Salvar',
    holding: { branch_id: '1' },
    fields: { zipcodes, free_delivery_from_cents: '' },
  })
  expect(saved.status).toBe(303)
  const read = async (path: string) => (await fetch(shop.url + path)).text()
  const feed = await read('/feed.xml')
  for (const [service, fee] of [
    ['Entrega, CEP mais barato', '5.00'],
    ['Entrega, CEP mais caro', '14.90'],
  ])
    expect(feed).toContain(
      `<g:shipping><g:country>BR</g:country><g:service>${service}</g:service><g:price>${fee} BRL</g:price></g:shipping>`,
    )
  const { location } = await openPlainBrowser(shop.url).get('/produto/60')
  expect(await read(location ?? '')).toContain('"minValue":"5.00","maxValue":"14.90","currency":"BRL"')
  expect(await read('/lojas/1')).toContain('"DeliveryChargeSpecification","minPrice":"5.00","maxPrice":"14.90"')
})

test('an arrival that has moved to another day since the summary is confirmed anew', async () => {
  const customer = await openCustomer(shop.url)
  await addToBag(customer, novalgina, '1')
  await goOn(customer)
  const page = await customer.get(summary)
  const shown = page.html.match(/name="expected_arrival_agora" value="([^"]*)"/)?.[1] ?? ''
  const outdated = { ...page, html: page.html.replace(shown, new Date(Date.parse(shown) - 86_400_000).toISOString()) }
  const refused = await customer.submit(outdated, { button: 'Finalizar pedido' })
  expect(refused.status).toBe(409)
  expect(wordsOf(refused.html)).toContain('A forma de receber mudou enquanto você conferia.')
  expect((await customer.submit(refused, { button: 'Finalizar pedido' })).location).toMatch(/^\/checkout\/\d+\/pix$/)
})

test('who takes away windows in which orders are booked is told which, and saves it all the same by another button', async () => {
  const customer = await openCustomer(shop.url)
  await addToBag(customer, novalgina, '1')
  await goOn(customer)
  const page = await customer.get(summary)
  const deliveryOption = optionsOf(page.html).findLast((value) => value.startsWith('janela-')) ?? ''
  const { location } = await customer.submit(page, {
    button: 'Atualizar valores',
    fields: { delivery_option: deliveryOption },
  })
  const placed = await customer.submit(location ?? '', { button: 'Finalizar pedido' })
  const id = await pay(customer, placed.location ?? '')

  const owner = await createStaff(shop.url, 'owner')
  const fields = { windows: 'seg-dom 07:00-08:00 x1' }
  const refused = await owner.submit('/balcao/lojas', { button: 'Salvar', holding: { branch_id: '1' }, fields })
  expect(refused.status).toBe(409)
  const sentence = new RegExp(
    `Pedido ${id}, prometido para \\S+, \\d+ de \\S+, das 16h às 18h: a janela deixa de existir`,
  )
  expect(wordsOf(refused.html)).toMatch(sentence)
  const repeated = await owner.submit(refused, { button: 'Salvar', holding: { branch_id: '1' }, fields: {} })
  expect(repeated.status).toBe(409)
  // The week's own form says the same.
  const week = await owner.get('/balcao/lojas/1/semana')
  const cells = [...week.html.matchAll(/name="((?:mon|tue|wed|thu|fri|sat|sun)_\d+)"/g)].map(([, name = '']) => name)
  const emptied = Object.fromEntries(cells.map((name) => [name, '']))
  const inWeek = await owner.submit(week, { button: 'Salvar janelas', fields: emptied })
  expect([inWeek.status, wordsOf(inWeek.html)]).toEqual([409, expect.stringMatching(sentence)])
  expect(inWeek.html).toContain('value="janelas-assim"')
  const saved = await owner.submit(repeated, { button: 'Salvar mesmo assim', holding: { branch_id: '1' }, fields: {} })
  expect(saved.status).toBe(303)
  expect((await owner.get('/balcao/lojas')).html).toContain('seg-dom 07:00-08:00 x1 -30')
})

test('a week is filled in day by day, and what cannot be read is told as the typed line tells it', async () => {
  const owner = await createStaff(shop.url, 'owner')
  const page = '/balcao/lojas/2/semana'
  const hours = { mon_from_1: '8', mon_to_1: '12h', mon_from_2: '13:30', mon_to_2: '20:00', tue_state: 'allDay' }
  const closed = { sat_state: 'closed', sun_state: 'closed' }
  const wrong = await owner.submit(page, { button: 'Salvar horário', fields: { ...hours, mon_to_2: '13' } })
  expect(wrong.status).toBe(422)
  expect(wordsOf(wrong.html)).toContain('Horário de funcionamento: precisa terminar depois do começo em ‘seg 13:30-13’')
  expect(wrong.html).toMatch(/name="mon_to_2"[^>]*value="13"/)
  const saved = await owner.submit(wrong, { button: 'Salvar horário', fields: { ...hours, ...closed } })
  expect([saved.status, saved.location]).toEqual([303, page])
  const shown = await owner.get(page)
  expect(wordsOf(shown.html)).toMatch(
    /Em uma linha: seg 08:00-12:00 \| seg 13:30-20:00 \| ter 24h \| qua-sex [\d:-]+ ?Salvar horário/,
  )
  // Hours typed for a day that was closed open it.
  await owner.submit(shown, { button: 'Salvar horário', fields: { sun_from_1: '9', sun_to_1: '14' } })
  expect((await owner.get('/balcao/lojas')).html).toMatch(/qua-sex [\d:-]+ \| dom 09:00-14:00"/)

  const windows = { window_1_from: '9', window_1_to: '12', window_1_minutes: '', mon_1: '6', sun_1: '2' }
  const full = await owner.submit(page, { button: 'Salvar janelas', fields: { ...windows, mon_1: 'seis' } })
  expect([full.status, wordsOf(full.html)]).toEqual([422, expect.stringContaining('‘seg 9-12 xseis’')])
})

test('a clerk proposes another way for what is missing, and its customer alone answers, once, by a button', async () => {
  const customer = await openCustomer(shop.url)
  const id = await pay(customer, await place(customer, await openSummary(customer, '2')))
  const clerk = await createStaff(shop.url, 'clerk')
  const desk = await clerk.get(`/balcao/pedidos/${id}`)
  const offers = [...desk.html.matchAll(/<option value="((?:janela|retirada|produto)-[^"]*)"/g)].map(
    ([, value]) => value,
  )
  expect(offers.map((value) => value?.split('-')[0])).toEqual(expect.arrayContaining(['produto', 'retirada']))
  const saida = offers.find((value) => value?.startsWith('produto-')) ?? ''
  const propose = { button: 'Enviar proposta', fields: { units: '1', offer_value: saida } }
  expect(
    wordsOf((await clerk.submit(desk, { ...propose, fields: { units: '9', offer_value: saida } })).html),
  ).toContain('Deste item há 2 unidades no pedido')
  const sent = await clerk.submit(desk, propose)
  expect(wordsOf((await clerk.get(sent.location ?? '')).html)).toContain('Espera a resposta do cliente')
  const letters = wordsOf((await customer.get('/sandbox/emails?to=cliente@example.com')).html)
  expect(letters).toContain(`Falta um item do pedido ${id}: o que você prefere?`)

  const page = await customer.get(`/minha-conta/pedidos/${id}`)
  expect(wordsOf(page.html)).toMatch(/Falta um item. O que você prefere\?\s*Não encontramos na loja: 1 × Novalgina/)
  const neighbour = await openCustomer(shop.url, 'beneficio@example.com')
  const proposal = /name="proposal" value="(\d+)"/.exec(page.html)?.[1] ?? ''
  const forged = { intent: 'accept-proposal', proposal }
  expect((await neighbour.post(`/minha-conta/pedidos/${id}`, forged)).status).toBe(404)

  const answered = await customer.submit(page, { button: 'Aceitar' })
  const after = await customer.get(answered.location ?? '')
  expect(wordsOf(after.html)).toContain('Combinado.')
  expect(wordsOf(after.html)).toContain('Trocado com você: 1 × Novalgina')
  const again = await customer.submit(page, { button: 'Recusar' })
  expect(wordsOf((await customer.get(again.location ?? '')).html)).toContain('Esta proposta não vale mais.')
  expect(wordsOf((await clerk.get(`/balcao/pedidos/${id}`)).html)).toContain('O cliente aceitou.')
})

test('list and label of a pick-up say the store, who comes and the shelf, never an address or the code', async () => {
  const customer = await openCustomer(shop.url)
  await openSummary(customer)
  const summaryPage = await customer.get(`${summary}&delivery_option=retirada-3`)
  const id = await pay(customer, await place(customer, summaryPage))
  const clerk = await createStaff(shop.url, 'owner')
  const papers = async () =>
    Promise.all(
      ['lista', 'etiqueta'].map(async (paper) => wordsOf((await clerk.get(`/balcao/pedidos/${id}/${paper}`)).html)),
    )
  for (const paper of await papers()) {
    expect(paper).toMatch(/Marina.*Retirada na loja Pinheiros\s*Prateleira: ________/)
    expect(paper).toContain('Separar até')
  }
  const checked = await clerk.submit(`/balcao/pedidos/${id}`, { button: 'Conferir à mão: Novalgina 1g 10 Comprimidos' })
  await clerk.submit(checked.location ?? '', { button: 'Separado: avisar o cliente', fields: { shelf_mark: 'R-04' } })
  const page = await customer.get(`/minha-conta/pedidos/${id}`)
  const [, code = ''] = /Código de retirada: (\d{3} \d{3})/.exec(wordsOf(page.html)) ?? []
  expect(code).toMatch(/^\d{3} \d{3}$/)
  for (const paper of await papers()) {
    expect(paper).toContain('Prateleira: R-04')
    expect(paper.replace(/\s/g, '')).not.toContain(code.replace(' ', ''))
  }
})
