import { expect, type Page } from '@playwright/test'
import { comesAlive, test } from '../support/browser.ts'

const layer = (page: Page) =>
  page.evaluate(() => (window.dataLayer ?? []).filter((entry) => !('page_name' in entry)) as { event: string }[])

async function consent(page: Page) {
  await page.goto('/privacidade')
  await page.getByLabel('Permitir', { exact: true }).check()
  await page.getByRole('button', { name: 'Salvar escolha' }).click()
  await expect(page.getByText('As estatísticas estão permitidas.')).toBeVisible()
}

async function signIn(page: Page, redirectTo: string) {
  await page.goto(`/login?redirectTo=${redirectTo}`)
  await page.getByLabel('E-mail').fill('cliente@example.com')
  await page.getByLabel('Senha').fill('balcao-demo-2026')
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page).toHaveURL(({ pathname }) => pathname === redirectTo)
}

test('the data layer hears of login, bag, checkout and, once, of the purchase', async ({ page, context }) => {
  await consent(page)
  await signIn(page, '/produto/novalgina-1g-10-comprimidos')
  await expect.poll(() => layer(page)).toEqual([{ event: 'login' }])
  await page.getByRole('button', { name: /carrinho$/ }).click()
  await expect.poll(() => layer(page)).toEqual([{ event: 'login' }, { event: 'add_to_cart' }])

  await page.goto('/checkout/sacola')
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page).toHaveURL(/etapa=resumo/)
  await expect.poll(() => layer(page)).toEqual([{ event: 'begin_checkout' }])
  await page.getByRole('button', { name: 'Finalizar pedido' }).click()
  await page.getByRole('button', { name: 'Pagar com Pix' }).click()
  const bank = await page.getByRole('link', { name: 'Abrir o banco de demonstração' }).getAttribute('href')
  const payer = await context.newPage()
  await payer.goto(bank ?? '')
  await payer.getByRole('button', { name: 'Pagar' }).click()

  await expect(page).toHaveURL(/\/minha-conta\?section=pedidos/, { timeout: 60_000 })
  const purchase = { event: 'purchase', transaction_id: expect.stringMatching(/^\d+$/), value: 19.47, currency: 'BRL' }
  await expect.poll(() => layer(page).then((events) => events.at(-1))).toEqual(purchase)

  await page.reload()
  await comesAlive(page)
  expect(await layer(page)).toEqual([])
})

test('the way back to a page tells nothing a second time', async ({ page }) => {
  await consent(page)
  await signIn(page, '/sobre-nos')
  await expect.poll(() => layer(page)).toEqual([{ event: 'login' }])
  await page.goto('/termos-e-condicoes')
  await page.goBack()
  await comesAlive(page)
  expect(await layer(page)).toEqual([])
})

test('a page is counted by its path unless it is the last one counted; a product’s path is not told', async ({
  page,
}) => {
  await consent(page)
  const counted = async (path: string) => {
    await page.goto(path)
    return page.evaluate(() =>
      (window.dataLayer ?? []).flatMap((entry) => ('page_name' in entry ? [entry.page_name] : [])),
    )
  }
  expect(await counted('/')).toEqual(['home'])
  expect(await counted('/')).toEqual([])
  expect(await counted('/?pedido=1')).toEqual([])
  expect(await counted('/categoria/beleza?child=cabelo')).toEqual(['categoria/beleza'])
  expect(await counted('/produto/novalgina-1g-10-comprimidos')).toEqual(['produto'])
})

test('without consent there is no data layer', async ({ page }) => {
  await signIn(page, '/sobre-nos')
  await comesAlive(page)
  expect(await page.evaluate(() => 'dataLayer' in window)).toBe(false)
})
