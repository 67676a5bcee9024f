import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import { axeSource } from '../support/axe.ts'
import { holdScripts, shiftsByScripts, test, watchShifts } from '../support/browser.ts'
import { pagePaths } from '../support/pages.ts'
import { azitromicina, novalgina } from '../support/purchase.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

// Each page is checked on a phone, where things lie closest, as it arrives, which is all there is without scripts; again with its
// scripts where they change it; and on a desktop where its header and footer are the subject.
// Only against hangs: some fifty pages.
test.setTimeout(600_000)
test.beforeEach(async ({ page }) => {
  await holdScripts(page)
  await watchShifts(page)
})

/** axe's findings on the current page, without and with its scripts, and what moves when they arrive, one line each. */
async function findings(page: Page, name: string): Promise<string[]> {
  await page.evaluate(axeSource)
  const asItArrives = await markup(page)
  const found = await findingsAt(page, 360, `${name} as it arrives`)
  // Most of the page in one view: what is outside of it does not count as moved.
  await page.setViewportSize({ width: 360, height: 2400 })
  found.push(...(await shiftsByScripts(page)).map((shift) => `${name} moves: ${shift}`))
  if ((await markup(page)) !== asItArrives) found.push(...(await findingsAt(page, 360, `${name} with scripts`)))
  return found
}

async function findingsAt(page: Page, width: number, name: string): Promise<string[]> {
  await page.setViewportSize({ width, height: 800 })
  return page.evaluate(async (name) => {
    // The page of components shows several of what other pages have once, such as the notice.
    const rules = { 'landmark-unique': { enabled: location.pathname !== '/sandbox/componentes' } }
    // Otherwise axe also describes whatever is in order. It needs no style sheets beyond those the page has applied.
    const { violations } = await window.axe.run({ resultTypes: ['violations'], preload: false, rules })
    return violations.map(({ id, nodes }) => `${name}, ${innerWidth} px: ${id}: ${nodes[0]?.html.slice(0, 160)}`)
  }, name)
}

/** What stands beside one another on a desktop alone: the header, a listing's filters, a product, the bag and the account. */
const desktopPaths = ['/', '/categoria/medicamentos', novalgina.path, '/checkout/sacola', '/minha-conta']

/** The page's content, but for tokens in hidden fields, where a link leads back to, and an empty value, which React sets. */
async function markup(page: Page, selector = 'body'): Promise<string> {
  const html = await page.locator(selector).evaluate((element) => element.innerHTML)
  return html.replace(/<script[\s\S]*?<\/script>|<input type="hidden"[^>]*>|redirectTo=[^"]*| value=""/g, '')
}

test('axe finds nothing on any page, and nothing moves when scripts arrive, neither for visitors nor for a customer with a bag and an order', async ({
  page,
  busy,
  continueAs,
}) => {
  const found: string[] = []
  const seen = new Set<string>()
  const visit = async (paths: string[], who: string) => {
    for (const path of paths) {
      await page.goto(path)
      // Many paths redirect to the same page; and what a page holds for visitors, it often holds for customers.
      const main = await markup(page, 'main')
      if (seen.has(main)) continue
      seen.add(main)
      found.push(...(await findings(page, `${path} for ${who}`)))
      if (desktopPaths.includes(path)) found.push(...(await findingsAt(page, 1280, `${path} for ${who}`)))
    }
  }
  await visit(pagePaths('1'), 'visitors')
  await continueAs(busy.customer)
  // This page redirects by itself, possibly before it has been checked: the redirect is disabled.
  await page.route('**/externo', async (route) => {
    const response = await route.fetch()
    const { refresh: _, ...headers } = response.headers()
    await route.fulfill({ response, headers })
  })
  await visit([...pagePaths(busy.orderId), '/checkout/sacola?etapa=resumo'], 'a customer')
  await page.request.post(azitromicina.path, { form: { id: azitromicina.id, quantity: '1' } })
  await visit(['/checkout/receita-medica'], 'a customer who needs a prescription')
  expect(found).toEqual([])
})

test('axe finds nothing on refused forms, out of coverage, and in the dark', async ({ page }) => {
  const found: string[] = []
  await page.goto('/cep')
  await page.getByLabel('CEP', { exact: true }).fill('08200-000')
  await page.getByRole('button', { name: 'Confirmar CEP' }).click()
  await expect(page.getByText(/^CEP fora de cobertura!/).first()).toBeVisible()
  found.push(...(await findings(page, 'CEP out of coverage')))

  await page.emulateMedia({ colorScheme: 'dark' })
  for (const path of ['/', '/categoria/medicamentos', '/produto/novalgina-1g-10-comprimidos', '/checkout/sacola']) {
    await page.goto(path)
    found.push(...(await findings(page, `${path} in the dark`)))
  }
  await page.goto('/login')
  await page.getByLabel('E-mail').fill('nobody@example.com')
  await page.getByLabel('Senha').fill('wrong password')
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page.getByText(/não conferem/).first()).toBeVisible()
  found.push(...(await findings(page, 'login refused in the dark')))
  expect(found).toEqual([])
})
