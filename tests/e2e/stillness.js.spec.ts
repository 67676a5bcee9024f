import { expect } from '@playwright/test'
import { openAlive, phone, test } from '../support/browser.ts'
import { novalgina } from '../support/purchase.ts'

test.use(phone)

declare global {
  interface Window {
    shifts: { value: number; moved: (string | undefined)[] }[]
  }
}

test('nothing moves when the scripts arrive', async ({ page }) => {
  await page.addInitScript(() => {
    window.shifts = []
    type Shift = PerformanceEntry & { value: number; sources: { node: Element | null }[] }
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[]) {
        window.shifts.push({ value, moved: sources.map(({ node }) => node?.outerHTML?.slice(0, 120)) })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const path of ['/', '/categoria/medicamentos', novalgina.path, '/checkout/sacola']) {
    await openAlive(page, path)
    // The gallery says which picture is in view once it has become a slider.
    if (path === novalgina.path) await expect(page.locator('[aria-current="true"][href^="#foto"]')).toBeVisible()
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    const large = await page.evaluate(() => window.shifts.filter(({ value }) => value > 0.01))
    expect(large, path).toEqual([])
  }
})
