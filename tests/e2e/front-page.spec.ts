import { expect, type Page } from '@playwright/test'
import { phone, test } from '../support/browser.ts'

async function opensCleanly(page: Page) {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto('/')
  await page.waitForLoadState('networkidle')

  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR')
  await expect(page.getByRole('main')).toHaveCount(1)
  expect(complaints).toEqual([])
}

test('the front page opens on a desktop without a complaint in the console', async ({ page }) => {
  await opensCleanly(page)
})

test.describe('on a phone', () => {
  test.use(phone)

  test('the front page opens without a complaint in the console, no wider than the screen', async ({ page }) => {
    await opensCleanly(page)
    const { width, scrollWidth } = await page.evaluate(() => ({
      width: document.documentElement.clientWidth,
      scrollWidth: document.documentElement.scrollWidth,
    }))
    expect(scrollWidth).toBe(width)
  })
})
