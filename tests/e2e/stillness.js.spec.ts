import { expect } from '@playwright/test'
import { holdScripts, shiftsByScripts, test, watchShifts, widerThanTheWindow } from '../support/browser.ts'
import { novalgina } from '../support/purchase.ts'

test('nothing moves while a page and its scripts arrive, nothing is complained of, and nothing is wider than the window', async ({
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
  await watchShifts(page)
  const shop = ['/', '/categoria/medicamentos', '/categoria?search=dipirona', novalgina.path]
  const purchase = ['/checkout/sacola', '/checkout/sacola?etapa=resumo', `/minha-conta/pedidos/${busy.orderId}`]
  for (const path of [...shop, ...purchase]) {
    for (const width of [412, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(path, { waitUntil: 'networkidle' })
      expect(await page.evaluate(() => window.shifts), `${path} at ${width} px, as it arrives`).toEqual([])
      // The gallery says which picture is in view once it has become a slider.
      const slider = page.locator('[aria-current="true"][href^="#foto"]')
      const settled = async () => {
        if (path === novalgina.path) await expect(slider).toBeVisible()
      }
      expect(await shiftsByScripts(page, settled), `${path} at ${width} px`).toEqual([])
    }
    for (const width of [280, 360, 768]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await widerThanTheWindow(page), `${path} at ${width} px`).toEqual([])
    }
  }
  expect(complaints).toEqual([])
})
