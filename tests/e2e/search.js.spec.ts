import { expect, type Page } from '@playwright/test'
import { instantSearchTexts } from '../../app/texts/catalogue.ts'
import { comesAlive, openAlive, pauseClock, phone, test } from '../support/browser.ts'

test('the search field suggests once 700 ms have passed since the last of three or more letters, by mouse and keys, and remembers what was searched', async ({
  page,
}) => {
  await page.clock.install()
  await openAlive(page, '/')
  await pauseClock(page)
  const asked = suggestionsAskedBy(page)
  // Responses are held until the intermediate state has been checked.
  let answer = () => {}
  const maySay = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/busca?*', async (route) => {
    await maySay
    await route.continue()
  })
  const field = page.getByLabel('Buscar na loja')
  await field.click()
  await expect(page.getByRole('combobox', { name: 'Buscar na loja' })).toBeVisible()

  await field.pressSequentially('di')
  await page.clock.runFor(2000)
  await expect(page.getByText('Buscando produtos…')).toHaveCount(0)
  await field.pressSequentially('pir')
  await expect(page.getByText('Buscando produtos…').last()).toBeVisible()
  await page.clock.runFor(600)
  await field.pressSequentially('noa')
  await page.clock.runFor(650)
  expect(await asked()).toEqual([])
  await page.clock.runFor(100)
  await expect.poll(asked).toEqual(['dipirnoa'])
  answer()
  await expect(page.getByRole('option')).toHaveCount(5)
  await expect(page.getByRole('option').last()).toHaveText(/^Ver todos os \d+ resultados$/)
  await expect(field).toHaveAttribute('aria-expanded', 'true')
  await page.clock.runFor(2000)
  expect(await asked()).toEqual(['dipirnoa'])

  const first = page.getByRole('option').first()
  await field.press('ArrowDown')
  await expect(first).toHaveAttribute('aria-selected', 'true')
  await expect(field).toHaveAttribute('aria-activedescendant', (await first.getAttribute('id')) ?? '')
  await field.press('Escape')
  await expect(page.getByRole('option')).toHaveCount(0)
  await page.clock.resume()
  await field.press('Enter')
  await expect(page).toHaveURL(/\/categoria\?search=dipirnoa$/)
  await expect(page.getByText('Mostrando resultados para dipirona')).toBeVisible()

  await comesAlive(page)
  const type = async (words: string) => {
    await field.fill(words)
    await page.clock.runFor(700)
  }
  await field.fill('')
  await field.focus()
  await expect(page.getByRole('option', { name: 'dipirnoa' })).toBeVisible()
  await page.getByRole('button', { name: 'Limpar buscas recentes' }).click()
  await expect(page.getByRole('option')).toHaveCount(0)

  await type('qqqqzzzz')
  await expect(page.getByText('Produto não encontrado!').last()).toBeVisible()
  await type('novalgina')
  // The brand, then its products.
  await expect(first).toContainText('Novalgina')
  await field.press('ArrowDown')
  await field.press('ArrowDown')
  await expect(page.getByRole('option', { name: /Novalgina 1g/ }).first()).toHaveAttribute('aria-selected', 'true')
  await field.press('Enter')
  await expect(page).toHaveURL(/\/produto\/novalgina/)
})

/** What was asked for so far. */
function suggestionsAskedBy(page: Page) {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/busca') asked.push(searchParams.get('search') ?? '')
  })
  return async () => {
    // Any earlier request is in the list before this one.
    await page.evaluate(() => fetch('/healthz'))
    return asked
  }
}

test('what is typed at the very moment the suggestions begin to listen is not missed', async ({ page }) => {
  await openAlive(page, '/')
  await page.evaluate(() => {
    const field = document.querySelector<HTMLInputElement>('#busca')
    const form = field?.form
    if (!field || !form) return
    // React puts the list into the page first, and runs the effects that listen to the field afterwards.
    const insert = form.insertBefore.bind(form)
    form.insertBefore = (node, before) => {
      field.value = 'novalgina'
      field.dispatchEvent(new InputEvent('input', { bubbles: true }))
      return insert(node, before)
    }
    form.appendChild = (node) => form.insertBefore(node, null)
    field.focus()
  })
  await expect(page.getByRole('option').first()).toBeVisible()
})

test('in the lowest of windows, where the field is short, the suggestions have the window’s width', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 200 })
  await openAlive(page, '/sobre-nos')
  await page.locator('#busca').click()
  await expect(page.getByRole('combobox', { name: 'Buscar na loja' })).toBeVisible()
  await page.locator('#busca').pressSequentially('dip')
  const { x = -1, width = 0 } = (await page.getByRole('listbox').boundingBox({ timeout: 20_000 })) ?? {}
  expect(x).toBeGreaterThanOrEqual(0)
  expect(x + width).toBeLessThanOrEqual(320)
  expect(width).toBeGreaterThan(270)
})

test('the search in the drawer points at its own suggestions', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ ...phone, baseURL: baseURL ?? '' })
  const page = await context.newPage()
  await page.clock.install()
  await openAlive(page, '/')
  // The header's field has been used as well, so its list is in the page.
  await page.locator('#busca').fill('novalgina')
  await page.clock.runFor(700)
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.locator('a[data-enhanced=search]').evaluate((link: HTMLElement) => link.click())
  const field = page.getByRole('dialog').getByRole('combobox', { name: 'Buscar na loja' })
  await field.fill('dipirona')
  await page.clock.runFor(700)
  await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible()
  await field.press('ArrowDown')
  for (const name of ['aria-controls', 'aria-activedescendant']) {
    const id = await field.getAttribute(name)
    await expect(page.locator(`[id="${id}"]`)).toHaveCount(1)
    await expect(page.getByRole('dialog').locator(`[id="${id}"]`)).toHaveCount(1)
  }
  await context.close()
})

test('a search that does not arrive says so in place of waiting, and the next one is asked as ever', async ({
  page,
}) => {
  await openAlive(page, '/')
  await page.route('**/busca?*', (route) => route.abort(), { times: 1 })
  const field = page.getByLabel('Buscar na loja')
  await field.click()
  await field.pressSequentially('novalg')
  await expect(page.getByText(instantSearchTexts.failedMessage).last()).toBeVisible()
  await expect(page.getByText('Buscando produtos…')).toHaveCount(0)
  await field.pressSequentially('ina')
  await expect(page.getByRole('option', { name: /Novalgina 1g/ }).first()).toBeVisible()
  await expect(page.getByText(instantSearchTexts.failedMessage)).toHaveCount(0)
})
