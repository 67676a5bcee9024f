import { expect } from '@playwright/test'
import { openAlive, test } from '../support/browser.ts'
import { azitromicina, newCustomer } from '../support/purchase.ts'

test('a file that is too large is refused before it is sent, the next one is taken', async ({
  page,
  continueAs,
  server,
}) => {
  const customer = await newCustomer(server.url)
  await customer.post(azitromicina.path, { id: azitromicina.id, quantity: '1' })
  await continueAs(customer)
  await openAlive(page, '/checkout/receita-medica')
  await page.getByLabel('Data de emissão').fill('2026-03-09')
  const file = page.getByLabel('Foto ou PDF da receita')
  const choose = (bytes: number) =>
    file.setInputFiles({ name: 'receita.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(bytes) })
  const complaint = () => file.evaluate((input: HTMLInputElement) => input.validationMessage)
  await choose(10 * 1024 * 1024 + 1)
  expect(await complaint()).toBe('O arquivo tem mais de 10 MB. Envie um menor.')
  await choose(1024)
  expect(await complaint()).toBe('')
  await page.getByRole('button', { name: 'Enviar receita' }).click()
  await expect(page.getByRole('link', { name: /^Envie a receita como foto/ })).toBeVisible()
})

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
