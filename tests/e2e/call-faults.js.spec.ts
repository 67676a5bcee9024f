import { join } from 'node:path'
import { expect } from '@playwright/test'
import Database from 'better-sqlite3'
import { comesAlive, openAlive, pauseClock, test } from '../support/browser.ts'
import { addToBag, goOn, novalgina, summary } from '../support/purchase.ts'

test('a call that is refused with 401 clears the token and loads the page again', async ({
  page,
  context,
  baseURL,
}) => {
  await context.addCookies([{ name: 'clientToken', value: 'expired', url: baseURL ?? '' }])
  await openAlive(page, '/categoria/beleza')
  await page.route('**/aviso.data*', (route) => route.fulfill({ status: 401, body: '' }))
  await page.evaluate(() => Object.assign(window, { samePage: true }))
  await page.getByRole('button', { name: 'Fechar aviso' }).click()
  await page.waitForFunction(() => !('samePage' in window))
  await expect(
    page.getByText('Sua sessão terminou. O que você pediu por último não foi feito: faça de novo.'),
  ).toBeVisible()
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('clientToken')
})

test('a call that gets no answer leaves the page and says so for six seconds, or until something else is said', async ({
  page,
}) => {
  await page.request.post('/cep', { form: { zipcode: '01310-100' } })
  await page.clock.install()
  await openAlive(page, '/categoria/beleza')
  await pauseClock(page)
  await page.route('**/produto/*.data*', (route) => route.abort(), { times: 2 })
  const add = page.getByRole('button', { name: 'Adicionar no carrinho' }).first()
  const fault = page.getByRole('status').getByText('Erro inesperado! Por favor, recarregue a página e tente novamente.')
  await add.click()
  await expect(fault).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Beleza')
  await page.clock.runFor(5_900)
  await expect(fault).toBeVisible()
  await page.clock.runFor(200)
  await expect(fault).toBeHidden()

  await add.click()
  await expect(fault).toBeVisible()
  await add.click()
  await expect(page.getByText('O produto foi adicionado com sucesso na sua sacola.')).toBeVisible()
  await expect(fault).toBeHidden()
})

test('an answer that is not the shop’s leaves the page, and says its first message or the usual one; a fault leads to the fatal page', async ({
  context,
}) => {
  // Not the fixture's page: that one takes a refusal in the console for a fault of the shop.
  const page = await context.newPage()
  await openAlive(page, '/categoria/beleza')
  const answers = [
    { status: 422, body: '{ "errors": [{ "message": "Primeira." }, { "message": "Segunda." }] }', says: 'Primeira.' },
    {
      status: 413,
      body: 'Payload Too Large',
      says: 'Erro inesperado! Por favor, recarregue a página e tente novamente.',
    },
  ]
  for (const { says, ...answer } of answers) {
    await page.route('**/aviso.data*', (route) => route.fulfill(answer))
    await page.getByRole('button', { name: 'Fechar aviso' }).click()
    await expect(page.getByRole('status').getByText(says)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Beleza')
  }
  for (const status of [500, 404, 501, 505]) {
    await openAlive(page, '/categoria/beleza')
    await page.route('**/aviso.data*', (route) => route.fulfill({ status, body: 'Unexpected Server Error' }))
    await page.getByRole('button', { name: 'Fechar aviso' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Erro inesperado!')
    await expect(page.getByRole('main').getByText(String(status), { exact: true }).first()).toBeVisible()
    await expect(page.getByRole('link', { name: 'Voltar para a página inicial' })).toBeVisible()
  }
})

test('a form that a proxy answers because the shop is away keeps what was typed, and is taken when it is sent again', async ({
  context,
  customer,
  continueAs,
}) => {
  const page = await context.newPage()
  const away = page.getByRole('status').getByText('A loja não respondeu agora. O que você digitou continua aqui')
  const proxyIsAlone = (path: string, status: number) =>
    page.route(path, (route) => route.fulfill({ status, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }), {
      times: 1,
    })
  await openAlive(page, '/login')
  await proxyIsAlone('**/login.data*', 502)
  await page.getByLabel('E-mail').fill('cliente@example.com')
  await page.getByLabel('Senha').fill('balcao-demo-2026')
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await expect(away).toBeVisible()
  await expect(page.getByLabel('E-mail')).toHaveValue('cliente@example.com')
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await expect(page.getByText('Olá, Marina').first()).toBeVisible()

  await addToBag(customer, novalgina)
  await goOn(customer)
  await continueAs(customer)
  await openAlive(page, summary)
  await proxyIsAlone('**/checkout/sacola.data*', 504)
  await page.getByRole('button', { name: 'Finalizar pedido' }).click()
  await expect(away).toBeVisible()
  await page.getByRole('button', { name: 'Finalizar pedido' }).click()
  await expect(page).toHaveURL(/\/checkout\/\d+\/pix$/)
})

test('a part that fails to load reloads the page, once; then the link leads to the page that does the same', async ({
  page,
}) => {
  await page.route('**/assets/dialog-*.js', (route) => route.abort())
  await openAlive(page, '/categoria/beleza')
  await page.evaluate(() => {
    new MutationObserver(() => {
      sessionStorage.shown = [sessionStorage.shown, document.querySelector('h1')?.textContent].join()
    }).observe(document, { childList: true, subtree: true })
  })
  const reload = page.waitForEvent('domcontentloaded')
  await page.getByRole('link', { name: 'Informe seu CEP' }).click()
  await reload
  expect(await page.evaluate(() => sessionStorage.shown ?? '')).not.toContain('Erro')
  await comesAlive(page)
  // The last reload counts as recent, however slow the machine is.
  await page.evaluate(() => {
    sessionStorage['reloaded:/categoria/beleza'] = String(Date.now() + 60_000)
  })
  await page.getByRole('link', { name: 'Informe seu CEP' }).click()
  await expect(page).toHaveURL(/\/cep\?redirectTo=%2Fcategoria%2Fbeleza$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Onde você quer receber?')
})

test('what scripts only add may be missing: the pictures stay a list that scrolls', async ({ page }) => {
  await page.route('**/assets/gallery-slider-*.js', (route) => route.abort())
  let missed = 0
  page.on('requestfailed', (request) => {
    if (request.url().includes('/gallery-slider-')) missed += 1
  })
  // The page is reloaded for it, once: the reload counts as recent, however slow the machine is.
  await page.addInitScript(() => {
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    if (visit?.type === 'reload') sessionStorage[`reloaded:${location.pathname}`] = String(Date.now() + 60_000)
  })
  await page.goto(novalgina.path)
  await expect.poll(() => missed).toBe(2)
  await page.getByRole('link', { name: 'Foto 2 de 3' }).click()
  await expect(page.getByAltText('Verso da caixa de Novalgina 1 g')).toBeInViewport()
})

test('a call that fails because the database is away leaves the frame standing', async ({ context, server }) => {
  const page = await context.newPage()
  await openAlive(page, '/categoria/beleza')
  const file = new Database(join(server.dataDir, 'balcao.db'))
  file.pragma('foreign_keys = off')
  file.exec('alter table branch rename to branch_away')
  await page.getByRole('button', { name: 'Fechar aviso' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Erro inesperado!')
  await expect(page.getByRole('banner').getByRole('link', { name: /Sacola/ })).toBeVisible()
  await expect(page.getByRole('contentinfo')).toContainText('CNPJ')
  file.exec('alter table branch_away rename to branch')
  file.close()
})

test('a request that the router cancelled is no fault of the page; any other promise left alone is', async ({
  page,
}) => {
  await openAlive(page, '/categoria/beleza')
  const isHandled = (name: string) =>
    page.evaluate((reasonName) => {
      const reason = new DOMException('left alone', reasonName)
      const event = new PromiseRejectionEvent('unhandledrejection', {
        promise: Promise.resolve(),
        reason,
        cancelable: true,
      })
      return !window.dispatchEvent(event)
    }, name)
  expect([await isHandled('AbortError'), await isHandled('DataError')]).toEqual([true, false])
})
