import { expect } from '@playwright/test'
import { test } from '../support/browser.ts'
import { azitromicina, newCustomer } from '../support/purchase.ts'

test('a product that was unticked is not ticked again by the refusal that asks for one', async ({
  page,
  server,
  continueAs,
}) => {
  const customer = await newCustomer(server.url)
  await customer.post(azitromicina.path, { id: azitromicina.id, quantity: '1' })
  await continueAs(customer)
  await page.goto('/checkout/receita-medica')
  const product = page.getByRole('checkbox', { name: /^Zirk/ })
  await expect(product).toBeChecked()
  await product.uncheck()
  await page.getByLabel('Data de emissão').fill('2026-03-09')
  await page.getByRole('button', { name: 'Enviar receita' }).click()
  await expect(page.getByRole('link', { name: 'Escolha os produtos que esta receita cobre.' })).toBeVisible()
  await expect(product).not.toBeChecked()
})
