import { expect } from '@playwright/test'
import { comesAlive, phone, test } from '../support/browser.ts'

const { viewport, ...rest } = phone
test.use({ viewport, userAgent: rest.userAgent })

test('far down a long page on a phone a touch leads to the search: over the page, or up to its field', async ({
  page,
}, { project }) => {
  await page.goto('/categoria/medicamentos')
  const toSearch = page.getByRole('link', { name: 'Ir para a busca' })
  await expect(toSearch).not.toBeInViewport()
  await page.getByRole('heading', { level: 3 }).nth(10).scrollIntoViewIfNeeded()
  await expect(toSearch).toBeInViewport()
  if (project.name === 'no-js') {
    await toSearch.click()
    await expect(page.getByRole('searchbox', { name: 'Buscar na loja' })).toBeFocused()
    return
  }

  await comesAlive(page)
  await toSearch.click()
  const drawer = page.getByRole('dialog', { name: 'Buscar' })
  const field = drawer.getByLabel('Buscar na loja')
  await expect(field).toBeFocused()
  await field.pressSequentially('novalg')
  await expect(drawer.getByRole('option', { name: /Novalgina/ }).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(toSearch).toBeFocused()
})
