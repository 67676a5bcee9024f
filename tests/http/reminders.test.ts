import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../../server/database/connection.ts'
import { ownServer } from '../support/file-server.ts'
import { openPlainBrowser, wordsOf } from '../support/http.ts'
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
    for (const step of ['pick', 'dispatch', 'deliver'] as const) await orders.advanceOrder(id, step, byOperator)
  })
  const wrong = await customer.submit(page, use('0'))
  expect([wrong.status, wordsOf(wrong.html)]).toEqual([422, expect.stringContaining('de 1 a 365')])
  expect((await customer.submit(page, use('15'))).location).toBe(page)
  const list = wordsOf((await customer.get('/minha-conta/lembretes')).html)
  expect(list).toMatch(/Para ninguém em especial.*Novalgina.*Avisamos em/)
  expect((await customer.get('/minha-conta/lembretes')).html).toContain('href="/produto/novalgina-1g-10-comprimidos"')
  const removed = await customer.submit('/minha-conta/lembretes', {
    button: 'Não lembrar mais de Novalgina 1g 10 Comprimidos',
  })
  expect(removed.location).toBe('/minha-conta/lembretes')
  expect(wordsOf((await customer.get('/minha-conta/lembretes')).html)).toContain('Nenhum lembrete')
  expect(wordsOf((await customer.get('/minha-conta/lembretes/desconhecido')).html)).toContain('estão desligados')
})

test('a letter’s link ends all reminders by its button, and by the one click of mail programs, without signing in', async () => {
  const customer = await newCustomer(server.url)
  const id = Number(await pay(customer, await placeOrder(customer)))
  await onShop(server, async ({ orders }) => {
    for (const step of ['pick', 'dispatch', 'deliver'] as const) await orders.advanceOrder(id, step, byOperator)
  })
  const remind = { button: 'Lembrar quando acabar', fields: { days: '15' } }
  const link = async () => {
    await customer.submit(`/minha-conta/pedidos/${id}`, remind)
    const database = openDatabase(join(server.dataDir, 'balcao.db'))
    const tokens = await database.db.selectFrom('refillReminder').select('token').execute()
    await database.close()
    return `/minha-conta/lembretes/${tokens.at(-1)?.token}`
  }
  const visitor = openPlainBrowser(server.url)
  const page = await link()
  expect(wordsOf((await visitor.get(page)).html)).toContain('Você não receberá mais e-mails de lembrete.')
  expect(await visitor.submit(page, { button: 'Parar os lembretes' })).toMatchObject({ status: 303, location: page })
  expect(wordsOf((await visitor.get(page)).html)).toContain('Seus lembretes estão desligados.')
  const another = await link()
  const oneClick = await fetch(`${server.url}${another}`, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    redirect: 'manual',
  })
  expect(oneClick.status).toBe(303)
  expect(wordsOf((await customer.get('/minha-conta/lembretes')).html)).toContain('Nenhum lembrete')
})
