import { expect } from '@playwright/test'
import type axe from 'axe-core'
import { axeSource } from '../support/axe.ts'
import { test } from '../support/browser.ts'
import { newCustomer, openSummary, pay, place } from '../support/purchase.ts'
import { createStaff, pickByHand } from '../support/staff.ts'

test('at 360 px a customer tells that something was missing, sees what comes back, sends it, and reads the answer', {
  tag: '@every-browser',
}, async ({ page, context, baseURL }) => {
  const url = baseURL ?? ''
  const customer = await newCustomer(url)
  const order = await pay(customer, await place(customer, await openSummary(customer, '2')))
  const clerk = await createStaff(url, 'clerk')
  const desk = `/balcao/pedidos/${order}`
  await pickByHand(clerk, desk, 'Novalgina 1g 10 Comprimidos', 2)
  for (const button of ['Saiu para entrega', 'Confirmar entrega']) await clerk.submit(desk, { button })
  await page.setViewportSize({ width: 360, height: 640 })
  await context.addCookies(
    ['clientToken', 'branch'].map((name) => ({ name, value: customer.cookies.get(name) ?? '', url })),
  )
  const expectSound = async () => {
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await page.evaluate(axeSource)
    const { violations } = await page.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run())
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  }

  await page.goto(`/minha-conta/pedidos/${order}`)
  await expectSound()
  await page.getByRole('link', { name: 'Tive um problema' }).click()
  await expect(page.getByRole('heading', { name: 'O que aconteceu?' })).toBeVisible()
  await expectSound()
  await page.getByRole('radio', { name: 'Faltou um produto' }).check()
  await page.getByRole('checkbox', { name: 'Novalgina' }).check()
  await page.getByLabel('Conte em poucas palavras').fill('Só veio uma caixa.')
  await page.getByRole('button', { name: 'Ver o que volta' }).click()
  await expect(page.getByRole('heading', { name: 'O que volta para você' })).toBeVisible()
  await expect(page.getByText('R$ 19,47').first()).toBeVisible()
  await expectSound()
  await page.getByRole('button', { name: 'Enviar pedido' }).click()
  await expect(page.getByRole('heading', { name: /^Problema \d+$/ })).toBeVisible()
  await expectSound()

  const id = new URL(page.url()).pathname.split('/').at(-1)
  const pharmacist = await createStaff(url, 'pharmacist')
  await pharmacist.submit(`/balcao/pedidos-de-clientes/${id}`, {
    button: 'Responder',
    fields: { decision: 'grant', message: 'Sentimos muito. O valor volta hoje.' },
  })
  await page.reload()
  await expect(page.getByText('Voltam para você R$ 19,47.')).toBeVisible()
  await expect(page.getByText('Sentimos muito. O valor volta hoje.')).toBeVisible()
  await expectSound()
})
