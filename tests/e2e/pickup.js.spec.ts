import { expect } from '@playwright/test'
import type axe from 'axe-core'
import { axeSource } from '../support/axe.ts'
import { test } from '../support/browser.ts'
import { novalgina } from '../support/purchase.ts'
import { createStaff, pickByHand } from '../support/staff.ts'

test('at 360 px a customer who comes back buys from a product’s link in five taps, and picks the order up with its code', async ({
  page,
  baseURL,
}) => {
  const url = baseURL ?? ''
  await page.setViewportSize({ width: 360, height: 740 })
  await page.request.post('/cep', { form: { zipcode: '01310-100' } })
  let taps = 0
  const tap = async (role: 'button' | 'link', name: string) => {
    await page.getByRole('main').or(page.getByRole('dialog')).getByRole(role, { name }).first().click()
    taps += 1
  }
  const expectSound = async () => {
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await page.evaluate(axeSource)
    const { violations } = await page.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run())
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  }

  await page.goto(novalgina.path)
  await tap('button', 'Adicionar no carrinho')
  await tap('link', 'Ver sacola')
  await expect(page).toHaveURL(/\/checkout\/sacola$/)
  await tap('link', 'Ou retire na loja')
  await page.getByLabel('E-mail', { exact: true }).fill('cliente@example.com')
  await page.getByLabel('Senha', { exact: true }).fill('balcao-demo-2026')
  await tap('button', 'Entrar')
  await expect(page.getByText('Retirada na loja Paulista')).toBeVisible()
  await expectSound()
  await tap('button', 'Finalizar pedido')
  await expect(page.getByLabel('Pix copia e cola')).toHaveValue(/^000201/)
  expect(taps).toBe(5)
  const order = new URL(page.url()).pathname.split('/')[2]
  await page.goto((await page.getByRole('link', { name: 'Abrir o banco de demonstração' }).getAttribute('href')) ?? '')
  await page.getByRole('button', { name: 'Pagar' }).click()
  await expect(page.getByText('Paga', { exact: true })).toBeVisible()

  const clerk = await createStaff(url, 'clerk')
  const desk = `/balcao/pedidos/${order}`
  await pickByHand(clerk, desk, 'Novalgina 1g 10 Comprimidos', 1)
  await clerk.submit(desk, { button: 'Separado: avisar o cliente', fields: { shelf_mark: 'R-04' } })
  await page.goto(`/minha-conta/pedidos/${order}`)
  await expect(page.getByRole('heading', { name: 'Pronto para retirar' })).toBeVisible()
  await expectSound()
  const [code = ''] = ((await page.getByRole('main').textContent()) ?? '').match(/\d{3} \d{3}/) ?? []
  const wrong = await clerk.submit('/balcao/retirada', { button: 'Encontrar', fields: { pickup_code: '000 000' } })
  expect(wrong.status).toBe(422)
  const found = await clerk.submit('/balcao/retirada', { button: 'Encontrar', fields: { pickup_code: code } })
  expect(found.location).toContain(desk)
  const handed = await clerk.submit(desk, {
    button: 'Entregar',
    holding: { pickup_code: '' },
    fields: { pickup_code: code },
  })
  expect(handed.status).toBe(303)
  await page.reload()
  await expect(page.getByText('Entregue', { exact: true }).first()).toBeVisible()
})
