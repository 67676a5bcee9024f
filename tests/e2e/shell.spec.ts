import { expect } from '@playwright/test'
import { comesAlive, phone, test } from '../support/browser.ts'

const { viewport, ...rest } = phone
test.use({ viewport, userAgent: rest.userAgent })

test('far down a long page on a phone the search is at hand in the header, and by keyboard it opens over the page', async ({
  page,
}, { project }) => {
  await page.goto('/categoria/medicamentos')
  await page.getByRole('heading', { level: 3 }).nth(10).scrollIntoViewIfNeeded()
  const field = page.getByRole('searchbox', { name: 'Buscar na loja' })
  await expect(field).toBeInViewport({ ratio: 1 })
  const skip = page.getByRole('link', { name: 'Ir para a busca' })
  if (project.name === 'no-js') {
    await skip.focus()
    await skip.press('Enter')
    await expect(field).toBeFocused()
    return
  }

  await comesAlive(page)
  await skip.focus()
  await skip.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Buscar' })
  const inDrawer = drawer.getByLabel('Buscar na loja')
  await expect(inDrawer).toBeFocused()
  await inDrawer.pressSequentially('novalg')
  await expect(drawer.getByRole('option', { name: /Novalgina/ }).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(skip).toBeFocused()
})
