import { expect } from '@playwright/test'
import { test } from '../support/browser.ts'
import { openBusyCustomer } from '../support/pages.ts'

test('a printed order is the order alone: lines, sums, address and law, nothing to press', async ({
  page,
  context,
  server,
}) => {
  const { orderId, cookies } = await openBusyCustomer(server.url)
  await context.addCookies(cookies)
  await page.goto(`/minha-conta/pedidos/${orderId}`)
  await page.emulateMedia({ media: 'print' })

  const paper = page.getByRole('main')
  await expect(paper.getByRole('heading', { level: 1 })).toHaveText(`Pedido ${orderId}`)
  for (const words of ['Novalgina 1g 10 Comprimidos', 'Total', 'Avenida Paulista', 'Aguardando pagamento']) {
    await expect(paper.getByText(words).first()).toBeVisible()
  }
  await expect(page.getByRole('contentinfo').getByText('CNPJ')).toBeVisible()
  await expect(page.getByRole('contentinfo').getByText('CRF-SP')).toBeVisible()

  const pressable = page
    .locator('button, input, summary, nav a, header a, [role=navigation] a')
    .filter({ visible: true })
  expect(await pressable.allTextContents()).toEqual([])
})

test('a printed bag has nothing to press, and no coupon to type', async ({ page, context, server }) => {
  const { cookies } = await openBusyCustomer(server.url)
  await context.addCookies(cookies)
  await page.goto('/checkout/sacola')
  await page.emulateMedia({ media: 'print' })

  const paper = page.getByRole('main')
  for (const words of ['Novalgina 1g 10 Comprimidos', 'Total'])
    await expect(paper.getByText(words).first()).toBeVisible()
  const pressable = page.locator('button, [name=coupon_code]').filter({ visible: true })
  expect(await pressable.allTextContents()).toEqual([])
})
