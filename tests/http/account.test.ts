import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hiddenField, openPlainBrowser, type PlainBrowser, wordsOf } from '../support/http.ts'
import { operate } from '../support/operator.ts'
import { goOn, novalgina, openCustomer, openShopper, placeOrder, summary } from '../support/purchase.ts'
import { type RunningServer, startServer } from '../support/server.ts'

let server: RunningServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const secretPhrase = 'uma frase só minha'
const addressPage = '/minha-conta?section=endereco'

/** A customer of the test's own, signed in. */
async function register(changes: Record<string, string> = {}): Promise<{ customer: PlainBrowser; email: string }> {
  const customer = openPlainBrowser(server.url)
  const email = `ana.${crypto.randomUUID()}@example.com`
  const form = {
    f_name: 'Anabela',
    l_name: 'Quintanilha',
    email,
    phone: '+55 (11) 98765-4321',
    birthday: '12/04/1988',
    password: secretPhrase,
    password_confirmation: secretPhrase,
    terms: 'on',
    ...changes,
  }
  const answer = await customer.post('/cadastro', form)
  if (answer.status !== 303) throw new Error(wordsOf(answer.html))
  return { customer, email }
}

const address = {
  zipcode: '05416-000',
  address_type: 'Trabalho',
  street: 'Rua Fradique Coutinho',
  number: '50',
  complement: '',
  neighborhood: 'Pinheiros',
  city: 'São Paulo',
  state: 'SP',
}

/** The code in the newest e-mail that the sandbox shows. */
async function mailedCode(email: string): Promise<string> {
  const { html } = await openPlainBrowser(server.url).get(`/sandbox/emails?to=${encodeURIComponent(email)}`)
  const [newest = ''] = html.match(/<section[\s\S]*?<\/section>/) ?? []
  const codes = wordsOf(newest).match(/\b\d{6}\b/g) ?? []
  expect(codes).toHaveLength(1)
  // It must be the first in the page's source too: no colour may consist of six digits.
  expect(html.match(/\b\d{6}\b/)?.[0]).toBe(codes[0])
  return codes[0] ?? ''
}

async function isSignedIn(browser: PlainBrowser): Promise<boolean> {
  return (await browser.get('/minha-conta')).status === 200
}

test('a refused registration keeps what was typed, but no password, and links to each field', async () => {
  const visitor = openPlainBrowser(server.url)
  const { status, html } = await visitor.post('/cadastro', {
    f_name: 'a'.repeat(10_000),
    l_name: 'Lima',
    email: 'cliente@example.com',
    phone: '123',
    birthday: '31/02/1990',
    password: 'curta',
    password_confirmation: 'outra',
  })
  expect(status).toBe(422)
  expect(wordsOf(html)).toContain('Ops! Confira 5 campos para continuar')
  for (const name of ['f_name', 'phone', 'birthday', 'password', 'terms']) expect(html).toContain(`href="#${name}"`)
  expect(html).toMatch(/name="l_name"[^>]*value="Lima"/)
  expect(html).not.toContain('curta')
})

test('what leaves nothing once its signs are gone is refused by its field’s own sentence', async () => {
  const { customer, email } = await register()
  const sentences = [
    ['/minha-conta?section=perfil', { f_name: 'Ana', l_name: 'Lima', phone: 'abc' }, 'Informe um telefone com DDD'],
    ['/minha-conta?section=endereco', { ...address, zipcode: '-' }, 'Insira um CEP válido.'],
    ['/minha-conta?section=endereco', { ...address, street: '\u200e' }, 'Informe a rua ou avenida.'],
    ['/recuperacao-senha?etapa=codigo', { email, code: '-' }, 'Informe o código de 6 números'],
  ] as const
  for (const [path, form, sentence] of sentences) {
    const { status, html } = await customer.post(path, form)
    expect([path, status, wordsOf(html)]).toEqual([path, 422, expect.stringContaining(sentence)])
  }
})

test('ten thousand characters in any field come back as its refusal, and nothing is kept', async () => {
  const { customer, email } = await register()
  await customer.post('/cep', { zipcode: '01310-100' })
  await customer.post(novalgina.path, { id: novalgina.id, quantity: '1' })
  const before = (await customer.get('/minha-conta/meus-dados.json')).html
  const visitor = openPlainBrowser(server.url)
  const fresh = { password: 'outra frase boa', password_confirmation: 'outra frase boa' }
  const person = { f_name: 'Ana', l_name: 'Souza', phone: '11987654321', birthday: '12/04/1988' }
  const forms: [PlainBrowser, string, Record<string, string>][] = [
    [visitor, '/login', { email, password: secretPhrase }],
    [visitor, '/cadastro', { ...person, email: `b.${email}`, ...fresh, terms: 'on' }],
    [visitor, '/recuperacao-senha', { email }],
    [visitor, '/recuperacao-senha?etapa=codigo', { email, code: '123456' }],
    [visitor, '/recuperacao-senha?etapa=senha', { email, code: '123456', ...fresh }],
    [visitor, '/cep', { zipcode: '01310-100' }],
    [visitor, `${novalgina.path}/avise-me`, { email }],
    [customer, '/minha-conta?section=perfil', person],
    [customer, '/minha-conta?section=perfil', { current_password: secretPhrase, ...fresh }],
    [customer, addressPage, address],
    [customer, '/excluir-conta', { deleteToken: '123456' }],
    [customer, '/checkout/receita-medica/pacientes', { 'pacient.pacient': 'Ana Souza' }],
    [customer, '/checkout/sacola', { intent: 'coupon', coupon_code: 'BEMVINDO10' }],
    [customer, '/checkout/sacola', { order_note: 'Bater na porta' }],
  ]
  for (const [browser, page, form] of forms) {
    for (const field of Object.keys(form).filter((name) => name !== 'intent')) {
      const { status } = await browser.post(page, { ...form, [field]: 'a'.repeat(10_000) })
      expect([page, field, status]).toEqual([page, field, 422])
    }
  }
  expect((await customer.get('/minha-conta/meus-dados.json')).html).toBe(before)
})

test.each(['31/12/1889', '01/01/2099'])('a birthday on %s is refused', async (birthday) => {
  await expect(register({ birthday })).rejects.toThrow('Informe uma data de nascimento entre 1900 e hoje.')
})

test('a taken e-mail and a common password are refused', async () => {
  await expect(register({ email: 'CLIENTE@example.com' })).rejects.toThrow('Este e-mail já tem cadastro.')
  await expect(register({ password: 'senha123', password_confirmation: 'senha123' })).rejects.toThrow('muito comum')
})

test('a forgotten password is set anew in three steps, by the code that was mailed', async () => {
  const { customer, email } = await register()
  const visitor = openPlainBrowser(server.url)
  const sent = await visitor.post('/recuperacao-senha', { email })
  expect([sent.status, sent.location]).toEqual([303, '/recuperacao-senha?etapa=codigo'])
  const codePage = await visitor.get('/recuperacao-senha?etapa=codigo')
  expect(hiddenField(codePage.html, 'email')).toBe(email)
  const code = await mailedCode(email)

  const wrong = await visitor.post('/recuperacao-senha', { email, code: code === '000000' ? '000001' : '000000' })
  expect(wrong.status).toBe(422)
  expect(wordsOf(wrong.html)).toContain('O token inserido é inválido')
  const right = await visitor.post('/recuperacao-senha', { email, code })
  expect([right.status, right.location]).toEqual([303, '/recuperacao-senha?etapa=senha'])
  const passwordPage = await visitor.get('/recuperacao-senha?etapa=senha')
  expect(hiddenField(passwordPage.html, 'code')).toBe(code)

  const unequal = { email, code, password: 'outra frase boa', password_confirmation: 'outra frase' }
  const refused = await visitor.post('/recuperacao-senha?etapa=senha', unequal)
  expect(refused.status).toBe(422)
  expect(wordsOf(refused.html)).toContain('As duas senhas precisam ser iguais.')
  const done = await visitor.post('/recuperacao-senha?etapa=senha', {
    ...unequal,
    password_confirmation: unequal.password,
  })
  expect([done.status, done.location]).toEqual([303, '/login'])
  expect(await isSignedIn(customer)).toBe(false)
  expect((await visitor.post('/login', { email, password: secretPhrase })).status).toBe(422)
  expect((await visitor.post('/login', { email, password: unequal.password })).status).toBe(303)
  const again = await openPlainBrowser(server.url).post('/recuperacao-senha', { ...unequal, password: secretPhrase })
  expect(again.status).toBe(422)
})

test('an unknown e-mail and an e-mail swapped between the steps are refused', async () => {
  const visitor = openPlainBrowser(server.url)
  const unknown = await visitor.post('/recuperacao-senha', { email: 'ninguem@example.com' })
  expect(unknown.status).toBe(422)
  expect(wordsOf(unknown.html)).toContain('Email não encontrado')

  const [mine, other] = [await register(), await register()]
  await visitor.post('/recuperacao-senha', { email: mine.email })
  await visitor.post('/recuperacao-senha', { email: other.email })
  const code = await mailedCode(mine.email)
  const swapped = await visitor.post('/recuperacao-senha', {
    email: other.email,
    code,
    password: 'outra frase boa',
    password_confirmation: 'outra frase boa',
  })
  expect(swapped.status).toBe(422)
  expect(wordsOf(swapped.html)).toContain('O token inserido é inválido')
  expect(await isSignedIn(other.customer)).toBe(true)
})

test('an account is deleted in two steps, which signs out; its e-mail may register again', async () => {
  const { customer, email } = await register()
  expect(wordsOf((await customer.get('/excluir-conta')).html)).toContain('Guardamos somente o que a lei exige')
  const sent = await customer.post('/excluir-conta', {})
  expect([sent.status, sent.location]).toEqual([303, '/excluir-conta?etapa=codigo'])
  const code = await mailedCode(email)
  const wrong = await customer.post('/excluir-conta', { deleteToken: code === '000000' ? '000001' : '000000' })
  expect(wrong.status).toBe(422)
  expect(wordsOf(wrong.html)).toContain('O token inserido é inválido')
  expect(await isSignedIn(customer)).toBe(true)

  const done = await customer.post('/excluir-conta', { deleteToken: code })
  expect([done.status, done.location]).toEqual([303, '/'])
  expect(customer.cookies.has('clientToken')).toBe(false)
  expect((await customer.post('/login', { email, password: secretPhrase })).status).toBe(422)
  await register({ email })
})

test('the profile is changed however phone and birthday are typed; a foreign word is refused', async () => {
  const { customer } = await register()
  const profile = { f_name: 'Ana', l_name: 'Souza', phone: '011 3000.0000', birthday: '1.2.1980' }
  expect((await customer.post('/minha-conta?section=perfil', profile)).status).toBe(303)
  const { html } = await customer.get('/minha-conta?section=perfil')
  expect(html).toMatch(/name="phone"[^>]*value="\(11\) 3000-0000"/)
  expect(html).toMatch(/name="birthday"[^>]*value="01\/02\/1980"/)
  const refused = await customer.post('/minha-conta?section=perfil', { ...profile, birthday: 'ontem' })
  expect(refused.status).toBe(422)
  expect(refused.html).toContain('href="#birthday"')
})

test('a new password signs the other devices out, and a device can be signed out by itself', async () => {
  const { customer, email } = await register()
  const [second, third] = [openPlainBrowser(server.url), openPlainBrowser(server.url)]
  for (const device of [second, third]) await device.post('/login', { email, password: secretPhrase })
  const { html } = await customer.get('/minha-conta')
  const [session = ''] = [...html.matchAll(/name="session" value="([^"]+)"/g)].map(([, id]) => id)
  await customer.post('/minha-conta?section=perfil', { session })
  expect([await isSignedIn(second), await isSignedIn(third)].sort()).toEqual([false, true])
  const fresh = { password: 'outra frase boa', password_confirmation: 'outra frase boa' }
  const wrong = await customer.post('/minha-conta', { current_password: 'não é esta', ...fresh })
  expect(wrong.status).toBe(422)
  expect((await customer.post('/minha-conta', { current_password: secretPhrase, ...fresh })).status).toBe(303)
  expect([await isSignedIn(customer), await isSignedIn(second), await isSignedIn(third)]).toEqual([true, false, false])
})

test('addresses are added, filled in from the postal code, chosen, changed and removed', async () => {
  const { customer } = await register()
  expect(wordsOf((await customer.get(addressPage)).html)).toContain('Não há endereços cadastrados.')
  const filled = await customer.post(addressPage, { intent: 'fill', zipcode: '01310-100', number: '7' })
  expect(filled.status).toBe(200)
  expect(filled.html).toMatch(/name="street"[^>]*value="Avenida Paulista"/)
  expect(filled.html).toMatch(/name="number"[^>]*value="7"/)
  const unknown = await customer.post(addressPage, { intent: 'fill', zipcode: '99999-999' })
  expect(unknown.status).toBe(422)
  expect(wordsOf(unknown.html)).toContain('Não encontramos a rua deste CEP.')

  const refused = await customer.post(addressPage, { ...address, street: 'a'.repeat(10_000), state: 'XX' })
  expect(refused.status).toBe(422)
  expect(refused.html).toContain('href="#street"')
  expect((await customer.post(addressPage, address)).status).toBe(303)
  const page = await customer.get(addressPage)
  expect(wordsOf(page.html)).toContain('Trabalho: Rua Fradique…, 50')
  const id = /name="address_id"[^>]*value="(\d+)"/.exec(page.html)?.[1] ?? ''

  const cep = await customer.get('/cep?redirectTo=/categoria/beleza')
  expect(wordsOf(cep.html)).toContain('Trabalho: Rua Fradique…, 50')
  const chosen = await customer.post('/cep', { address_id: id, redirectTo: '/categoria/beleza' })
  expect([chosen.status, chosen.location]).toEqual([303, '/categoria/beleza'])
  expect(wordsOf((await customer.get('/')).html)).toContain('05416-000')
  expect((await customer.get(`${addressPage}&id=${id}`)).html).toContain(`name="id" value="${id}"`)
  await customer.post(addressPage, { ...address, id, number: '52' })
  expect(wordsOf((await customer.get(addressPage)).html)).toContain('Rua Fradique…, 52')
  expect((await customer.post(addressPage, { remove: id })).status).toBe(303)
  expect((await customer.post(addressPage, { remove: id })).status).toBe(404)
  expect(wordsOf((await customer.get(addressPage)).html)).toContain('Não há endereços cadastrados.')
})

test('who signs in is delivered to at the first address, unless its branch delivers by appointment', async () => {
  const file = join(server.dataDir, 'branches.csv')
  const columns = 'id;name;zipcodes;open_time;close_time;whatsapp;shipping_estimate;shipping_later'
  const branch = '7;Itaim;08000-000-08499-999;07:00;22:00;5511930000007;40;1'
  writeFileSync(file, `${columns}\n${branch}\n`)
  await operate(server, 'branches', 'import', file)
  for (const [zipcode, isChosen] of [
    ['05416-000', true],
    ['06020-000', false],
    ['08010-000', false],
    ['99999-999', false],
  ] as const) {
    const { customer, email } = await register()
    await customer.post(addressPage, { ...address, zipcode })
    const browser = openPlainBrowser(server.url)
    const { headers } = await browser.post('/login', { email, password: secretPhrase })
    expect([zipcode, browser.cookies.has('branch')]).toEqual([zipcode, isChosen])
    expect(headers.get('Set-Cookie')).not.toContain('favourite=')
  }
})

test('an order is cancelled while it is unpaid, once, and bought again', async () => {
  const customer = await openCustomer(server.url)
  const payment = await placeOrder(customer)
  const page = payment.replace('/checkout/', '/minha-conta/pedidos/')
  expect(wordsOf((await customer.get(page)).html)).toContain('Cancelar pedido')
  await customer.post(page, { intent: 'cancel' })
  const cancelled = wordsOf((await customer.get(page)).html)
  expect(cancelled).toContain('Pedido cancelado. Nada será cobrado.')
  expect(cancelled).not.toContain('Cancelar pedido')
  expect(cancelled).toContain('Comprar de novo')
  await customer.post(page, { intent: 'cancel' })
  expect(wordsOf((await customer.get(page)).html)).toContain('já não pode ser cancelado')
  const again = await customer.post(page, { intent: 'again' })
  expect([again.status, again.location]).toEqual([303, '/checkout/sacola'])
  expect(wordsOf((await customer.get('/checkout/sacola')).html)).toContain('Novalgina')
})

test('a benefit user sees gains and statements by period; others see no such section', async () => {
  const benefit = await openCustomer(server.url, 'beneficio@example.com')
  const page = wordsOf((await benefit.get('/minha-conta?section=beneficio')).html)
  expect(page).toContain('Extrato: Vale-farmácia')
  expect(page).toContain('6 movimentações')
  const period = await benefit.get('/minha-conta?section=beneficio&start_date=2026-03-01&end_date=2026-03-10')
  expect(wordsOf(period.html)).toContain('1 movimentação')
  const backwards = await benefit.get('/minha-conta?section=beneficio&start_date=2026-03-10&end_date=2026-03-01')
  expect(wordsOf(backwards.html)).toContain('A data final precisa ser igual ou posterior à inicial.')
  expect(wordsOf((await benefit.get('/minha-conta?section=carteira')).html)).toContain('Cashback do pedido')

  const other = await openCustomer(server.url)
  const account = wordsOf((await other.get('/minha-conta?section=beneficio')).html)
  expect(account).not.toContain('Meu benefício')
})

test('everything kept about a customer can be downloaded', async () => {
  const { customer, email } = await register()
  await customer.post(addressPage, address)
  const { headers, html } = await customer.get('/minha-conta/meus-dados.json')
  expect(headers.get('Content-Disposition')).toContain('attachment')
  expect(JSON.parse(html)).toMatchObject({
    profile: { email, phone: '11987654321', birthday: '1988-04-12' },
    addresses: [{ street: 'Rua Fradique Coutinho' }],
  })
})

test('a CPF given for a discount before signing in is the customer’s afterwards', async () => {
  const { email } = await register()
  const visitor = openPlainBrowser(server.url)
  await visitor.post('/cep', { zipcode: '01310-100' })
  await visitor.post('/produto/trayenta-5mg-30-comprimidos', { id: '43', quantity: '1' })
  await visitor.post('/desconto-laboratorio?id=43', { id: '43', cpf: '111.444.777-35', consent: 'on' })
  await visitor.post('/login', { email, password: secretPhrase })
  const { laboratoryDiscounts } = JSON.parse((await visitor.get('/minha-conta/meus-dados.json')).html)
  expect(laboratoryDiscounts).toMatchObject([{ cpf: '11144477735', productIds: [43] }])
})

// The operator's program starts three times.
test('the operator hands a customer’s data out, and erases the account at their word', async () => {
  const { customer, email } = await register()
  await customer.post(addressPage, address)
  const told = JSON.parse(await operate(server, 'customers', 'export', email.toUpperCase()))
  expect(told).toEqual(JSON.parse((await customer.get('/minha-conta/meus-dados.json')).html))
  expect(await operate(server, 'customers', 'erase', email)).toMatch(/^The account \d+ is erased\.$/m)
  expect(await isSignedIn(customer)).toBe(false)
  await expect(operate(server, 'customers', 'export', email)).rejects.toThrow('There is no account with this e-mail.')
})

test('a visitor is led to the login and back, and nothing of the account is shown', async () => {
  const visitor = openPlainBrowser(server.url)
  for (const path of ['/minha-conta', '/minha-conta/meus-dados.json', '/minha-conta/rua?zipcode=1']) {
    const { status, location } = await visitor.get(path)
    expect([status, location]).toEqual([303, `/login?redirectTo=${encodeURIComponent(path)}`])
  }
})

test('what a deletion means a visitor may read, and is led to the login before it', async () => {
  const visitor = openPlainBrowser(server.url)
  const { status, html } = await visitor.get('/excluir-conta?etapa=codigo')
  expect(status).toBe(200)
  expect(wordsOf(html)).toContain('Guardamos somente o que a lei exige')
  expect(html).toContain(`href="/login?redirectTo=${encodeURIComponent('/excluir-conta?etapa=codigo')}"`)
  const { location } = await visitor.post('/excluir-conta', {})
  expect(location).toBe(`/login?redirectTo=${encodeURIComponent('/excluir-conta')}`)
})

test('what is the customer’s own is not kept by the browser, where ‘Back’ would show it after signing out', async () => {
  const customer = await openCustomer(server.url)
  await customer.post(novalgina.path, { id: novalgina.id, quantity: '1' })
  await goOn(customer)
  const cacheControl = async (browser: PlainBrowser, page: string) =>
    (await browser.get(page)).headers.get('Cache-Control')
  const own = ['/minha-conta', '/minha-conta?section=pedidos', '/favoritos', '/checkout/sacola', summary]
  for (const page of own) expect([page, await cacheControl(customer, page)]).toEqual([page, 'no-store'])
  // A visitor's bag stays, so its page may be cached.
  expect(await cacheControl(await openShopper(server.url), '/checkout/sacola')).toBe('private, no-cache')
})
