import { expect, type Page } from '@playwright/test'
import { signInAs } from '../support/backoffice-pages.ts'
import { test } from '../support/browser.ts'
import { addAuthenticator, withoutSilentOffers } from '../support/passkeys.ts'
import { demoStaffPassword } from '../support/staff.ts'

const password = 'balcao-demo-2026'
const email = 'cliente@example.com'

async function signInByPassword(page: Page): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha').fill(password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await expect(page.getByText('Olá, Marina').first()).toBeVisible()
}

async function createPasskey(page: Page): Promise<void> {
  await page.goto('/minha-conta/chaves')
  await page.getByLabel('Senha atual').fill(password)
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByRole('button', { name: 'Criar chave de acesso' }).click()
  await expect(page.getByText('Chave de acesso criada.')).toBeVisible()
}

async function signOut(page: Page): Promise<void> {
  await page.context().clearCookies()
}

async function pressPasskey(page: Page): Promise<void> {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Usar chave de acesso' }).click()
}

test('a customer creates a passkey, signs in with it once the device has verified them, renames and removes it', async ({
  page,
}) => {
  await withoutSilentOffers(page)
  const device = await addAuthenticator(page)
  await signInByPassword(page)
  await createPasskey(page)
  expect(await device.credentials()).toHaveLength(1)
  await signOut(page)
  await device.setVerified(false)
  await pressPasskey(page)
  await expect(page.getByRole('alert').first()).toContainText('O aparelho não respondeu com uma chave de acesso.')
  await device.setVerified(true)
  await page.goto('/login?redirectTo=/minha-conta/chaves')
  const button = page.getByRole('button', { name: 'Usar chave de acesso' })
  await expect(button).toBeVisible()
  await button.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Chaves de acesso')
  const name = page.getByLabel('Nome da chave')
  await name.fill('Meu celular')
  await page.getByRole('button', { name: 'Salvar nome' }).click()
  await expect(name).toHaveValue('Meu celular')
  await page.getByRole('button', { name: 'Remover Meu celular' }).click()
  await expect(page.getByText('Você ainda não tem chaves de acesso.')).toBeVisible()
  await signOut(page)
  await pressPasskey(page)
  await expect(page.getByRole('alert').first()).toContainText('Esta chave de acesso não foi aceita')
})

test('the browser offers a passkey with what it fills in, and no button is pressed', async ({ page }) => {
  await addAuthenticator(page)
  await signInByPassword(page)
  await createPasskey(page)
  await signOut(page)
  await page.goto('/login?redirectTo=/minha-conta/chaves')
  await expect(page).toHaveURL(/\/minha-conta\/chaves/)
})

test('one of the staff creates a passkey and signs in with it alone; the audit trail says by what', async ({
  page,
}) => {
  await withoutSilentOffers(page)
  await addAuthenticator(page)
  await page.goto('/balcao/chaves')
  await signInAs(page, 'owner')
  await page.getByLabel('Sua senha').fill(demoStaffPassword)
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByRole('button', { name: 'Criar chave de acesso' }).click()
  await expect(page.getByText('Chave de acesso criada.')).toBeVisible()
  await page.getByLabel('Nome da chave').last().fill('Chave do balcão')
  await page.getByRole('button', { name: 'Salvar nome' }).click()
  await expect(page.getByRole('button', { name: 'Remover Chave do balcão' })).toBeVisible()
  await signOut(page)
  await page.goto('/balcao/auditoria')
  const button = page.getByRole('button', { name: 'Usar chave de acesso' })
  await expect(button).toBeVisible()
  await button.click()
  await expect(page.getByText('Entrou no balcão: chave de acesso').first()).toBeVisible()
  await expect(page.getByText('Criou uma chave de acesso').first()).toBeVisible()
})
