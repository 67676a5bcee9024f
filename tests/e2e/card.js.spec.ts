import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import { axeSource } from '../support/axe.ts'
import { test } from '../support/browser.ts'
import { placeOrder } from '../support/purchase.ts'

test.use({ viewport: { width: 360, height: 740 } })

test('at 360 px an order is paid by card on the provider’s page: declined, tried again, in review, approved', async ({
  page,
  customer,
  continueAs,
}) => {
  const payment = await placeOrder(customer)
  await continueAs(customer)
  await page.goto(payment)
  await expect(page.getByText(/em até \d× de R\$|em até \d× sem juros/)).toBeVisible()
  await expectSound(page)
  await openCard(page)
  const hosted = page.url()
  await page.goto(`${payment}/cartao`)
  await expect(page.getByRole('heading', { name: 'Aguardando o cartão', level: 1 })).toBeVisible()
  await expectSound(page)
  await page.getByRole('link', { name: 'Pagar com cartão' }).click()
  await expect(page).toHaveURL(hosted)
  await page.getByRole('button', { name: 'Recusar' }).click()
  await expect(page.getByText('O banco não aprovou o cartão')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`${payment}$`))
  await expectSound(page)

  await openCard(page)
  const secondPage = page.url()
  await page.getByLabel('Parcelas').selectOption('3')
  await page.getByRole('button', { name: 'Aprovar depois' }).click()
  await expect(page.getByText('Seu cartão está em análise')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Pagar com cartão' })).toHaveCount(0)
  await page.goto(secondPage)
  await page.getByRole('button', { name: 'Aprovar', exact: true }).click()
  await expect(page).toHaveURL(/\/minha-conta\/pedidos\/\d+$/)
  await expect(page.getByText('Pagamento confirmado! Já estamos separando o seu pedido.')).toBeVisible()
  await expect(page.getByText(/^Cartão Visa, em 3×: R\$/)).toBeVisible()
})

/** Leads to the provider's page at once. */
async function openCard(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Pagar com cartão' }).click()
  await expect(page).toHaveURL(/\/sandbox\/cartao\?pedido=/)
}

async function expectSound(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await page.evaluate(axeSource)
  const { violations } = await page.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run())
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
}
