import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { openDatabase } from '../../server/database/connection.ts'
import { signInAs } from '../support/backoffice-pages.ts'
import { test } from '../support/browser.ts'
import { newCustomer, pay, placeOrder } from '../support/purchase.ts'
import type { ServerProcess } from '../support/server.ts'

const orderCount = 40
/** What a clerk may need for all of them; their scanner's codes and Enter are neither clicks nor fields that are typed. */
const limits = { clicks: 160, fields: 4, loads: 200 }

interface OrderToPick {
  id: number
  /** One of each product. */
  eans: string[]
}

/** Forty paid orders of four products, promised before all others: the first page of the queue. */
async function addOrders({ url, dataDir }: ServerProcess): Promise<OrderToPick[]> {
  const customer = await newCustomer(url)
  const example = Number(await pay(customer, await placeOrder(customer)))
  const { db, close } = openDatabase(join(dataDir, 'balcao.db'))
  const products = await db
    .selectFrom('product')
    .innerJoin('offer', 'offer.productId', 'product.id')
    .select(['product.id', 'product.name', 'product.ean', 'offer.effectivePriceCents as priceCents'])
    .where('branchId', '=', 1)
    .where('product.requiresPrescription', '=', false)
    .where('ean', 'is not', null)
    .orderBy('product.id')
    .limit(20)
    .execute()
  const { id: _, ...row } = await db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', example)
    .executeTakeFirstOrThrow()
  const orders: OrderToPick[] = []
  for (let nth = 0; nth < orderCount; nth += 1) {
    const promiseEndsAt = new Date(Date.UTC(2026, 2, 10, 12, nth))
    const { id } = await db
      .insertInto('orders')
      .values({ ...row, idempotencyKey: `forty ${nth}`, promiseEndsAt, revisedPromiseAt: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    const lines = [0, 1, 2, 3].map((offset) => products[(nth + offset) % products.length] ?? products[0])
    for (const line of lines.flatMap((product) => product ?? []))
      await db
        .insertInto('orderLine')
        .values({
          ...{ orderId: id, productId: line.id, name: line.name, quantity: 1, requiresPrescription: false },
          fullPriceCents: line.priceCents,
        })
        .execute()
    orders.push({ id, eans: lines.map((line) => line?.ean ?? '') })
  }
  await close()
  return orders
}

/** What a clerk does, counted. */
function countActs(page: Page) {
  const counts = { clicks: 0, fields: 0, loads: 0, scans: 0 }
  page.on('load', () => {
    counts.loads += 1
  })
  return {
    counts,
    async click(target: Locator) {
      counts.clicks += 1
      await target.click()
    },
    async type(target: Locator, text: string) {
      counts.fields += 1
      await target.fill(text)
    },
    /** A scanner types into the field that has the focus, and presses Enter. */
    async scan(code: string) {
      counts.scans += 1
      // The heading may be there before the field below it has the focus: what is typed then is lost.
      await expect(page.getByRole('textbox', { name: 'Código de barras' })).toBeFocused()
      await page.keyboard.insertText(code)
      await page.keyboard.press('Enter')
    },
  }
}

test('forty orders of four units leave with at most 160 clicks, 4 typed fields and 200 pages', async ({
  page,
  server,
}) => {
  const orders = await addOrders(server)
  await page.goto('/balcao')
  await signInAs(page, 'clerk')
  const { counts, click, type, scan } = countActs(page)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  const heading = (name: string | RegExp) => page.getByRole('heading', { name })

  // Lists and labels of all of them, each kind printed at once.
  await click(link('Marcar todos desta página'))
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(orderCount)
  await click(button('Listas'))
  await expect(heading(/^Lista de separação do pedido/)).toHaveCount(orderCount)
  await page.goBack()
  await click(button('Etiquetas'))
  await expect(heading(/^Pedido \d+$/)).toHaveCount(orderCount)
  await page.goBack()

  // One after the other, by their codes: the last unit of one leads to the next.
  await click(button('Separar em sequência'))
  for (const { id, eans } of orders) {
    await expect(heading(`Pedido ${id} loja Paulista`)).toBeVisible()
    for (const [at, ean] of eans.entries()) {
      await expect(heading(`Conferir itens: ${at} de 4`)).toBeVisible()
      await scan(ean)
    }
  }

  // All to one courier.
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(orderCount)
  await type(page.getByLabel('Quem entrega (opcional)', { exact: true }), 'Jonas Pires')
  await type(page.getByLabel('Telefone de quem entrega'), '11 98888-7777')
  await click(button('Saem juntos'))
  await expect(page.getByText('40 pedidos saíram para entrega')).toBeVisible()

  test.info().annotations.push({ type: 'counts', description: JSON.stringify(counts) })
  expect(counts.scans).toBe(orderCount * 4)
  expect(counts.clicks).toBeLessThanOrEqual(limits.clicks)
  expect(counts.fields).toBeLessThanOrEqual(limits.fields)
  expect(counts.loads).toBeLessThanOrEqual(limits.loads)
  const { db, close } = openDatabase(join(server.dataDir, 'balcao.db'))
  const left = await db
    .selectFrom('orders')
    .select(['status', 'courierName'])
    .where(
      'id',
      'in',
      orders.map(({ id }) => id),
    )
    .execute()
  await close()
  expect(left).toEqual(orders.map(() => ({ status: 'out_for_delivery', courierName: 'Jonas Pires' })))
})
