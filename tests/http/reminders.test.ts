import { expect, test } from 'vitest'
import { ownServer } from '../support/file-server.ts'
import { wordsOf } from '../support/http.ts'
import { newCustomer, pay, placeOrder } from '../support/purchase.ts'
import { byOperator } from '../support/staff.ts'
import { onShop } from '../support/verbs.ts'

const server = ownServer()

test('a delivered item is reminded of without scripts, listed and taken back', async () => {
  const customer = await newCustomer(server.url)
  const id = Number(await pay(customer, await placeOrder(customer)))
  const page = `/minha-conta/pedidos/${id}`
  const use = (days: string) => ({ button: 'Lembrar quando acabar', fields: { days } })
  await onShop(server, async ({ orders }) => {
    for (const _ of ['pick', 'dispatch', 'deliver']) await orders.advance(id, byOperator)
  })
  const wrong = await customer.submit(page, use('0'))
  expect([wrong.status, wordsOf(wrong.html)]).toEqual([422, expect.stringContaining('de 1 a 365')])
  expect((await customer.submit(page, use('15'))).location).toBe(page)
  const list = wordsOf((await customer.get('/minha-conta/lembretes')).html)
  expect(list).toMatch(/Novalgina.*Avisamos em/)
  const removed = await customer.submit('/minha-conta/lembretes', {
    button: 'Não lembrar mais de Novalgina 1g 10 Comprimidos',
  })
  expect(removed.location).toBe('/minha-conta/lembretes')
  expect(wordsOf((await customer.get('/minha-conta/lembretes')).html)).toContain('Nenhum lembrete')
  expect(wordsOf((await customer.get('/minha-conta/lembretes/desconhecido')).html)).toContain('estão desligados')
})
