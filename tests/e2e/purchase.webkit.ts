import { expect } from '@playwright/test'
import { test } from '../support/browser.ts'
import { newCustomer, openSummary, pay, place } from '../support/purchase.ts'
import { createStaff, pickByHand } from '../support/staff.ts'
import { openWebKit, type WebKit } from '../support/webkit.ts'

const expectWords = (page: WebKit, words: string | RegExp) => expect.poll(page.words).toMatch(words)
const expectAddress = (page: WebKit, address: RegExp) => expect.poll(page.address).toMatch(address)

for (const scripts of [true, false]) {
  const how = scripts ? 'with scripts' : 'without scripts'

  test(`a newcomer finds a medicine, registers, orders, pays by Pix and sees it paid, ${how}`, async ({ server }) => {
    const page = await openWebKit({ scripts })
    await page.open(`${server.url}/`)
    await page.press('Medicamentos')
    await page.press('Analgésicos')
    await expectAddress(page, /child=/)
    await page.press('Novalgina 1g 10 Comprimidos')
    await expectAddress(page, /\/produto\//)
    await page.press('Adicionar no carrinho')
    await page.fill('CEP', '01310100')
    await page.press('Confirmar CEP')
    await expectWords(page, 'O produto foi adicionado com sucesso na sua sacola.')
    await page.open(`${server.url}/checkout/sacola`)
    await page.press('Ir para o resumo')
    await expectAddress(page, /\/login\?redirectTo=/)
    await page.press('Criar conta')
    await page.fill('Nome', 'Ana')
    await page.fill('Sobrenome', 'Lima')
    await page.fill('E-mail', `ana-${crypto.randomUUID()}@example.com`)
    await page.fill('Celular com DDD', '(11) 98765-4321')
    await page.fill('Senha', 'uma frase longa')
    await page.fill('Repita a senha', 'uma frase longa')
    await page.tick('Li e aceito')
    await page.press('Criar conta')
    await expectAddress(page, /section=endereco/)
    await page.fill('Número', '1000')
    await page.press('Salvar endereço')
    await expectWords(page, 'Confira seu pedido')
    await expectWords(page, /R\$\s19,47/)
    await page.press('Finalizar pedido')
    await expectAddress(page, /\/pix$/)
    const pixPage = await page.address()
    await page.press('Abrir o banco de demonstração')
    await page.press('Pagar')
    await expectWords(page, 'Paga')
    await page.open(pixPage)
    await expectAddress(page, /\/minha-conta\/pedidos\/\d+$/)
    await expectWords(page, 'Pago')
    await page.close()
  })

  test(`in the narrowest window a customer tells that something was missing, sees what comes back and sends it, ${how}`, async ({
    server: { url },
  }) => {
    const customer = await newCustomer(url)
    const order = await pay(customer, await place(customer, await openSummary(customer, '2')))
    const clerk = await createStaff(url, 'clerk')
    const desk = `/balcao/pedidos/${order}`
    await pickByHand(clerk, desk, 'Novalgina 1g 10 Comprimidos', 2)
    for (const button of ['Saiu para entrega', 'Confirmar entrega']) await clerk.submit(desk, { button })
    const page = await openWebKit({ scripts })
    await page.setSize(360, 640) // It is wider: the window has a bar of its own.
    await page.open(`${url}/sobre-nos`)
    for (const name of ['clientToken', 'branch']) await page.setCookie(name, customer.cookies.get(name) ?? '')
    const widthBeyondTheWindow =
      'const { scrollWidth, clientWidth } = document.documentElement; return scrollWidth - clientWidth'
    const expectFits = async () => expect(await page.run(widthBeyondTheWindow)).toBeLessThanOrEqual(0)
    await page.open(`${url}/minha-conta/pedidos/${order}`)
    await expectFits()
    await page.press('Tive um problema')
    await expectWords(page, 'O que aconteceu?')
    await expectFits()
    await page.tick('Faltou um produto')
    await page.tick('Novalgina')
    await page.fill('Conte em poucas palavras', 'Só veio uma caixa.')
    await page.press('Ver o que volta')
    await expectWords(page, 'O que volta para você')
    await expectWords(page, /R\$\s19,47/)
    await expectFits()
    await page.press('Enviar pedido')
    await expectWords(page, /Problema \d+/)
    await expectFits()
    await page.close()
  })
}
