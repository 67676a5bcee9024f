import { expect, type Page } from '@playwright/test'
import { test } from '../support/browser.ts'
import { openBusyCustomer } from '../support/pages.ts'
import { novalgina, openCustomer, openShopper } from '../support/purchase.ts'

const keyPages = [
  '/',
  '/categoria/medicamentos',
  '/categoria?search=dipirona',
  novalgina.path,
  '/checkout/sacola',
  '/cep',
  '/login',
  '/cadastro',
  '/termos-e-condicoes',
  '/nao-existe',
]

async function isWiderThanTheWindow(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
}

/** The words of these elements that are broken over two lines. */
async function tornWords(page: Page, elements: string): Promise<string[]> {
  return page.locator(elements).evaluateAll((found) =>
    found.flatMap((element) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      const words: string[] = []
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\S+/g)) {
          const range = document.createRange()
          range.setStart(node, index)
          range.setEnd(node, index + word.length)
          if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) words.push(word)
        }
      }
      return words
    }),
  )
}

test('no key page scrolls sideways, from 280 to 1280 px', async ({ page }) => {
  const wide: string[] = []
  for (const path of keyPages) {
    await page.goto(path)
    for (const width of [280, 360, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      if (await isWiderThanTheWindow(page)) wide.push(`${path} at ${width} px`)
    }
  }
  expect(wide).toEqual([])
})

test('header, page and footer stand one under the other, and the heading is soon in view', async ({ page }) => {
  for (const path of keyPages) {
    await page.goto(path)
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      const [header, main, footer, heading] = await Promise.all(
        [page.getByRole('banner'), page.getByRole('main'), page.getByRole('contentinfo'), page.locator('h1')].map(
          (part) => part.boundingBox(),
        ),
      )
      const where = `${path} at ${width} px`
      if (!header || !main || !footer || !heading) throw new Error(`${where} lacks a part`)
      expect(header.y + header.height, where).toBeLessThanOrEqual(main.y + 1)
      expect(main.y + main.height, where).toBeLessThanOrEqual(footer.y + 1)
      // On phones a product's picture is above its name.
      expect(heading.y, where).toBeLessThan(900)
      expect(header.height, where).toBeLessThan(200)
    }
  }
})

test('the labels of the header and of the phone bar never break into lines', async ({ page }) => {
  for (const width of [280, 360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/')
    const broken = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('header nav a, body > nav a, header b')]
        .filter((element) => element.checkVisibility())
        .filter((element) => {
          const range = document.createRange()
          range.selectNodeContents(element)
          const tops = [...range.getClientRects()].filter(({ width }) => width > 30).map(({ top }) => Math.round(top))
          return tops.length > 0 && Math.max(...tops) - Math.min(...tops) > 30
        })
        .map(({ textContent }) => textContent),
    )
    expect(broken, `${width} px`).toEqual([])
  }
})

test('on a desk the account’s sections stand beside what they show', async ({ page, context, server }) => {
  const { cookies } = await openBusyCustomer(server.url)
  await context.addCookies(cookies)
  await page.setViewportSize({ width: 1280, height: 800 })
  for (const section of ['perfil', 'carteira', 'pedidos', 'endereco']) {
    await page.goto(`/minha-conta?section=${section}`)
    const sections = await page.getByRole('navigation', { name: 'Seções da conta' }).boundingBox()
    const shown = await page.getByRole('main').getByRole('heading', { level: 2 }).first().boundingBox()
    if (!sections || !shown) throw new Error(`${section} lacks a part`)
    expect(sections.x + sections.width, section).toBeLessThan(shown.x)
    expect(Math.abs(sections.y - shown.y), section).toBeLessThan(40)
  }
})

test('compared products stand at one height', async ({ page, context, server }) => {
  const visitor = await openShopper(server.url)
  for (const id of ['60', '61', '63']) await visitor.post('/comparar', { id })
  await context.addCookies([...visitor.cookies].map(([name, value]) => ({ name, value, url: server.url })))
  await page.goto('/comparar')
  const tops = await page
    .locator('thead img')
    .evaluateAll((pictures) => pictures.map((picture) => picture.getBoundingClientRect().top))
  expect(tops).toHaveLength(3)
  expect(new Set(tops).size).toBe(1)
})

test('on phones the section one is in is in view', async ({ page, context, server }) => {
  const { cookies } = await openBusyCustomer(server.url)
  await context.addCookies(cookies)
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto('/minha-conta?section=endereco')
  const current = page.getByRole('navigation', { name: 'Seções da conta' }).locator('[aria-current]')
  await expect(current).toBeInViewport({ ratio: 1 })
  for (const section of ['perfil', 'carteira', 'endereco']) {
    await page.goto(`/minha-conta?section=${section}`)
    const box = await current.boundingBox()
    expect(box?.x, `${section} keeps the page's margin`).toBeGreaterThanOrEqual(15)
  }
})

test('on phones two compared products are in view at once, and only they scroll sideways', async ({
  page,
  context,
  server,
}) => {
  const visitor = await openShopper(server.url)
  for (const id of ['60', '61', '63']) await visitor.post('/comparar', { id })
  await context.addCookies([...visitor.cookies].map(([name, value]) => ({ name, value, url: server.url })))
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto('/comparar')
  const pictures = page.locator('thead img')
  await expect(pictures.nth(0)).toBeInViewport({ ratio: 1 })
  await expect(pictures.nth(1)).toBeInViewport({ ratio: 1 })
  expect(await isWiderThanTheWindow(page)).toBe(false)
})

test('no word of a category’s tile or of a stock badge is torn on phones, even in a wide font', async ({ page }) => {
  for (const [path, parts] of [
    ['/', 'main ul a > span'],
    ['/categoria/medicamentos', 'main li > div > span'],
  ] as const) {
    await page.goto(path)
    for (const width of [320, 360]) {
      await page.setViewportSize({ width, height: 800 })
      const torn = await tornWords(page, parts)
      expect(torn, `${path} at ${width} px`).toEqual([])
    }
  }
  const badges = page.getByRole('main').getByText(/^Apenas \d+/)
  const lines = await badges.evaluateAll((elements) => elements.map((element) => element.getClientRects()[0]?.height))
  expect(lines.length).toBeGreaterThan(0)
  for (const height of lines) expect(height).toBeLessThan(30)
})

test('no word of the address form’s labels is torn, nor a postal code, in the narrowest of columns', async ({
  page,
  context,
  server,
}) => {
  const { cookies } = await openBusyCustomer(server.url)
  await context.addCookies(cookies)
  await page.goto('/minha-conta?section=endereco')
  for (const width of [320, 360, 640, 768]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await tornWords(page, 'main label'), `${width} px`).toEqual([])
  }
})

test('on a tablet the account’s sections have one line, a benefit’s too', async ({ page, context, server }) => {
  const customer = await openCustomer(server.url, 'beneficio@example.com')
  await context.addCookies([...customer.cookies].map(([name, value]) => ({ name, value, url: server.url })))
  await page.setViewportSize({ width: 768, height: 1024 })
  await page.goto('/minha-conta?section=endereco')
  const sections = page.getByRole('navigation', { name: 'Seções da conta' }).getByRole('link')
  await expect(sections).toHaveCount(5)
  const [first, last] = await Promise.all([sections.first().boundingBox(), sections.last().boundingBox()])
  if (!first || !last) throw new Error('a section lacks its box')
  expect(first.x).toBeGreaterThanOrEqual(24)
  expect(last.x + last.width).toBeLessThanOrEqual(768 - 24)
})

test('on phones a product’s heart stands at its button’s height, however short its name', async ({
  page,
  context,
  server,
}) => {
  const { cookies } = await openBusyCustomer(server.url)
  await context.addCookies(cookies)
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto('/categoria/beleza')
  const middles = await page.locator('main li:has(h3)').evaluateAll((cards) =>
    cards.map((card) =>
      [...card.querySelectorAll('form button')].map((button) => {
        const { top, bottom } = button.getBoundingClientRect()
        return Math.round((top + bottom) / 2)
      }),
    ),
  )
  expect(middles).toHaveLength(24)
  for (const [button, heart] of middles) expect(heart).toBe(button)
})

test('the steps of a purchase are equally wide, and the first banner’s button has one line on the smallest phone', async ({
  page,
  context,
  server,
}) => {
  const { cookies } = await openBusyCustomer(server.url)
  await context.addCookies(cookies)
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/checkout/sacola')
    const widths = await page.locator('main ol li').evaluateAll((steps) => steps.map((step) => step.clientWidth))
    expect(widths).toHaveLength(3)
    expect(Math.max(...widths) - Math.min(...widths), `${width} px`).toBeLessThanOrEqual(1)
  }
  await page.setViewportSize({ width: 320, height: 800 })
  await page.goto('/')
  expect((await page.getByText('Ver protetores').boundingBox())?.height).toBeLessThan(50)
})

test('forced colours need no more room: a bag’s buttons stay beside the quantity, a stock badge on one line', async ({
  page,
  context,
  server,
}) => {
  const { cookies } = await openBusyCustomer(server.url)
  await context.addCookies(cookies)
  await page.emulateMedia({ forcedColors: 'active' })
  await page.setViewportSize({ width: 768, height: 1024 })
  await page.goto('/checkout/sacola')
  const [quantity, remove] = await Promise.all(
    [page.getByRole('main').getByLabel('Quantidade'), page.getByRole('button', { name: /^Remover/ })].map((control) =>
      control.first().boundingBox(),
    ),
  )
  if (!quantity || !remove) throw new Error('a control lacks its box')
  expect(Math.abs(quantity.y + quantity.height / 2 - remove.y - remove.height / 2)).toBeLessThanOrEqual(1)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/categoria/medicamentos')
  const badges = page.getByRole('main').getByText(/^Apenas \d+/)
  const heights = await badges.evaluateAll((found) => found.map((badge) => badge.getBoundingClientRect().height))
  expect(heights.length).toBeGreaterThan(0)
  for (const height of heights) expect(height).toBeLessThan(30)
})
