import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { openDatabase } from '../../server/database/connection.ts'
import { openAlive, pauseClock, test } from '../support/browser.ts'
import { openPlainBrowser, type PlainBrowser } from '../support/http.ts'
import { placeOrder } from '../support/purchase.ts'

/** How often the page asks for its payment, in milliseconds. */
const askEvery = 5000

test('the Pix page learns of the payment by itself', async ({ page, customer, continueAs, server }) => {
  const pix = await openCharge(customer)
  await continueAs(customer)
  await page.clock.install()
  await openAlive(page, pix)
  const bank = await page.getByRole('link', { name: 'Abrir o banco de demonstração' }).getAttribute('href')
  await openPlainBrowser(server.url).post(bank ?? '', { intent: 'pay' })
  await page.clock.runFor(askEvery)
  await expect(page).toHaveURL(/\/minha-conta\/pedidos\/\d+$/)
  await expect(page.getByText('Pagamento confirmado! Já estamos separando o seu pedido.')).toBeVisible()
  await expect(page.getByText('Pago', { exact: true }).first()).toBeVisible()
})

test('each copy of the Pix code is told; where none can be made, the code is marked; the page is left when the session is over', async ({
  page,
  customer,
  continueAs,
}) => {
  const pix = await openCharge(customer)
  await continueAs(customer)
  await page.clock.install()
  await openAlive(page, pix)
  const copy = page.getByRole('button', { name: 'Copiar código' })
  await page.evaluate(() => {
    navigator.clipboard.writeText = async (text) => {
      document.title = text
    }
  })
  await copy.click()
  const told = page.getByRole('status').getByText('Código copiado.')
  const first = await told.elementHandle()
  await copy.click()
  await expect.poll(() => first?.evaluate((element) => element.isConnected)).toBe(false)
  await expect(told).toBeVisible()
  expect(await page.title()).toMatch(/^000201/)

  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
  })
  await copy.click()
  await expect(page.getByRole('status').getByText(/^Seu navegador não deixou copiar/)).toBeVisible()
  await expect(page.getByLabel('Pix copia e cola')).toBeFocused()
  expect(await page.evaluate(() => String(getSelection()))).toMatch(/^000201/)
  // Without https there is no clipboard at all.
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await copy.click()
  await expect(page.getByLabel('Pix copia e cola')).toBeFocused()

  await page.route('**/pix.data*', (route) => route.fulfill({ status: 401, body: '' }))
  await page.clock.runFor(askEvery)
  await expect(page).toHaveURL(/\/login\?redirectTo=/)
})

test('the time left to pay counts down every second, then leads to the order’s page; the browser keeps nothing of it', async ({
  page,
  customer,
  continueAs,
}) => {
  const pix = await openCharge(customer)
  await continueAs(customer)
  await page.clock.install()
  // Unanswered: each answer sets the time left by the shop's clock, which the page's runs ahead of here.
  await page.route('**/pix.data*', () => {})
  await openAlive(page, pix)
  const timer = page.getByRole('timer')
  const left = async () => {
    const [minutes = 0, seconds = 0] = ((await timer.textContent()) ?? '').split(':').map(Number)
    return minutes * 60 + seconds
  }
  const opened = await left()
  expect(opened).toBeGreaterThan(20 * 60)
  expect(opened).toBeLessThanOrEqual(30 * 60)
  await pauseClock(page)
  // Pausing skipped most of a minute.
  await expect.poll(left).toBeLessThan(opened - 30)
  const atFirst = await left()
  for (const passed of [1, 2, 3]) {
    await page.clock.runFor(1000)
    await expect.poll(left).toBe(atFirst - passed)
  }
  // A tab that slept missed its ticks, not the time.
  await page.clock.fastForward(10 * 60_000)
  await expect.poll(left).toBe(atFirst - 3 - 10 * 60)
  await page.clock.fastForward((atFirst - 3 - 10 * 60) * 1000)
  await expect(page).toHaveURL(({ pathname }) => `${pathname}/pix` === pix)
  expect(await storedBy(page)).toEqual([])
})

test('when the time to pay is over the page leads once to the order’s end, and the browser forgets that an order waits', async ({
  page,
  context,
  customer,
  continueAs,
  server,
}) => {
  const pix = await openCharge(customer)
  const payment = pix.replace('/pix', '')
  const database = openDatabase(join(server.dataDir, 'balcao.db'))
  const id = Number(payment.split('/').at(-1))
  const placed = await database.db.selectFrom('orders').select('placedAt').where('id', '=', id).executeTakeFirst()
  const end = new Date(Number(placed?.placedAt) + 8_900)
  await database.db.updateTable('orders').set({ paymentDueAt: end }).where('id', '=', id).execute()
  await database.db.updateTable('charge').set({ expiresAt: end }).where('orderId', '=', id).execute()
  await database.close()
  await continueAs(customer)
  // Unanswered: an answer that comes after the end leads on as well, without the count of the page.
  await page.route('**/pix.data*', () => {})
  const left: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) left.push(new URL(request.url()).pathname)
  })
  await openAlive(page, pix)
  const waiting = async () => (await context.cookies()).filter(({ name }) => name === 'pendingOrder')
  expect(await waiting()).toHaveLength(1)
  await expect(page).toHaveURL(({ pathname }) => pathname === `/fail-payment/${id}`, { timeout: 15_000 })
  expect(left).toEqual([pix, payment, `/fail-payment/${id}`])
  expect(await waiting()).toEqual([])
})

async function storedBy(page: Page): Promise<string[]> {
  return page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
}

/** Places an order. @returns the path of its Pix page, whose charge waits to be paid */
async function openCharge(customer: PlainBrowser): Promise<string> {
  const payment = await placeOrder(customer)
  await customer.post(payment, {})
  return `${payment}/pix`
}
