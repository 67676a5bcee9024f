import { expect, type Locator } from '@playwright/test'
import { openAlive, test } from '../support/browser.ts'
import { addToBag, goOn, novalgina, openCustomer, summary } from '../support/purchase.ts'

const above = 'Quantidade Inválida. A quantidade que você está tentando inserir é maior que o estoque.'

test('in the bag a changed quantity applies itself: pressed, after a moment, several presses at once; typed, when the field is left', async ({
  page,
}) => {
  await page.request.post('/cep', { form: { zipcode: '01310-100' } })
  await page.request.post(novalgina.path, { form: { id: String(novalgina.id), quantity: '2' } })
  await openAlive(page, '/checkout/sacola')
  const field = page.getByRole('spinbutton', { name: /^Quantidade/ })
  const more = page.getByRole('button', { name: 'Aumentar quantidade' })
  const update = page.getByRole('button', { name: 'Atualizar' })
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(String(new URLSearchParams(request.postData() ?? '').get('quantity')))
  })
  await expect(update).toBeHidden()

  await more.click()
  await more.click()
  await expect(page.getByRole('link', { name: 'Sacola, 4 itens' })).toBeVisible()
  await expect(more).toBeFocused()
  expect(sent).toEqual(['4'])
  await expect(page.getByRole('status').filter({ hasText: /^Total R\$\s77,88$/ })).toBeAttached()
  expect(await page.getByText('A quantidade foi atualizada.').isVisible()).toBe(false)

  await field.fill('3')
  await expect(update).toBeVisible()
  await field.blur()
  await expect(page.getByRole('link', { name: 'Sacola, 3 itens' })).toBeVisible()
  await expect(update).toBeHidden()

  await field.fill('5')
  await update.click()
  await expect(page.getByRole('link', { name: 'Sacola, 5 itens' })).toBeVisible()
  await expect(page.getByText('A quantidade foi atualizada.')).toBeVisible()

  await field.fill('999')
  await field.blur()
  await expect(page.getByText(above)).toBeVisible()
  await expect(field).toHaveValue((await field.getAttribute('max')) ?? '')
  await field.fill('')
  await field.blur()
  await expect(field).toHaveValue((await field.getAttribute('max')) ?? '')
})

test('on phones the total and the next step stay in view, and cover nothing that has the focus', async ({ page }) => {
  await page.request.post('/cep', { form: { zipcode: '01310-100' } })
  await page.request.post(novalgina.path, { form: { id: String(novalgina.id), quantity: '2' } })
  await page.setViewportSize({ width: 360, height: 740 })
  await openAlive(page, '/checkout/sacola')
  const go = page.getByRole('button', { name: 'Ir para o resumo' })
  await expect(go).toBeInViewport({ ratio: 1 })
  await expect(page.getByText(/^Total R\$\s38,94$/)).toBeInViewport({ ratio: 1 })
  for (const control of await page.locator('main :is(a, button, input):visible').all()) {
    await control.focus()
    const isCovered = await control.evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      return (
        !there || !(element.contains(there) || there.contains(element) || there.closest('label')?.contains(element))
      )
    })
    expect(isCovered, await control.evaluate((element) => element.outerHTML)).toBe(false)
  }

  // Outside coverage a panel stands between: above the bar on phones, on a desk beside the lines.
  await page.request.post('/cep', { form: { zipcode: '08100-000' } })
  await openAlive(page, '/checkout/sacola')
  await expect(go).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1280, height: 900 })
  const placeOf = async (locator: Locator) => (await locator.boundingBox()) ?? { x: 0, y: 0 }
  const [notice, next, lines] = await Promise.all([
    placeOf(page.getByRole('button', { name: 'Avise-me' })),
    placeOf(go),
    placeOf(page.getByLabel('Código do cupom')),
  ])
  expect([notice.x > lines.x + 300, next.y > notice.y]).toEqual([true, true])
})

test('in the summary a balance pays as it is ticked, the focus stays, and what has nothing left to pay is unticked', async ({
  page,
  server,
  continueAs,
}) => {
  const customer = await openCustomer(server.url, 'beneficio@example.com')
  await addToBag(customer, novalgina)
  await goOn(customer)
  await continueAs(customer)
  await openAlive(page, summary)
  const gain = page.getByRole('checkbox', { name: /R\$\s410,83/ })
  const wallet = page.getByRole('checkbox', { name: /^Minha carteira/ })
  await gain.focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('Seus saldos pagam o pedido inteiro')).toBeVisible()
  await expect(gain).toBeFocused()

  await wallet.focus()
  await page.keyboard.press('Space')
  await expect(page).toHaveURL(/gains=.*wallet=1/)
  await expect(wallet).not.toBeChecked()
  await expect(gain).toBeChecked()
  await page.getByRole('button', { name: 'Finalizar pedido' }).click()
  await expect(page).toHaveURL(/\/minha-conta\/pedidos\/\d+$/)
})
