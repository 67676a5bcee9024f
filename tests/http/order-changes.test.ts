import { expect, test } from 'vitest'
import { ownServer } from '../support/file-server.ts'
import { type PlainBrowser, wordsOf } from '../support/http.ts'
import { photoBlob, sendPrescription } from '../support/prescriptions.ts'
import {
  addToBag,
  azitromicina,
  goOn,
  homeAddress,
  newCustomer,
  openSummary,
  pay,
  place,
  saveAddress,
} from '../support/purchase.ts'
import { byOperator, createStaff } from '../support/staff.ts'
import { onShop } from '../support/verbs.ts'

const server = ownServer()

/** A paid order of two units. */
async function paidOrder(customer: PlainBrowser): Promise<number> {
  return Number(await pay(customer, await place(customer, await openSummary(customer, '2'))))
}

/** The last address of the customer's page for another one. */
function lastAddressOn(html: string): string {
  return [...html.matchAll(/name="para"[^>]*value="(\d+)"/g)].at(-1)?.[1] ?? ''
}

test('another door at once, another address after its quote, without scripts', async () => {
  const customer = await newCustomer(server.url)
  const id = await paidOrder(customer)
  const page = `/minha-conta/pedidos/${id}`
  expect((await customer.get(page)).html).toContain(`href="${page}/endereco"`)
  const empty = await customer.submit(`${page}/endereco`, { button: 'Corrigir endereço', fields: { number: '' } })
  expect(empty.status).toBe(422)
  const corrected = await customer.submit(`${page}/endereco`, {
    button: 'Corrigir endereço',
    fields: { number: '1001', complement: 'Apto 9' },
  })
  expect([corrected.status, corrected.location]).toEqual([303, page])
  expect(wordsOf((await customer.get(page)).html)).toContain('Avenida Paulista, 1001, Apto 9')
  await saveAddress(customer, {
    ...homeAddress,
    ...{ zipcode: '05422-030', address_type: 'Mãe', street: 'Rua Fradique Coutinho', number: '210' },
  })
  const addressId = lastAddressOn((await customer.get(`${page}/endereco`)).html)
  const quote = await customer.get(`${page}/endereco?para=${addressId}`)
  expect(wordsOf(quote.html)).toContain('Paulista → Pinheiros')
  const changed = await customer.submit(quote, { button: 'Mudar endereço' })
  expect([changed.status, changed.location]).toEqual([303, page])
  // An old page changes nothing.
  expect((await customer.submit(quote, { button: 'Mudar endereço' })).status).toBe(409)
  const stranger = await newCustomer(server.url)
  expect((await stranger.get(`${page}/endereco`)).status).toBe(404)
})

test('a dearer address leads to the Pix of its difference, which can be done without', async () => {
  const customer = await newCustomer(server.url)
  const id = await paidOrder(customer)
  const page = `/minha-conta/pedidos/${id}`
  await onShop(server, ({ ctx }) =>
    ctx.db.updateTable('branch').set({ deliveryFeeCents: 460 }).where('id', '=', 2).execute(),
  )
  await saveAddress(customer, { ...homeAddress, zipcode: '04077-020', street: 'Avenida Moaci', number: '2' })
  const addressId = lastAddressOn((await customer.get(`${page}/endereco`)).html)
  const quote = await customer.get(`${page}/endereco?para=${addressId}`)
  expect(wordsOf(quote.html)).toContain('A pagar por PixR$ 4,60')
  const asked = await customer.submit(quote, { button: 'Pagar a diferença e mudar' })
  expect([asked.status, asked.location]).toEqual([303, `${page}/diferenca`])
  expect(wordsOf((await customer.get(page)).html)).toContain('A mudança que você pediu custa R$ 4,60 a mais.')
  const due = await customer.get(`${page}/diferenca`)
  expect([due.status, wordsOf(due.html)]).toEqual([200, expect.stringContaining('R$ 4,60')])
  const staff = await createStaff(server.url, 'clerk')
  expect(wordsOf((await staff.get(`/balcao/pedidos/${id}`)).html)).toContain('para pagar R$ 4,60 por Pix')
  const without = await customer.submit(due, { button: 'Desistir da mudança' })
  expect([without.status, without.location]).toEqual([303, page])
  expect((await customer.get(`${page}/diferenca`)).location).toBe(page)
})

test('an item less by the customer, by its own words; once picked the forms are gone', async () => {
  const customer = await newCustomer(server.url)
  const id = await paidOrder(customer)
  const page = `/minha-conta/pedidos/${id}`
  const nothing = await customer.submit(page, { button: 'Tirar e receber de volta' })
  expect([nothing.status, nothing.location]).toEqual([303, page])
  const opened = await customer.get(page)
  const item = /name="item"[^>]*value="([^"]+)"/.exec(opened.html)?.[1] ?? ''
  await customer.submit(opened, { button: 'Tirar e receber de volta', fields: { item } })
  const after = wordsOf((await customer.get(page)).html)
  expect(after).toContain('Como você pediu, tiramos 1 × Novalgina')
  expect(after).not.toContain('em falta')
  await onShop(server, async ({ orders }) => {
    for (const step of ['pick', 'dispatch'] as const) await orders.advanceOrder(id, step, byOperator)
  })
  expect((await customer.get(page)).html).not.toContain(`href="${page}/endereco"`)
  expect(wordsOf((await customer.get(`${page}/endereco`)).html)).not.toContain('Corrigir endereço')
})

test('the staff see first what an address of another store changes, and take out what is not wanted', async () => {
  const customer = await newCustomer(server.url)
  const id = await paidOrder(customer)
  const clerk = await createStaff(server.url, 'clerk')
  const page = `/balcao/pedidos/${id}`
  const stayed = await clerk.submit(page, { button: 'Trocar endereço', fields: { zipcode: '05416-000' } })
  const doubt = 'Neste CEP, a rua é Rua Fradique Coutinho, São Paulo.'
  expect([stayed.status, wordsOf(stayed.html)]).toEqual([422, expect.stringContaining(doubt)])
  const fields = { zipcode: '05422-030', street: 'Rua Fradique Coutinho', number: '210' }
  const quoted = await clerk.submit(page, { button: 'Trocar endereço', fields })
  expect([quoted.status, wordsOf(quoted.html)]).toEqual([422, expect.stringContaining('Paulista → Pinheiros')])
  expect(wordsOf(quoted.html)).not.toContain('Neste CEP')
  const changed = await clerk.submit(quoted, { button: 'Confirmar a troca' })
  expect(changed.status).toBe(303)
  expect(wordsOf((await clerk.get(page)).html)).toContain('Rua Fradique Coutinho, 210')
  const noNumber = await clerk.submit(page, { button: 'Trocar endereço', fields: { ...fields, number: '' } })
  expect([noNumber.status, noNumber.html]).toEqual([422, expect.stringContaining('value="Rua Fradique Coutinho"')])
})

test('the staff look for a product by name and propose it', async () => {
  const customer = await newCustomer(server.url)
  const id = await paidOrder(customer)
  await onShop(server, ({ orders }) => orders.advanceOrder(id, 'pick', byOperator))
  const clerk = await createStaff(server.url, 'clerk')
  const found = await clerk.get(`/balcao/pedidos/${id}?trocar=60&busca=dorflex`)
  expect(wordsOf(found.html)).toContain('por unidade')
  const value = /name="offer_value"[^>]*value="(produto-\d+)"/.exec(found.html)?.[1] ?? ''
  const proposed = await clerk.submit(found, { button: 'Propor este produto', fields: { offer_value: value } })
  expect(proposed.status).toBe(303)
  expect(wordsOf((await customer.get(`/minha-conta/pedidos/${id}`)).html)).toContain('Podemos mandar no lugar')
})

test('another picture of a prescription is asked for and sent on the order’s page', async () => {
  const customer = await newCustomer(server.url)
  await addToBag(customer, azitromicina)
  await goOn(customer)
  await sendPrescription(customer, { file: await photoBlob() })
  const id = Number(await pay(customer, await place(customer)))
  const pharmacist = await createStaff(server.url, 'pharmacist')
  const { location } = await pharmacist.get(`/balcao/receitas?pedido=${id}`)
  const asked = await pharmacist.submit(location ?? '', {
    button: 'Pedir outra',
    fields: { reason: 'Ilegível ou cortada' },
  })
  expect(asked.status).toBe(303)
  const page = `/minha-conta/pedidos/${id}`
  expect(wordsOf((await customer.get(page)).html)).toContain('Envie outra foto da receita')
  const nothing = await customer.submit(page, { button: 'Enviar foto' })
  expect(nothing.status).toBe(422)
  const file = await photoBlob()
  const sent = await customer.submit(page, { button: 'Enviar foto', fields: { file } })
  expect([sent.status, sent.location]).toEqual([303, page])
  expect(wordsOf((await customer.get(page)).html)).toContain('Recebemos a foto')
})
