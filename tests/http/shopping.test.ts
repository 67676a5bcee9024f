import { expect, test } from 'vitest'
import { ownServer } from '../support/file-server.ts'
import { formsOn } from '../support/forms.ts'
import { hiddenField, openPlainBrowser, type PlainAnswer, type PlainBrowser, wordsOf } from '../support/http.ts'
import {
  addToBag,
  bagPage,
  dorflex,
  type Goods,
  giveZipcode,
  goOn,
  newCustomer,
  novalgina,
  openCustomer,
  openShopper,
  openSummary,
  signIn,
  signOut,
  summary,
  summaryForm,
  trayenta,
} from '../support/purchase.ts'

const server = ownServer()

const stock = (60 * 7 + 13) % 41

/** The quantity of each product in the bag, by its id, from the fields of the lines. */
async function bagOf(shopper: PlainBrowser): Promise<Record<string, string>> {
  const { html } = await shopper.get(bagPage)
  const lines = html.matchAll(/name="id" value="(\d+)"[\s\S]*?name="quantity"[^>]*value="(\d+)"/g)
  return Object.fromEntries([...lines].map(([, id, quantity]) => [id, quantity]))
}

test('an unknown product, category, path or order is a 404 page that leads home', async () => {
  const customer = await openCustomer(server.url)
  for (const path of ['/produto/nope', '/categoria/nope', '/nope', '/checkout/999', '/minha-conta/pedidos/abc']) {
    const { status, html } = await customer.get(path)
    expect([path, status]).toEqual([path, 404])
    expect(wordsOf(html)).toContain('Ocorreu um erro inesperado...')
    expect(wordsOf(html)).toContain('Voltar para a página inicial')
  }
})

test('a postal code of seven digits is refused, and the field keeps it', async () => {
  const { status, html } = await giveZipcode(openPlainBrowser(server.url), '0131010')
  expect(status).toBe(422)
  expect(wordsOf(html)).toContain('Insira um CEP válido.')
  expect(html).toMatch(/<input[^>]*name="zipcode"[^>]*value="0131010"/)
  expect(html).toMatch(/aria-invalid="true"/)
  expect(html).toContain('href="#zipcode"')
})

test('a postal code out of coverage is kept, shown as such, and nothing can be added', async () => {
  const visitor = openPlainBrowser(server.url)
  const before = await visitor.get(novalgina.path)
  const { status, html } = await giveZipcode(visitor, '08100-000')
  expect(status).toBe(422)
  expect(wordsOf(html)).toContain(
    'CEP fora de cobertura! Ainda não damos cobertura para o CEP informado. Avisaremos quando chegarmos aí.',
  )
  expect(wordsOf(html)).toContain('Ops, ainda não chegamos na sua região.')
  const product = wordsOf((await visitor.get(novalgina.path)).html)
  expect(product).toContain('Ainda não entregamos no CEP 08100-000.')
  expect(product).not.toMatch(/Em estoque|Adicionar no carrinho/)
  // By a page that was opened before.
  const added = await visitor.submit(before, { button: 'Adicionar no carrinho' })
  expect(added.status).toBe(422)
  expect(added.html).toMatch(/role="alert"/)
  expect(wordsOf((await visitor.get('/checkout/sacola')).html)).toContain('Não há produtos em sua sacola')
})

test('a price says whose it is, and takes the postal code in place', async () => {
  const visitor = openPlainBrowser(server.url)
  const labelOfZipcode = async () => {
    const { html } = await visitor.get(novalgina.path)
    return wordsOf(/<label for="product-zipcode">.*?<\/label>/.exec(html)?.[0] ?? '')
  }
  const typeZipcode = (button: string, zipcode: string) =>
    visitor.submit(novalgina.path, { button, fields: { zipcode } })
  expect(await labelOfZipcode()).toBe('Informe seu CEP para ver preço e estoque da sua região.')
  const mistyped = await typeZipcode('Consultar CEP', '0131')
  expect([mistyped.status, mistyped.html.includes(`value="${novalgina.path}"`)]).toEqual([422, true])
  await giveZipcode(visitor, '08100-000')
  expect(await labelOfZipcode()).toBe('CEP fora de cobertura! O preço é o de outra região.')
  expect((await typeZipcode('Trocar CEP', '01310100')).location).toBe(novalgina.path)
  expect(await labelOfZipcode()).toBe('Preço para o CEP 01310-100')
})

test('adding without a postal code asks for it, and adds as many once it is confirmed, even at the second try', async () => {
  const visitor = openPlainBrowser(server.url)
  const asked = await addToBag(visitor, novalgina, '3')
  expect(asked.status).toBe(303)
  const page = await visitor.get(asked.location ?? '')
  expect(wordsOf(page.html)).toContain('Informe seu CEP para adicionar o produto à sacola.')
  const mistyped = await visitor.submit(page, { button: 'Confirmar CEP', fields: { zipcode: '0131010' } })
  expect(mistyped.status).toBe(422)
  const confirmed = await visitor.submit(mistyped, { button: 'Confirmar CEP', fields: { zipcode: '01310100' } })
  expect([confirmed.status, confirmed.location]).toEqual([303, novalgina.path])
  expect(wordsOf((await visitor.get(novalgina.path)).html)).toContain('foi adicionado com sucesso na sua sacola.')
  expect(await bagOf(visitor)).toEqual({ [novalgina.id]: '3' })
})

test('a postal code where the waiting product has run out is kept, and says so', async () => {
  const visitor = openPlainBrowser(server.url)
  // None in Moema: (172 × 7 + 2 × 13) mod 41.
  const asked = await addToBag(visitor, { path: (await visitor.get('/produto/172')).location ?? '' })
  const confirmed = await giveZipcode(visitor, '04000-000', asked.location ?? '')
  expect([confirmed.status, confirmed.location]).toEqual([303, expect.stringMatching(/^\/produto\//)])
  const { html } = await visitor.get('/checkout/sacola')
  expect(wordsOf(html)).toContain('O produto está indisponível na sua região no momento.')
  expect(wordsOf(html)).toContain('04000-000')
})

test.each([
  ['abc', 0, 'A quantidade precisa ser um número inteiro.'],
  ['-1', 0, 'Escolha pelo menos 1 unidade'],
  ['0', 0, 'Escolha pelo menos 1 unidade'],
  ['1', 1, 'O produto foi adicionado com sucesso na sua sacola.'],
  ['1000000000', stock, 'Quantidade Inválida. A quantidade que você está tentando inserir é maior que o estoque.'],
])('a quantity of %s on the product page puts %i into the bag, and says so', async (quantity, expected, sentence) => {
  const shopper = await openShopper(server.url)
  const answer = await addToBag(shopper, novalgina, quantity)
  expect([answer.status, answer.location]).toEqual([303, novalgina.path])
  const page = await shopper.get('/checkout/sacola')
  expect(wordsOf(page.html)).toContain(sentence)
  expect(page.html.match(/name="quantity"[^>]*value="(\d+)"/)?.[1] ?? '0').toBe(String(expected))
})

test('adding again merges; the button of a product in the bag sets instead', async () => {
  const shopper = await openShopper(server.url)
  const page = await shopper.get(novalgina.path)
  for (const quantity of ['2', '3']) {
    await shopper.submit(page, { button: 'Adicionar no carrinho', fields: { quantity } })
  }
  expect(await bagOf(shopper)).toEqual({ [novalgina.id]: '5' })
  const { html } = await shopper.get(novalgina.path)
  expect(html).toMatch(/name="quantity"[^>]*value="5"/)
  await shopper.submit(novalgina.path, { button: 'Atualizar carrinho', fields: { quantity: '4' } })
  expect(await bagOf(shopper)).toEqual({ [novalgina.id]: '4' })
})

test('a line of the bag changes, stays at what is no number, and leaves at zero or by its button', async () => {
  const shopper = await openShopper(server.url)
  for (const product of [novalgina, dorflex]) await addToBag(shopper, product, '2')
  const press = (button: string, { id }: Goods, fields: Record<string, string> = {}) =>
    shopper.submit(bagPage, { button, holding: { id }, fields })
  const told = async () => wordsOf((await shopper.get(bagPage)).html)

  await press('Atualizar', novalgina, { quantity: '3' })
  expect(await bagOf(shopper)).toEqual({ [novalgina.id]: '3', [dorflex.id]: '2' })
  await press('Atualizar', novalgina, { quantity: 'abc' })
  expect(await told()).toContain('A quantidade precisa ser um número inteiro. Nada mudou na sua sacola.')
  expect(await bagOf(shopper)).toEqual({ [novalgina.id]: '3', [dorflex.id]: '2' })
  await press('Atualizar', dorflex, { quantity: '0' })
  expect(await told()).toContain('foi removido com sucesso da sua sacola.')
  expect(await bagOf(shopper)).toEqual({ [novalgina.id]: '3' })
  await addToBag(shopper, dorflex)
  await press('Remover', novalgina)
  expect(await told()).toContain('foi removido com sucesso da sua sacola.')
  expect(await bagOf(shopper)).toEqual({ [dorflex.id]: '1' })
})

test('the whole bag is emptied by one button', async () => {
  const shopper = await openShopper(server.url)
  for (const product of [novalgina, dorflex]) await addToBag(shopper, product)
  await shopper.submit(bagPage, { button: 'Esvaziar sacola' })
  expect(wordsOf((await shopper.get('/')).html)).toContain('Foram removidos todos os produtos da sacola.')
  expect(shopper.cookies.has('cartItems')).toBe(false)
})

test('what was taken out of the bag is put back by one button, with its coupon, wherever it was taken out', async () => {
  const shopper = await openShopper(server.url)
  for (const product of [novalgina, dorflex]) await addToBag(shopper, product, '2')
  await shopper.submit(bagPage, { button: 'Aplicar cupom', fields: { coupon_code: 'BEMVINDO10' } })
  const whole = { [novalgina.id]: '2', [dorflex.id]: '2' }

  await shopper.submit(bagPage, { button: 'Esvaziar sacola' })
  const emptied = await shopper.get(bagPage)
  expect(await shopper.submit(emptied, { button: 'Desfazer' })).toMatchObject({ status: 303, location: bagPage })
  const restored = wordsOf((await shopper.get(bagPage)).html)
  expect(restored).toContain('Os produtos voltaram para a sua sacola.')
  expect(restored).toContain('BEMVINDO10')
  expect(await bagOf(shopper)).toEqual(whole)

  await shopper.submit(bagPage, { button: 'Remover', holding: { id: dorflex.id } })
  await shopper.submit(bagPage, { button: 'Desfazer' })
  expect(await bagOf(shopper)).toEqual(whole)

  const listing = '/categoria?search=novalgina'
  for (const button of Array(2).fill('Diminuir quantidade de Novalgina 1g 10 Comprimidos'))
    await shopper.submit(listing, { button })
  expect(await shopper.submit(listing, { button: 'Desfazer' })).toMatchObject({ location: listing })
  expect(await bagOf(shopper)).toEqual({ [novalgina.id]: '1', [dorflex.id]: '2' })
  // Once more: an old page's button finds nothing, and nothing is lost.
  await shopper.submit(emptied, { button: 'Desfazer' })
  expect(await bagOf(shopper)).toEqual({ [novalgina.id]: '1', [dorflex.id]: '2' })
})

test('a quantity above the stock is said beside its field, with how many there are, and over nothing', async () => {
  const shopper = await openShopper(server.url)
  const sentence = `é maior que o estoque. Há ${stock} unidades em estoque na sua região.`
  const besideField = /id="quantity(?:-60)?-note" role="alert">([^<]*)</
  await addToBag(shopper, novalgina, '999')
  const product = (await shopper.get(novalgina.path)).html
  expect(product.match(besideField)?.[1]).toContain(sentence)
  expect(product).not.toContain('<dialog')
  await shopper.submit(bagPage, { button: 'Atualizar', fields: { quantity: '999' } })
  const bag = (await shopper.get(bagPage)).html
  expect(bag.match(besideField)?.[1]).toContain(sentence)
  expect(bag).not.toContain('<dialog')
})

test('where a line has sold out meanwhile, the bag’s page and its header count the same', async () => {
  const shopper = await openShopper(server.url)
  await addToBag(shopper, novalgina, '2')
  // None of it in Moema.
  const gone = (await shopper.get('/produto/172')).location ?? ''
  await addToBag(shopper, { path: gone }, '3')
  await giveZipcode(shopper, '04000-000')
  const bag = new Map(shopper.cookies)
  for (const path of [bagPage, '/']) {
    const { html } = await openPlainBrowser(server.url, path === bagPage ? bag : shopper.cookies).get(path)
    expect([path, html.match(/>Sacola, ([^<]*)</)?.[1]]).toEqual([path, '2 itens'])
    for (const [name, value] of bag) shopper.cookies.set(name, value)
  }
})

test('the bag has these forms and no others, each with its fields and buttons', async () => {
  const customer = await newCustomer(server.url)
  await addToBag(customer, novalgina, '2')
  await addToBag(customer, trayenta)
  const page = await customer.get(bagPage)
  const deliveryAddressId = hiddenField(page.html, 'delivery_address_id')
  const account = hiddenField(page.html, 'account')
  const ofBag = ({ html }: PlainAnswer) => formsOn(html, bagPage).filter(({ path }) => path.startsWith('/checkout'))
  const form = (fields: [string, string][], ...buttons: [string, string][]) => ({
    method: 'POST',
    path: bagPage,
    fields: [['account', account], ...fields],
    buttons,
  })
  const line = (id: string, quantity: string) =>
    form(
      [
        ['id', id],
        ['quantity', quantity],
      ],
      ['Atualizar', 'intent=update'],
      ['Remover', 'intent=remove'],
    )
  const coupon = form([['coupon_code', '']], ['Aplicar cupom', 'intent=coupon'])
  const goesOn = form(
    [
      ['delivery_address_id', deliveryAddressId],
      ['order_note', ''],
    ],
    // The first is hidden: Enter presses it.
    ['Continuar', 'intent=continue'],
    ['Cadastrar novo endereço', 'intent=address'],
    ['Ir para o resumo', 'intent=continue'],
  )
  const clear = form([], ['Esvaziar sacola', 'intent=clear'], ['Compartilhar sacola', 'intent=share'])
  const lines = [line(novalgina.id, '2'), line(trayenta.id, '1')]
  expect(ofBag(page)).toEqual([clear, ...lines, coupon, goesOn])
  expect(page.html).toContain(`href="/desconto-laboratorio?id=${trayenta.id}"`)

  await customer.submit(page, { button: 'Aplicar cupom', fields: { coupon_code: 'BEMVINDO10' } })
  const applied = form([], ['Remover cupom', 'intent=removeCoupon'])
  expect(ofBag(await customer.get(bagPage))).toEqual([clear, ...lines, applied, goesOn])
})

test('‘Ir para o resumo’ takes the address and the note along, and a visitor to the login and back', async () => {
  const customer = await newCustomer(server.url)
  await addToBag(customer, novalgina)
  const fields = { order_note: 'Deixar na portaria' }
  expect((await customer.submit(bagPage, { button: 'Ir para o resumo', fields })).location).toBe(summary)
  const words = wordsOf((await customer.get(summary)).html)
  expect(words).toMatch(/Avenida Paulista, 1000.*Observação: Deixar na portaria/)

  const visitor = await openShopper(server.url)
  await addToBag(visitor, novalgina)
  const { location } = await goOn(visitor)
  expect(location).toBe('/login?redirectTo=%2Fcheckout%2Fsacola%3Fetapa%3Dresumo')
})

test('a tampered bag or place is no bag and no place, and breaks nothing', async () => {
  const shopper = await openShopper(server.url)
  await addToBag(shopper, novalgina, '2')
  for (const name of ['cartItems', 'branch']) {
    shopper.cookies.set(name, `x${shopper.cookies.get(name)}`)
  }
  const { status, html } = await shopper.get('/checkout/sacola')
  expect(status).toBe(200)
  expect(wordsOf(html)).toContain('Não há produtos em sua sacola')
})

test('the bag’s cookie holds ids and quantities alone', async () => {
  const shopper = await openShopper(server.url)
  await addToBag(shopper, novalgina, '2')
  const [value = ''] = (shopper.cookies.get('cartItems') ?? '').split('.')
  expect(JSON.parse(Buffer.from(decodeURIComponent(value), 'base64').toString())).toEqual({ lines: [[60, 2]] })
})

test('an order for other prices or another branch than shown is refused, and nothing is placed', async () => {
  const customer = await openCustomer(server.url)
  const form = summaryForm(await openSummary(customer))
  const forged = await customer.post(summary, { ...form, branch_id: '2' })
  expect(forged.status).toBe(409)
  const unknown = await customer.post(summary, { ...form, branch_id: '9999' })
  expect(unknown.status).toBe(422)
  expect(wordsOf(unknown.html)).toContain('Esta loja não existe.')
  const changed = await customer.post(summary, { ...form, expected_amount: '0.01' })
  expect(changed.status).toBe(409)
  expect(wordsOf(changed.html)).toContain('Algo mudou desde que você abriu o resumo.')
  expect(wordsOf(changed.html)).toContain('Finalizar pedido')
})

test('guest pages send customers on, and customers’ pages ask visitors to sign in and come back', async () => {
  const visitor = openPlainBrowser(server.url)
  expect((await visitor.get('/minha-conta?section=pedidos')).location).toBe(
    '/login?redirectTo=%2Fminha-conta%3Fsection%3Dpedidos',
  )
  expect((await visitor.get('/checkout/1')).location).toBe('/login?redirectTo=%2Fcheckout%2F1')
  const customer = await openCustomer(server.url)
  expect((await customer.get('/login')).location).toBe('/')
  expect((await customer.get('/cadastro')).location).toBe('/')
  expect((await customer.get('/checkout/receita-medica')).location).toBe('/checkout/sacola')
})

test('whatever a link or a form says, it leads to a page of the shop', async () => {
  const away = [
    ...['https://evil.example', '//evil.example', '/\\evil.example', '\\\\evil.example', 'javascript:alert(1)'],
    ...['/\t/evil.example', '/\n/evil.example', '/\r\n/evil.example', '\t//evil.example', ' //evil.example'],
    ...['\u0001//evil.example', '/..//evil.example'],
  ]
  const within = [
    ...['/%09/evil.example', '/%5cevil.example', '/%2f/evil.example', '/\u0001/evil.example', '/\u000b/evil.example'],
    ...['/categoria/日本', '/categoria/beleza?child=maquiagem#topo'],
  ]
  const [customer, visitor] = [await openCustomer(server.url), openPlainBrowser(server.url)]
  const led = async (target: string) => {
    const link = await customer.get(`/login?${new URLSearchParams({ redirectTo: target })}`)
    const form = await visitor.post('/cep', { zipcode: '01310-100', redirectTo: target })
    // Where a browser goes: it skips tabs and line breaks, and takes a backslash for a slash.
    const pages = [link, form].map(({ location }) => new URL(location ?? '', `${server.url}/login`))
    expect([target, link.status, form.status, ...pages.map(({ origin }) => origin)]).toEqual([
      ...[target, 303, 303, server.url, server.url],
    ])
    return pages.map(({ href }) => href)
  }
  for (const target of away)
    expect([target, ...(await led(target))]).toEqual([target, `${server.url}/`, `${server.url}/`])
  for (const target of within) {
    const { href } = new URL(target, server.url)
    expect([target, ...(await led(target))]).toEqual([target, href, href])
  }
})

test('a login leads back to the page that asked for it, and nowhere else', async () => {
  const page = '/login?redirectTo=/minha-conta?section=pedidos'
  const asked = await openPlainBrowser(server.url).get(page)
  expect((await signIn(openPlainBrowser(server.url), undefined, undefined, asked)).location).toBe(
    '/minha-conta?section=pedidos',
  )
  const forged = { email: 'cliente@example.com', password: 'balcao-demo-2026', redirectTo: '/\t/evil.example' }
  expect((await openPlainBrowser(server.url).post('/login', forged)).location).toBe('/')
})

test('a refused login keeps the e-mail and drops the password', async () => {
  const { status, html } = await signIn(openPlainBrowser(server.url), 'cliente@example.com', 'not-the-password')
  expect(status).toBe(422)
  expect(html).toContain('href="#email"')
  expect(html).toContain('value="cliente@example.com"')
  expect(html).not.toContain('not-the-password')
})

test('leaving says goodbye and keeps the bag', async () => {
  const customer = await openCustomer(server.url)
  await addToBag(customer, novalgina, '2')
  await signOut(customer)
  expect(wordsOf((await customer.get('/')).html)).toContain('Logout realizado com sucesso. Até logo!')
  expect(customer.cookies.has('clientToken')).toBe(false)
  expect((await customer.get('/minha-conta')).status).toBe(303)
  expect(await bagOf(customer)).toEqual({ [novalgina.id]: '2' })
})
