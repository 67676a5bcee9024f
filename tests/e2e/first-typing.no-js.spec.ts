import { type BrowserContext, expect, type Page } from '@playwright/test'
import { test } from '../support/browser.ts'
import { novalgina } from '../support/purchase.ts'

test.use({ viewport: { width: 360, height: 740 } })

/** Counts what a new shopper presses and types. The bank's pages and the letter with the code are not the shop's. */
function countSteps(page: Page, context: BrowserContext) {
  const typed: string[] = []
  const pressed: string[] = []
  const main = page.getByRole('main')
  const type = async (label: string, value: string) => {
    typed.push(label)
    await main.getByLabel(label, { exact: true }).fill(value)
  }
  const press = async (name: string) => {
    pressed.push(name)
    await main
      .getByRole('button', { name, exact: true })
      .or(main.getByRole('link', { name, exact: true }))
      .first()
      .click()
  }
  const openBag = async () => {
    pressed.push('Sacola')
    await page
      .getByRole('banner')
      .getByRole('link', { name: /^Sacola/ })
      .click()
  }
  const signIn = async () => {
    const email = `nova-${crypto.randomUUID()}@example.com`
    await type('E-mail', email)
    await press('Receber código')
    const mailbox = await context.newPage()
    await mailbox.goto(`/sandbox/emails?to=${email}`)
    const letter = (await mailbox.getByRole('main').textContent()) ?? ''
    await mailbox.close()
    await type('Código', /\b\d{6}\b/.exec(letter)?.[0] ?? '')
    await press('Entrar com o código')
  }
  const pay = async () => {
    const pixPage = page.url()
    await press('Abrir o banco de demonstração')
    await press('Pagar')
    await page.goto(pixPage)
    await expect(page).toHaveURL(/\/minha-conta\/pedidos\/\d+$/)
    await expect(page.getByText('Pago', { exact: true }).first()).toBeVisible()
  }
  return { typed, pressed, type, press, openBag, signIn, pay }
}

test('on a phone, from a product’s link to the paid order, a new shopper types six things', async ({
  page,
  context,
}) => {
  const { typed, pressed, type, press, openBag, signIn, pay } = countSteps(page, context)
  await page.goto(novalgina.path)
  await press('Adicionar no carrinho')
  await type('CEP', '01310-100')
  await press('Confirmar CEP')
  await openBag()
  await press('Ir para o resumo')
  await signIn()
  await type('Nome e sobrenome de quem recebe', 'Ana Maria Lima')
  await type('Celular com DDD', '11987654321')
  await type('Número', '1000')
  await press('Salvar endereço')
  await press('Finalizar pedido')
  await pay()
  expect(typed).toEqual(['CEP', 'E-mail', 'Código', 'Nome e sobrenome de quem recebe', 'Celular com DDD', 'Número'])
  expect(pressed).toHaveLength(10)
})

test('an order that is picked up needs no address: five things typed, nine presses', async ({ page, context }) => {
  const { typed, pressed, type, press, openBag, signIn, pay } = countSteps(page, context)
  await page.goto(novalgina.path)
  await press('Adicionar no carrinho')
  await type('CEP', '01310-100')
  await press('Confirmar CEP')
  await openBag()
  await press('Ou retire na loja, sem pagar entrega')
  await signIn()
  await type('Nome e sobrenome de quem retira', 'Ana Maria Lima')
  await type('Celular com DDD', '11987654321')
  await press('Finalizar pedido')
  await pay()
  expect(typed).toEqual(['CEP', 'E-mail', 'Código', 'Nome e sobrenome de quem retira', 'Celular com DDD'])
  expect(pressed).toHaveLength(9)
})
