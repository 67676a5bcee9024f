import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPlainBrowser, wordsOf } from '../support/http.ts'
import { novalgina, openCustomer, openShopper, placeOrder, walkToSummary } from '../support/purchase.ts'
import { type RunningServer, startServer } from '../support/server.ts'

let server: RunningServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const stock = (60 * 7 + 13) % 41

test('an unknown product, category, path or order is a 404 page that leads home', async () => {
  const customer = await openCustomer(server.url)
  for (const path of ['/produto/nope', '/categoria/nope', '/nope', '/checkout/999', '/minha-conta/pedidos/abc']) {
    const { status, html } = await customer.get(path)
    expect([path, status]).toEqual([path, 404])
    expect(wordsOf(html)).toContain('Ocorreu um erro inesperado...')
    expect(wordsOf(html)).toContain('Voltar para a página inicial')
  }
})

test('a path that matches nothing is named in the log', async () => {
  await openPlainBrowser(server.url).get('/caminho-que-nao-existe')
  await expect.poll(server.output).toContain('Page not found: /caminho-que-nao-existe')
})

test('a postal code of seven digits is refused, and the field keeps it', async () => {
  const { status, html } = await openPlainBrowser(server.url).post('/cep', { zipcode: '0131010' })
  expect(status).toBe(422)
  expect(wordsOf(html)).toContain('Insira um CEP válido.')
  expect(html).toMatch(/<input[^>]*name="zipcode"[^>]*value="0131010"/)
  expect(html).toMatch(/aria-invalid="true"/)
  expect(html).toContain('href="#zipcode"')
})

test('a postal code out of coverage is kept, shown as such, and nothing can be added', async () => {
  const visitor = openPlainBrowser(server.url)
  const { status, html } = await visitor.post('/cep', { zipcode: '08100-000' })
  expect(status).toBe(422)
  expect(wordsOf(html)).toContain(
    'CEP fora de cobertura! Ainda não damos cobertura para o CEP informado. Avisaremos quando chegarmos aí.',
  )
  expect(wordsOf(html)).toContain('Ops, ainda não chegamos na sua região.')
  const added = await visitor.post(novalgina.path, { id: novalgina.id, quantity: '1' })
  expect(added.status).toBe(422)
  expect(added.html).toMatch(/role="alert"/)
  expect(wordsOf((await visitor.get('/checkout/sacola')).html)).toContain('Não há produtos em sua sacola')
})

test('a price says whose it is, and leads to the postal code and back', async () => {
  const visitor = openPlainBrowser(server.url)
  const priceNote = async () => {
    const { html } = await visitor.get(novalgina.path)
    const [, note = ''] = html.match(/<b>R\$\s[\d,]+<\/b>[\s\S]*?(<p class[\s\S]*?<\/p>)/) ?? []
    return { words: wordsOf(note), leadsBack: note.includes(`href="/cep?redirectTo=${novalgina.path}"`) }
  }
  const asked = { words: 'Informe seu CEP para ver preço e estoque da sua região.', leadsBack: true }
  expect(await priceNote()).toEqual(asked)
  await visitor.post('/cep', { zipcode: '08100-000' })
  const uncovered = { words: 'CEP fora de cobertura! O preço é o de outra região. Trocar CEP', leadsBack: true }
  expect(await priceNote()).toEqual(uncovered)
  await visitor.post('/cep', { zipcode: '01310-100' })
  expect(await priceNote()).toEqual({ words: 'Preço para o CEP 01310-100', leadsBack: false })
})

test('adding without a postal code asks for it, and adds the product once it is confirmed', async () => {
  const visitor = openPlainBrowser(server.url)
  const asked = await visitor.post(novalgina.path, { id: novalgina.id, quantity: '2' })
  expect(asked.status).toBe(303)
  expect(asked.location).toMatch(/^\/cep\?id=60&quantity=2/)
  const confirmed = await visitor.post('/cep', {
    zipcode: '01310100',
    id: '60',
    quantity: '2',
    redirectTo: '/checkout/sacola',
  })
  expect(confirmed.location).toBe('/checkout/sacola')
  expect((await visitor.get('/checkout/sacola')).html).toMatch(/name="quantity"[^>]*value="2"/)
})

test('a postal code where the waiting product has run out is kept, and says so', async () => {
  const visitor = openPlainBrowser(server.url)
  // None in Moema: (172 × 7 + 2 × 13) mod 41.
  const confirmed = await visitor.post('/cep', { zipcode: '04000-000', id: '172', quantity: '1', redirectTo: '/' })
  expect([confirmed.status, confirmed.location]).toEqual([303, '/'])
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
  const answer = await shopper.post(novalgina.path, { id: novalgina.id, quantity })
  expect([answer.status, answer.location]).toEqual([303, novalgina.path])
  const page = await shopper.get('/checkout/sacola')
  expect(wordsOf(page.html)).toContain(sentence)
  expect(page.html.match(/name="quantity"[^>]*value="(\d+)"/)?.[1] ?? '0').toBe(String(expected))
})

test('adding again merges; the button of a product in the bag sets instead', async () => {
  const shopper = await openShopper(server.url)
  const add = (fields: Record<string, string>) => shopper.post(novalgina.path, { id: novalgina.id, ...fields })
  await add({ quantity: '2' })
  await add({ quantity: '3' })
  const page = await shopper.get(novalgina.path)
  expect(wordsOf(page.html)).toContain('Atualizar carrinho')
  expect(page.html).toMatch(/name="quantity"[^>]*value="5"/)
  await add({ quantity: '4', intent: 'replace' })
  expect((await shopper.get(novalgina.path)).html).toMatch(/name="quantity"[^>]*value="4"/)
})

test('a line of the bag changes, leaves at zero, and the whole bag can be cleared', async () => {
  const shopper = await openShopper(server.url)
  await shopper.post(novalgina.path, { id: novalgina.id, quantity: '2' })
  const change = (fields: Record<string, string>) => shopper.post('/checkout/sacola', fields)
  await change({ id: '60', quantity: 'abc', intent: 'update' })
  expect((await shopper.get('/checkout/sacola')).html).toMatch(/name="quantity"[^>]*value="2"/)
  await change({ id: '60', quantity: '0', intent: 'update' })
  expect(wordsOf((await shopper.get('/checkout/sacola')).html)).toContain('foi removido com sucesso da sua sacola.')
  await shopper.post(novalgina.path, { id: novalgina.id, quantity: '2' })
  await change({ intent: 'clear' })
  expect(wordsOf((await shopper.get('/')).html)).toContain('Foram removidos todos os produtos da sacola.')
  expect(shopper.cookies.has('cartItems')).toBe(false)
})

test('a tampered bag or place is no bag and no place, and breaks nothing', async () => {
  const shopper = await openShopper(server.url)
  await shopper.post(novalgina.path, { id: novalgina.id, quantity: '2' })
  for (const name of ['cartItems', 'branch']) {
    shopper.cookies.set(name, `x${shopper.cookies.get(name)}`)
  }
  const { status, html } = await shopper.get('/checkout/sacola')
  expect(status).toBe(200)
  expect(wordsOf(html)).toContain('Não há produtos em sua sacola')
})

test('the bag’s cookie holds ids and quantities alone', async () => {
  const shopper = await openShopper(server.url)
  await shopper.post(novalgina.path, { id: novalgina.id, quantity: '2' })
  const [value = ''] = (shopper.cookies.get('cartItems') ?? '').split('.')
  expect(JSON.parse(Buffer.from(decodeURIComponent(value), 'base64').toString())).toEqual({ lines: [[60, 2]] })
})

test('the order form sent twice makes one order', async () => {
  const customer = await openCustomer(server.url)
  const form = await walkToSummary(customer)
  const bag = customer.cookies.get('cartItems') ?? ''
  const first = await customer.post('/checkout/sacola?etapa=resumo', form)
  customer.cookies.set('cartItems', bag)
  const second = await customer.post('/checkout/sacola?etapa=resumo', form)
  expect(first.location).toMatch(/^\/checkout\/\d+$/)
  expect(second.location).toBe(first.location)
})

test('an order for other prices or another branch than shown is refused, and nothing is placed', async () => {
  const customer = await openCustomer(server.url)
  const form = await walkToSummary(customer)
  const forged = await customer.post('/checkout/sacola?etapa=resumo', { ...form, branch_id: '2' })
  expect(forged.status).toBe(409)
  const changed = await customer.post('/checkout/sacola?etapa=resumo', { ...form, expected_amount: '0.01' })
  expect(changed.status).toBe(409)
  expect(wordsOf(changed.html)).toContain('Algo mudou desde que você abriu o resumo.')
  expect(wordsOf(changed.html)).toContain('Finalizar pedido')
})

test('another customer’s order is as unknown as none', async () => {
  const path = await placeOrder(await openCustomer(server.url))
  const stranger = await openCustomer(server.url, 'beneficio@example.com')
  const id = path.split('/').at(-1)
  for (const own of [path, `${path}/pix`, `/fail-payment/${id}`, `/minha-conta/pedidos/${id}`]) {
    expect([own, (await stranger.get(own)).status]).toEqual([own, 404])
  }
  expect((await stranger.post(path, {})).status).toBe(404)
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

test('a login leads to own pages only', async () => {
  const login = { email: 'cliente@example.com', password: 'balcao-demo-2026' }
  for (const target of ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
    const { location } = await openPlainBrowser(server.url).post('/login', { ...login, redirectTo: target })
    expect(location).toBe('/')
  }
})

test('a refused login keeps the e-mail and drops the password', async () => {
  const fields = { email: 'cliente@example.com', password: 'not-the-password' }
  const { status, html } = await openPlainBrowser(server.url).post('/login', fields)
  expect(status).toBe(422)
  expect(html).toContain('href="#email"')
  expect(html).toContain('value="cliente@example.com"')
  expect(html).not.toContain('not-the-password')
})

test('leaving says goodbye and keeps the bag', async () => {
  const customer = await openCustomer(server.url)
  await customer.post(novalgina.path, { id: novalgina.id, quantity: '2' })
  await customer.post('/sair', {})
  expect(wordsOf((await customer.get('/')).html)).toContain('Logout realizado com sucesso. Até logo!')
  expect(customer.cookies.has('clientToken')).toBe(false)
  expect((await customer.get('/minha-conta')).status).toBe(303)
  expect((await customer.get('/checkout/sacola')).html).toMatch(/name="quantity"[^>]*value="2"/)
})
