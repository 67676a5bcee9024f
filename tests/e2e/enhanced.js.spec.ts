import { expect, type Page, type Route } from '@playwright/test'
import { openAlive, test } from '../support/browser.ts'

test('with scripts, adding to the bag keeps the page, its place and its focus, and says what happened', async ({
  page,
}) => {
  await page.goto('/cep')
  await page.getByLabel('CEP', { exact: true }).fill('01310-100')
  await page.getByRole('button', { name: 'Confirmar CEP' }).click()
  await expect(page.getByText('Entregamos no CEP 01310-100')).toBeVisible()
  await openAlive(page, '/categoria/beleza')
  await page.evaluate(() => Object.assign(window, { samePage: true }))
  const add = page.getByRole('button', { name: 'Adicionar no carrinho' }).nth(9)
  await add.scrollIntoViewIfNeeded()
  const scrolled = await page.evaluate(() => window.scrollY)
  await add.click()

  await expect(page.getByText('O produto foi adicionado com sucesso na sua sacola.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sacola, 1 item' })).toBeVisible()
  expect(await page.evaluate(() => 'samePage' in window)).toBe(true)
  expect(await page.evaluate(() => window.scrollY)).toBe(scrolled)
  await expect(add).toBeFocused()
})

test('a form sent by scripts waits for no style sheet that stands in the page already', async ({ page }) => {
  await page.goto('/cep')
  await page.getByLabel('CEP', { exact: true }).fill('01310-100')
  await page.getByRole('button', { name: 'Confirmar CEP' }).click()
  await expect(page.getByText('Entregamos no CEP 01310-100')).toBeVisible()
  await openAlive(page, '/produto/novalgina-1g-10-comprimidos')
  const sheets: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('.css')) sheets.push(request.url())
  })
  await page.getByRole('button', { name: /carrinho$/ }).click()
  await expect(page.getByText('O produto foi adicionado com sucesso na sua sacola.')).toBeVisible()
  expect(sheets).toEqual([])
})

test('scripts wait for the page to be idle, and for a touch on a slow connection', async ({ page, context }) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { effectiveType: '3g', saveData: false } })
  })
  await page.goto('/produto/novalgina-1g-10-comprimidos')
  await page.waitForLoadState('networkidle')
  await page.getByRole('heading', { level: 1 }).click()
  expect(scripts).toEqual([])
  await page.getByLabel('Quantidade').focus()
  await expect(page.getByRole('button', { name: 'Aumentar quantidade' })).toBeVisible()
  expect(scripts.length).toBeGreaterThan(0)
})

test('two products added one right after the other are both in the bag', async ({ page }) => {
  const { add, letGo } = await addToHeldShop(page)
  await add.nth(0).click()
  await add.nth(1).click()
  await letGo()
  await expect(page.getByRole('link', { name: 'Sacola, 2 itens' })).toBeVisible()
})

test('a product added after a call that got no answer is in the bag', async ({ page }) => {
  const { add, letGo } = await addToHeldShop(page)
  await add.nth(0).click()
  await add.nth(1).click()
  await letGo((route) => route.abort())
  await expect(page.getByRole('link', { name: 'Sacola, 1 item' })).toBeVisible()
})

test('a double click adds once', async ({ page }) => {
  const { add, letGo } = await addToHeldShop(page)
  await add.nth(0).dblclick()
  await letGo()
  await expect(page.getByRole('link', { name: 'Sacola, 1 item' })).toBeVisible()
})

/** A hydrated listing whose first form's request is held until it is released. */
async function addToHeldShop(page: Page) {
  await page.request.post('/cep', { form: { zipcode: '01310-100' } })
  await openAlive(page, '/categoria/beleza')
  const held = new Promise<Route>((hold) => page.route('**/produto/*.data*', hold, { times: 1 }))
  return {
    add: page.getByRole('button', { name: 'Adicionar no carrinho' }),
    letGo: async (end = (route: Route) => route.continue()) => end(await held),
  }
}

test('a button with an address of its own is sent there', async ({ page }) => {
  await openAlive(page, '/produto/novalgina-1g-10-comprimidos')
  const button = page.getByRole('button', { name: 'Comparar' })
  await button.evaluate((element) => element.setAttribute('formaction', '/favoritos'))
  await button.click()
  await expect(page).toHaveURL(/\/login\?redirectTo=\/favoritos$/)
})

test('the same words said again are shown again, also after they went away', async ({ page }) => {
  await page.request.post('/cep', { form: { zipcode: '01310-100' } })
  await openAlive(page, '/categoria/beleza')
  const said = page.getByRole('status').getByText('O produto foi adicionado com sucesso na sua sacola.')
  const add = page.getByRole('button', { name: 'Adicionar no carrinho' })
  await add.nth(0).click()
  await expect(said).toBeVisible()
  await expect(said).toBeHidden()
  await add.nth(1).click()
  await expect(said).toBeVisible()
  // The second message is a new element, so that it is announced as well.
  const first = await said.elementHandle()
  await add.nth(2).click()
  await expect.poll(() => first?.evaluate((element) => element.isConnected)).toBe(false)
  await expect(said).toBeVisible()
})
