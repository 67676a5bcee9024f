import { expect } from '@playwright/test'
import { comesAlive, test } from '../support/browser.ts'

// With the transitions between pages that most browsers show.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('a filter applies as it is ticked: the number is announced, and the focus stays', async ({ page }) => {
  await page.goto('/categoria/medicamentos')
  const filters = page.locator('summary', { hasText: 'Filtrar' })
  if (await filters.isVisible()) await filters.click()
  const box = page.getByRole('checkbox', { name: /^Genérico/ })
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
