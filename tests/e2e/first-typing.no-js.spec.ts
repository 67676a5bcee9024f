import { expect } from '@playwright/test'
import { test } from '../support/browser.ts'
import { novalgina } from '../support/purchase.ts'

test.use({ viewport: { width: 360, height: 740 } })

test('on a phone, from a product’s link to the paid order, a new shopper types six things', async ({
  page,
  context,
}) => {
  const email = `nova-${crypto.randomUUID()}@example.com`
  const typed: string[] = []
  const type = async (label: string, value: string) => {
    typed.push(label)
    await page.getByRole('main').getByLabel(label, { exact: true }).fill(value)
  }
  const press = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click()
  await page.goto(novalgina.path)
  await press('Adicionar no carrinho')
  await type('CEP', '01310-100')
  await press('Confirmar CEP')
  await page.goto('/checkout/sacola')
  await press('Ir para o resumo')
  await type('E-mail', email)
  await press('Receber código')
  const mailbox = await context.newPage()
  await mailbox.goto(`/sandbox/emails?to=${email}`)
  const letter = (await mailbox.getByRole('main').textContent()) ?? ''
  await type('Código', /\b\d{6}\b/.exec(letter)?.[0] ?? '')
  await press('Entrar com o código')
  await type('Nome e sobrenome de quem recebe', 'Ana Maria Lima')
  await type('Celular com DDD', '11987654321')
  await type('Número', '1000')
  await press('Salvar endereço')
  await press('Finalizar pedido')
  const pixPage = page.url()
  await page.getByRole('link', { name: 'Abrir o banco de demonstração' }).click()
  await press('Pagar')
  await page.goto(pixPage)
  await expect(page).toHaveURL(/\/minha-conta\/pedidos\/\d+$/)
  await expect(page.getByText('Pago', { exact: true }).first()).toBeVisible()
  expect(typed).toEqual(['CEP', 'E-mail', 'Código', 'Nome e sobrenome de quem recebe', 'Celular com DDD', 'Número'])
})
