import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../server/database/connection.ts'
import type { Tables } from '../../server/database/schema.ts'
import { createEncryption } from '../../server/platform/encryption.ts'
import { buildQuoteEncryptionContext } from '../../server/prescriptions/quotes.ts'
import { isTest, listFiles, parse, readSources, visit } from '../architecture/sources.ts'
import { type PlainBrowser, wordsOf } from '../support/http.ts'
import { newCustomer, pay, placeOrder } from '../support/purchase.ts'
import { openingInstant, type RunningServer, startServer } from '../support/server.ts'
import { createStaff } from '../support/staff.ts'

/**
 * No list of the back office ends silently: every row is on the page or behind its links to the next one, or the page says in words
 * that there are more, and where. Each list of the source stands in `lists`, with the test that fills it, or with why it is short.
 */

/** More rows than any page has. */
const manyRows = 230
/** More than a page, where a list is read whole. */
const someRows = 60

const encryptionKey = 'a-key-that-is-known-to-these-tests-alone'
const encryption = createEncryption([encryptionKey])

let server: RunningServer
let database: Database
let owner: PlainBrowser
let pharmacist: PlainBrowser
let orderId: number
let customerId: number
let pickupBranchId: number

beforeAll(async () => {
  server = await startServer({ env: { ENCRYPTION_KEYS: encryptionKey } })
  database = openDatabase(join(server.dataDir, 'balcao.db'))
  const customer = await newCustomer(server.url)
  orderId = Number(await pay(customer, await placeOrder(customer)))
  const order = await findOrder(orderId)
  customerId = order.customerId
  pickupBranchId = order.branchId
  owner = await createStaff(server.url, 'owner')
  pharmacist = await createStaff(server.url, 'pharmacist')
})

afterAll(async () => {
  await database.close()
  await server.stop()
})

type TableName = keyof Tables & string

function findOrder(id: number) {
  return database.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** Adds rows, in batches that SQLite takes. @returns their ids */
async function addRows(table: TableName, rows: object[]): Promise<number[]> {
  const ids: number[] = []
  for (let start = 0; start < rows.length; start += 100) {
    const inserted = await database.db
      .insertInto(table)
      .values(rows.slice(start, start + 100) as never)
      .returningAll()
      .execute()
    ids.push(...inserted.map((row) => (row as { id?: number }).id ?? 0))
  }
  return ids
}

function times<Row>(count: number, build: (index: number) => Row): Row[] {
  return Array.from({ length: count }, (_, index) => build(index))
}

/** More orders like the first one. */
async function addOrders(count: number, changes: Record<string, unknown> = {}): Promise<number[]> {
  const { id: _, ...order } = await findOrder(orderId)
  return addRows(
    'orders',
    times(count, () => ({ ...order, ...changes, idempotencyKey: crypto.randomUUID() })),
  )
}

async function addCustomers(count: number): Promise<number[]> {
  const { id: _, ...row } = await database.db
    .selectFrom('customer')
    .selectAll()
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()
  return addRows(
    'customer',
    times(count, (index) => ({ ...row, email: `lista${index}@example.com`, lastName: `Lista${index}` })),
  )
}

/** Prescriptions with an order each. */
async function addPrescriptions(count: number, changes: Record<string, unknown>, status: string): Promise<number[]> {
  const orderIds = await addOrders(count, { status })
  return addRows(
    'prescription',
    orderIds.map((orderId) => ({
      ...{ customerId, orderId, status: 'sent', reason: null, decidedAt: null, releasedAt: null },
      ...{ sentAt: new Date(openingInstant), ...changes },
    })),
  )
}

/** A list's pages, from the first to the one without a next; a `param` says which of several lists of a page is meant. */
async function readPages(browser: PlainBrowser, path: string, param = ''): Promise<string> {
  let [html, next] = ['', path as string | undefined]
  while (next !== undefined) {
    const page = await browser.get(next)
    expect([next, page.status], server.output().slice(-1500)).toEqual([next, 200])
    html += page.html
    next = [...page.html.matchAll(/<a [^>]*rel="next"[^>]*>/g)]
      .map(([link]) => /href="([^"]*)"/.exec(link)?.[1]?.replaceAll('&amp;', '&'))
      .find((href) => href?.includes(param))
  }
  return html
}

/** Those of the rows that are on none of the pages. */
const listMissing = (html: string, marks: (string | number)[]) =>
  marks.filter((mark) => !html.includes(String(mark))).slice(0, 5)

/** What a page says of the rows that it has not. */
const listRests = (html: string) =>
  [...html.matchAll(/<(\w+)[^>]*data-rest[^>]*>([\s\S]*?)<\/\1>/g)].map(([, , text = '']) =>
    text.replace(/<[^>]+>/g, ''),
  )

const toOrderLinks = (ids: number[]) => ids.map((id) => `/balcao/pedidos/${id}"`)

describe('lists with pages lead to each row', () => {
  test('the queue, its search, an account and the day', async () => {
    const ids = await addOrders(manyRows)
    expect(listMissing(await readPages(owner, '/balcao'), toOrderLinks(ids))).toEqual([])
    expect(listMissing(await readPages(owner, '/balcao?busca=Ana+Lima'), toOrderLinks(ids))).toEqual([])
    const account = await owner.get(`/balcao/clientes/${customerId}`)
    expect(listMissing(account.html, toOrderLinks(ids))).toEqual([])
    const day = await owner.get('/balcao/hoje')
    expect(listRests(day.html)).toContain('Os primeiros 20 de 231; o CSV tem todos.')
    expect(listMissing((await owner.get('/balcao/hoje?csv=pedidos')).html, ids)).toEqual([])
    await database.db.updateTable('orders').set({ status: 'delivered' }).where('id', 'in', ids).execute()
    await addRows(
      'orderEvent',
      ids.map((orderId) => ({
        ...{ orderId, kind: 'deliver', status: 'delivered', at: new Date(openingInstant), data: '{}' },
        ...{ actorKind: 'job', actorId: null, actorName: null, actorCrf: null },
      })),
    )
    const queue = await owner.get('/balcao')
    expect(queue.html).toContain('Os últimos 10 encerrados. Os outros, pela busca.')
  })

  test('what customers ask, in each of its lists', async () => {
    const orderIds = await addOrders(manyRows, { status: 'delivered' })
    const states = [
      ['open', 'missing', null, ''],
      ['closed', 'withdraw', 'grant', '?situacao=a-receber'],
      ['closed', 'missing', 'refuse', '?situacao=respondidos'],
    ] as const
    for (const [state, kind, decision, query] of states) {
      const ids = await addRows(
        'orderProblem',
        orderIds.map((orderId) => ({
          ...{ id: orderId, orderId, customerId, branchId: pickupBranchId, kind, state, decision },
          message: encryption.encryptText('Faltou um item.', `order problem ${orderId}`),
          ...{ createdAt: new Date(openingInstant), dueAt: new Date(openingInstant) },
        })),
      )
      const html = await readPages(owner, `/balcao/pedidos-de-clientes${query}`)
      expect(
        listMissing(
          html,
          ids.map((id) => `/balcao/pedidos-de-clientes/${id}"`),
        ),
      ).toEqual([])
      await database.db.deleteFrom('orderProblem').where('id', 'in', ids).execute()
    }
  })

  test('products, and those that are to be completed', async () => {
    const html = await readPages(owner, '/balcao/produtos')
    const products = await database.db.selectFrom('product').select('id').execute()
    expect(products.length).toBeGreaterThan(100)
    expect(
      listMissing(
        html,
        products.map(({ id }) => `/balcao/produtos/${id}"`),
      ),
    ).toEqual([])
    const names = times(someRows, (index) => `PRODUTO ${index} DO CAIXA`)
    const ids = await addRows(
      'pendingProduct',
      names.map((description, index) => ({
        ...{ code: `c${index}`, ean: null, description, reason: 'unknown', suggestion: '{}' },
      })),
    )
    await addRows(
      'pendingOffer',
      ids.map((pendingProductId) => ({ pendingProductId, branchId: 1, priceCents: 100, stock: 1 })),
    )
    const first = await owner.get('/balcao/produtos/completar')
    expect(listMissing(await readPages(owner, first.location ?? ''), names)).toEqual([])
  })

  test('prices above their ceiling', async () => {
    await database.db.updateTable('offer').set({ priceCents: 900_000 }).execute()
    const branches = await database.db.selectFrom('branch').select('id').execute()
    const prices = await database.db
      .selectFrom('product')
      .select('sku')
      .where('isMedicine', '=', true)
      .where('ceilingPriceCents', 'is not', null)
      .execute()
    expect(prices.length * branches.length).toBeGreaterThan(200)
    const html = await readPages(owner, '/balcao/produtos/tetos?acima=1')
    for (const { sku } of prices) expect([sku, html.split(`>${sku}<`).length - 1]).toEqual([sku, branches.length])
  })

  test('prescriptions: waiting ones, quotes, and decisions of all branches and of one', async () => {
    const waiting = await addPrescriptions(someRows, {}, 'prescription_review')
    const page = await pharmacist.get('/balcao/receitas')
    const links = (ids: number[]) => ids.map((id) => `/balcao/receitas/${id}"`)
    expect(listMissing(page.html, links(waiting))).toEqual([])
    const quotes = await addRows(
      'prescription',
      times(someRows, () => ({
        ...{ customerId, orderId: null, status: 'sent', reason: null, decidedAt: null, releasedAt: null },
        sentAt: new Date(openingInstant),
      })),
    )
    await addRows(
      'prescriptionQuote',
      quotes.map((id) => ({
        ...{ prescriptionId: id, branchId: pickupBranchId },
        noteEncrypted: encryption.encryptText('', buildQuoteEncryptionContext(id)),
      })),
    )
    await addRows(
      'prescriptionPart',
      quotes.map((prescriptionId) => ({
        ...{ prescriptionId, type: 2, detailsEncrypted: '', issuedOn: null },
        ...{ fileKey: `lista-${prescriptionId}`, fileType: 'image/jpeg', isStored: true },
      })),
    )
    const withQuotes = await pharmacist.get('/balcao/receitas')
    expect(
      listMissing(
        withQuotes.html,
        quotes.map((id) => `orcamento=${id}"`),
      ),
    ).toEqual([])
    const decided = await addPrescriptions(someRows, { status: 'approved' }, 'delivered')
    await addRows(
      'prescriptionDecision',
      decided.map((prescriptionId) => ({
        ...{
          prescriptionId,
          decision: 'approved',
          pharmacistName: `Farmacêutica ${prescriptionId}`,
          pharmacistCrf: 'SP 1',
        },
        ...{ decidedAt: new Date(openingInstant), justification: null, approvedUnitsJson: null },
      })),
    )
    for (const query of ['', `?loja=${pickupBranchId}`]) {
      const html = await readPages(pharmacist, `/balcao/receitas${query}`, 'decididas')
      expect(
        listMissing(
          html,
          decided.map((id) => `Farmacêutica ${id}<`),
        ),
      ).toEqual([])
    }
  })

  test("an account's letters, deliveries of webhooks, and WhatsApp messages that failed", async () => {
    const { email } = await database.db
      .selectFrom('customer')
      .select('email')
      .where('id', '=', customerId)
      .executeTakeFirstOrThrow()
    const at = (index: number) => new Date(new Date(openingInstant).getTime() + index * 60_000)
    await addRows(
      'outbox',
      times(manyRows, (index) => ({
        ...{ channel: 'email', recipient: email, createdAt: at(index), sentAt: at(index) },
        payloadJson: JSON.stringify({ to: email, subject: `Carta ${index}.`, text: '', html: '' }),
      })),
    )
    const letters = times(manyRows, (index) => `Carta ${index}.`)
    expect(listMissing(await readPages(owner, `/balcao/clientes/${customerId}`, 'emails'), letters)).toEqual([])

    const webhookIds = await addRows(
      'webhook',
      times(someRows, (index) => ({
        ...{ url: `https://caixa${index}.example.com/`, secretEncrypted: 'x', branchId: null, createdAt: at(0) },
      })),
    )
    const deliveries = await addRows(
      'outbox',
      times(manyRows, (index) => ({
        ...{ channel: 'webhook', recipient: String(webhookIds[0]), kind: 'paid', orderId, eventId: index + 1 },
        ...{ createdAt: at(index), sentAt: at(index) },
        payloadJson: JSON.stringify({
          messageId: `msg_${index}`,
          event: 'order.late',
          body: JSON.stringify({ data: { orderId } }),
        }),
      })),
    )
    await addRows(
      'outbox',
      times(manyRows, (index) => ({
        ...{ channel: 'whatsapp', recipient: '11987654321', createdAt: at(index), givenUpAt: at(index) },
        ...{ payloadJson: '{}', lastError: `9${index}9` },
      })),
    )
    const systems = await readPages(owner, '/balcao/sistemas', 'entregas')
    expect(
      listMissing(
        systems,
        deliveries.map((id) => `name="id" value="${id}"`),
      ),
    ).toEqual([])
    expect(
      listMissing(
        systems,
        times(someRows, (index) => `caixa${index}.example.com`),
      ),
    ).toEqual([])
    const failures = await readPages(owner, '/balcao/sistemas', 'falhas')
    expect(
      listMissing(
        failures,
        times(manyRows, (index) => `(9${index}9)`),
      ),
    ).toEqual([])
  })

  test('the audit trail', async () => {
    const ids = times(manyRows, (index) => `prova ${index}.`)
    await addRows(
      'auditEntry',
      ids.map((network) => ({
        ...{ at: new Date(openingInstant), staffId: null, name: 'root', role: 'operator', crf: null },
        ...{ action: 'customers.look', record: `customer ${customerId}`, recordType: 'customer' },
        ...{ recordId: String(customerId), detail: null, network },
      })),
    )
    expect(listMissing(await readPages(owner, '/balcao/auditoria'), ids)).toEqual([])
    const account = await owner.get(`/balcao/clientes/${customerId}`)
    expect(listRests(account.html)).toContain('São as 100 mais novas. Todas estão no arquivo da página Auditoria.')
  })
})

describe('lists without pages are whole', () => {
  test('orders that wait in the store, and orders that clerks ask to end', async () => {
    const at = new Date(openingInstant)
    const ids = await addOrders(someRows, { status: 'ready_for_pickup', orderType: 'pickup', pickupEndsAt: at })
    await addRows(
      'orderEvent',
      ids.map((orderId) => ({
        ...{ orderId, kind: 'setAside', status: 'ready_for_pickup', at, data: '{}' },
        ...{ actorKind: 'job', actorId: null, actorName: null, actorCrf: null },
      })),
    )
    expect(listMissing((await owner.get('/balcao/retirada')).html, toOrderLinks(ids))).toEqual([])
    const askedIds = await addOrders(someRows)
    await addRows(
      'endRequest',
      askedIds.map((orderId) => ({
        ...{ orderId, reason: 'engano', requestedBy: 'Bruno', requestedAt: at, requestedStatus: 'paid', answer: null },
      })),
    )
    const { html } = await owner.get('/balcao')
    const answers = html.match(/name="order_id" value="\d+"/g) ?? []
    expect(listMissing(answers.join(), askedIds)).toEqual([])
  })

  test('coupons, synonyms, promotions and banners', async () => {
    const at = new Date(openingInstant)
    await addRows(
      'coupon',
      times(someRows, (index) => ({
        ...{ code: `LISTA${index}X`, title: 'Lista', discountType: 'amount', discountValue: 100 },
        ...{ maxDiscountCents: null, isOncePerCustomer: false },
      })),
    )
    await addRows(
      'synonym',
      times(someRows, (index) => ({ words: `sinonimo${index}x, outro${index}x` })),
    )
    const promotionIds = await addRows(
      'bagPromotion',
      times(someRows, () => ({
        ...{ rule: 'leve 3 pague 2', productCount: 1, startsAt: at },
        endsAt: null,
      })),
    )
    expect(promotionIds).toHaveLength(someRows)
    const { id: _, ...banner } = await database.db.selectFrom('banner').selectAll().limit(1).executeTakeFirstOrThrow()
    await addRows(
      'banner',
      times(someRows, (index) => ({ ...banner, id: 1000 + index, title: `Faixa ${index}.`, position: 100 + index })),
    )
    const { html } = await owner.get('/balcao/vitrine')
    const marks = times(someRows, (index) => [`LISTA${index}X`, `sinonimo${index}x`, `Faixa ${index}.`]).flat()
    expect(listMissing(html, marks)).toEqual([])
    expect(
      listMissing(
        html,
        promotionIds.map((id) => `name="id" value="${id}"`),
      ),
    ).toEqual([])
  })

  test('staff, keys, and branches with their notices and alerts', async () => {
    const at = new Date(openingInstant)
    await addRows(
      'staff',
      times(someRows, (index) => ({
        ...{ email: `gente${index}@example.com`, name: `Gente ${index}.`, role: 'clerk', crf: null, branchId: null },
        ...{ passwordHash: null, totpSecretEncrypted: null, createdAt: at },
      })),
    )
    const team = await owner.get('/balcao/equipe')
    expect(
      listMissing(
        team.html,
        times(someRows, (index) => `gente${index}@example.com`),
      ),
    ).toEqual([])
    await addRows(
      'apiKey',
      times(someRows, (index) => ({
        ...{ name: `Chave ${index}.`, tokenHash: `hash${index}`, scopes: 'orders', branchId: null, createdAt: at },
      })),
    )
    const branch = await database.db.selectFrom('branch').selectAll().limit(1).executeTakeFirstOrThrow()
    await addRows(
      'branch',
      times(someRows, (index) => ({
        ...branch,
        ...{ id: 1000 + index, name: `Filial ${index}.`, notice: `Aviso ${index}.`, noticeUntil: '2027-01-01' },
      })),
    )
    const branchMarks = times(someRows, (index) => `Filial ${index}.`)
    const systems = await owner.get('/balcao/sistemas')
    expect(listMissing(systems.html, [...branchMarks, ...times(someRows, (index) => `Chave ${index}.`)])).toEqual([])
    expect(listMissing((await owner.get('/balcao/lojas')).html, branchMarks)).toEqual([])
    const window = await owner.get('/balcao/vitrine')
    expect(
      listMissing(
        window.html,
        times(someRows, (index) => `Aviso ${index}.`),
      ),
    ).toEqual([])
    const offer = await database.db
      .selectFrom('offer')
      .selectAll()
      .where('productId', '=', 60)
      .limit(1)
      .executeTakeFirstOrThrow()
    await addRows(
      'offer',
      times(someRows, (index) => ({ ...offer, branchId: 1000 + index })),
    )
    expect(listMissing((await owner.get('/balcao/produtos/60')).html, branchMarks)).toEqual([])
  })

  test('products that a promotion is for', async () => {
    await database.db.updateTable('product').set({ isMedicine: false, isPromoAllowed: true, isPbm: false }).execute()
    const { html } = await owner.get('/balcao/produtos/promocao?busca=comprimidos')
    const count = Number(/Vale para (\d+) produtos/.exec(html)?.[1])
    expect(count).toBeGreaterThan(50)
    expect(html.match(/<li>/g)?.length).toBe(count)
  })
})

describe('a list that is cut says so, and where the rest is', () => {
  test('the queue of a session that ended', async () => {
    await addOrders(someRows)
    const clerk = await createStaff(server.url, 'clerk')
    const sessions = await database.db.selectFrom('staffSession').select(['tokenHash', 'usedAt']).execute()
    const earlier = (date: Date) => new Date(date.getTime() - 31 * 60_000)
    for (const { tokenHash, usedAt } of sessions)
      await database.db
        .updateTable('staffSession')
        .set({ usedAt: earlier(usedAt) })
        .where('tokenHash', '=', tokenHash)
        .execute()
    expect(listRests((await clerk.get('/balcao?auto=1')).html)).toEqual([
      expect.stringMatching(/^E mais \d+: entre de novo para ver todos\.$/),
    ])
    owner = await createStaff(server.url, 'owner')
    pharmacist = await createStaff(server.url, 'pharmacist')
  })

  test('customers found, products for a bag and in place of a line', async () => {
    await addCustomers(someRows)
    const found = await owner.get('/balcao/clientes?busca=11987654321')
    expect(listRests(found.html)).toContain('Só os 50 mais novos. Escreva mais do nome, ou o e-mail.')
    const bag = await owner.get('/balcao/sacola?busca=comprimidos')
    expect(listRests(bag.html)).toEqual([expect.stringMatching(/^Os 50 mais vendidos .* escreva mais do nome\.$/)])
    const order = await owner.get(`/balcao/pedidos/${orderId}?trocar=60&busca=comprimidos`)
    expect(listRests(order.html)).toContain(listRests(bag.html)[0])
  })

  test('what a file would change, what is refused of it, and what is to be looked at', async () => {
    const upload = (text: string) => new File([text], 'tabela.csv', { type: 'text/csv' })
    const page = '/balcao/produtos/importar'
    const catalogue = readFileSync(join(import.meta.dirname, '../../server/demo/catalogue.csv'), 'utf8')
    const tryFile = (text: string) =>
      owner.submit(page, { button: 'Testar arquivo', fields: { kind: 'catalogue', file: upload(text) } })
    const readFile = async (html: string, name: string) =>
      (await owner.get(new RegExp(`href="([^"]*${name}=[^"]*)"`).exec(html)?.[1] ?? '')).html

    const changes = await tryFile(catalogue.replace(/^(FD\d+,[^,]+,"?)/gm, '$1Novo '))
    expect(listRests(changes.html).join()).toContain('Um por um, até 100 de cada tipo; os outros estão no arquivo')
    expect((await readFile(changes.html, 'mudancas')).match(/"Muda"/g)?.length).toBeGreaterThan(100)

    const faulty = await tryFile(catalogue.replace(/^(FD\d+),/gm, '$1,=A'))
    expect(listRests(faulty.html)).toContain('As primeiras 100 de 205; as outras estão no arquivo para baixar.')
    expect((await readFile(faulty.html, 'recusas')).split('\r\n')).toHaveLength(205 + 2)
  })

  test('what a till’s file brings that is not taken', async () => {
    const file = (content: string | Buffer) => new File([new Uint8Array(Buffer.from(content))], 'caixa.csv')
    const rows = times(someRows, (index) => `789000000${1000 + index};ITEM ${index};5,00;1`)
    const list = readFileSync(join(import.meta.dirname, '../support/cmed-sample.csv'))
    const trial = await owner.submit('/balcao/produtos/importar/caixa', {
      button: 'Provar',
      fields: { till: file(['ean;descricao;preco;estoque', ...rows].join('\n')), list: file(list), branch: '1' },
    })
    expect(listRests(trial.html), wordsOf(trial.html)).toEqual([
      expect.stringMatching(/^As primeiras 20 de \d+; o arquivo para baixar tem todas\.$/),
    ])
  })

  test('searches in vain, what sold, and who waits for a product', async () => {
    await addRows(
      'emptySearch',
      times(someRows, (index) => ({ day: '2026-03-10', words: `vao${index}x`, times: 1 })),
    )
    const marks = times(someRows, (index) => `vao${index}x`)
    const window = await owner.get('/balcao/vitrine')
    expect(listRests(window.html)).toContain('São as 20 mais frequentes. Todas estão em Vendas, na aba Hoje.')
    const explained = await owner.get('/balcao/vitrine?experimentar=comprimidos')
    expect(listRests(explained.html)).toContainEqual(expect.stringMatching(/^, os \d+ primeiros:$/))
    for (const path of ['/balcao/hoje', '/balcao/vendas']) {
      expect(listRests((await owner.get(path)).html)).toContain('Os primeiros 20 de 60; o CSV tem todos.')
      expect(listMissing((await owner.get(`${path}?csv=buscas`)).html, marks)).toEqual([])
    }
    await addRows(
      'stockNotice',
      times(someRows, (index) => ({
        ...{
          productId: index + 1,
          branchId: 1,
          email: 'a@example.com',
          kind: 'stock',
          requestedAt: new Date(openingInstant),
        },
      })),
    )
    const day = await owner.get('/balcao/hoje')
    expect(listRests(day.html).filter((text) => text === 'Os primeiros 20 de 60; o CSV tem todos.')).toHaveLength(2)
    expect((await owner.get('/balcao/hoje?csv=avise-me')).html.split('\r\n')).toHaveLength(someRows + 2)
    const productIds = times(someRows, (index) => index + 1)
    const orderIds = await addOrders(1)
    await addRows(
      'orderLine',
      productIds.map((productId) => ({
        ...{ orderId: orderIds[0], productId, name: `Item ${productId}`, quantity: 1, fullPriceCents: 100 },
        requiresPrescription: false,
      })),
    )
    await database.db.updateTable('offer').set({ stock: 0 }).execute()
    const sales = await owner.get('/balcao/vendas')
    const rests = listRests(sales.html).filter((text) => /^Os primeiros 20 de \d+; o CSV tem todos\. /.test(text))
    expect(rests).toHaveLength(2)
    for (const file of ['vendeu', 'estoque'])
      expect((await owner.get(`/balcao/vendas?csv=${file}`)).html.split('\r\n').length).toBeGreaterThan(someRows - 10)
  })
})

/** Tags of what stands in a row, or is a choice of a field. */
const cellTags = new Set(['option', 'th', 'td', 'input', 'b', 'span', 'dd', 'rect', 'text', 'path', 'optgroup'])
const fieldTags = /^(Radio|Choice|Checkbox|TextField|Select|Badge|IntentButton)/

/** The lists of rows in the back office's source: what each maps to elements. */
function listLists(): string[] {
  const paths = listFiles({ untracked: true }).filter((path) => path.startsWith('app/backoffice/') && !isTest(path))
  const lists = new Set<string>()
  for (const source of readSources(paths.filter((path) => path.endsWith('.tsx'))))
    visit(source, (node) => {
      if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return
      const [builder] = node.arguments
      if (node.expression.name.text !== 'map' || !builder || !ts.isArrowFunction(builder)) return
      const tag = findTag(builder.body)
      if (tag === null || cellTags.has(tag) || fieldTags.test(tag)) return
      const { expression } = node.expression
      lists.add(`${source.path.split('/').at(-1)}: ${expression.getText(parse(source)).replace(/\s+/g, ' ')}`)
    })
  return [...lists].sort()
}

function findTag(body: ts.Node): string | null {
  if (ts.isParenthesizedExpression(body)) return findTag(body.expression)
  if (ts.isBlock(body)) {
    const [end] = body.statements.filter(ts.isReturnStatement)
    return end?.expression ? findTag(end.expression) : null
  }
  if (ts.isConditionalExpression(body)) return findTag(body.whenTrue) ?? findTag(body.whenFalse)
  if (ts.isJsxElement(body)) return body.openingElement.tagName.getText()
  return ts.isJsxSelfClosingElement(body) ? body.tagName.getText() : null
}

const ofOneRecord = 'what one order, account or prescription has, all of it'
const ofTheCode = 'the code has them: days, kinds, fields or links'
const ofOneAct = 'what the form before named, all of it'

/** Why a list that no test above fills ends by itself, and is whole. */
const shortLists: Record<string, string> = {
  'prescription-uses.tsx: uses': 'ten, and under them where the others are',
  'assembly-trial.tsx: notes': 'of the whole file, a few kinds',
  'assembly-trial.tsx: samples': 'a few names of each list, as its title says: examples',
  'bag-page.tsx: reviewedBag.droppedLines': ofOneAct,
  'branch-week-page.tsx: (Object.keys(rows) as (keyof typeof rows)[])': ofTheCode,
  'branch-week-page.tsx: gridDays': ofTheCode,
  'branches-page.tsx: settingNames': ofTheCode,
  'branches-page.tsx: bookings': 'every booking that the change would break, to be confirmed as a whole',
  'categories-panel.tsx: categories': 'every category',
  'ceilings-page.tsx: stateRates': 'one for each state with a branch',
  'document.tsx: flash.messages': ofOneAct,
  'document.tsx: layoutData.accountMenuLinks': ofTheCode,
  'document.tsx: layoutData.navLinks': ofTheCode,
  'import-preview.tsx: fields': 'of one row',
  'order-changes.tsx: changes': ofOneRecord,
  'order-delivery.tsx: problems': ofOneRecord,
  'order-dossier.tsx: [...details.emails].reverse()': ofOneRecord,
  'order-dossier.tsx: details.history': ofOneRecord,
  'order-dossier.tsx: details.payments': ofOneRecord,
  'order-dossier.tsx: details.problems': ofOneRecord,
  'order-history.tsx: authorisations': ofOneRecord,
  'order-history.tsx: payment.settlements': ofOneRecord,
  'order-history.tsx: payments': ofOneRecord,
  'order-history.tsx: steps.reverse()': ofOneRecord,
  'order-next-step.tsx: retainedLines': ofOneRecord,
  'order-picking.tsx: line.promotions': ofOneRecord,
  'order-picking.tsx: lines': ofOneRecord,
  'order-print.tsx: linesToPick': ofOneRecord,
  'order-settlement.tsx: refunds': ofOneRecord,
  'order-settlement.tsx: unclearCharges': ofOneRecord,
  'orders-print-page.tsx: foundSheets': ofOneAct,
  'pending-product-page.tsx: product.offers': 'one for each branch',
  'prescription-approval.tsx: details.retainedPartIds': ofOneRecord,
  'prescription-approval.tsx: lines': ofOneRecord,
  'prescription-approval.tsx: parts': ofOneRecord,
  'prescription-decision.tsx: approvedUnits': ofOneRecord,
  'prescription-page.tsx: partFiles': ofOneRecord,
  'prescription-page.tsx: prescription.parts': ofOneRecord,
  'prescription-repeats.tsx: [...details.repeatsByPartId.values()]': ofOneRecord,
  'prescription-repeats.tsx: details.prescription.parts': ofOneRecord,
  'prescription-repeats.tsx: parts': ofOneRecord,
  'prescription-signature.tsx: signatures': ofOneRecord,
  'prescription-summary.tsx: prescription.parts': ofOneRecord,
  'qr-codes.tsx: qrCodes': ofOneRecord,
  'queue-batch.tsx: refusals': ofOneAct,
  'quote-panels.tsx: parts': ofOneRecord,
  'quote-panels.tsx: prescription.parts': ofOneRecord,
  'shared-substances.tsx: sharedSubstances': ofOneRecord,
  'shop-page.tsx: (Object.keys(fieldsByGroup) as (keyof typeof fieldsByGroup)[])': ofTheCode,
  'shop-page.tsx: fieldsByGroup[group]': ofTheCode,
  'sign-in-steps.tsx: recoveryCodes': 'ten, made at once',
  'till-sheet.tsx: sums': ofOneRecord,
  'today-charts.tsx: [maxValue, maxValue / 2, 0]': 'the scale of a chart',
  'today-charts.tsx: bars': 'the hours of a day, or the days of a period',
  'today-charts.tsx: legend': 'four colours at most',
  'today-page.tsx: buildReportTables(report, rootPath)': ofTheCode,
}

/** Those that the tests above fill. */
const filledLists = [
  'api-keys-panel.tsx: apiKeys',
  'assembly-trial.tsx: rowNotes.slice(0, maxShownNotes)',
  'audit-log.tsx: entries',
  'audit-page.tsx: entries',
  'bag-page.tsx: products',
  'bag-promotions-panel.tsx: promotions',
  'banners-panel.tsx: banners',
  'branches-page.tsx: branches',
  'ceilings-page.tsx: prices .slice(lastIndex - pricesPerPage, lastIndex)',
  'coupons-panel.tsx: coupons',
  'customer-page.tsx: orders',
  'customers-page.tsx: customers',
  'email-log.tsx: emails',
  'import-preview.tsx: changes',
  'import-preview.tsx: notes',
  'import-preview.tsx: preview.faults',
  'notices-panel.tsx: branchNotices .filter(({ notice }) => notice !== null)',
  'order-queue-table.tsx: orders',
  'order-queue-table.tsx: sectionOrders',
  'order-queue-table.tsx: sections .filter(({ sectionOrders }) => sectionOrders.length > 0)',
  'pickup-page.tsx: orders',
  'prescriptions-page.tsx: decidedPrescriptions',
  'prescriptions-page.tsx: pendingPrescriptions',
  'prescriptions-page.tsx: pendingQuotes',
  'problems-page.tsx: problems',
  'product-page.tsx: offers',
  'products-page.tsx: products',
  'promotion-selection-page.tsx: products',
  'queue-page.tsx: orders',
  'queue-page.tsx: requests',
  'queue-watch.tsx: orders',
  'report-tables.tsx: shownRows',
  'staff-page.tsx: staffMembers',
  'synonyms-panel.tsx: groups',
  'synonyms-panel.tsx: products',
  'synonyms-panel.tsx: searches',
  'webhooks-panel.tsx: deliveries',
  'webhooks-panel.tsx: webhooks',
  'whatsapp-panel.tsx: failures',
  'whatsapp-panel.tsx: whatsapp.branchAlerts',
]

test('each list of the source is filled above, or ends by itself', () => {
  expect(listLists()).toEqual([...filledLists, ...Object.keys(shortLists)].sort())
})
