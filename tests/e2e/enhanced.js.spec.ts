import { expect, type Page, type Route } from '@playwright/test'
import { holdScripts, openAlive, startScripts, test } from '../support/browser.ts'
import { addToBag, newCustomer, novalgina, placeOrder } from '../support/purchase.ts'

test('with scripts, adding to the bag keeps the page, its place and its focus, and says what happened', async ({
  page,
}) => {
  await page.request.post('/cep', { form: { zipcode: '01310-100' } })
  await openAlive(page, '/categoria/beleza')
  await page.evaluate(() => Object.assign(window, { samePage: true }))
  const card = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 3 }) })
    .nth(9)
  const add = card.getByRole('button', { name: 'Adicionar no carrinho' })
  await add.scrollIntoViewIfNeeded()
  const scrolled = await page.evaluate(() => window.scrollY)
  await add.click()

  await expect(page.getByText('O produto foi adicionado com sucesso na sua sacola.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sacola, 1 item' })).toBeVisible()
  expect(await page.evaluate(() => 'samePage' in window)).toBe(true)
  expect(await page.evaluate(() => window.scrollY)).toBe(scrolled)
  await expect(card).toContainText('1 na sacola')
  const more = card.getByRole('button', { name: 'Aumentar quantidade' })
  await expect(more).toBeFocused()
  await more.press('Enter')
  await expect(card).toContainText('2 na sacola')
  await expect(more).toBeFocused()
  const less = card.getByRole('button', { name: 'Diminuir quantidade' })
  for (const left of ['1 na sacola', 'Adicionar']) {
    await less.press('Enter')
    await expect(card).toContainText(left)
  }
  await expect(add).toBeFocused()
})

test('a form sent by scripts waits for no style sheet that stands in the page already, and a button with an address of its own is sent there', async ({
  page,
}) => {
  await page.request.post('/cep', { form: { zipcode: '01310-100' } })
  await openAlive(page, novalgina.path)
  const sheets: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('.css')) sheets.push(request.url())
  })
  await page.getByRole('button', { name: /carrinho$/ }).click()
  await expect(page.getByText('O produto foi adicionado com sucesso na sua sacola.')).toBeVisible()
  // The mini bag that opens then brings its own, which the page has not.
  expect(sheets.filter((url) => !url.includes('/shell-extras-'))).toEqual([])

  const button = page.getByRole('button', { name: 'Comparar' })
  await button.evaluate((element) => element.setAttribute('formaction', '/favoritos'))
  await button.click()
  await expect(page).toHaveURL(/\/login\?redirectTo=\/favoritos$/)
})

test('a form sent by scripts that leads to another page shows it from its top, with the focus in it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await openAlive(page, novalgina.path)
  const heart = page.getByRole('main').getByRole('button', { name: 'Adicionar aos favoritos' }).first()
  await heart.scrollIntoViewIfNeeded()
  await page.evaluate(() => window.scrollTo(0, 600))
  await heart.click()
  await expect(page).toHaveURL(/\/login\?redirectTo=\/favoritos$/)
  await expect(page.getByText('Entre na sua conta para guardar o produto nos favoritos.')).toBeVisible()
  await expect.poll(() => page.evaluate(() => [window.scrollY, document.activeElement?.id])).toEqual([0, 'conteudo'])
})

test('what is typed on a page of one account is not sent for another that signed in since, and stays where it is', async ({
  page,
  context,
  baseURL,
}) => {
  const [x, y] = [await newCustomer(baseURL ?? ''), await newCustomer(baseURL ?? '')]
  const signedInAs = (customer: typeof x) =>
    context.addCookies(
      ['clientToken', 'branch'].map((name) => ({ name, value: customer.cookies.get(name) ?? '', url: baseURL ?? '' })),
    )
  await signedInAs(x)
  await openAlive(page, novalgina.path)
  await page.getByRole('spinbutton', { name: 'Quantidade' }).fill('2')
  await signedInAs(y)
  await page.getByRole('button', { name: /carrinho$/ }).click()
  await expect(page.getByText('Nada foi gravado')).toBeVisible()
  await expect(page.getByRole('spinbutton', { name: 'Quantidade' })).toHaveValue('2')
  await expect(page.getByRole('link', { name: 'Sacola, vazia' })).toBeVisible()
  await signedInAs(x)
  await page.getByRole('button', { name: /carrinho$/ }).click()
  await expect(page.getByText('O produto foi adicionado com sucesso na sua sacola.')).toBeVisible()
})

test('on 2G and 3G scripts wait for the first pointer, key or focus on something enhanced', async ({ page }) => {
  const scripts = scriptsFetchedBy(page)
  const quantity = page.getByLabel('Quantidade')
  const touches = {
    'slow-2g': () => quantity.focus(),
    '2g': () => quantity.dispatchEvent('keydown', { key: '2' }),
    '3g': async () => {
      // The pictures take no focus.
      await page.getByRole('img').first().hover()
      await page.mouse.down()
    },
  }
  for (const [effectiveType, touch] of Object.entries(touches)) {
    await connectBy(page, { effectiveType })
    await page.goto('about:blank')
    scripts.length = 0
    await page.goto(novalgina.path)
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('a')
    await passIdleMoment(page)
    expect(scripts, effectiveType).toEqual([])
    await touch()
    await expect.poll(() => scripts.length, effectiveType).toBeGreaterThan(0)
  }
  await expect(page.getByRole('button', { name: 'Aumentar quantidade' })).toBeVisible()
})

test('elsewhere scripts wait until the page has loaded and the browser is idle, on the Pix page on 2G as well; never where data is saved', async ({
  page,
  customer,
  continueAs,
}) => {
  const payment = await placeOrder(customer)
  await customer.post(payment, {})
  await continueAs(customer)
  const scripts = scriptsFetchedBy(page)
  await holdScripts(page)
  const isWaiting = () => page.evaluate(() => window.whenIdle !== undefined)

  await connectBy(page, { effectiveType: '4g' })
  const picture = new Promise<Route>((hold) => page.route('**/imagens/60-*', hold, { times: 1 }))
  await page.goto(novalgina.path, { waitUntil: 'domcontentloaded' })
  const held = await picture
  expect(await isWaiting()).toBe(false)
  await held.continue()
  await expect.poll(isWaiting).toBe(true)
  expect(scripts).toEqual([])
  await startScripts(page)

  await connectBy(page, { effectiveType: '2g' })
  await page.goto('about:blank')
  scripts.length = 0
  await page.goto(`${payment}/pix`)
  await expect.poll(isWaiting).toBe(true)
  expect(scripts).toEqual([])
  await startScripts(page)

  await connectBy(page, { effectiveType: '4g', saveData: true })
  await page.goto('about:blank')
  scripts.length = 0
  for (const path of [novalgina.path, `${payment}/pix`]) {
    await page.goto(path)
    await page.getByRole('contentinfo').getByRole('link').first().focus()
    expect(await isWaiting()).toBe(false)
  }
  expect(scripts).toEqual([])
})

/** The scripts that are requested from here on. */
function scriptsFetchedBy(page: Page): string[] {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  return scripts
}

/** What the browser says about the connection, on the pages opened from here on. */
async function connectBy(page: Page, connection: { effectiveType: string; saveData?: boolean }): Promise<void> {
  await page.addInitScript((value) => {
    Object.defineProperty(navigator, 'connection', { value, configurable: true })
  }, connection)
}

/**
 * Whatever waited for the browser to be idle has run before. A browser that draws nothing may never call itself idle: scripts
 * wait four seconds at most (`script-loader.ts`), and this a little longer.
 */
async function passIdleMoment(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((pass) => requestIdleCallback(pass, { timeout: 5_000 })))
}

test('a double click adds once; two products added one right after the other are both in the bag, one after a call without an answer too', async ({
  page,
}) => {
  await page.request.post('/cep', { form: { zipcode: '01310-100' } })
  await openAlive(page, '/categoria/beleza')
  const add = page.getByRole('button', { name: 'Adicionar no carrinho' })
  /** The next form's request is held until it is released. */
  const holdNext = () => new Promise<Route>((hold) => page.route('**/produto/*.data*', hold, { times: 1 }))

  const doubled = holdNext()
  await add.nth(0).dblclick()
  await (await doubled).continue()
  await expect(page.getByRole('link', { name: 'Sacola, 1 item' })).toBeVisible()

  const first = holdNext()
  await add.nth(1).click()
  await add.nth(2).click()
  await (await first).continue()
  await expect(page.getByRole('link', { name: 'Sacola, 3 itens' })).toBeVisible()

  const lost = holdNext()
  await add.nth(3).click()
  await add.nth(4).click()
  await (await lost).abort()
  await expect(page.getByRole('link', { name: 'Sacola, 4 itens' })).toBeVisible()
})

test('a form that is refused without a page load begins the title with it, until another page is shown', async ({
  page,
  continueAs,
  customer,
}) => {
  await addToBag(customer, novalgina)
  await continueAs(customer)
  await openAlive(page, '/checkout/sacola')
  const title = await page.title()
  await page.getByLabel('Código do cupom').fill('NADA')
  await page.getByRole('button', { name: 'Aplicar cupom' }).click()
  await expect(page).toHaveTitle(`Erro: ${title}`)
  await page.goto('/checkout/sacola')
  await expect(page).toHaveTitle(title)
})
