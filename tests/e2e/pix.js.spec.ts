import { expect, type Page } from '@playwright/test'
import { comesAlive, test } from '../support/browser.ts'
import { novalgina } from '../support/purchase.ts'

test('the Pix page learns of the payment by itself', async ({ page, context }) => {
  await openPix(page)
  const bank = await page.getByRole('link', { name: 'Abrir o banco de demonstração' }).getAttribute('href')
  const payer = await context.newPage()
  await payer.goto(bank ?? '')
  await payer.getByRole('button', { name: 'Pagar' }).click()
  await expect(page).toHaveURL(/\/minha-conta\?section=pedidos/, { timeout: 60_000 })
  await expect(page.getByText('Pagamento confirmado! Já estamos separando o seu pedido.')).toBeVisible()
  await expect(page.getByText('Pago', { exact: true }).first()).toBeVisible()
})

test('the Pix page is left when the session is over', async ({ page }) => {
  await openPix(page)
  await page.route('**/pix.data*', (route) => route.fulfill({ status: 401, body: '' }))
  await expect(page).toHaveURL(/\/login\?redirectTo=/)
})

test('each copy of the Pix code is told; where none can be made, the code is marked', async ({ page }) => {
  await openPix(page)
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
})

/** A new order's Pix page, hydrated. */
async function openPix(page: Page): Promise<void> {
  await page.goto(`/login?redirectTo=${novalgina.path}`)
  await page.getByLabel('E-mail').fill('cliente@example.com')
  await page.getByLabel('Senha').fill('balcao-demo-2026')
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.getByRole('button', { name: /carrinho$/ }).click()
  await expect(page.getByText('O produto foi adicionado com sucesso na sua sacola.')).toBeVisible()
  await page.goto('/checkout/sacola')
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByRole('button', { name: 'Finalizar pedido' }).click()
  await page.getByRole('button', { name: 'Pagar com Pix' }).click()
  await expect(page.getByLabel('Pix copia e cola')).toBeVisible()
  await comesAlive(page)
}
