import { expect } from '@playwright/test'
import { test } from '../support/browser.ts'
import { novalgina } from '../support/purchase.ts'

test('a printed order is the order alone, a printed bag the bag: lines, sums, address and law, nothing to press or type', async ({
  page,
  busy,
  continueAs,
}) => {
  await continueAs(busy.customer)
  await page.goto(`/minha-conta/pedidos/${busy.orderId}`)
  await page.emulateMedia({ media: 'print' })

  const paper = page.getByRole('main')
  await expect(paper.getByRole('heading', { level: 1 })).toHaveText(`Pedido ${busy.orderId}`)
  for (const words of ['Novalgina 1g 10 Comprimidos', 'Total', 'Avenida Paulista', 'Aguardando pagamento']) {
    await expect(paper.getByText(words).first()).toBeVisible()
  }
  await expect(page.getByRole('contentinfo').getByText('CNPJ')).toBeVisible()
  await expect(page.getByRole('contentinfo').getByText('CRF-SP')).toBeVisible()
  const pressable = page
    .locator('button, input, summary, nav a, header a, [role=navigation] a')
    .filter({ visible: true })
  expect(await pressable.allTextContents()).toEqual([])

  await page.goto('/checkout/sacola')
  for (const words of ['Novalgina 1g 10 Comprimidos', 'Total'])
    await expect(paper.getByText(words).first()).toBeVisible()
  const typeable = page.locator('button, [name=coupon_code]').filter({ visible: true })
  expect(await typeable.allTextContents()).toEqual([])

  // Wide paper, too, has the account's page without its menu.
  for (const width of [1280, 794]) {
    await page.setViewportSize({ width, height: 1123 })
    await page.goto('/minha-conta?section=pedidos')
    const order = await paper.getByRole('heading', { name: `Pedido ${busy.orderId}` }).boundingBox()
    expect(order?.x, `${width} px`).toBeLessThan(width / 8)
    const list = paper.getByRole('heading', { name: `Pedido ${busy.orderId}` }).locator('xpath=..')
    expect((await list.boundingBox())?.width, `${width} px`).toBeGreaterThan(width / 2)
  }
  await page.goto(`/checkout/${busy.orderId}/pix`)
  await expect(paper.getByRole('img', { name: 'QR Code do Pix' })).toBeVisible()
})

test('a printed shelf is whole, a printed listing its products alone, and what stood on colour is dark on white', async ({
  page,
}) => {
  await page.setViewportSize({ width: 794, height: 1123 })
  await page.emulateMedia({ media: 'print' })
  await page.goto('/')
  const shelf = page
    .getByRole('main')
    .getByRole('list')
    .filter({ has: page.getByRole('heading', { level: 3 }) })
    .first()
  expect(await shelf.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0)

  await page.goto(novalgina.path)
  const discount = page.getByText(/^\d+% de desconto/).first()
  expect(await discount.evaluate((badge) => getComputedStyle(badge).color)).toBe('rgb(0, 0, 0)')

  await page.goto('/categoria/medicamentos')
  await expect(page.getByRole('heading', { name: 'Novalgina 1g 10 Comprimidos' })).toBeVisible()
  for (const words of ['Filtrar', 'Relevância', 'Antibióticos']) {
    await expect(page.getByRole('main').getByText(words, { exact: true }).first()).toBeHidden()
  }
})
