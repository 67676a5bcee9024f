import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import Database from 'better-sqlite3'
import { test as base, widerThanTheWindow } from '../support/browser.ts'
import { addToBag, bagPage, newCustomer, novalgina, place, placeOrder } from '../support/purchase.ts'
import { startServerProcess } from '../support/server.ts'

/** With a shop of its own, since the test changes the texts in its database. */
const test = base.extend({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const server = await startServerProcess()
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
})

const endless = 'Hidroxipropilmetilcelulose'.repeat(8).slice(0, 200)
const arabic = 'محمد عبد الرحمن '.repeat(5).trim()

/** What is wider than the window at the narrowest widths, with the page's path. */
async function overflows(page: Page, paths: string[]): Promise<string[]> {
  const wide: string[] = []
  for (const path of paths) {
    await page.goto(path)
    for (const width of [280, 360]) {
      await page.setViewportSize({ width, height: 800 })
      for (const element of await widerThanTheWindow(page)) wide.push(`${path} at ${width} px: ${element}`)
    }
  }
  return wide
}

test('names of 200 characters and right-to-left ones push nothing out of the window', async ({
  page,
  continueAs,
  server,
}) => {
  // Not the one of the other tests: a second address has to be chosen in the bag.
  const shopper = await newCustomer(server.url)
  await shopper.post('/minha-conta', {
    f_name: endless.slice(0, 80),
    l_name: arabic,
    phone: '(11) 98888-7777',
    birthday: '',
  })
  await shopper.post('/minha-conta', {
    zipcode: '01310-100',
    address_type: endless.slice(0, 40),
    street: endless.slice(0, 120),
    number: '1'.repeat(20),
    complement: arabic,
    neighborhood: endless.slice(0, 80),
    city: 'São Paulo',
    state: 'SP',
  })
  const file = new Database(join(server.dataDir, 'balcao.db'))
  file.prepare('update product set name = ?, brand = ? where id = 60').run(endless, arabic)
  file.prepare('update category set name = ? where id = 2').run(endless)
  file.close()
  await addToBag(shopper, novalgina)
  const { html } = await shopper.get(bagPage)
  const deliveryAddressId = html.match(/name="delivery_address_id"[^>]*value="(\d+)"/)?.[1] ?? ''
  await shopper.submit(bagPage, { button: 'Ir para o resumo', fields: { delivery_address_id: deliveryAddressId } })
  const orderId = (await place(shopper)).split('/').at(-1)
  await shopper.post(novalgina.path, { id: novalgina.id, quantity: '2' })
  await shopper.post('/favoritos', { id: novalgina.id })
  await shopper.post('/comparar', { id: novalgina.id })
  await continueAs(shopper)

  expect(
    await overflows(page, [
      '/',
      novalgina.path,
      '/categoria/medicamentos',
      '/categoria?search=novalgina',
      '/categorias',
      '/favoritos',
      '/comparar',
      '/checkout/sacola',
      '/checkout/sacola?etapa=resumo',
      `/checkout/${orderId}`,
      `/minha-conta/pedidos/${orderId}`,
      ...['perfil', 'pedidos', 'endereco'].map((section) => `/minha-conta?section=${section}`),
    ]),
  ).toEqual([])
})

test('what was typed too long comes back beside its sentence, inside the window', async ({ page }) => {
  await page.setViewportSize({ width: 280, height: 800 })
  await page.goto('/cadastro')
  await page.getByLabel('Nome', { exact: true }).evaluate((field) => field.removeAttribute('maxlength'))
  await page.getByLabel('Nome', { exact: true }).fill(endless)
  await page.getByLabel('Sobrenome').fill(arabic)
  await page
    .locator('form')
    .first()
    .evaluate(() => {
      for (const form of document.forms) form.noValidate = true
    })
  await page.getByRole('button', { name: 'Criar conta' }).click()
  await expect(page.getByLabel('Nome', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Nome', { exact: true })).toHaveValue(endless)
  await expect(page.getByLabel('Sobrenome')).toHaveValue(arabic)
  expect(await widerThanTheWindow(page)).toEqual([])
})

test('a category without products offers the next step', async ({ page, server }) => {
  const file = new Database(join(server.dataDir, 'balcao.db'))
  file.exec("insert into category (name, slug, position) values ('Vazia', 'vazia', 99)")
  // Invalidates the shop's caches of the catalogue, as an import does.
  file.exec('update catalogue_version set version = version + 1')
  file.close()
  expect((await page.goto('/categoria/vazia'))?.status()).toBe(200)
  await expect(page.getByRole('heading', { level: 1, name: 'Vazia' })).toBeVisible()
  await expect(page.getByRole('main').getByText('Nenhum produto por aqui ainda')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Ver todos os produtos' })).toBeVisible()
  expect(await overflows(page, ['/categoria/vazia'])).toEqual([])
})

test('the pretend bank stands in one column on a phone', async ({ page, customer, continueAs }) => {
  const payment = await placeOrder(customer)
  await customer.post(payment, {})
  const { html } = await customer.get(`${payment}/pix`)
  const bank = html.match(/\/sandbox\/banco\?txid=\w+/)?.[0] ?? ''
  await continueAs(customer)
  expect(await overflows(page, [bank])).toEqual([])
  const boxes = await Promise.all(
    [
      page.getByRole('main').getByRole('link').first(),
      page.getByRole('heading', { level: 1 }),
      page.getByRole('button', { name: 'Pagar' }),
    ].map((part) => part.boundingBox()),
  )
  const [logo, heading, pay] = boxes
  if (!logo || !heading || !pay) throw new Error('the page lacks a part')
  expect(logo.y + logo.height).toBeLessThanOrEqual(heading.y)
  expect(heading.y + heading.height).toBeLessThanOrEqual(pay.y)
  expect(heading.width).toBeGreaterThan(250)
})
