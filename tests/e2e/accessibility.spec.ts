import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { comesAlive, test } from '../support/browser.ts'
import { openBusyCustomer, pagePaths } from '../support/pages.ts'

// axe is a script itself: the variant without scripts enables JavaScript, but blocks the shop's own scripts.
test.use({ javaScriptEnabled: true, reducedMotion: 'reduce' } as object)
test.setTimeout(600_000)
test.beforeEach(async ({ page }, { project }) => {
  if (project.name === 'no-js') await page.route('**/assets/*.js', (route) => route.abort())
})

const widths = [360, 1280]

/** axe's findings on the current page, on a phone and on a desktop, one line each. */
async function findings(page: Page, name: string): Promise<string[]> {
  const found: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    // The page of components shows several of what other pages have once, such as the notice.
    const several = page.url().endsWith('/sandbox/componentes') ? ['landmark-unique'] : []
    const { violations } = await new AxeBuilder({ page }).disableRules(several).analyze()
    for (const { id, nodes } of violations) found.push(`${name} ${width}px ${id}: ${nodes[0]?.html.slice(0, 160)}`)
  }
  return found
}

/** Checks these pages, each once after redirects. */
async function findingsOn(page: Page, paths: string[], projectName: string): Promise<string[]> {
  const found: string[] = []
  const seen = new Set<string>()
  for (const path of paths) {
    await page.goto(path)
    if (seen.has(page.url())) continue
    seen.add(page.url())
    await settle(page, projectName)
    found.push(...(await findings(page, path)))
  }
  return found
}

async function settle(page: Page, projectName: string) {
  await page.waitForLoadState('load')
  if (projectName === 'js') await comesAlive(page)
}

test('axe finds nothing on any page a visitor sees', async ({ page }, { project }) => {
  expect(await findingsOn(page, pagePaths('1'), project.name)).toEqual([])
})

test('axe finds nothing on any page a customer with a bag and an order sees', async ({ page, context, server }, {
  project,
}) => {
  const { orderId, cookies } = await openBusyCustomer(server.url)
  await context.addCookies(cookies)
  // This page redirects by itself, possibly before it has been checked: the redirect is disabled.
  await page.route('**/externo', async (route) => {
    const response = await route.fetch()
    const { refresh: _, ...headers } = response.headers()
    await route.fulfill({ response, headers })
  })
  const paths = [...pagePaths(orderId), '/checkout/sacola?etapa=resumo']
  expect(await findingsOn(page, paths, project.name)).toEqual([])
})

test('axe finds nothing on refused forms, out of coverage, and in the dark', async ({ page }, { project }) => {
  const found: string[] = []
  await page.goto('/cep')
  await settle(page, project.name)
  await page.getByLabel('CEP', { exact: true }).fill('08200-000')
  await page.getByRole('button', { name: 'Confirmar CEP' }).click()
  await expect(page.getByText(/^CEP fora de cobertura!/).first()).toBeVisible()
  found.push(...(await findings(page, 'CEP out of coverage')))

  await page.emulateMedia({ colorScheme: 'dark' })
  for (const path of ['/', '/categoria/medicamentos', '/produto/novalgina-1g-10-comprimidos', '/checkout/sacola']) {
    await page.goto(path)
    await settle(page, project.name)
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
