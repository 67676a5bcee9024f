import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../server/database/connection.ts'
import { openPlainBrowser, type PlainBrowser, wordsOf } from '../support/http.ts'
import { newCustomer, pay, placeOrder } from '../support/purchase.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { createStaff, demoStaff } from '../support/staff.ts'

let server: RunningServer
let database: Database
let orderId: number

beforeAll(async () => {
  server = await startServer()
  database = openDatabase(join(server.dataDir, 'balcao.db'))
  const customer = await newCustomer(server.url)
  orderId = Number(await pay(customer, await placeOrder(customer)))
})

afterAll(async () => {
  await database.close()
  await server.stop()
})

/** More orders like the first one. */
async function addOrders(count: number): Promise<number[]> {
  const { id: _, ...row } = await database.db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const copies = Array.from({ length: count }, () => ({ ...row, idempotencyKey: crypto.randomUUID() }))
  return (await database.db.insertInto('orders').values(copies).returning('id').execute()).map(({ id }) => id)
}

const endSessions = () =>
  database.db
    .updateTable('staffSession')
    .set({ usedAt: new Date(0) })
    .execute()
const idleSessions = async (minutes: number) => {
  const rows = await database.db.selectFrom('staffSession').select(['tokenHash', 'usedAt']).execute()
  for (const { tokenHash, usedAt } of rows)
    await database.db
      .updateTable('staffSession')
      .set({ usedAt: new Date(usedAt.getTime() - minutes * 60_000) })
      .where('tokenHash', '=', tokenHash)
      .execute()
}

const countRows = (html: string) => html.match(/data-cell="order"/g)?.length ?? 0

test('a session that ended leaves a queue that counts on and names nobody, until somebody signs out', async () => {
  const clerk = await createStaff(server.url, 'clerk')
  expect(wordsOf((await clerk.get('/balcao?auto=1')).html)).toContain('Ana Lima')
  await idleSessions(31)
  const watched = await clerk.get('/balcao?auto=1')
  expect(watched.status).toBe(200)
  expect(watched.html).toContain('data-queue="1"')
  expect(watched.html).toMatch(/data-newest="[1-9]/)
  expect(watched.html).toContain('http-equiv="refresh"')
  const words = wordsOf(watched.html)
  for (const said of ['Sua sessão terminou às', 'Entrar de novo', '1 pedido aberto', String(orderId)]) {
    expect(words).toContain(said)
  }
  for (const hidden of ['Ana', 'Lima', 'Bruno', 'Bela Vista', '/balcao/pedidos'])
    expect(watched.html).not.toContain(hidden)
  // Whoever opens the page, or another one, signs in.
  expect(wordsOf((await clerk.get('/balcao')).html)).toContain('Senha')
  expect((await clerk.get(`/balcao/pedidos/${orderId}?auto=1`)).status).toBe(401)
  expect((await clerk.get('/balcao?auto=1&busca=Ana')).html).not.toContain('Lima')
  await clerk.post('/balcao', { intent: 'sair' })
  expect((await clerk.get('/balcao?auto=1')).html).not.toContain('data-queue')
  expect((await openPlainBrowser(server.url).get('/balcao?auto=1')).html).not.toContain('data-queue')
})

test('who signs in again on that screen has the queue, and what was left of the session before is gone', async () => {
  const clerk = await createStaff(server.url, 'clerk')
  await idleSessions(31)
  const before = await database.db.selectFrom('staffSession').select('tokenHash').execute()
  const fields = { email: demoStaff.clerk, password: 'balcao-demo-2026' }
  const { location } = await clerk.submit('/balcao', { button: 'Continuar', fields })
  expect(location).toBe('/balcao')
  expect(countRows((await clerk.get('/balcao?auto=1')).html)).toBe(1)
  const after = await database.db.selectFrom('staffSession').select('tokenHash').execute()
  expect(after).toHaveLength(before.length)
  await endSessions()
})

test('the queue has pages, with the branch of each order; one behind the last says so', async () => {
  await addOrders(45)
  const clerk = await createStaff(server.url, 'clerk')
  const first = await clerk.get('/balcao')
  expect(wordsOf(first.html)).toMatch(/Fila todas as lojas.*Abertos 46.*Paulista.*1 a 40 de 46/)
  const second = await clerk.get('/balcao?pagina=2')
  expect([countRows(first.html), countRows(second.html)]).toEqual([40, 6])
  const gone = await clerk.get('/balcao?pagina=9')
  expect([gone.status, wordsOf(gone.html)]).toEqual([
    404,
    expect.stringContaining('Esta página da fila não existe maisOs pedidos que há cabem em 2 páginas.'),
  ])
  expect(gone.html).toContain('data-queue="46"')
  expect(gone.html).toContain('href="/balcao?pagina=2"')
  expect(wordsOf((await clerk.get('/balcao?loja=1')).html)).toContain('Fila loja Paulista')
  const found = await clerk.get('/balcao?busca=Ana+Lima')
  expect(found.html).toContain('pagina=2')
  expect(countRows((await clerk.get('/balcao?busca=Ana+Lima&pagina=2')).html)).toBe(6)
})

test('with ticked orders their lists are printed at once, and they are picked one after the other', async () => {
  const clerk = await createStaff(server.url, 'clerk')
  const page = await clerk.get('/balcao?marcar=nenhum')
  const none = await clerk.submit(page, { button: 'Listas' })
  expect([none.status, wordsOf(none.html)]).toEqual([422, expect.stringContaining('Marque pelo menos um pedido.')])
  const ids = [orderId, orderId + 1]
  const ticked = (clerk: PlainBrowser, button: string) =>
    clerk.submit(page, { button, fields: { order: ids.map(String) } })
  const { location = '' } = await ticked(clerk, 'Listas')
  expect(location).toBe(`/balcao/imprimir/listas?pedidos=${ids.join('.')}`)
  expect(wordsOf((await clerk.get(`${location}.999999`)).html)).toMatch(
    new RegExp(`2 listas de separação.*Não encontramos: 999999.*pedido ${ids[0]}.*pedido ${ids[1]}`),
  )
  expect((await ticked(clerk, 'Etiquetas')).location).toBe(`/balcao/imprimir/etiquetas?pedidos=${ids.join('.')}`)
  expect((await clerk.get('/balcao/imprimir/outra')).status).toBe(404)
  const series = (await ticked(clerk, 'Separar em sequência')).location ?? ''
  expect(series).toBe(`/balcao/pedidos/${ids[0]}?serie=${ids.join('.')}`)
  const order = await clerk.get(series)
  expect(wordsOf(order.html)).toContain('1 de 2 desta sequência')
  const picked = await clerk.submit(order, { button: 'Conferir à mão: Novalgina 1g 10 Comprimidos' })
  expect(picked.location).toBe(`/balcao/pedidos/${ids[1]}?serie=${ids.join('.')}`)
})

test('orders that leave together are told one by one: what left, and what was refused and why', async () => {
  const clerk = await createStaff(server.url, 'clerk')
  const page = await clerk.get('/balcao?marcar=todos')
  const fields = { order: [orderId, orderId + 2].map(String), courier_name: 'Jonas Pires' }
  const { status, html } = await clerk.submit(page, { button: 'Saem juntos', fields })
  expect(status).toBe(200)
  expect(wordsOf(html)).toMatch(
    new RegExp(
      `1 pedido saiu para entregaPedido ${orderId}\\..*1 pedido não saiu.*Pedido ${orderId + 2}: Este pedido já está`,
    ),
  )
  expect(wordsOf((await clerk.get(`/balcao/pedidos/${orderId}`)).html)).toContain('Com Jonas Pires')
  const again = await clerk.get('/balcao?marcar=todos')
  expect(wordsOf(again.html)).toContain('Jonas Pires, leva 1 agora')
})

test('an order that is paid at the door is confirmed, not paid, on every list that has it', async () => {
  const [id = 0] = await addOrders(1)
  await database.db
    .updateTable('orders')
    .set({ status: 'paid', doorMeans: 'card', paidAt: null })
    .where('id', '=', id)
    .execute()
  const clerk = await createStaff(server.url, 'clerk')
  const listed = wordsOf((await clerk.get(`/balcao?busca=${id}`)).html)
  expect(listed).toContain('Confirmado')
  expect(listed).not.toContain('Pago')
  const { customerId } = await database.db
    .selectFrom('orders')
    .select('customerId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const account = (await clerk.get(`/balcao/clientes/${customerId}`)).html
  expect(wordsOf(account.slice(account.indexOf(`/balcao/pedidos/${id}"`)).slice(0, 600))).toContain('Confirmado')
})

test('queue and search are narrowed to what was entered at the till, or was not, on each of their pages', async () => {
  const ids = await addOrders(45)
  const clerk = await createStaff(server.url, 'clerk')
  const count = async (query: string) => countRows((await clerk.get(`/balcao?${query}`)).html)
  expect([await count('caixa=sim'), await count('caixa=sim&busca=Ana+Lima')]).toEqual([0, 0])
  await database.db
    .updateTable('orders')
    .set({ tillEntryAt: new Date(), tillEntryBy: 'Bruno' })
    .where('id', 'in', ids)
    .execute()
  const first = await clerk.submit('/balcao', { button: 'Ver', fields: { caixa: 'sim' } })
  expect(wordsOf(first.html)).toContain('Abertos 45')
  expect(countRows(first.html)).toBe(40)
  const next = /<a [^>]*href="([^"]*)"[^>]*rel="next"/.exec(first.html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect(next).toContain('caixa=sim')
  expect(countRows((await clerk.get(next)).html)).toBe(5)
  expect(await count('caixa=sim&busca=Ana+Lima&pagina=2')).toBe(5)
  const others = await clerk.get('/balcao?caixa=nao&busca=Ana+Lima')
  for (const id of ids) expect(others.html).not.toContain(`/balcao/pedidos/${id}"`)
})
