import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import { axeSource } from '../support/axe.ts'
import { orderInReview, signInAs } from '../support/backoffice-pages.ts'
import { test } from '../support/browser.ts'
import { newCustomer, placeOrder } from '../support/purchase.ts'

test('axe finds nothing on the counter’s pages, in either scheme, and none is wider than its window', async ({
  page,
  server,
}) => {
  const order = await orderInReview(server.url)
  await placeOrder(await newCustomer(server.url))
  const found: string[] = []
  await page.goto('/balcao')
  found.push(...(await findings(page, 'sign-in')))
  await page.goto(`/balcao/receitas?pedido=${order}`)
  await signInAs(page, 'pharmacist')
  found.push(...(await findings(page, 'prescription')))
  await page.context().clearCookies()
  await page.goto('/balcao')
  await signInAs(page, 'owner')
  for (const path of [
    '',
    '/receitas',
    '/produtos',
    '/produtos/60',
    '/clientes?busca=Ana',
    '/vendas',
    '/hoje',
    '/vitrine',
    '/equipe',
    '/sistemas',
    '/auditoria',
    '/chaves',
    '/sacola',
  ].concat(['', '/lista', '/etiqueta'].map((paper) => `/pedidos/${order}${paper}`))) {
    await page.goto(`/balcao${path}`)
    found.push(...(await findings(page, path)))
  }
  await page.goto(`/balcao/pedidos/${order}`)
  await page.getByRole('link', { name: 'Ana Lima' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ana Lima' })).toBeVisible()
  for (const folded of await page.locator('main summary').all()) await folded.click()
  found.push(...(await findings(page, 'customer')))
  expect(found).toEqual([])
})

async function findings(page: Page, name: string): Promise<string[]> {
  const found: string[] = []
  await page.evaluate(axeSource)
  const check = async (rules: axe.RunOptions) => {
    const violations = await page.evaluate(async (rules) => {
      const { violations } = await window.axe.run({ resultTypes: ['violations'], preload: false, ...rules })
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)}`)
    }, rules)
    found.push(...violations.map((finding) => `${name} at ${page.viewportSize()?.width} px: ${finding}`))
  }
  await page.emulateMedia({ colorScheme: 'light' })
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (excess > 0) found.push(`${name} at ${width} px: ${excess} px too wide`)
  }
  await check({})
  // The dark scheme changes colours alone, a phone what is shown.
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 360, height: 800 })
  await check({ runOnly: ['color-contrast', 'scrollable-region-focusable', 'button-name', 'link-name', 'label'] })
  return found
}

declare global {
  interface Window {
    axe: typeof axe
  }
}

test('on a tablet the state of an order and of a product stands on one line', async ({ page, server }) => {
  await orderInReview(server.url)
  await page.setViewportSize({ width: 768, height: 1024 })
  await page.goto('/balcao')
  await signInAs(page, 'owner')
  for (const [path, state] of [
    ['', 'Receita em análise'],
    ['/produtos', 'À venda'],
  ] as const) {
    await page.goto(`/balcao${path}`)
    const word = page.getByRole('cell').getByText(state, { exact: true }).first()
    expect((await word.boundingBox())?.height, state).toBeLessThan(30)
  }
})

test('pages of the counter follow each other at once, without the shop’s cross-fade', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const revealed: boolean[] = []
  await page.exposeFunction('noteReveal', (hasTransition: boolean) => revealed.push(hasTransition))
  await page.addInitScript(() => {
    addEventListener('pagereveal', ({ viewTransition }) =>
      (window as unknown as { noteReveal(has: boolean): void }).noteReveal(viewTransition !== null),
    )
  })
  await page.goto('/balcao')
  await signInAs(page, 'owner')
  for (const name of ['Produtos', 'Vendas']) {
    await page.getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
  }
  expect(revealed.length).toBeGreaterThan(2)
  expect(revealed).not.toContain(true)
})

test('on a phone no cell of the counter’s tables lies over the next one, or is cut off', async ({ page, server }) => {
  await orderInReview(server.url)
  const payment = await placeOrder(await newCustomer(server.url))
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/balcao')
  await signInAs(page, 'owner')
  for (const path of ['', '/vendas', '/hoje', '/vitrine', '/clientes?busca=Ana', '/receitas']) {
    await page.goto(`/balcao${path}`)
    expect(await overlapping(page), path).toEqual([])
  }
  await page.goto(payment.replace('/checkout/', '/balcao/pedidos/'))
  await page.getByRole('link', { name: 'Ana Lima' }).click()
  await expect(page.getByText('Aguardando pagamento')).toBeVisible()
  expect(await overlapping(page)).toEqual([])
})

/** Cells of which something seen reaches into the next one of their row, or beyond the table. */
function overlapping(page: Page): Promise<string[]> {
  return page.locator('main tr').evaluateAll((rows) => {
    // What only screen readers have lies over others, as it may.
    const isSeen = (element: Element) => element.checkVisibility() && getComputedStyle(element).position !== 'absolute'
    const boxesOf = (cell: Element) =>
      [cell, ...cell.querySelectorAll('*')].filter(isSeen).flatMap((element) =>
        [...element.childNodes].flatMap((node) => {
          if (node instanceof Element)
            return isSeen(node) && node.matches('a, button') ? [node.getBoundingClientRect()] : []
          const words = document.createRange()
          words.selectNode(node)
          return [...words.getClientRects()]
        }),
      )
    const meet = (one: DOMRect, other: DOMRect) =>
      one.left < other.right - 1 &&
      other.left < one.right - 1 &&
      one.top < other.bottom - 1 &&
      other.top < one.bottom - 1
    return rows.flatMap((row) => {
      const edge = row.closest('table')?.parentElement?.getBoundingClientRect().right ?? 0
      const cells = [...row.children].map(boxesOf)
      return cells
        .map((boxes, at) => {
          const others = cells.slice(at + 1).flat()
          const isBad = boxes.some((box) => box.right > edge + 1 || others.some((other) => meet(box, other)))
          return isBad ? (row.textContent ?? '') : ''
        })
        .filter(Boolean)
    })
  })
}
