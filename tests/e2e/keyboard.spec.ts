import { expect, type Page } from '@playwright/test'
import { test } from '../support/browser.ts'

/** Presses Tab until the wanted element has the focus; every element on the way must show its focus. */
async function tabTo(page: Page, role: 'link' | 'button' | 'textbox' | 'radio', name: string | RegExp) {
  const wanted = page.getByRole(role, { name }).first()
  for (let stops = 0; stops < 150; stops++) {
    await page.keyboard.press('Tab')
    const { markup, isShown, isWanted } = await wanted.evaluate((wanted) => {
      const element = document.activeElement ?? document.body
      // A card's link is outlined around the whole card, by the pseudo-element that covers it; a choice around its label.
      const label = element.closest('label')
      const styles = [
        getComputedStyle(element),
        getComputedStyle(element, '::after'),
        ...(label ? [getComputedStyle(label)] : []),
      ]
      return {
        markup: element.outerHTML.slice(0, 120),
        isShown:
          element !== document.body &&
          styles.some(({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && outlineWidth !== '0px'),
        isWanted: element === wanted,
      }
    })
    expect(isShown, `focus is seen on ${markup}`).toBe(true)
    if (isWanted) return
  }
  throw new Error(`${role} ${name} is not reached by the keyboard`)
}

test('a purchase is made by keyboard alone; the first stop skips to the content, and buttons of the same name say what they are for', async ({
  page,
  javaScriptEnabled,
}) => {
  const press = (key: string) => page.keyboard.press(key)
  const type = (text: string) => page.keyboard.type(text)

  await page.goto('/login')
  await press('Tab')
  await expect(page.getByRole('link', { name: 'Ir para o conteúdo' })).toBeFocused()
  await press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await tabTo(page, 'textbox', 'E-mail')
  await type('cliente@example.com')
  await press('Tab')
  await type('balcao-demo-2026')
  await press('Enter')
  await expect(page.getByText('Olá, Marina').first()).toBeAttached()

  await page.goto('/produto/novalgina-1g-10-comprimidos')
  await tabTo(page, 'button', /(Adicionar no|Atualizar) carrinho/)
  await press('Enter')
  await expect(page.getByText('O produto foi adicionado com sucesso na sua sacola.')).toBeVisible()

  await page.goto('/checkout/sacola')
  const ofEachLine = [
    'Remover',
    ...(javaScriptEnabled ? ['Diminuir quantidade', 'Aumentar quantidade'] : ['Atualizar']),
  ]
  for (const name of ofEachLine) {
    await expect(page.getByRole('button', { name, exact: true })).toHaveAccessibleDescription(/^Novalgina/)
  }
  await tabTo(page, 'button', 'Ir para o resumo')
  await press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confira seu pedido')
  await tabTo(page, 'button', 'Finalizar pedido')
  await press('Enter')
  await expect(page).toHaveURL(/\/checkout\/\d+\/pix$/)
  // Scripts move the focus to the top of a new page just after it is drawn; the browser does by itself.
  if (javaScriptEnabled) await expect(page.getByRole('main')).toBeFocused()
  await expect(page.getByLabel('Pix copia e cola')).toHaveValue(/^000201/)
})

/** Whether an element, or what is inside it, is what one sees and taps at its middle. */
const isUncovered = (element: Element) => {
  const { x, y, width, height } = element.getBoundingClientRect()
  const top = document.elementFromPoint(x + width / 2, y + height / 2)
  return top !== null && (element.contains(top) || top.contains(element))
}

test('what has the focus among the filters is never under the button that sticks below them', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.goto('/categoria/medicamentos')
  const fields = page.getByRole('checkbox')
  await fields.first().focus()
  for (let stops = 0; stops < 60; stops++) {
    const focused = page.locator(':focus')
    const words = (await focused.textContent()) ?? ''
    expect(await focused.evaluate(isUncovered), `${words} at stop ${stops}`).toBe(true)
    if (words.includes('Aplicar filtros')) return
    await page.keyboard.press('Tab')
  }
  throw new Error('the button is not reached')
})

test('the row of alternatives on a phone scrolls to whichever has the focus', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/produto/dipirona-monoidratada-500mg-ml-gotas-10ml-germed-generico')
  const cards = page.locator('section', { hasText: 'Mesmo princípio ativo' }).getByRole('listitem')
  expect(await cards.count()).toBeGreaterThan(1)
  await cards.first().getByRole('link').focus()
  for (const card of await cards.all()) {
    await expect(card.getByRole('link')).toBeFocused()
    await expect(card).toBeInViewport({ ratio: 0.99 })
    await page.keyboard.press('Tab')
  }
})
