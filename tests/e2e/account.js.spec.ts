import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { mailedCode, openAlive, pauseClock, test } from '../support/browser.ts'

const oldPassword = 'uma frase só minha'
const newPassword = 'outra frase, bem melhor'

async function register(page: Page, email: string): Promise<void> {
  await page.goto('/cadastro')
  // The trap field is invisible.
  await expect(page.locator('[name=website]')).toBeHidden()
  await page.getByLabel('Nome', { exact: true }).fill('Iracema')
  await page.getByLabel('Sobrenome').fill('Lopes')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Celular com DDD').fill('11 98765 4321')
  await page.getByLabel('Data de nascimento').fill('12041988')
  await page.getByLabel('Senha', { exact: true }).fill(oldPassword)
  await page.getByLabel('Repita a senha').fill(oldPassword)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Criar conta' }).click()
  await expect(page.getByText('Olá, Iracema').first()).toBeVisible()
}

test('an account with scripts: registration, address, password, download', async ({ page }) => {
  const email = `iracema-${crypto.randomUUID()}@example.com`
  await register(page, email)

  await page.goto('/minha-conta?section=endereco')
  await expect(page.getByText('Não há endereços cadastrados.')).toBeVisible()
  await page.getByLabel('CEP', { exact: true }).fill('01310-100')
  await page.getByLabel('Número').fill('900')
  await page.getByRole('button', { name: 'Preencher endereço' }).click()
  await expect(page.getByLabel('Rua ou avenida')).toHaveValue('Avenida Paulista')
  await expect(page.getByLabel('Bairro')).toHaveValue('Bela Vista')
  await expect(page.getByLabel('Número')).toHaveValue('900')
  await page.getByRole('button', { name: 'Salvar endereço' }).click()
  await expect(page.getByRole('radio', { name: 'Outros: Avenida Paul…, 900' })).toBeChecked()

  await page.goto('/minha-conta?section=perfil')
  await expect(page.getByLabel('Data de nascimento')).toHaveValue('12/04/1988')
  await page.getByLabel('Senha atual').fill(oldPassword)
  await page.getByLabel('Nova senha').fill(newPassword)
  await page.getByLabel('Repita a senha').fill(newPassword)
  await page.getByRole('button', { name: 'Trocar senha' }).click()
  await expect(page.getByText('Senha alterada. Os outros aparelhos foram desconectados.').first()).toBeVisible()
  await page.getByRole('link', { name: 'Baixar meus dados' }).click()
  await page.getByLabel('Senha atual').fill(newPassword)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Baixar meus dados' }).click()
  const file = await (await downloading).path()
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
    profile: { email, birthday: '1988-04-12' },
    addresses: [{ street: 'Avenida Paulista', number: '900' }],
  })
})

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

test('the street of a postal code that stood still for five seconds is filled in, and goes with it; what was typed is not', async ({
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
  for (const [zipcode, known] of [
    ['05416-00', ''],
    ['01310-100', 'Avenida Paulista'],
    ['05416-000', ''],
  ] as const) {
    await page.getByLabel('CEP', { exact: true }).fill(zipcode)
    await expect(street).toHaveValue(known)
  }
  await page.clock.runFor(5_100)
  await expect(street).toHaveValue('Rua Fradique Coutinho')
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
