import { expect } from '@playwright/test'
import { phone, test } from '../support/browser.ts'
import { novalgina } from '../support/purchase.ts'

test.use(phone)

test("a product's other pictures are fetched when they slide into view", async ({ page }) => {
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(request.url()))
  await page.goto(novalgina.path, { waitUntil: 'networkidle' })
  expect(fetched.filter((url) => /\/60-[23]-\d+\.webp$/.test(url))).toEqual([])
  await page.getByRole('link', { name: 'Foto 3 de 3' }).tap()
  const picture = page.locator('#foto-3 img')
  await expect(picture).toBeInViewport()
  await expect(picture).toHaveJSProperty('complete', true)
  expect(fetched.filter((url) => /\/60-3-\d+\.webp$/.test(url))).toHaveLength(1)
})
