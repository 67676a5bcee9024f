import { expect, type Page } from '@playwright/test'
import { test } from '../support/browser.ts'

/** Each journey registers a new shopper, so that journeys on one server don't affect each other. */
async function register(page: Page): Promise<void> {
  await page.getByLabel('Nome', { exact: true }).fill('Ana')
  await page.getByLabel('Sobrenome').fill('Lima')
  await page.getByLabel('E-mail').fill(`ana-${crypto.randomUUID()}@example.com`)
  await page.getByLabel('Celular com DDD').fill('(11) 98765-4321')
  await page.getByLabel('Senha', { exact: true }).fill('uma frase longa')
  await page.getByLabel('Repita a senha').fill('uma frase longa')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Criar conta' }).click()
}

/** Of the postal code given before the shop knows the rest. */
async function addAddress(page: Page): Promise<void> {
  await expect(page.getByLabel('CEP', { exact: true })).toHaveValue('01310-100')
  await expect(page.getByLabel('Rua ou avenida')).toHaveValue('Avenida Paulista')
  await page.getByLabel('Número').fill('1000')
  await page.getByRole('button', { name: 'Salvar endereço' }).click()
}

test('a newcomer finds a medicine, registers, orders, pays by Pix and sees it paid', { tag: '@every-browser' }, async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Categorias' }).getByRole('link', { name: 'Medicamentos' }).click()
  await page
    .getByRole('navigation', { name: 'Subcategorias' })
    .getByRole('link', { name: /^Analgésicos/ })
    .click()
  await page.getByRole('link', { name: 'Novalgina 1g 10 Comprimidos' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Novalgina 1g 10 Comprimidos')

  await page.getByRole('button', { name: 'Adicionar no carrinho' }).click()
  await page.getByLabel('CEP', { exact: true }).fill('01310100')
  await page.getByRole('button', { name: 'Confirmar CEP' }).click()
  await expect(page.getByText('O produto foi adicionado com sucesso na sua sacola.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Atualizar carrinho' })).toBeVisible()

  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Sacola/ })
    .click()
  await page.getByRole('button', { name: 'Ir para o resumo' }).click()
  await expect(page).toHaveURL(/\/login\?redirectTo=/)
  await page.getByRole('link', { name: 'Criar conta' }).click()
  await register(page)
  await expect(page).toHaveURL(/section=endereco/)
  await addAddress(page)

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confira seu pedido')
  await expect(page.getByRole('complementary', { name: 'Total' })).toContainText('R$ 19,47')
  await page.getByRole('button', { name: 'Finalizar pedido' }).click()
  await expect(page).toHaveURL(/\/checkout\/\d+\/pix$/)
  await expect(page.getByLabel('Pix copia e cola')).toHaveValue(/^000201.*br\.gov\.bcb\.pix.*6304[0-9A-F]{4}$/)
  const pixPage = page.url()

  await page.getByRole('link', { name: 'Abrir o banco de demonstração' }).click()
  await page.getByRole('button', { name: 'Pagar' }).click()
  await expect(page.getByText('Paga', { exact: true })).toBeVisible()
  await page.goto(pixPage)
  await expect(page).toHaveURL(/\/minha-conta\/pedidos\/\d+$/)
  await expect(page.getByText('Pago', { exact: true }).first()).toBeVisible()
})
