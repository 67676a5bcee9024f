import { expect, type Page } from '@playwright/test'
import { phone, test } from '../support/browser.ts'
import { novalgina } from '../support/purchase.ts'

// The narrowest phone that pages are made for.
test.use({ ...phone, viewport: { width: 360, height: 740 }, screen: { width: 360, height: 740 } })

/** Presses and fills as a shopper does, and counts. */
function countingHand(page: Page) {
  const count = { taps: 0, fields: 0 }
  return {
    count,
    async tap(role: 'button' | 'link', name: string | RegExp) {
      await page.getByRole('main').or(page.getByRole('dialog')).getByRole(role, { name }).first().click()
      count.taps += 1
    },
    async fill(label: string, value: string) {
      await page.getByLabel(label, { exact: true }).fill(value)
      count.fields += 1
    },
  }
}

/** From the bag to the code of the Pix, which is paid in the bank's own application; and then to the order. */
async function buy(page: Page, { tap, fill }: ReturnType<typeof countingHand>) {
  await tap('link', 'Ver sacola')
  await expect(page).toHaveURL(/\/checkout\/sacola$/)
  await tap('button', 'Ir para o resumo')
  await expect(page).toHaveURL(/\/login/)
  await fill('E-mail', 'cliente@example.com')
  await fill('Senha', 'balcao-demo-2026')
  await tap('button', 'Entrar')
  await expect(page).toHaveURL(/etapa=resumo/)
  await tap('button', 'Finalizar pedido')
  await expect(page).toHaveURL(/\/checkout\/\d+\/pix$/)
  await expect(page.getByLabel('Pix copia e cola')).toHaveValue(/^000201/)
  const pix = page.url()
  const bank = (await page.getByRole('link', { name: 'Abrir o banco de demonstração' }).getAttribute('href')) ?? ''
  await page.goto(bank)
  await page.getByRole('button', { name: 'Pagar' }).click()
  await expect(page.getByText('Paga', { exact: true })).toBeVisible()
  await page.goto(pix)
  await expect(page).toHaveURL(/\/minha-conta\/pedidos\/\d+$/)
  await expect(page.getByRole('heading', { name: /^Recibo do pedido/ })).toBeVisible()
}

test('who comes back to a browser that knows nothing of them buys with five taps and two fields, and one of each for the postal code', async ({
  page,
}) => {
  const hand = countingHand(page)
  await page.goto(novalgina.path)
  await hand.tap('button', 'Adicionar no carrinho')
  await hand.fill('CEP', '01310-100')
  await hand.tap('button', 'Confirmar CEP')
  expect(hand.count).toEqual({ taps: 2, fields: 1 })
  await buy(page, hand)
  expect(hand.count).toEqual({ taps: 6, fields: 3 })
})
