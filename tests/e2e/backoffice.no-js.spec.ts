import { join } from 'node:path'
import { expect, type Locator } from '@playwright/test'
import { openDatabase } from '../../server/database/connection.ts'
import { orderInReview, signInAs } from '../support/backoffice-pages.ts'
import { test } from '../support/browser.ts'
import { pdfDocument, photoBlob } from '../support/prescriptions.ts'
import { addToBag, azitromicina, goOn, newCustomer, pay, place, trayenta } from '../support/purchase.ts'
import type { ServerProcess } from '../support/server.ts'

/** Five products that are sold freely and have a barcode. */
async function fiveWithBarcodes({ dataDir }: ServerProcess) {
  const { db, close } = openDatabase(join(dataDir, 'balcao.db'))
  const rows = await db
    .selectFrom('product')
    .innerJoin('offer', 'offer.productId', 'product.id')
    .select(['product.slug', 'product.ean'])
    .where('branchId', '=', 1)
    .where('offer.stock', '>', 5)
    .where('product.requiresPrescription', '=', false)
    .where('isSellableOnline', '=', true)
    .where('ean', 'is not', null)
    .orderBy('product.id')
    .limit(5)
    .execute()
  await close()
  return rows.map(({ slug, ean }) => ({ path: `/produto/${slug}`, ean: ean ?? '' }))
}

test('a pharmacist signs in, and decides on a prescription by keyboard in four presses on a phone', async ({
  page,
  server,
}) => {
  const order = await orderInReview(server.url, trayenta)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/balcao/receitas?pedido=${order}`)
  await signInAs(page, 'pharmacist')
  await expect(page.getByRole('heading', { name: `Receita do pedido ${order}` })).toBeVisible()
  for (const key of ['Tab', 'Enter', 'Tab']) await page.keyboard.press(key)
  await expect(page.getByRole('button', { name: 'Aprovar' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Receita aprovada.')).toBeVisible()
})

test('the decision stands beside the picture without scrolling, and on a phone right after what is asked', async ({
  page,
  server,
}) => {
  const order = await orderInReview(server.url, trayenta)
  const unused = new Blob([new Uint8Array(pdfDocument({ box: [500, 700] }))])
  const retained = await orderInReview(server.url, azitromicina, unused)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`/balcao/receitas?pedido=${order}`)
  await signInAs(page, 'pharmacist')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  for (const name of ['Aprovar', 'Rejeitar']) await expect(button(name)).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('img', { name: /^Receita de/ })).toBeInViewport()
  await page.goto(`/balcao/receitas?pedido=${retained}`)
  await expect(button('Aprovar')).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 768, height: 1024 })
  await page.goto(`/balcao/receitas?pedido=${order}`)
  await expect(button('Aprovar')).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 360, height: 740 })
  const top = async (locator: Locator) => (await locator.boundingBox())?.y ?? 0
  const tops = await Promise.all([
    top(page.getByRole('img', { name: /^Receita de/ })),
    top(page.getByText('Fatos do pedido')),
    top(button('Aprovar')),
    top(page.getByRole('heading', { name: 'Assinatura' })),
  ])
  expect(tops).toEqual(tops.toSorted((one, other) => one - other))
})

test('a photo without a bag is answered without scrolling, and the way to the answer keeps what was added', async ({
  page,
  server,
}) => {
  const customer = await newCustomer(server.url)
  const fields = { file: await photoBlob(), pacient: 'Ana Lima', note: 'só o primeiro item' }
  await customer.submit('/orcar-receita', { button: 'Pedir orçamento', fields })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/balcao/receitas')
  await signInAs(page, 'pharmacist')
  await page.getByRole('link', { name: 'Ler e montar sacola' }).first().click()
  await expect(page.getByText('só o primeiro item')).toBeInViewport({ ratio: 1 })
  await page.getByLabel('Nome, SKU ou código de barras').fill('trayenta')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Nome, SKU ou código de barras')).toBeFocused()
  for (const key of ['Tab', 'Tab', 'Enter']) await page.keyboard.press(key)
  await expect(page.getByLabel(/^Unidades de Trayenta/)).toHaveValue('1')
  await expect(page.getByRole('button', { name: 'Enviar ao cliente' })).toBeInViewport({ ratio: 1 })
  await page.getByRole('link', { name: 'Ir para a resposta' }).press('Enter')
  await expect(page.getByLabel(/^Unidades de Trayenta/)).toHaveValue('1')
  for (const key of ['Tab', 'Enter']) await page.keyboard.press(key)
  await expect(page.getByText('Resposta enviada ao cliente.')).toBeVisible()
})

test('a prescription is rejected by keyboard: the access key and four presses, on a phone', async ({
  page,
  server,
}) => {
  const order = await orderInReview(server.url, trayenta)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/balcao/receitas?pedido=${order}`)
  await signInAs(page, 'pharmacist')
  await expect(page.getByRole('heading', { name: `Receita do pedido ${order}` })).toBeVisible()
  const toDecision = page.getByRole('link', { name: 'Ir para a decisão' })
  await expect(toDecision).toHaveAttribute('accesskey', 's')
  // Chromium's headless shell knows no access keys: one would follow this link.
  await toDecision.press('Enter')
  for (const key of ['Tab', 'Tab', 'Space']) await page.keyboard.press(key)
  await expect(page.getByLabel('Receita vencida')).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Receita rejeitada.')).toBeVisible()
})

test('a clerk finishes an order of five lines with a scanner and one button, on a phone', async ({ page, server }) => {
  const goods = await fiveWithBarcodes(server)
  const customer = await newCustomer(server.url)
  for (const { path } of goods) await addToBag(customer, { path })
  await goOn(customer)
  const order = await pay(customer, await place(customer))

  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/balcao/pedidos/${order}`)
  await signInAs(page, 'clerk')
  for (const [at, { ean }] of goods.entries()) {
    await expect(page.getByLabel('Código de barras', { exact: true })).toBeFocused()
    await page.keyboard.type(ean)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: `Conferir itens: ${at + 1} de 5` })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Saiu para entrega' }).click()
  await expect(page.getByText('Agora: saiu para entrega.')).toBeVisible()
})
