import { devices, expect, type Locator } from '@playwright/test'
import { phone, test } from '../support/browser.ts'
import { novalgina, openShopper } from '../support/purchase.ts'

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

test('a picture fits the width and density of the screen, and is fetched once', async ({ browser, server }) => {
  const shopper = await openShopper(server.url)
  await shopper.post(novalgina.path, { id: novalgina.id, quantity: '1' })
  for (const { width, density, main, line } of [
    { width: 412, density: 1.75, main: '60-400', line: '60-320' },
    { width: 360, density: 3, main: '60-800', line: '60-320' },
    { width: 768, density: 1, main: '60-400', line: '60-160' },
    { width: 1280, density: 1, main: '60-800', line: '60-160' },
    { width: 1280, density: 2, main: '60-800', line: '60-320' },
  ]) {
    const screen = await browser.newContext({
      ...devices['Desktop Chrome'],
      viewport: { width, height: 800 },
      deviceScaleFactor: density,
      baseURL: server.url,
    })
    await screen.addCookies([...shopper.cookies].map(([name, value]) => ({ name, value, url: server.url })))
    const page = await screen.newPage()
    const fetched: string[] = []
    page.on('request', (request) => fetched.push(/\/imagens\/(.*)\.webp$/.exec(request.url())?.[1] ?? ''))
    const shows = (picture: Locator, name: string) =>
      expect(picture, `${width} at ${density}`).toHaveJSProperty('currentSrc', `${server.url}/imagens/${name}.webp`)
    await page.goto(novalgina.path)
    await shows(page.locator('#foto-1 img'), main)
    expect(
      fetched.filter((name) => /^60-(400|800)$/.test(name)),
      `${width} at ${density}`,
    ).toEqual([main])
    // Phones have a dot in its place.
    if (width >= 768) await shows(page.getByRole('link', { name: 'Foto 1 de 3' }).locator('img'), '60-160')
    await page.goto('/checkout/sacola')
    await shows(page.getByRole('main').locator('img').first(), line)
    await screen.close()
  }
})
