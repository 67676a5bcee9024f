import { expect } from '@playwright/test'
import { test } from '../support/browser.ts'
import { bagPage, novalgina, openSummary, summary } from '../support/purchase.ts'

test.use({ viewport: { width: 360, height: 740 } })

test('at 360 px without scripts an order is paid by card, or at the door, whose fields stand only where it is chosen', async ({
  page,
  customer,
  continueAs,
}) => {
  await openSummary(customer)
  await continueAs(customer)
  await page.goto(summary)
  await page.getByLabel('Cartão de crédito').check()
  await expect(page.getByLabel('Troco para')).toBeHidden()
  await page.getByRole('button', { name: 'Finalizar pedido' }).click()
  await expect(page).toHaveURL(/\/sandbox\/cartao\?pedido=/)
  await page.getByRole('button', { name: 'Aprovar', exact: true }).click()
  await expect(page).toHaveURL(/\/minha-conta\/pedidos\/\d+$/)

  await page.goto(novalgina.path)
  await page.getByRole('button', { name: 'Adicionar no carrinho' }).first().click()
  await page.goto(bagPage)
  await page.getByRole('button', { name: 'Ir para o resumo' }).click()
  await page.getByLabel('Na entrega').check()
  await page.getByLabel('Dinheiro', { exact: true }).check()
  await page.getByLabel('Troco para').fill('50')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await page.getByRole('button', { name: 'Finalizar pedido' }).click()
  await expect(page.getByText(/Você paga R\$\s19,47 na entrega, em dinheiro\./)).toBeVisible()
})
