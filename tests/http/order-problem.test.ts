import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { ownServer } from '../support/file-server.ts'
import { type PlainBrowser, wordsOf } from '../support/http.ts'
import { photoBlob } from '../support/prescriptions.ts'
import { newCustomer, openSummary, pay, place } from '../support/purchase.ts'
import { byOperator, createStaff, operator } from '../support/staff.ts'
import { onShop } from '../support/verbs.ts'

const server = ownServer()

/** A paid order of two units. */
async function paidOrder(customer: PlainBrowser): Promise<number> {
  return Number(await pay(customer, await place(customer, await openSummary(customer, '2'))))
}

async function deliveredOrder(customer: PlainBrowser): Promise<number> {
  const id = await paidOrder(customer)
  await onShop(server, async ({ orders }) => {
    for (const step of ['pick', 'dispatch', 'deliver'] as const) await orders.advanceOrder(id, step, byOperator)
  })
  return id
}

const damaged = { kind: 'damaged', item: '60', 'units-60': '1', message: 'A caixa veio amassada.' }

test('“something was wrong” without scripts: told, seen what comes back, sent, asked, answered', async () => {
  const customer = await newCustomer(server.url)
  const id = await deliveredOrder(customer)
  const page = `/minha-conta/pedidos/${id}`
  expect((await customer.get(page)).html).toContain(`href="${page}/problema"`)
  const previewed = await customer.submit(`${page}/problema`, {
    button: 'Ver o que volta',
    fields: { ...damaged, file: await photoBlob() },
  })
  expect([previewed.status, previewed.location]).toEqual([303, `${page}/problema?previa`])
  const preview = await customer.get(`${page}/problema?previa`)
  expect(wordsOf(preview.html)).toContain('Total que voltaR$ 19,47')
  expect(wordsOf(preview.html)).toContain('Há 1 foto guardada.')
  const sent = await customer.submit(preview, { button: 'Enviar pedido' })
  expect([sent.status, sent.location]).toEqual([303, expect.stringMatching(`^${page}/problema/\\d+$`)])
  const talk = sent.location ?? ''
  const number = Number(talk.split('/').at(-1))
  expect(wordsOf((await customer.get(talk)).html)).toContain(`Problema ${number}`)
  expect(wordsOf((await customer.get(page)).html)).toContain('Ver a conversa')

  const pharmacist = await createStaff(server.url, 'pharmacist')
  const desk = `/balcao/pedidos-de-clientes/${number}`
  expect((await pharmacist.get('/balcao/pedidos-de-clientes')).html).toContain(`href="${desk}"`)
  const asked = await pharmacist.submit(desk, {
    button: 'Responder',
    fields: { decision: 'ask', message: 'Você chegou a tomar?' },
  })
  expect(asked.status).toBe(303)
  expect(wordsOf((await customer.get(talk)).html)).toContain('Você chegou a tomar?')
  const replied = await customer.submit(talk, { button: 'Responder', fields: { message: 'Não tomei.' } })
  expect([replied.status, replied.location]).toEqual([303, talk])

  const tooMuch = await pharmacist.submit(desk, {
    button: 'Responder',
    fields: { decision: 'part', amount: '9999', message: 'Pronto.' },
  })
  expect(tooMuch.status).toBe(422)
  expect(wordsOf(tooMuch.html)).toContain('Informe um valor de até R$ 38,94.')
  expect(tooMuch.html).toContain('Pronto.')
  const granted = await pharmacist.submit(desk, {
    button: 'Responder',
    fields: { decision: 'grant', message: 'Devolvemos a unidade.' },
  })
  expect([granted.status, granted.location]).toEqual([303, desk])
  const answered = wordsOf((await customer.get(talk)).html)
  expect(answered).toContain('Voltam para você R$ 19,47.')
  expect(answered).toContain('Devolvemos a unidade.')
  const photo = /src="([^"]*\/foto\/\d+)"/.exec((await customer.get(talk)).html)?.[1] ?? ''
  expect((await customer.get(photo)).headers.get('Content-Type')).toBe('image/jpeg')
  const stranger = await newCustomer(server.url)
  expect([(await stranger.get(photo)).status, (await stranger.get(talk)).status]).toEqual([404, 404])
})

test('a photo as large as phones make them is taken', async () => {
  const customer = await newCustomer(server.url)
  const id = await deliveredOrder(customer)
  const page = `/minha-conta/pedidos/${id}/problema`
  const pixels = randomBytes(900 * 900 * 3)
  const picture = await sharp(pixels, { raw: { width: 900, height: 900, channels: 3 } })
    .png()
    .toBuffer()
  expect(picture.length).toBeGreaterThan(2_000_000)
  const file = new Blob([new Uint8Array(picture)], { type: 'image/png' })
  const taken = await customer.submit(page, { button: 'Ver o que volta', fields: { ...damaged, file } })
  expect([taken.status, taken.location]).toEqual([303, `${page}?previa`])
  expect(wordsOf((await customer.get(`${page}?previa`)).html)).toContain('Há 1 foto guardada.')
})

test('a paid order is cancelled by its page at once, until picking begins', async () => {
  const customer = await newCustomer(server.url)
  const id = await paidOrder(customer)
  const page = `/minha-conta/pedidos/${id}`
  await customer.submit(`${page}/problema?motivo=cancel`, { button: 'Ver o que volta', fields: { kind: 'cancel' } })
  const sent = await customer.submit(`${page}/problema?previa`, { button: 'Enviar pedido' })
  expect([sent.status, sent.location]).toEqual([303, page])
  expect(wordsOf((await customer.get(page)).html)).toContain('Cancelado')

  const other = await paidOrder(customer)
  const late = `/minha-conta/pedidos/${other}`
  await customer.submit(`${late}/problema`, { button: 'Ver o que volta', fields: { kind: 'cancel' } })
  await onShop(server, ({ orders }) => orders.advanceOrder(other, 'pick', byOperator))
  const form = await customer.get(`${late}/problema`)
  expect(wordsOf(form.html)).toContain('Não dá mais para cancelar')
  const refused = await customer.post(`${late}/problema`, { intent: 'send' })
  expect(refused.status).toBe(409)
})

test('what is refused is said at its field, and nothing typed is lost', async () => {
  const customer = await newCustomer(server.url)
  const id = await deliveredOrder(customer)
  const page = `/minha-conta/pedidos/${id}/problema`
  const none = await customer.submit(page, {
    button: 'Ver o que volta',
    fields: { kind: 'missing', message: 'Faltou uma caixa inteira' },
  })
  expect([none.status, wordsOf(none.html)]).toEqual([422, expect.stringContaining('Escolha com quais produtos foi.')])
  expect(none.html).toContain('Faltou uma caixa inteira')
  const many = await customer.post(page, { ...damaged, 'units-60': '3' })
  expect([many.status, wordsOf(many.html)]).toEqual([422, expect.stringContaining('Confira as unidades')])
  const odd = await customer.post(page, { kind: 'refund-me', message: 'x' })
  expect([odd.status, wordsOf(odd.html)]).toEqual([422, expect.stringContaining('Escolha o que aconteceu.')])
  const foreign = await newCustomer(server.url)
  expect((await foreign.post(page, damaged)).status).toBe(404)
})

test('the staff say who brings an order, its fiscal document and another time; its customer reads it', async () => {
  const customer = await newCustomer(server.url)
  const id = await paidOrder(customer)
  const desk = `/balcao/pedidos/${id}`
  await onShop(server, async ({ backoffice, orders }) => {
    await orders.advanceOrder(id, 'pick', byOperator)
    for (const _ of [1, 2]) await backoffice.orders.pickUnitWithoutScan(operator, id, 60)
  })
  const clerk = await createStaff(server.url, 'clerk')
  const courier = {
    courier_name: 'Jonas Ferreira',
    courier_phone: '(11) 95555-0177',
    courier_url: 'http://mapa.example',
  }
  expect(wordsOf((await clerk.get(desk)).html)).toContain('(opcional)')
  const past = await clerk.submit(desk, { button: 'Remarcar', fields: { promise: '2026-01-01T10:00' } })
  expect(past.status).toBe(422)
  expect(past.html).toMatch(/<input[^>]*name="promise"[^>]*aria-invalid="true"|aria-invalid="true"[^>]*name="promise"/)
  const refused = await clerk.submit(desk, { button: 'Saiu para entrega', fields: courier })
  expect([refused.status, wordsOf(refused.html)]).toEqual([422, expect.stringContaining('https://')])
  expect(refused.html).toContain('Jonas Ferreira')
  const left = await clerk.submit(desk, {
    button: 'Saiu para entrega',
    fields: { ...courier, courier_url: 'https://mapa.example/1' },
  })
  expect(left.status).toBe(303)
  const wrong = await clerk.submit(desk, { button: 'Salvar', fields: { fiscal_key: '123' } })
  expect([wrong.status, wordsOf(wrong.html)]).toEqual([
    422,
    expect.stringContaining('A chave de acesso tem 44 caracteres'),
  ])
  const key = '52060433009911002506550120000007800267301615'
  expect((await clerk.submit(desk, { button: 'Salvar', fields: { fiscal_key: key } })).status).toBe(303)
  const page = await customer.get(`/minha-conta/pedidos/${id}`)
  expect(page.html).toContain('href="https://mapa.example/1"')
  expect(wordsOf(page.html)).toContain('5206 0433 0099 1100 2506 5501 2000 0007 8002 6730 1615')
  await clerk.submit(desk, { button: 'Confirmar entrega', fields: { received_by: 'Valdir, portaria' } })
  expect(wordsOf((await customer.get(`/minha-conta/pedidos/${id}`)).html)).toContain('Valdir, portaria')
})

test('the CPF for the fiscal document: typed on the order’s page, refused where it is none, read by the staff, once issued closed', async () => {
  const customer = await newCustomer(server.url)
  const id = await paidOrder(customer)
  const page = `/minha-conta/pedidos/${id}`
  const save = (cpf: string) => customer.submit(page, { button: 'Salvar CPF ou CNPJ', fields: { cpf } })
  const refused = await save('529.982.247-26')
  expect(refused.status).toBe(422)
  expect(wordsOf(refused.html)).toContain('Informe um CPF válido, com 11 dígitos.')
  expect(refused.html).not.toContain('529.982.247-26')
  expect((await save('529.982.247-25')).status).toBe(303)
  const shown = wordsOf((await customer.get(page)).html)
  expect(shown).toContain('A nota sai com o CPF ***.982.247-**.')
  const clerk = await createStaff(server.url, 'clerk')
  const desk = `/balcao/pedidos/${id}`
  expect(wordsOf((await clerk.get(desk)).html)).toContain('CPF na nota: 529.982.247-25')
  const fiscalKey = '52060433009911002506550120000007800267301615'
  await clerk.submit(desk, { button: 'Salvar', fields: { fiscal_key: fiscalKey } })
  expect((await customer.get(page)).html).not.toContain('Salvar CPF')
})

test('who takes the goods of a withdrawal at the counter says so: they are awaited until then', async () => {
  const customer = await newCustomer(server.url)
  const id = await deliveredOrder(customer)
  const page = `/minha-conta/pedidos/${id}/problema`
  const fields = { kind: 'withdraw', item: '60', 'units-60': '2', message: '' }
  await customer.submit(page, { button: 'Ver o que volta', fields })
  const sent = await customer.submit(`${page}?previa`, { button: 'Enviar pedido' })
  const desk = `/balcao/pedidos-de-clientes/${sent.location?.split('/').at(-1)}`
  const clerk = await createStaff(server.url, 'clerk')
  const awaited = '/balcao/pedidos-de-clientes?situacao=a-receber'
  expect((await clerk.get(awaited)).html).toContain(`href="${desk}"`)
  expect((await clerk.submit(desk, { button: 'Recebi os produtos' })).status).toBe(303)
  expect(wordsOf((await clerk.get(desk)).html)).toContain('Recebidos na loja')
  expect((await clerk.get(awaited)).html).not.toContain(`href="${desk}"`)
})
