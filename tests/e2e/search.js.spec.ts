import { expect } from '@playwright/test'
import { openAlive, phone, test } from '../support/browser.ts'

test('the search field suggests while one types, by mouse and keys, and remembers what was searched', async ({
  page,
}) => {
  // Responses are held until the intermediate state has been checked.
  let answer = () => {}
  const maySay = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/busca?*', async (route) => {
    await maySay
    await route.continue()
  })
  await page.goto('/')
  const field = page.getByLabel('Buscar na loja')
  await field.click()
  await expect(page.getByRole('combobox', { name: 'Buscar na loja' })).toBeVisible()

  await field.pressSequentially('di')
  await expect(page.getByText('Buscando produtos…')).toHaveCount(0)
  await field.pressSequentially('pirnoa')
  await expect(page.getByText('Buscando produtos…').last()).toBeVisible()
  answer()
  await expect(page.getByRole('option')).toHaveCount(5)
  await expect(page.getByRole('option').last()).toHaveText(/^Ver todos os \d+ resultados$/)
  await expect(field).toHaveAttribute('aria-expanded', 'true')

  await field.press('ArrowDown')
  const first = page.getByRole('option').first()
  await expect(first).toHaveAttribute('aria-selected', 'true')
  await expect(field).toHaveAttribute('aria-activedescendant', (await first.getAttribute('id')) ?? '')
  await field.press('Escape')
  await expect(page.getByRole('option')).toHaveCount(0)
  await field.press('Enter')
  await expect(page).toHaveURL(/\/categoria\?search=dipirnoa$/)
  await expect(page.getByText('Mostrando resultados para dipirona')).toBeVisible()

  await field.fill('')
  await field.focus()
  await expect(page.getByRole('option', { name: 'dipirnoa' })).toBeVisible()
  await page.getByRole('button', { name: 'Limpar buscas recentes' }).click()
  await expect(page.getByRole('option')).toHaveCount(0)

  await field.fill('qqqqzzzz')
  await expect(page.getByText('Produto não encontrado!').last()).toBeVisible()
  await field.fill('novalgina')
  await field.press('ArrowDown')
  await expect(page.getByRole('option').first()).toContainText('Novalgina')
  await field.press('ArrowDown')
  await field.press('Enter')
  await expect(page).toHaveURL(/\/produto\/novalgina/)
})

test('the search in the drawer points at its own suggestions', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ ...phone, baseURL })
  const page = await context.newPage()
  await openAlive(page, '/')
  // The header's field has been used as well, so its list is in the page.
  const wait = page.waitForResponse(/\/busca\?/)
  await page.locator('#busca').fill('novalgina')
  await wait
  await page.locator('a[data-enhanced=search]').evaluate((link: HTMLElement) => link.click())
  const field = page.getByRole('dialog').getByRole('combobox', { name: 'Buscar na loja' })
  await field.fill('dipirona')
  await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible()
  await field.press('ArrowDown')
  for (const name of ['aria-controls', 'aria-activedescendant']) {
    const id = await field.getAttribute(name)
    await expect(page.locator(`[id="${id}"]`)).toHaveCount(1)
    await expect(page.getByRole('dialog').locator(`[id="${id}"]`)).toHaveCount(1)
  }
  await context.close()
})
