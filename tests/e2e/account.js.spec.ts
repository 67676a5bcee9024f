import { expect } from '@playwright/test'
import { mailedCode, openAlive, pauseClock, test } from '../support/browser.ts'

test('a customer chooses one of their addresses over the page, in a window at most 350 wide', async ({
  page,
  customer,
  continueAs,
}) => {
  await continueAs(customer)
  await openAlive(page, '/categoria/beleza')
  await page.getByRole('link', { name: /Trocar CEP|Informe seu CEP/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Onde você quer receber?' })
  await expect(dialog.getByRole('radio', { name: /^Casa: Avenida Paul…, \d+$/ })).toBeChecked()
  await expect(dialog.getByRole('link', { name: 'Cadastrar endereço' })).toBeVisible()
  expect((await dialog.boundingBox())?.width).toBeLessThanOrEqual(350)
  await dialog.getByRole('button', { name: 'Entregar neste endereço' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Entregamos no CEP 01310-100 em até 30 minutos.').first()).toBeVisible()
  await expect(page).toHaveURL(/\/categoria\/beleza$/)
})

test('the street of a postal code that stood still for five seconds is filled in, what was typed is not', async ({
  page,
  customer,
  continueAs,
}) => {
  await continueAs(customer)
  await page.clock.install()
  await openAlive(page, '/minha-conta?section=endereco')
  await pauseClock(page)
  const street = page.getByLabel('Rua ou avenida')
  const neighborhood = page.getByLabel('Bairro')
  await neighborhood.fill('Cerqueira César')
  await page.getByLabel('CEP', { exact: true }).pressSequentially('01310100')
  await expect(page.getByLabel('CEP', { exact: true })).toHaveValue('01310-100')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.clock.runFor(4_900)
  // Any earlier request would be in the list before this one.
  await page.evaluate(() => fetch('/healthz'))
  expect(asked).toEqual(['/healthz'])
  await page.clock.runFor(200)
  await expect(street).toHaveValue('Avenida Paulista')
  await expect(neighborhood).toHaveValue('Cerqueira César')
})

test('the code of a password recovery is asked for over the page; at its own address it is a page', async ({
  page,
}) => {
  const email = 'beneficio@example.com'
  await openAlive(page, '/recuperacao-senha')
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Enviar código' }).click()
  const dialog = page.getByRole('dialog', { name: 'Digite o código' })
  await expect(dialog).toContainText(email)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/recuperacao-senha$/)
  await expect(page.getByLabel('E-mail')).toHaveValue(email)

  await page.goBack()
  await expect(dialog).toBeVisible()
  await dialog.getByLabel('Código').fill('000000')
  await dialog.getByRole('button', { name: 'Confirmar código' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: 'Digite o código' })).toBeVisible()
  await page.getByLabel('Código').fill(await mailedCode(page, email))
  await page.getByRole('button', { name: 'Confirmar código' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Crie uma nova senha' })).toBeVisible()
})
