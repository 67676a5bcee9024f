import { expect, type Page } from '@playwright/test'
import { comesAlive, openAlive, test } from '../support/browser.ts'
import { findChromium } from '../support/chromium.ts'
import { addToBag, novalgina, openShopper } from '../support/purchase.ts'

// Playwright turns the browser's memory of pages off. The headless shell has none; it still tells what in a page forbids it.
test.use({
  launchOptions: {
    executablePath: findChromium(),
    args: ['--no-sandbox'],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
})

/** Leaves a page and comes back. @returns what in the page kept the browser from keeping it */
async function reasonsAgainst(page: Page, path: string): Promise<string[]> {
  const reasons: string[] = []
  const chromium = await page.context().newCDPSession(page)
  await chromium.send('Page.enable')
  chromium.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) => {
    for (const { type, reason } of notRestoredExplanations) if (type === 'PageSupportNeeded') reasons.push(reason)
  })
  await openAlive(page, path)
  await page.goto('/termos-e-condicoes')
  const shown = page.waitForEvent('framenavigated')
  await page.evaluate(() => void setTimeout(() => history.back()))
  await shown
  await expect(page).toHaveURL(path)
  await comesAlive(page)
  await chromium.detach()
  return reasons
}

const shown = ['/', '/categoria/medicamentos', '/categoria?search=dipirona', '/categorias', novalgina.path]

test('who goes back finds the page as it was left: nothing in a shopper’s pages keeps the browser from keeping them', async ({
  page,
  server,
  continueAs,
}) => {
  const shopper = await openShopper(server.url)
  await addToBag(shopper, novalgina)
  await shopper.get('/')
  await continueAs(shopper)
  for (const path of [...shown, '/checkout/sacola', '/comparar', '/cep', '/login', '/cadastro', '/sobre-nos']) {
    expect([path, await reasonsAgainst(page, path)]).toEqual([path, []])
  }
})

test('a page found again has the bag of now', async ({ page, server, continueAs }) => {
  const shopper = await openShopper(server.url)
  await continueAs(shopper)
  await openAlive(page, '/categoria/medicamentos')
  await addToBag(shopper, novalgina)
  await continueAs(shopper)
  const bag = page
    .getByRole('banner')
    .getByRole('link', { name: /sacola/i })
    .first()
  await expect(bag).not.toHaveText(/1/)
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(bag).toHaveText(/1/)
})
