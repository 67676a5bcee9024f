import { expect, type Page } from '@playwright/test'
import { comesAlive, holdScripts, openAlive, test } from '../support/browser.ts'
import { answerAtBank, novalgina, placeOrder } from '../support/purchase.ts'

/** As browsers translate a page: elements of theirs in place of its texts, also of those that come later on this page. */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts) {
      if (!text.data.trim() || text.parentElement?.closest('script, style, textarea, svg, [translate="no"]')) continue
      const outer = document.createElement('font')
      outer.append(document.createElement('font'))
      outer.firstElementChild?.append(text.data)
      text.replaceWith(outer)
    }
  })
}

test('on a page that the browser has translated what changes is seen', async ({ page }) => {
  await page.request.post('/cep', { form: { zipcode: '01310-100' } })
  await page.request.post(novalgina.path, { form: { id: novalgina.id, quantity: '4' } })
  await openAlive(page, '/checkout/sacola')
  await translate(page)
  await page.getByRole('button', { name: 'Diminuir quantidade' }).click()
  await expect(page.getByRole('main')).toContainText(/De R\$\s68,70 por R\$\s58,41/)
  await expect(page.getByRole('link', { name: 'Sacola, 3 itens' })).toBeVisible()

  await openAlive(page, '/produto/172')
  await translate(page)
  await page.getByRole('button', { name: 'Adicionar no carrinho' }).click()
  await expect(page.getByRole('button', { name: 'Atualizar carrinho' })).toBeVisible()

  // None of it in Moema: its form is another one there.
  await comesAlive(page)
  await translate(page)
  await page.getByRole('link', { name: /^Entregar em/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('CEP', { exact: true }).fill('04000-000')
  await dialog.getByRole('button', { name: 'Confirmar CEP' }).click()
  await expect(page.getByRole('button', { name: 'Avise-me' })).toBeVisible()

  await openAlive(page, '/categoria/medicamentos')
  await translate(page)
  await page.getByRole('checkbox', { name: /^EMS/ }).check()
  await expect(page).toHaveURL(/marca=/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('a page that was translated before its scripts arrived works as without them', async ({ page }) => {
  await page.request.post('/cep', { form: { zipcode: '01310-100' } })
  await holdScripts(page)
  await page.goto(novalgina.path)
  await translate(page)
  const framework = page.waitForEvent('requestfinished', (request) => /\/assets\/shop-.*\.js$/.test(request.url()))
  await page.evaluate(() => window.whenIdle?.())
  await framework
  await page.waitForLoadState('networkidle')
  await page.getByRole('button', { name: 'Adicionar no carrinho' }).click()
  await expect(page.getByRole('button', { name: 'Atualizar carrinho' })).toBeVisible()
})

test('a translated Pix page leads to the paid order', async ({ page, customer, continueAs }) => {
  const payment = await placeOrder(customer)
  const { location: pix } = await customer.submit(payment, { button: 'Pagar com Pix' })
  await continueAs(customer)
  await openAlive(page, pix ?? '')
  await translate(page)
  await answerAtBank(customer, payment)
  await expect(page.getByText('Pagamento confirmado! Já estamos separando o seu pedido.')).toBeVisible()
})
