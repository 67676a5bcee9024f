import { expect } from '@playwright/test'
import { test } from '../support/browser.ts'

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
})
