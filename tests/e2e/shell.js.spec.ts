import { expect } from '@playwright/test'
import { comesAlive, openAlive, phone, test } from '../support/browser.ts'

test('the postal code is asked for over the page, put into shape while typed, and refused in red', async ({ page }) => {
  await openAlive(page, '/categoria/beleza')
  await page.getByRole('link', { name: 'Informe seu CEP' }).click()
  const dialog = page.getByRole('dialog', { name: 'Onde você quer receber?' })
  const field = dialog.getByLabel('CEP', { exact: true })
  await field.pressSequentially('08200000')
  await expect(field).toHaveValue('08200-000')
  await dialog.getByRole('button', { name: 'Confirmar CEP' }).click()
  await expect(dialog.getByText(/^CEP fora de cobertura!/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'Fora de cobertura 08200-000. Trocar CEP' })).toBeVisible()
  await expect(page.getByText('Ops, ainda não chegamos na sua região.')).toBeVisible()

  await page.getByRole('link', { name: /Trocar CEP/ }).click()
  await field.fill('01310100')
  await dialog.getByRole('button', { name: 'Confirmar CEP' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/categoria\/beleza$/)
  await expect(page.getByRole('link', { name: 'Entregar em 01310-100. Trocar CEP' })).toBeVisible()
})

test('adding without a postal code asks for it in place, then the product is in the bag', async ({ page }) => {
  await openAlive(page, '/produto/novalgina-1g-10-comprimidos')
  await page.getByRole('button', { name: 'Adicionar no carrinho' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('CEP', { exact: true }).fill('01310100')
  await dialog.getByRole('button', { name: 'Confirmar CEP' }).click()
  await expect(dialog.getByRole('button', { name: 'Confirmar CEP' })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Sacola, 1 item' })).toBeVisible()
  await expect(page).toHaveURL(/\/produto\/novalgina/)
})

test('a postal code that is taken closes its window, however late scripts get round to drawing', async ({ page }) => {
  await openAlive(page, '/categoria/beleza')
  await page.getByRole('link', { name: 'Informe seu CEP' }).click()
  const dialog = page.getByRole('dialog', { name: 'Onde você quer receber?' })
  await dialog.getByLabel('CEP', { exact: true }).fill('01310100')
  await page.evaluate(() => {
    // React schedules its rendering by such messages.
    const post = MessagePort.prototype.postMessage
    MessagePort.prototype.postMessage = function (message: unknown) {
      setTimeout(() => post.call(this, message), 1000)
    }
  })
  await dialog.getByRole('button', { name: 'Confirmar CEP' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('link', { name: 'Entregar em 01310-100. Trocar CEP' })).toBeVisible()
})

test('with `pedido` in the address the postal code has its own page and no dialog', async ({ page }) => {
  await openAlive(page, '/?pedido=1001')
  await page.getByRole('link', { name: 'Informe seu CEP' }).click()
  await expect(page).toHaveURL(/\/cep$/)
  const field = page.getByLabel('CEP', { exact: true })
  await comesAlive(page)
  await field.pressSequentially('01310100')
  await expect(field).toHaveValue('01310-100')
})

test('a category opens under a resting mouse after half a second, or on arrow down, and closes on Escape', async ({
  page,
}) => {
  await openAlive(page, '/')
  const category = page.getByRole('navigation', { name: 'Categorias' }).getByRole('link', { name: 'Medicamentos' })
  const child = page.getByRole('banner').getByRole('link', { name: 'Analgésicos e Antitérmicos' })
  await category.hover()
  await expect(child).toBeVisible()
  await page.mouse.move(600, 700)
  await expect(child).toBeHidden()

  await category.focus()
  await page.keyboard.press('ArrowDown')
  const children = page.locator('[data-header-panel] a')
  await expect(children.nth(0)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(children.nth(1)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(child).toBeHidden()
  await expect(category).toBeFocused()
})

test('the mini bag shows what is in the bag', async ({ page }) => {
  await page.request.post('/cep', { form: { zipcode: '01310100' } })
  await page.request.post('/produto/novalgina-1g-10-comprimidos', { form: { id: '60', quantity: '2' } })
  await openAlive(page, '/')
  const bag = page.getByRole('banner').getByRole('link', { name: 'Sacola, 2 itens' })
  await bag.hover()
  const panel = page.locator('[data-header-panel]')
  await expect(panel).toContainText('2 × Novalgina 1g 10 Comprimidos')
  await expect(panel.getByRole('link', { name: 'Ver sacola' })).toBeVisible()
  // One below the other: the header's grid does not apply to the panel.
  const [line, total, way] = await Promise.all(
    [
      panel.getByRole('listitem').first(),
      panel.getByText('Total'),
      panel.getByRole('link', { name: 'Ver sacola' }),
    ].map((part) => part.boundingBox()),
  )
  if (!line || !total || !way) throw new Error('the mini bag lacks a part')
  expect(line.y + line.height).toBeLessThanOrEqual(total.y)
  expect(total.y + total.height).toBeLessThanOrEqual(way.y)
})

test('arrow down leads into the mini bag, and Escape back to its link, where it stays closed', async ({ page }) => {
  await page.request.post('/cep', { form: { zipcode: '01310100' } })
  await page.request.post('/produto/novalgina-1g-10-comprimidos', { form: { id: '60', quantity: '2' } })
  await page.clock.install()
  await openAlive(page, '/')
  const bag = page.getByRole('banner').getByRole('link', { name: 'Sacola, 2 itens' })
  const panel = page.locator('[data-header-panel]')
  await bag.focus()
  await page.keyboard.press('ArrowDown')
  await expect(panel.getByRole('link', { name: 'Novalgina 1g 10 Comprimidos' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(bag).toBeFocused()
  await page.clock.runFor(1000)
  await expect(panel).toBeHidden()
})

test('a message goes away by itself after four seconds, and is announced', async ({ page }) => {
  await page.request.post('/cep', { form: { zipcode: '01310100' } })
  await page.clock.install()
  await openAlive(page, '/produto/novalgina-1g-10-comprimidos')
  // From here on the page's clock advances only where the test says so.
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole('button', { name: 'Adicionar no carrinho' }).click()
  const said = page.getByRole('status').getByText('O produto foi adicionado com sucesso na sua sacola.')
  await expect(said).toBeVisible()
  await page.clock.runFor(3_900)
  await expect(said).toBeVisible()
  await page.clock.runFor(200)
  await expect(said).toBeHidden()
})

test('the way back up comes into view after 200 px', async ({ page }) => {
  await page.goto('/categoria/medicamentos')
  const up = page.getByRole('link', { name: 'Voltar ao topo' })
  await page.evaluate(() => scrollTo({ top: 150, behavior: 'instant' }))
  await expect(up).not.toBeInViewport()
  await page.evaluate(() => scrollTo({ top: 400, behavior: 'instant' }))
  await expect(up).toBeInViewport()
  await up.click()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
})

test.describe('on a phone', () => {
  test.use(phone)

  test('the menu opens as a drawer with every category', async ({ page }) => {
    await openAlive(page, '/')
    await page.getByRole('banner').getByRole('link', { name: 'Categorias' }).click()
    const drawer = page.getByRole('dialog', { name: 'Categorias' })
    await expect(drawer.getByRole('link', { name: 'Analgésicos e Antitérmicos' })).toBeVisible()
    await expect(page).toHaveURL(/\/$/)
  })
})
