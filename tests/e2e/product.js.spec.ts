import { expect } from '@playwright/test'
import { openAlive, test } from '../support/browser.ts'

test('the quick view opens over the list, without favourites, and gives the focus back; a badge explains itself over the page', async ({
  page,
}) => {
  // Until the page is hydrated, the link leads to the product's page.
  await openAlive(page, '/categoria/beleza')
  const link = page.getByRole('link', { name: 'Visualização rápida' }).first()
  const dialog = page.getByRole('dialog', { name: 'Visualização rápida' })
  await link.click()
  await expect(dialog.getByRole('button', { name: 'Adicionar no carrinho' })).toBeVisible()
  await expect(dialog.getByText('favoritos')).toHaveCount(0)
  await expect(dialog).toHaveAttribute('aria-modal', 'true')
  expect((await dialog.boundingBox())?.width).toBeLessThanOrEqual(1100)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(link).toBeFocused()

  await openAlive(page, '/produto/trayenta-5mg-30-comprimidos')
  await page.getByRole('link', { name: 'Receita', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Venda sob prescrição médica' })).toBeVisible()
})

test('a thumbnail brings its picture, and says which is in view', async ({ page }) => {
  await page.goto('/produto/novalgina-1g-10-comprimidos')
  const second = page.getByRole('link', { name: 'Foto 2 de 3' })
  await expect(page.getByRole('link', { name: 'Foto 1 de 3' })).toHaveAttribute('aria-current', 'true')
  await second.click()
  await expect(second).toHaveAttribute('aria-current', 'true')
  const picture = page.getByAltText('Verso da caixa de Novalgina 1 g')
  await expect(picture).toBeInViewport()
  await expect(picture).toHaveJSProperty('complete', true)
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
})
