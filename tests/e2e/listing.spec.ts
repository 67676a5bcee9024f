import { expect } from '@playwright/test'
import { comesAlive, test } from '../support/browser.ts'

// With the transitions between pages that most browsers show.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('a shopper searches with a typing error, filters, sorts, and takes a filter away', async ({ page }) => {
  await page.goto('/')
  await page.getByLabel('Buscar na loja').fill('dipirnoa')
  await page.getByRole('button', { name: 'Buscar', exact: true }).click()
  await expect(page.getByText('Mostrando resultados para dipirona')).toBeVisible()

  await page.getByRole('checkbox', { name: /^Genérico/ }).check()
  await page.getByLabel('Até').fill('8,00')
  await page.getByRole('button', { name: 'Aplicar filtros' }).click()
  await expect(page).toHaveURL(/search=dipirnoa.*tipo=generico/)
  await expect(page.getByRole('link', { name: 'Remover filtro: Até R$ 8,00' })).toBeVisible()
  for (const name of await page.getByRole('heading', { level: 3 }).allTextContents()) expect(name).toContain('Genérico')

  await page.getByLabel(/^Ordenar por/).click()
  await page.getByRole('link', { name: 'Menor preço' }).click()
  await expect(page).toHaveURL(/ordem=menor-preco/)
  await page.getByRole('link', { name: 'Remover filtro: Genérico' }).click()
  await expect(page).not.toHaveURL(/tipo=/)
  await expect(page).toHaveURL(/ate=8/)

  await page.goto('/categoria?search=dipirnoa&exato=1')
  await expect(page.getByRole('heading', { name: 'Produto não encontrado!' })).toBeVisible()
})

test('with scripts a filter applies as it is ticked: the number is announced, and the focus stays', async ({ page }, {
  project,
}) => {
  await page.goto('/categoria/medicamentos')
  const filters = page.locator('summary', { hasText: 'Filtrar' })
  if (await filters.isVisible()) await filters.click()
  const box = page.getByRole('checkbox', { name: /^Genérico/ })
  if (project.name === 'no-js') {
    await box.check()
    await expect(page).not.toHaveURL(/tipo=/)
    return
  }
  await comesAlive(page)
  const before = await page.getByRole('status').filter({ hasText: 'produtos' }).textContent()
  await box.focus()
  await page.keyboard.press('Space')
  await expect(page).toHaveURL(/tipo=generico/)
  await expect(page.getByRole('status').filter({ hasText: 'produtos' })).not.toHaveText(before ?? '')
  await expect(box).toBeChecked()
  await expect(box).toBeFocused()
})

test('back from a product, the listing stands where it was left', async ({ page }) => {
  await page.goto('/categoria/medicamentos')
  const product = page.locator('main h3 a').nth(15)
  await product.scrollIntoViewIfNeeded()
  const place = await product.boundingBox()
  await product.click()
  await expect(page).toHaveURL(/\/produto\//)
  await page.goBack()
  await expect.poll(async () => Math.abs(((await product.boundingBox())?.y ?? 0) - (place?.y ?? 0))).toBeLessThan(2)
})

test('a brand that is not among the five most frequent is chosen on the page of all brands', async ({ page }) => {
  await page.goto('/categoria/medicamentos?tipo=generico')
  const filters = page.locator('summary', { hasText: 'Filtrar' })
  if (await filters.isVisible()) await filters.click()
  await page.getByRole('link', { name: 'Ver todas as marcas' }).click()
  await page.getByRole('checkbox', { name: /^Legrand/ }).check()
  await page.getByRole('button', { name: 'Aplicar filtros' }).click()
  await expect(page).toHaveURL(/tipo=generico&marca=Legrand|marca=Legrand&tipo=generico/)
  await expect(page.getByText('2 produtos')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Remover filtro: Legrand' })).toBeVisible()
})
