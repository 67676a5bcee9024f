import { expect } from '@playwright/test'
import { comesAlive, openAlive, pauseClock, phone, test } from '../support/browser.ts'
import { novalgina } from '../support/purchase.ts'

test('the postal code is asked for over the page, its field focused, put into shape while typed, missed in our words, and refused in red; taken, its window closes, however late scripts draw', async ({
  page,
}) => {
  await openAlive(page, '/categoria/beleza')
  await page.getByRole('link', { name: 'Informe seu CEP' }).click()
  const dialog = page.getByRole('dialog', { name: 'Onde você quer receber?' })
  const field = dialog.getByLabel('CEP', { exact: true })
  await expect(field).toBeFocused()
  await dialog.getByRole('button', { name: 'Confirmar CEP' }).click()
  await expect(dialog.getByText('Insira um CEP válido.')).toBeVisible()
  await field.pressSequentially('CEP 08200000')
  await expect(field).toHaveValue('08200-000')
  await dialog.getByRole('button', { name: 'Confirmar CEP' }).click()
  await expect(dialog.getByText(/^CEP fora de cobertura!/)).toBeVisible()
  await dialog.getByLabel('E-mail').fill('ana@example.com')
  await dialog.getByRole('button', { name: 'Avise-me' }).click()
  await expect(page.getByText('Combinado! Avisaremos por e-mail assim que chegarmos aí.')).toBeVisible()
  await expect(page).toHaveURL(/\/categoria\/beleza$/)
  await expect(page.getByRole('link', { name: 'Fora de cobertura 08200-000. Trocar CEP' })).toBeVisible()
  await expect(page.getByText('Ops, ainda não chegamos na sua região.')).toBeVisible()

  await page.getByRole('link', { name: /Trocar CEP/ }).click()
  await field.fill('01310100')
  await page.evaluate(() => {
    // React schedules its rendering by such messages.
    const post = MessagePort.prototype.postMessage
    MessagePort.prototype.postMessage = function (message: unknown) {
      setTimeout(() => post.call(this, message), 1000)
    }
  })
  await dialog.getByRole('button', { name: 'Confirmar CEP' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/categoria\/beleza$/)
  await expect(page.getByRole('link', { name: 'Entregar em 01310-100. Trocar CEP' })).toBeVisible()
})

test('price and bag ask for the postal code in place; with `pedido` in the address it has its own page and no dialog', async ({
  page,
  context,
}) => {
  const dialog = page.getByRole('dialog')
  const confirm = async () => {
    await dialog.getByLabel('CEP', { exact: true }).fill('01310100')
    await dialog.getByRole('button', { name: 'Confirmar CEP' }).click()
    await expect(dialog.getByRole('button', { name: 'Confirmar CEP' })).toBeHidden()
  }
  await openAlive(page, novalgina.path)
  await page.getByLabel('Informe seu CEP para ver preço').fill('01310100')
  await page.getByRole('button', { name: 'Consultar CEP' }).click()
  await expect(page.getByText('Preço para o CEP 01310-100')).toBeVisible()
  await expect(page).toHaveURL(({ pathname }) => pathname === novalgina.path)

  await context.clearCookies()
  await openAlive(page, novalgina.path)
  await page.getByRole('button', { name: 'Adicionar no carrinho' }).first().click()
  await confirm()
  await expect(page.getByRole('link', { name: 'Sacola, 1 item' })).toBeVisible()
  await expect(page).toHaveURL(({ pathname }) => pathname === novalgina.path)

  await context.clearCookies()
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
  await page.clock.install()
  await openAlive(page, '/')
  await pauseClock(page)
  const category = page.getByRole('navigation', { name: 'Categorias' }).getByRole('link', { name: 'Medicamentos' })
  const child = page.getByRole('banner').getByRole('link', { name: 'Analgésicos e Antitérmicos' })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await category.hover()
  await page.clock.runFor(450)
  // Any earlier request for what the panel needs would be in the list before this one.
  await page.evaluate(() => fetch('/healthz'))
  expect(asked.filter((path) => !path.startsWith('/imagens/'))).toEqual(['/healthz'])
  await page.clock.runFor(100)
  await expect(child).toBeVisible()
  await page.mouse.move(600, 700)
  await page.clock.runFor(500)
  await expect(child).toBeHidden()

  await category.focus()
  await page.keyboard.press('ArrowDown')
  await page.clock.runFor(10)
  const children = page.locator('[data-header-panel] a')
  await expect(children.nth(0)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(children.nth(1)).toBeFocused()
  await page.keyboard.press('Escape')
  await page.clock.runFor(10)
  await expect(child).toBeHidden()
  await expect(category).toBeFocused()
})

test('the mini bag shows what is in the bag; arrow down leads into it, and Escape back to its link, where it stays closed', async ({
  page,
}) => {
  await page.request.post('/cep', { form: { zipcode: '01310100' } })
  await page.request.post('/produto/novalgina-1g-10-comprimidos', { form: { id: '60', quantity: '2' } })
  await page.clock.install()
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
  await page.mouse.move(600, 700)
  await expect(panel).toBeHidden()

  await bag.focus()
  await page.keyboard.press('ArrowDown')
  await expect(panel.getByRole('link', { name: 'Novalgina 1g 10 Comprimidos' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(bag).toBeFocused()
  await page.clock.runFor(1000)
  await expect(panel).toBeHidden()
})

test('a message is announced, goes away by itself after four seconds, and is shown again when it is said again', async ({
  page,
}) => {
  await page.request.post('/cep', { form: { zipcode: '01310100' } })
  await page.clock.install()
  await openAlive(page, '/categoria/beleza')
  await pauseClock(page)
  const add = page.getByRole('button', { name: 'Adicionar no carrinho' })
  const said = page.getByRole('status').getByText('O produto foi adicionado com sucesso na sua sacola.')
  await add.nth(0).click()
  await expect(said).toBeVisible()
  await page.clock.runFor(3_900)
  await expect(said).toBeVisible()
  await page.clock.runFor(200)
  await expect(said).toBeHidden()

  await add.nth(1).click()
  await expect(said).toBeVisible()
  // The second message is a new element, so that it is announced as well.
  const first = await said.elementHandle()
  await add.nth(2).click()
  await expect.poll(() => first?.evaluate((element) => element.isConnected)).toBe(false)
  await expect(said).toBeVisible()
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

  test('the search’s drawer opens from the menu’s, with the focus in its field', async ({ page }) => {
    await openAlive(page, '/')
    await page.getByRole('banner').getByRole('link', { name: 'Categorias' }).click()
    await page.getByRole('dialog', { name: 'Categorias' }).getByRole('link', { name: 'Buscar na loja' }).click()
    const drawer = page.getByRole('dialog', { name: 'Buscar' })
    await expect(drawer.getByLabel('Buscar na loja')).toBeFocused()
    await expect(page.getByRole('dialog')).toHaveCount(1)
  })

  test('the quick view opens from a card, and compares the product', async ({ page }) => {
    await openAlive(page, '/categoria/beleza')
    await page.getByRole('link', { name: 'Visualização rápida' }).nth(1).tap()
    const dialog = page.getByRole('dialog', { name: 'Visualização rápida' })
    await dialog.getByRole('button', { name: 'Comparar' }).tap()
    await expect(page.getByText(/comparação/).first()).toBeVisible()
    await expect(page).toHaveURL(/\/categoria\/beleza$/)
  })
})
