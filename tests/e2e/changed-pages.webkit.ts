import { expect } from '@playwright/test'
import { test } from '../support/browser.ts'
import { openChangingProxy, pageChanges } from '../support/changed-pages.ts'
import { homeAddress, novalgina, openShopper, person, register, saveAddress } from '../support/purchase.ts'
import { openWebKit } from '../support/webkit.ts'

for (const [how, change] of Object.entries(pageChanges)) {
  test(`where ${how}, a customer signs in and orders`, async ({ server }) => {
    const fields = person()
    const customer = await openShopper(server.url)
    await register(customer, fields)
    await saveAddress(customer, homeAddress)
    const proxy = await openChangingProxy(server.url, change)
    const page = await openWebKit({ scripts: true })
    try {
      await page.open(`${proxy.url}${novalgina.path}`)
      await page.press('Adicionar no carrinho')
      await page.fill('CEP', '01310100')
      await page.press('Confirmar CEP')
      await expect.poll(page.words).toMatch('O produto foi adicionado com sucesso na sua sacola.')
      await page.open(`${proxy.url}/login?redirectTo=/checkout/sacola`)
      await page.fill('E-mail', fields.email)
      await page.fill('Senha', fields.password)
      await page.press('Entrar')
      await expect.poll(page.address).toMatch(/\/checkout\/sacola/)
      await page.press('Ir para o resumo')
      await expect.poll(page.words).toMatch('Confira seu pedido')
      await page.press('Finalizar pedido')
      await expect.poll(page.address).toMatch(/\/checkout\/\d+\/pix$/)
    } finally {
      proxy.close()
      await page.close()
    }
  })
}
