import { expect, type Locator, type Page } from '@playwright/test'
import { test, widerThanTheWindow } from '../support/browser.ts'
import { pagePaths } from '../support/pages.ts'
import { azitromicina, novalgina, openCustomer, openShopper } from '../support/purchase.ts'

// Layout is the style sheets' alone. That scripts move nothing, and widen no page, is held by stillness.js.spec.ts.

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

async function resize(page: Page, width: number, height = 800): Promise<void> {
  await page.setViewportSize({ width, height })
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

/** The heights of a listing's badges of low stock, of which there must be some. */
async function stockBadgeHeights(page: Page): Promise<number[]> {
  const badges = page.getByRole('main').getByText(/^Apenas \d+/)
  const heights = await badges.evaluateAll((found) => found.map((badge) => badge.getBoundingClientRect().height))
  expect(heights.length).toBeGreaterThan(0)
  return heights
}

test('on key pages nothing is wider than the window; header, page and footer stand one under the other, the heading soon in view', async ({
  page,
}) => {
  for (const path of keyPages) {
    await page.goto(path)
    await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR')
    for (const width of [280, 360, 768, 1280]) {
      await resize(page, width)
      const where = `${path} at ${width} px`
      expect(await widerThanTheWindow(page), where).toEqual([])
      if (width === 280) continue
      const [header, main, footer, heading] = await Promise.all(
        [page.getByRole('banner'), page.getByRole('main'), page.getByRole('contentinfo'), page.locator('h1')].map(
          (part) => part.boundingBox(),
        ),
      )
      if (!header || !main || !footer || !heading) throw new Error(`${where} lacks a part`)
      expect(header.y + header.height, where).toBeLessThanOrEqual(main.y + 1)
      expect(main.y + main.height, where).toBeLessThanOrEqual(footer.y + 1)
      // On phones a product's picture is above its name.
      expect(heading.y, where).toBeLessThan(900)
      expect(header.height, where).toBeLessThan(200)
    }
  }
})

test('on the home page no label of the header or of the phone bar breaks into lines, nor a tile’s word, nor the banner’s button', async ({
  page,
}) => {
  await page.goto('/')
  for (const width of [280, 360, 768, 1280]) {
    await resize(page, width)
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
  for (const width of [320, 360]) {
    await resize(page, width)
    expect(await tornWords(page, 'main ul a > span'), `${width} px`).toEqual([])
  }
  await resize(page, 320)
  expect((await page.getByText('Ver protetores').boundingBox())?.height).toBeLessThan(50)
})

test('on a phone the first screen of a product has its name, its price and its button; further down a bar has them', async ({
  page,
}) => {
  await page.request.post('/cep', { form: { zipcode: '01310-100' } })
  await resize(page, 360, 740)
  await page.goto(novalgina.path)
  const heightOf = async (part: ReturnType<Page['locator']>) => (await part.boundingBox())?.height ?? 0
  expect(await heightOf(page.getByRole('banner'))).toBeLessThanOrEqual(120)
  expect(await heightOf(page.getByRole('complementary', { name: 'Aviso de entrega' }))).toBeLessThan(40)
  expect(await heightOf(page.getByRole('main').getByRole('img').first())).toBeLessThanOrEqual(220)
  const barTop = (await page.getByRole('navigation', { name: 'Atalhos' }).boundingBox())?.y ?? 0
  const button = page.getByRole('button', { name: 'Adicionar no carrinho' })
  for (const part of [page.getByRole('heading', { level: 1 }), page.getByText('R$ 19,47').first(), button]) {
    const { y = 0, height = 0 } = (await part.boundingBox()) ?? {}
    expect(y + height).toBeLessThanOrEqual(barTop)
  }

  const bar = page.locator('form [aria-hidden] > button')
  await expect(bar).toBeHidden()
  await page.evaluate(() => window.scrollTo({ top: 900, behavior: 'instant' }))
  await expect(button).not.toBeInViewport()
  await expect(bar).toBeInViewport({ ratio: 1 })
  const up = await page.getByRole('link', { name: 'Voltar ao topo' }).boundingBox()
  expect((up?.y ?? 0) + (up?.height ?? 0)).toBeLessThan((await bar.boundingBox())?.y ?? 0)
  // At the page's end the bar stands below the last line.
  await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
  const last = await page.getByRole('contentinfo').getByText('nenhum pedido é entregue').boundingBox()
  const { y: top = 0 } = (await bar.boundingBox()) ?? {}
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(top)
  await bar.click()
  await expect(page.getByRole('button', { name: 'Atualizar carrinho' })).toBeVisible()
})

test('on a phone’s product page the comparison lies neither on the button nor under its bar: the message leads to it', async ({
  page,
}) => {
  await resize(page, 360, 740)
  await page.goto(novalgina.path)
  await page.getByRole('button', { name: 'Comparar' }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Ver comparação' })).toBeInViewport()
  const tray = page.getByRole('complementary', { name: 'Comparar produtos' })
  await expect(tray).not.toBeInViewport()
  await tray.scrollIntoViewIfNeeded()
  const { y = 0, height = 0 } = (await tray.boundingBox()) ?? {}
  const { y: top = 0 } = (await page.locator('form div[aria-hidden]').boundingBox()) ?? {}
  expect(y + height).toBeLessThanOrEqual(top)
  // On a desk nothing is below it.
  await resize(page, 1280)
  await page.goto(novalgina.path)
  await expect(tray).toBeInViewport({ ratio: 1 })
})

test('in the lowest of windows the first screen has the page’s heading', async ({ page }) => {
  await resize(page, 320, 200)
  for (const path of [...keyPages, azitromicina.path]) {
    await page.goto(path)
    const { y = 200 } = (await page.getByRole('heading', { level: 1 }).boundingBox()) ?? {}
    expect(y, path).toBeLessThanOrEqual(130)
  }
})

test('on two screens of a phone stand four products of a listing, each with price and button on one line', async ({
  page,
}) => {
  await resize(page, 360, 740)
  await page.goto('/categoria/medicamentos')
  const cards = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3 }) })
  const { y = 0, height = 0 } = (await cards.nth(3).boundingBox()) ?? {}
  expect(y + height).toBeLessThanOrEqual(2 * 740)
  for (const card of [cards.nth(0), cards.nth(3)]) {
    const price = await card.locator('b', { hasText: 'R$' }).boundingBox()
    const button = await card.getByRole('button', { name: 'Adicionar no carrinho' }).boundingBox()
    expect(price?.y).toBeGreaterThan(button?.y ?? 0)
    expect((price?.y ?? 0) + (price?.height ?? 0)).toBeLessThanOrEqual((button?.y ?? 0) + (button?.height ?? 0) + 8)
  }
})

test('on a phone’s first 800 px home has a product, and no price lies under a button, however long', async ({
  page,
  busy,
  continueAs,
}) => {
  await resize(page, 360, 800)
  await page.goto('/')
  const first = page.getByRole('main').getByRole('heading', { level: 3 }).first()
  const { y = 0, height = 0 } = (await first.boundingBox()) ?? {}
  expect(y + height).toBeLessThanOrEqual(800)

  await continueAs(busy.customer)
  for (const path of ['/', '/categoria/medicamentos?ordem=maior-preco', '/categoria?search=saxenda']) {
    await page.goto(path)
    for (const width of [280, 320, 360]) {
      await resize(page, width)
      const covered = await page.locator('main li:has(h3)').evaluateAll((cards) =>
        cards.flatMap((card) => {
          const price = [...card.querySelectorAll('p > b')].at(-1)?.getBoundingClientRect()
          const button = card.querySelector(
            'form:has([value])[action^="/produto/"] button, [action^="/produto/"] > div',
          )
          const over = button?.getBoundingClientRect()
          if (!price || !over) return []
          const apart = price.right <= over.left + 1 || price.bottom <= over.top + 1 || price.top >= over.bottom - 1
          return apart ? [] : [card.textContent]
        }),
      )
      expect(covered, `${path} at ${width} px`).toEqual([])
    }
  }
})

test('the pharmacist stands at the end of what is said of a medicine, and at once beside what needs a prescription', async ({
  page,
}) => {
  const person = page.getByRole('heading', { name: 'Atendimento farmacêutico' })
  const more = page.getByRole('link', { name: 'Ver mais' })
  const topOf = async (element: Locator) => (await element.first().boundingBox())?.y ?? 0
  await resize(page, 360)
  await page.goto(novalgina.path)
  expect(await topOf(person)).toBeGreaterThan(await topOf(more))
  expect(await topOf(person)).toBeLessThan(await topOf(page.getByRole('heading', { name: 'Antes de usar' })))
  await page.goto(azitromicina.path)
  expect(await topOf(person)).toBeLessThan(await topOf(more))
  await resize(page, 1280, 800)
  await page.goto(azitromicina.path)
  await expect(person).toBeInViewport({ ratio: 1 })
  for (const name of ['Conversar', 'Ligar para (11) 3000-0000']) {
    await expect(page.getByRole('main').getByRole('link', { name })).toBeInViewport({ ratio: 1 })
  }
})

test('a prescription item’s plate takes a picture’s place', async ({ page }) => {
  const sizeOf = (plates: Locator) =>
    plates.evaluateAll((found) =>
      found.map((plate) => {
        const { width, height } = plate.getBoundingClientRect()
        return `${Math.round(width)} × ${Math.round(height)}`
      }),
    )
  for (const width of [360, 768, 1280]) {
    await resize(page, width)
    await page.goto('/categoria/medicamentos?child=antibioticos')
    const plates = await sizeOf(page.locator('main li:has(h3) > [aria-hidden]:first-child'))
    expect(plates.length, `${width} px`).toBeGreaterThan(10)
    await page.goto('/categoria/beleza')
    const pictures = await sizeOf(page.locator('main li:has(h3) > img:first-child'))
    expect([...new Set(plates)], `${width} px`).toEqual([...new Set(pictures)])
  }
})

test('a view has at most one solid button', async ({ page, busy, continueAs }) => {
  test.setTimeout(600_000)
  await continueAs(busy.customer)
  await resize(page, 1280)
  const several: string[] = []
  for (const path of [...pagePaths(busy.orderId), '/checkout/sacola?etapa=resumo']) {
    if (path === '/sandbox/componentes') continue
    await page.goto(path)
    const solid = await page.locator('main').evaluate((main) => {
      const probe = document.createElement('i')
      probe.style.background = 'var(--ac)'
      main.append(probe)
      const { backgroundColor } = getComputedStyle(probe)
      probe.remove()
      return [...main.querySelectorAll<HTMLElement>('a:not([aria-current]), button')]
        .filter((control) => control.checkVisibility() && getComputedStyle(control).backgroundColor === backgroundColor)
        .map(({ textContent }) => textContent)
    })
    if (solid.length > 1) several.push(`${path}: ${solid.join(', ')}`)
  }
  expect(several).toEqual([])
})

test('the way back up stands on no page whose fields or next step it could cover', async ({ page }) => {
  const up = page.getByRole('link', { name: 'Voltar ao topo' })
  for (const path of ['/', '/categoria/medicamentos', novalgina.path, '/termos-e-condicoes']) {
    await page.goto(path)
    await expect(up, path).toBeAttached()
  }
  for (const path of ['/checkout/sacola', '/cep', '/login', '/cadastro', '/recuperacao-senha']) {
    await page.goto(path)
    await expect(up, path).not.toBeAttached()
  }
})

test('scrolling down, at most 100 px of the header stay on a desk, on phones its search, and nothing in short windows; and after 200 px there is a way back up', async ({
  page,
}) => {
  await resize(page, 1280)
  await page.goto('/categoria/medicamentos')
  const header = page.getByRole('banner')
  const up = page.getByRole('link', { name: 'Voltar ao topo' })
  const scrollTo = (top: number) => page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), top)
  await scrollTo(199)
  await expect(up).not.toBeInViewport()
  await scrollTo(260)
  await expect(up).toBeInViewport()
  await up.click()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)

  const search = page.getByRole('searchbox', { name: 'Buscar na loja' })
  for (const top of [100, 2000]) {
    await scrollTo(top)
    const { y = 0, height = 0 } = (await header.boundingBox()) ?? {}
    expect(y + height, `at ${top}`).toBeLessThanOrEqual(100)
    await expect(search, `at ${top}`).toBeInViewport({ ratio: 1 })
  }
  await resize(page, 360, 800)
  await scrollTo(100)
  for (const top of [100, 2000]) {
    await scrollTo(top)
    await expect(search, `at ${top}`).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('banner').getByRole('link', { name: /^Sacola/ })).not.toBeInViewport()
  }
  await resize(page, 1280, 400)
  await scrollTo(2000)
  await expect(header).not.toBeInViewport()
})

test('the account’s sections stand beside what they show, on phones above it with the current one in view, on a tablet in one line', async ({
  page,
  busy,
  continueAs,
  context,
  server,
}) => {
  await continueAs(busy.customer)
  const sections = page.getByRole('navigation', { name: 'Seções da conta' })
  for (const section of ['perfil', 'carteira', 'pedidos', 'endereco']) {
    await resize(page, 360)
    await page.goto(`/minha-conta?section=${section}`)
    const current = sections.locator('[aria-current]')
    await expect(current, section).toBeInViewport({ ratio: 1 })
    expect((await current.boundingBox())?.x, `${section} keeps the page's margin`).toBeGreaterThanOrEqual(15)
    await resize(page, 1280)
    const nav = await sections.boundingBox()
    const shown = await page.getByRole('main').getByRole('heading', { level: 2 }).first().boundingBox()
    if (!nav || !shown) throw new Error(`${section} lacks a part`)
    expect(nav.x + nav.width, section).toBeLessThan(shown.x)
    expect(Math.abs(nav.y - shown.y), section).toBeLessThan(40)
  }
  for (const width of [320, 360, 640, 768]) {
    await resize(page, width)
    expect(await tornWords(page, 'main label'), `${width} px`).toEqual([])
  }

  await context.clearCookies()
  await continueAs(await openCustomer(server.url, 'beneficio@example.com'))
  await resize(page, 768, 1024)
  await page.goto('/minha-conta?section=endereco')
  await expect(sections.getByRole('link')).toHaveCount(5)
  const [first, last] = await Promise.all([
    sections.getByRole('link').first().boundingBox(),
    sections.getByRole('link').last().boundingBox(),
  ])
  if (!first || !last) throw new Error('a section lacks its box')
  expect(first.x).toBeGreaterThanOrEqual(24)
  expect(last.x + last.width).toBeLessThanOrEqual(768 - 24)
})

test('far up and down the filters their button is in view, on phones above the bar', async ({ page }) => {
  await page.goto('/categoria/medicamentos')
  const apply = page.getByRole('button', { name: 'Aplicar filtros' })
  await resize(page, 1280)
  await expect(apply).toBeInViewport({ ratio: 1 })
  await page.getByRole('checkbox', { name: /^EMS/ }).scrollIntoViewIfNeeded()
  await expect(apply).toBeInViewport({ ratio: 1 })

  await resize(page, 360, 740)
  await page.locator('summary', { hasText: 'Filtrar' }).click()
  await expect(apply).toBeInViewport({ ratio: 1 })
  const bar = await page.getByRole('navigation', { name: 'Atalhos' }).boundingBox()
  const { y = 0, height = 0 } = (await apply.boundingBox()) ?? {}
  expect(y + height).toBeLessThanOrEqual(bar?.y ?? 0)
})

test('compared products stand at one height; on phones two are in view at once, and only they scroll sideways', async ({
  page,
  continueAs,
  server,
}) => {
  const visitor = await openShopper(server.url)
  for (const id of ['60', '61', '63']) await visitor.post('/comparar', { id })
  await continueAs(visitor)
  await page.goto('/comparar')
  const pictures = page.locator('thead img')
  const tops = await pictures.evaluateAll((found) => found.map((picture) => picture.getBoundingClientRect().top))
  expect(tops).toHaveLength(3)
  expect(new Set(tops).size).toBe(1)
  await resize(page, 360)
  await expect(pictures.nth(0)).toBeInViewport({ ratio: 1 })
  await expect(pictures.nth(1)).toBeInViewport({ ratio: 1 })
  expect(await widerThanTheWindow(page)).toEqual([])
})

test('in a listing no stock badge breaks, on phones or in forced colours, and a heart stands in the corner beside the name', async ({
  page,
  busy,
  continueAs,
}) => {
  await continueAs(busy.customer)
  await page.goto('/categoria/medicamentos')
  for (const width of [320, 360]) {
    await resize(page, width)
    expect(await tornWords(page, 'main li > div > span'), `${width} px`).toEqual([])
  }
  for (const height of await stockBadgeHeights(page)) expect(height).toBeLessThan(30)
  await page.emulateMedia({ forcedColors: 'active' })
  await resize(page, 1280)
  for (const height of await stockBadgeHeights(page)) expect(height).toBeLessThan(30)

  await page.emulateMedia({ forcedColors: 'none' })
  await resize(page, 360)
  await page.goto('/categoria/beleza')
  const corners = await page.locator('main li:has(h3)').evaluateAll((cards) =>
    cards.map((card) => {
      const heart = card.querySelector('form[action="/favoritos"] button')?.getBoundingClientRect()
      const words = document.createRange()
      words.selectNodeContents(card.querySelector('h3') ?? card)
      const { top, right } = card.getBoundingClientRect()
      return {
        fromTop: Math.round((heart?.top ?? 0) - top),
        fromRight: Math.round(right - (heart?.right ?? 0)),
        overlaps: [...words.getClientRects()].some((line) => line.right > (heart?.left ?? 0)),
      }
    }),
  )
  expect(corners).toHaveLength(24)
  for (const corner of corners) expect(corner).toEqual({ fromTop: 5, fromRight: 5, overlaps: false })
})

test('in the bag the steps are equally wide, and forced colours leave the buttons beside the quantity', async ({
  page,
  busy,
  continueAs,
}) => {
  await continueAs(busy.customer)
  await page.goto('/checkout/sacola')
  for (const width of [360, 768, 1280]) {
    await resize(page, width)
    const widths = await page.locator('main ol li').evaluateAll((steps) => steps.map((step) => step.clientWidth))
    expect(widths).toHaveLength(3)
    expect(Math.max(...widths) - Math.min(...widths), `${width} px`).toBeLessThanOrEqual(1)
  }
  await page.emulateMedia({ forcedColors: 'active' })
  await resize(page, 768, 1024)
  const [quantity, remove] = await Promise.all(
    [page.getByRole('main').getByLabel('Quantidade'), page.getByRole('button', { name: /^Remover/ })].map((control) =>
      control.first().boundingBox(),
    ),
  )
  if (!quantity || !remove) throw new Error('a control lacks its box')
  expect(Math.abs(quantity.y + quantity.height / 2 - remove.y - remove.height / 2)).toBeLessThanOrEqual(1)
})

test('what one product bought before takes of the home page is low, on tablets and desktops', async ({
  page,
  server,
  continueAs,
}) => {
  await continueAs(await openCustomer(server.url, 'beneficio@example.com'))
  await page.goto('/')
  const cards = page.locator('section', { hasText: 'Comprar de novo' }).getByRole('listitem')
  await expect(cards).toHaveCount(1)
  for (const width of [640, 768, 1280]) {
    await resize(page, width)
    expect((await cards.boundingBox())?.height, `${width} px`).toBeLessThan(300)
  }
})
