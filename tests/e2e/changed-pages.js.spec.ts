import { expect } from '@playwright/test'
import { comesAlive, holdScripts, test } from '../support/browser.ts'
import { openChangingProxy, pageChanges } from '../support/changed-pages.ts'
import {
  addToBag,
  homeAddress,
  novalgina,
  openShopper,
  person,
  register,
  saveAddress,
  signOut,
} from '../support/purchase.ts'

for (const [how, change] of Object.entries(pageChanges)) {
  test(`where ${how}, a customer signs in and orders, and keeps what was typed`, { tag: '@every-browser' }, async ({
    context,
    server,
    continueAs,
  }) => {
    const fields = person()
    const customer = await openShopper(server.url)
    await register(customer, fields)
    await saveAddress(customer, homeAddress)
    await signOut(customer)
    await addToBag(customer, novalgina)
    await continueAs(customer)
    const proxy = await openChangingProxy(server.url, change)
    // Not the fixture's, which fails at each error of scripts: React reports the page that it draws anew.
    const page = await context.newPage()
    await holdScripts(page)
    const startScripts = async () => {
      await page.waitForFunction(() => window.whenIdle)
      await page.evaluate(() => window.whenIdle?.())
      // A page that was translated before stays as it is without scripts.
      if ((await page.locator('font').count()) === 0) await comesAlive(page)
    }
    try {
      await page.goto(`${proxy.url}/login?redirectTo=/checkout/sacola`)
      const [emailField, passwordField] = [page.locator('input[name=email]'), page.locator('input[name=password]')]
      await emailField.fill(fields.email)
      await passwordField.fill(fields.password)
      await startScripts()
      await expect(emailField).toHaveValue(fields.email)
      await expect(passwordField).toHaveValue(fields.password)
      await expect(passwordField).toBeFocused()
      await page.getByRole('button', { name: 'Entrar', exact: true }).click()
      await expect(page).toHaveURL(/\/checkout\/sacola/)
      await startScripts()
      await page.getByRole('button', { name: 'Ir para o resumo' }).click()
      await expect(page).toHaveURL(/etapa=resumo/)
      await startScripts()
      await page.getByRole('button', { name: 'Finalizar pedido' }).click()
      await expect(page).toHaveURL(/\/checkout\/\d+\/pix$/)
    } finally {
      proxy.close()
    }
  })
}

test('where an extension adds an element after the body, the page stays as it is, and a customer signs in', async ({
  page,
}) => {
  await page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => {
      document.documentElement.append(document.createElement('grammarly-desktop-integration'))
    }),
  )
  await page.goto('/login')
  const main = await page.locator('main').elementHandle()
  await comesAlive(page)
  expect(await main?.evaluate((element) => element.isConnected)).toBe(true)
  await page.getByLabel('E-mail').fill('cliente@example.com')
  await page.getByLabel('Senha').fill('balcao-demo-2026')
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await expect(page.getByText('Olá, Marina').first()).toBeVisible()
})
