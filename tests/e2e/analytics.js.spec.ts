import { expect, type Page } from '@playwright/test'
import { comesAlive, openAlive, test } from '../support/browser.ts'
import { openPlainBrowser } from '../support/http.ts'
import { novalgina, openShopper } from '../support/purchase.ts'

/** How often the Pix page asks for its payment, in milliseconds. */
const askEvery = 5000

const layer = (page: Page) =>
  page.evaluate(() => (window.dataLayer ?? []).filter((entry) => !('page_name' in entry)) as { event: string }[])

test('the data layer hears of login, bag, checkout and, once, of the purchase', async ({
  page,
  server,
  continueAs,
}) => {
  const visitor = openPlainBrowser(server.url)
  await visitor.post('/privacidade', { consent: 'analytics' })
  await continueAs(visitor)
  await page.clock.install()
  await page.goto(`/login?redirectTo=${novalgina.path}`)
  await page.getByLabel('E-mail').fill('cliente@example.com')
  await page.getByLabel('Senha').fill('balcao-demo-2026')
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page).toHaveURL(({ pathname }) => pathname === novalgina.path)
  await expect.poll(() => layer(page)).toEqual([{ event: 'login' }])
  await page.getByRole('button', { name: /carrinho$/ }).click()
  await expect.poll(() => layer(page)).toEqual([{ event: 'login' }, { event: 'add_to_cart' }])

  await page.goto('/checkout/sacola')
  await page.getByRole('button', { name: 'Ir para o resumo' }).click()
  await expect(page).toHaveURL(/etapa=resumo/)
  await expect.poll(() => layer(page)).toEqual([{ event: 'begin_checkout' }])
  await page.getByRole('button', { name: 'Finalizar pedido' }).click()
  const bank = await page.getByRole('link', { name: 'Abrir o banco de demonstração' }).getAttribute('href')
  await openPlainBrowser(server.url).post(bank ?? '', { intent: 'pay' })
  await comesAlive(page)
  await page.clock.runFor(askEvery)
  await expect(page).toHaveURL(/\/minha-conta\/pedidos\/\d+$/)
  const purchase = { event: 'purchase', transaction_id: expect.stringMatching(/^\d+$/), value: 19.47, currency: 'BRL' }
  await expect.poll(() => layer(page).then((events) => events.at(-1))).toEqual(purchase)

  await page.reload()
  await comesAlive(page)
  expect(await layer(page)).toEqual([])
})

test('the way back to a page tells nothing a second time', async ({ page, server, continueAs }) => {
  const shopper = await openShopper(server.url)
  await shopper.post('/privacidade', { consent: 'analytics' })
  await shopper.get('/')
  await shopper.post(novalgina.path, { id: novalgina.id, quantity: '1' })
  await continueAs(shopper)
  await page.goto('/sobre-nos')
  await expect.poll(() => layer(page)).toEqual([{ event: 'add_to_cart' }])
  await page.goto('/termos-e-condicoes')
  await page.goBack()
  await comesAlive(page)
  expect(await layer(page)).toEqual([])
})

test('with consent a page is counted by its path unless it is the last one counted; a product’s path is not told; without, there is no data layer', async ({
  page,
  server,
  continueAs,
}) => {
  const shopper = await openShopper(server.url)
  await shopper.post(novalgina.path, { id: novalgina.id, quantity: '1' })
  await continueAs(shopper)
  await openAlive(page, '/sobre-nos')
  expect(await page.evaluate(() => 'dataLayer' in window)).toBe(false)

  await page.request.post('/privacidade', { form: { consent: 'analytics' } })
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
  expect(await counted(novalgina.path)).toEqual(['produto'])
})
