import { expect } from '@playwright/test'
import { openAlive, test } from '../support/browser.ts'

test('with scripts, adding to the bag keeps the page, its place and its focus, and says what happened', async ({
  page,
}) => {
  await page.goto('/cep')
  await page.getByLabel('CEP', { exact: true }).fill('01310-100')
  await page.getByRole('button', { name: 'Confirmar CEP' }).click()
  await expect(page.getByText('Entregamos no CEP 01310-100')).toBeVisible()
  await openAlive(page, '/categoria/beleza')
  await page.evaluate(() => Object.assign(window, { samePage: true }))
  const add = page.getByRole('button', { name: 'Adicionar no carrinho' }).nth(9)
  await add.scrollIntoViewIfNeeded()
  const scrolled = await page.evaluate(() => window.scrollY)
  await add.click()

  await expect(page.getByText('O produto foi adicionado com sucesso na sua sacola.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sacola, 1 item' })).toBeVisible()
  expect(await page.evaluate(() => 'samePage' in window)).toBe(true)
  expect(await page.evaluate(() => window.scrollY)).toBe(scrolled)
  await expect(add).toBeFocused()
})

test('a form sent by scripts waits for no style sheet that stands in the page already', async ({ page }) => {
  await page.goto('/cep')
  await page.getByLabel('CEP', { exact: true }).fill('01310-100')
  await page.getByRole('button', { name: 'Confirmar CEP' }).click()
  await expect(page.getByText('Entregamos no CEP 01310-100')).toBeVisible()
  await openAlive(page, '/produto/novalgina-1g-10-comprimidos')
  const sheets: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('.css')) sheets.push(request.url())
  })
  await page.getByRole('button', { name: /carrinho$/ }).click()
  await expect(page.getByText('O produto foi adicionado com sucesso na sua sacola.')).toBeVisible()
  expect(sheets).toEqual([])
})

test('scripts wait for the page to be idle, and for a touch on a slow connection', async ({ page, context }) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { effectiveType: '3g', saveData: false } })
  })
  await page.goto('/produto/novalgina-1g-10-comprimidos')
  await page.waitForLoadState('networkidle')
  await page.getByRole('heading', { level: 1 }).click()
  expect(scripts).toEqual([])
  await page.getByLabel('Quantidade').focus()
  await expect(page.getByRole('button', { name: 'Aumentar quantidade' })).toBeVisible()
  expect(scripts.length).toBeGreaterThan(0)
})

test('the Pix page learns of the payment by itself', async ({ page, context }) => {
  await page.goto('/login?redirectTo=/produto/novalgina-1g-10-comprimidos')
  await page.getByLabel('E-mail').fill('cliente@example.com')
  await page.getByLabel('Senha').fill('balcao-demo-2026')
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.getByRole('button', { name: /carrinho$/ }).click()
  await expect(page.getByText('O produto foi adicionado com sucesso na sua sacola.')).toBeVisible()
  await page.goto('/checkout/sacola')
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByRole('button', { name: 'Finalizar pedido' }).click()
  await page.getByRole('button', { name: 'Pagar com Pix' }).click()
  const bank = await page.getByRole('link', { name: 'Abrir o banco de demonstração' }).getAttribute('href')

  const payer = await context.newPage()
  await payer.goto(bank ?? '')
  await payer.getByRole('button', { name: 'Pagar' }).click()
  await expect(page).toHaveURL(/\/minha-conta\?section=pedidos/, { timeout: 60_000 })
  await expect(page.getByText('Pago', { exact: true }).first()).toBeVisible()
})
