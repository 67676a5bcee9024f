import { expect, type Locator, type Page } from '@playwright/test'
import { test } from '../support/browser.ts'
import { novalgina } from '../support/purchase.ts'

/** Grows with the paths of pages that the browser fetches before they are opened. */
async function prefetchedBy(page: Page): Promise<string[]> {
  const paths: string[] = []
  const chromium = await page.context().newCDPSession(page)
  await chromium.send('Network.enable')
  chromium.on('Network.requestWillBeSent', ({ request, type }) => {
    if (type === 'Prefetch') paths.push(new URL(request.url).pathname)
  })
  return paths
}

async function press(page: Page, link: Locator): Promise<void> {
  await link.hover()
  await page.mouse.down()
}

/** Whether the page shown had come before its link was let go. */
function isPrefetched(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const [visit] = performance.getEntriesByType('navigation').map((entry) => entry.toJSON())
    return visit.deliveryType === 'navigational-prefetch'
  })
}

/** Lets go beside the link, as who begins to scroll on it. */
async function letGo(page: Page): Promise<void> {
  await page.mouse.move(1, 1)
  await page.mouse.up()
}

test('a product’s page is fetched while its link is pressed, and is there when it is let go', async ({ page }) => {
  const prefetched = await prefetchedBy(page)
  await page.goto('/categoria/medicamentos')
  const link = page.locator('main a[href^="/produto/"]').first()
  const path = (await link.getAttribute('href')) ?? ''
  await press(page, link)
  await expect.poll(() => prefetched).toEqual([path])
  await page.mouse.up()
  await expect(page).toHaveURL(path)
  expect(await isPrefetched(page)).toBe(true)
})

test('no page is fetched before it is opened that acts, or shows what is the visitor’s own', async ({ page }) => {
  const prefetched = await prefetchedBy(page)
  await page.goto(novalgina.path)
  for (const path of ['/checkout/sacola', '/']) {
    await press(page, page.locator(`a[href="${path}"]:visible`).first())
    await letGo(page)
  }
  // Pressed last: whatever was to be fetched before has been.
  await press(page, page.locator('main a[href^="/categoria/"]').first())
  await expect.poll(() => prefetched.length).toBeGreaterThan(0)
  expect(prefetched.filter((path) => !/^\/(produto|categoria)\//.test(path))).toEqual([])
})

for (const kind of ['2g', '3g']) {
  test(`on ${kind.toUpperCase()} no page is fetched before it is opened`, async ({ page }) => {
    await page.addInitScript((shown) => {
      const { connection } = navigator as Navigator & { connection: object }
      Object.defineProperty(Object.getPrototypeOf(connection), 'effectiveType', { get: () => shown })
    }, kind)
    await page.goto('/')
    await press(page, page.locator('main a[href^="/produto/"]').first())
    await page.mouse.up()
    await expect(page).toHaveURL(/\/produto\//)
    expect(await isPrefetched(page)).toBe(false)
  })
}

test('who saves data gets no rules for it', async ({ page, context }) => {
  await context.setExtraHTTPHeaders({ 'Save-Data': 'on' })
  await page.goto('/')
  await expect(page.locator('script')).toHaveCount(0)
})
