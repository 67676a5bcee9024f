import { expect, type Page } from '@playwright/test'
import { holdScripts, startScripts, test, widerThanTheWindow } from '../support/browser.ts'
import { novalgina } from '../support/purchase.ts'

declare global {
  interface Window {
    shifts: { value: number; moved: (string | undefined)[] }[]
  }
}

test('nothing moves when the scripts arrive, nothing is complained of, and nothing is wider than the window', async ({
  page,
  busy,
  continueAs,
}) => {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'warning') complaints.push(message.text())
  })
  await continueAs(busy.customer)
  await holdScripts(page)
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
    for (const width of [412, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(path)
      await drawn(page)
      await page.evaluate(() => {
        window.shifts = []
      })
      await startScripts(page)
      // The gallery says which picture is in view once it has become a slider.
      if (path === novalgina.path) await expect(page.locator('[aria-current="true"][href^="#foto"]')).toBeVisible()
      await drawn(page)
      expect(await page.evaluate(() => window.shifts), `${path} at ${width} px`).toEqual([])
    }
    for (const width of [280, 360, 768]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await widerThanTheWindow(page), `${path} at ${width} px`).toEqual([])
    }
  }
  expect(complaints).toEqual([])
})

/** What has changed so far is on the screen. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
}
