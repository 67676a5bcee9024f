import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ownServer } from '../support/file-server.ts'
import { submissionOf } from '../support/forms.ts'
import { hiddenField, openPlainBrowser, type PlainAnswer, type PlainBrowser, wordsOf } from '../support/http.ts'
import { operate } from '../support/operator.ts'
import {
  addressPage,
  addToBag,
  bagPage,
  register as createAccount,
  downloadData,
  giveZipcode,
  goOn,
  novalgina,
  openCustomer,
  openShopper,
  person,
  placeOrder,
  saveAddress,
  signIn,
  soldOut,
  summary,
  trayenta,
} from '../support/purchase.ts'

const server = ownServer()

const secretPhrase = 'uma frase só minha'

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
    ...changes,
  }
  const answer = await createAccount(customer, person(form))
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

/** What says which form it is, and where it leads. */
const unread = ['intent', 'redirectTo']

async function isSignedIn(browser: PlainBrowser): Promise<boolean> {
  return (await browser.get('/minha-conta')).status === 200
}

test('a refused registration keeps what was typed, but no password, and links to each field', async () => {
  const visitor = openPlainBrowser(server.url)
  const { status, html } = await visitor.submit('/cadastro', {
    button: 'Criar conta',
    fields: {
      f_name: 'a'.repeat(10_000),
      l_name: 'Lima',
      email: 'cliente@example.com',
      phone: '123',
      birthday: '31/02/1990',
      password: 'curta',
      password_confirmation: 'outra',
    },
  })
  expect(status).toBe(422)
  expect(wordsOf(html)).toContain('Ops! Corrija 6 campos para continuar')
  for (const name of ['f_name', 'phone', 'birthday', 'password', 'password_confirmation', 'terms'])
    expect(html).toContain(`href="#${name}"`)
  expect(html).toMatch(/name="l_name"[^>]*value="Lima"/)
  expect(html).not.toContain('curta')
})

test('all that is wrong with a registration is told in one round, in the form’s order', async () => {
  const wrong = {
    ...{ f_name: '', birthday: '12/04/1888' },
    ...{ password: 'senha123', password_confirmation: 'senha124' },
  }
  const sentences = [
    'Informe seu nome.',
    'Informe uma data de nascimento entre 1900 e hoje.',
    'Esta senha é muito comum e fácil de adivinhar. Escolha outra.',
    'As duas senhas precisam ser iguais.',
  ]
  const visitor = openPlainBrowser(server.url)
  const { html } = await visitor.submit('/cadastro', { button: 'Criar conta', fields: person(wrong) })
  expect(wordsOf(html)).toContain(`Ops! Corrija 4 campos para continuar${sentences.join('')}`)
  // What the schema lets pass is told in one round, too.
  const passing = person({ ...wrong, f_name: 'Ana', password_confirmation: 'senha123' })
  const refused = await visitor.submit('/cadastro', { button: 'Criar conta', fields: passing })
  expect(wordsOf(refused.html)).toContain(`Ops! Corrija 2 campos para continuar${sentences.slice(1, 3).join('')}`)
})

test('a wrong current password and a common new one are told in one round', async () => {
  const { customer } = await register()
  const fields = { current_password: 'não é esta', password: 'senha123', password_confirmation: 'senha123' }
  const { html } = await customer.submit('/minha-conta?section=perfil', { button: 'Trocar senha', fields })
  expect(wordsOf(html)).toContain(
    'Corrija 2 campos para continuarA senha atual não confere.Esta senha é muito comum e fácil de adivinhar.',
  )
})

test('no secret that was typed comes back with the refusal, what else was typed does', async () => {
  const { customer, email } = await register()
  const visitor = openPlainBrowser(server.url)
  await visitor.submit('/recuperacao-senha', { button: 'Enviar código', fields: { email } })
  await customer.submit('/excluir-conta', { button: 'Enviar código de exclusão' })
  const code = '97531086'
  const secret = 'nem-um-nem-outro'
  const pair = { password: secret, password_confirmation: `${secret}-2` }
  const forms: [PlainBrowser, string, string, Record<string, string>][] = [
    [visitor, '/login', 'Entrar', { email, password: secret }],
    [visitor, '/cadastro', 'Criar conta', { ...person({ email: 'ana.nova@example.com' }), ...pair }],
    [visitor, '/recuperacao-senha?etapa=codigo', 'Confirmar código', { code }],
    [customer, '/minha-conta', 'Trocar senha', { current_password: secret, ...pair }],
    [customer, '/excluir-conta?etapa=codigo', 'Excluir minha conta', { deleteToken: code }],
    [customer, '/minha-conta/meus-dados', 'Baixar meus dados', { current_password: secret }],
    [customer, '/confirmar-email', 'Confirmar e-mail', { code }],
  ]
  for (const [browser, page, button, fields] of forms) {
    const { status, html } = await browser.submit(page, { button, fields })
    expect([page, status, html.includes(secret), html.includes(code)]).toEqual([page, 422, false, false])
    if (fields.email) expect(html).toContain(`value="${fields.email}"`)
  }
})

test('what leaves nothing once its signs are gone is refused by its field’s own sentence', async () => {
  const { customer, email } = await register()
  const sentences = [
    ['/minha-conta?section=perfil', 'Salvar', { phone: 'abc' }, 'Informe um telefone com DDD'],
    [addressPage, 'Salvar endereço', { ...address, zipcode: '-' }, 'Insira um CEP válido.'],
    [addressPage, 'Salvar endereço', { ...address, street: '\u200e' }, 'Informe a rua ou avenida.'],
    ['/recuperacao-senha?etapa=codigo', 'Confirmar código', { email, code: '-' }, 'Informe o código de 6 dígitos'],
  ] as const
  for (const [path, button, fields, sentence] of sentences) {
    const { status, html } = await customer.submit(path, { button, fields })
    expect([path, status, wordsOf(html)]).toEqual([path, 422, expect.stringContaining(sentence)])
  }
})

test('ten thousand characters in any field come back as its refusal, and nothing is kept', async () => {
  const { customer, email } = await register()
  await giveZipcode(customer)
  await addToBag(customer, novalgina)
  await saveAddress(customer, address)
  const before = (await downloadData(customer, secretPhrase)).html
  const visitor = openPlainBrowser(server.url)
  await visitor.submit('/recuperacao-senha', { button: 'Enviar código', fields: { email } })
  const code = await mailedCode(email)
  await visitor.submit('/recuperacao-senha?etapa=codigo', { button: 'Confirmar código', fields: { code } })
  const fresh = { password: 'outra frase boa', password_confirmation: 'outra frase boa' }
  const owner = { f_name: 'Ana', l_name: 'Souza', phone: '11987654321', birthday: '12/04/1988' }
  const forms: [PlainBrowser, string, string, Record<string, string>][] = [
    [visitor, '/login', 'Entrar', { email, password: secretPhrase }],
    [visitor, '/cadastro', 'Criar conta', { ...person(), ...owner, ...fresh }],
    [visitor, '/recuperacao-senha', 'Enviar código', { email }],
    [visitor, '/recuperacao-senha?etapa=codigo', 'Confirmar código', { code }],
    [visitor, '/recuperacao-senha?etapa=senha', 'Redefinir senha', fresh],
    [visitor, '/cep', 'Confirmar CEP', { zipcode: '01310-100' }],
    [visitor, `${soldOut.path}/avise-me`, 'Avise-me', { email }],
    [customer, '/minha-conta?section=perfil', 'Salvar', owner],
    [customer, '/minha-conta?section=perfil', 'Trocar senha', { current_password: secretPhrase, ...fresh }],
    [customer, addressPage, 'Salvar endereço', address],
    [customer, '/excluir-conta?etapa=codigo', 'Excluir minha conta', { deleteToken: '123456' }],
    [customer, '/minha-conta/meus-dados', 'Baixar meus dados', { current_password: secretPhrase }],
    [customer, '/confirmar-email', 'Confirmar e-mail', { code }],
    [customer, '/checkout/receita-medica/pacientes', 'Cadastrar paciente', { 'pacient.pacient': 'Ana Souza' }],
    [customer, bagPage, 'Aplicar cupom', { coupon_code: 'BEMVINDO10' }],
    [customer, bagPage, 'Ir para o resumo', { order_note: 'Bater na porta' }],
  ]
  for (const [browser, path, button, form] of forms) {
    const { body } = submissionOf((await browser.get(path)).html, path, { button, fields: form })
    const sent = Object.fromEntries((body as URLSearchParams).entries())
    for (const field of Object.keys(sent).filter((name) => !unread.includes(name))) {
      const { status } = await browser.post(path, { ...sent, [field]: 'a'.repeat(10_000) })
      expect([path, field, status]).toEqual([path, field, 422])
    }
  }
  expect((await downloadData(customer, secretPhrase)).html).toBe(before)
})

test('a forgotten password is set anew in three steps, by the code that was mailed', async () => {
  const { customer, email } = await register()
  const visitor = openPlainBrowser(server.url)
  const sent = await visitor.submit('/recuperacao-senha', { button: 'Enviar código', fields: { email } })
  expect([sent.status, sent.location]).toEqual([303, '/recuperacao-senha?etapa=codigo'])
  const codePage = await visitor.get('/recuperacao-senha?etapa=codigo')
  expect(hiddenField(codePage.html, 'email')).toBe(email)
  const code = await mailedCode(email)
  const confirm = (typed: string) => visitor.submit(codePage, { button: 'Confirmar código', fields: { code: typed } })

  const wrong = await confirm(code === '000000' ? '000001' : '000000')
  expect(wrong.status).toBe(422)
  expect(wordsOf(wrong.html)).toContain('O token inserido é inválido')
  const right = await confirm(code)
  expect([right.status, right.location]).toEqual([303, '/recuperacao-senha?etapa=senha'])
  const passwordPage = await visitor.get('/recuperacao-senha?etapa=senha')
  expect(hiddenField(passwordPage.html, 'code')).toBe(code)

  const password = 'outra frase boa'
  const reset = (page: PlainAnswer, fields: Record<string, string>) =>
    visitor.submit(page, { button: 'Redefinir senha', fields })
  const refused = await reset(passwordPage, { password, password_confirmation: 'outra frase' })
  expect(refused.status).toBe(422)
  expect(wordsOf(refused.html)).toContain('As duas senhas precisam ser iguais.')
  const done = await reset(refused, { password, password_confirmation: password })
  expect([done.status, done.location]).toEqual([303, '/login'])
  expect(await isSignedIn(customer)).toBe(false)
  expect((await signIn(visitor, email, secretPhrase)).status).toBe(422)
  expect((await signIn(visitor, email, password)).status).toBe(303)
  const old = { password: secretPhrase, password_confirmation: secretPhrase }
  expect((await reset(passwordPage, old)).status).toBe(422)
})

test('an account is deleted in two steps, which signs out; its e-mail may register again', async () => {
  const { customer, email } = await register()
  const start = await customer.get('/excluir-conta')
  expect(wordsOf(start.html)).toContain('Guardamos somente o que a lei exige')
  const sent = await customer.submit(start, { button: 'Enviar código de exclusão' })
  expect([sent.status, sent.location]).toEqual([303, '/excluir-conta?etapa=codigo'])
  const code = await mailedCode(email)
  const codePage = await customer.get('/excluir-conta?etapa=codigo')
  const erase = (deleteToken: string) =>
    customer.submit(codePage, { button: 'Excluir minha conta', fields: { deleteToken } })
  const wrong = await erase(code === '000000' ? '000001' : '000000')
  expect(wrong.status).toBe(422)
  expect(wordsOf(wrong.html)).toContain('O token inserido é inválido')
  expect(await isSignedIn(customer)).toBe(true)

  const done = await erase(code)
  expect([done.status, done.location]).toEqual([303, '/'])
  expect(customer.cookies.has('clientToken')).toBe(false)
  expect((await signIn(customer, email, secretPhrase)).status).toBe(422)
  await register({ email })
})

test('the profile is changed however phone and birthday are typed; a foreign word is refused', async () => {
  const { customer } = await register()
  const save = (fields: Record<string, string>) =>
    customer.submit('/minha-conta?section=perfil', { button: 'Salvar', fields })
  const profile = { f_name: 'Ana', l_name: 'Souza', phone: '011 3000.0000', birthday: '1.2.1980' }
  expect((await save(profile)).status).toBe(303)
  const { html } = await customer.get('/minha-conta?section=perfil')
  expect(html).toMatch(/name="phone"[^>]*value="\(11\) 3000-0000"/)
  expect(html).toMatch(/name="birthday"[^>]*value="01\/02\/1980"/)
  expect((await save({ birthday: '' })).status).toBe(303)
  expect((await customer.get('/minha-conta?section=perfil')).html).toMatch(/name="birthday"[^>]*value=""/)
  for (const emptied of [{ f_name: '' }, { phone: '' }]) expect((await save(emptied)).status).toBe(422)
  const refused = await save({ birthday: 'ontem' })
  expect(refused.status).toBe(422)
  expect(refused.html).toContain('href="#birthday"')
})

test('a new password signs the other devices out, and a device can be signed out by itself', async () => {
  const { customer, email } = await register()
  const [second, third] = [openPlainBrowser(server.url), openPlainBrowser(server.url)]
  for (const device of [second, third]) await signIn(device, email, secretPhrase)
  const page = await customer.get('/minha-conta')
  const [session = ''] = [...page.html.matchAll(/name="session" value="([^"]+)"/g)].map(([, id]) => id)
  await customer.submit(page, { button: 'Desconectar', holding: { session } })
  expect([await isSignedIn(second), await isSignedIn(third)].sort()).toEqual([false, true])
  const fresh = { password: 'outra frase boa', password_confirmation: 'outra frase boa' }
  const change = (currentPassword: string) =>
    customer.submit(page, { button: 'Trocar senha', fields: { current_password: currentPassword, ...fresh } })
  expect((await change('não é esta')).status).toBe(422)
  expect((await change(secretPhrase)).status).toBe(303)
  expect([await isSignedIn(customer), await isSignedIn(second), await isSignedIn(third)]).toEqual([true, false, false])
})

test('addresses are added, filled in from the postal code, chosen, changed and removed', async () => {
  const { customer } = await register()
  const book = await customer.get(addressPage)
  expect(wordsOf(book.html)).toContain('Não há endereços cadastrados.')
  const fill = (fields: Record<string, string>) => customer.submit(book, { button: 'Preencher endereço', fields })
  const filled = await fill({ zipcode: '01310-100', number: '7' })
  expect(filled.status).toBe(200)
  expect(filled.html).toMatch(/name="street"[^>]*value="Avenida Paulista"/)
  expect(filled.html).toMatch(/name="number"[^>]*value="7"/)
  const unknown = await fill({ zipcode: '99999-999' })
  expect(unknown.status).toBe(422)
  expect(wordsOf(unknown.html)).toContain('Não encontramos a rua deste CEP.')

  const refused = await saveAddress(customer, { ...address, street: 'a'.repeat(10_000) }, unknown)
  expect(refused.status).toBe(422)
  expect(refused.html).toContain('href="#street"')
  expect((await customer.post(addressPage, { ...address, state: 'XX' })).html).toContain('href="#state"')
  // Enter in the last field saves, too: the form's first button, which nobody sees, is another one of the same kind.
  expect((await customer.submit(refused, { action: addressPage, fields: address })).status).toBe(303)
  const page = await customer.get(addressPage)
  expect(wordsOf(page.html)).toContain('Trabalho: Rua Fradique…, 50')
  const id = /name="address_id"[^>]*value="(\d+)"/.exec(page.html)?.[1] ?? ''

  const cep = await customer.get('/cep?redirectTo=/categoria/beleza')
  expect(wordsOf(cep.html)).toContain('Trabalho: Rua Fradique…, 50')
  const deliver = { button: 'Entregar neste endereço', fields: { address_id: id } }
  const chosen = await customer.submit(cep, deliver)
  expect([chosen.status, chosen.location]).toEqual([303, '/categoria/beleza'])
  expect(wordsOf((await customer.get('/')).html)).toContain('05416-000')
  expect((await customer.submit(page, deliver)).location).toBe(addressPage)
  await saveAddress(customer, { number: '52' }, `${addressPage}&id=${id}`)
  const changed = await customer.get(addressPage)
  expect(wordsOf(changed.html)).toContain('Rua Fradique…, 52')
  const remove = { button: 'Remover Trabalho, Rua Fradique Coutinho' }
  expect((await customer.submit(changed, remove)).status).toBe(303)
  expect((await customer.submit(changed, remove)).status).toBe(404)
  expect(wordsOf((await customer.get(addressPage)).html)).toContain('Não há endereços cadastrados.')
})

test('a street that stayed where its postal code was changed is asked about once, and saved when it is sent again', async () => {
  const { customer } = await register()
  await giveZipcode(customer)
  const page = await customer.get(addressPage)
  expect(hiddenField(page.html, 'street')).toBe('Avenida Paulista')
  for (const [zipcode, question] of [
    ['05416-000', 'nele, a rua é Rua Fradique Coutinho'],
    ['01599-999', 'a rua continua a mesma'],
  ] as const) {
    const asked = await saveAddress(customer, { zipcode, number: '900' }, page)
    expect([zipcode, asked.status]).toEqual([zipcode, 422])
    expect(wordsOf(asked.html)).toContain(question)
    expect(hiddenField(asked.html, 'number')).toBe('900')
    // Another pair is another question.
    const again = await saveAddress(customer, { zipcode: '01001-000' }, asked)
    expect([again.status, wordsOf(again.html).includes('a rua é Praça da Sé')]).toEqual([422, true])
    expect((await saveAddress(customer, {}, asked)).status).toBe(303)
  }
  const { html } = await customer.get(addressPage)
  expect(html).toMatch(/05416-000/)
  const id = html.match(/&amp;id=(\d+)#endereco/)?.[1]
  const saved = `${addressPage}&id=${id}`
  expect((await saveAddress(customer, { zipcode: '01310-200' }, saved)).status).toBe(303)
  expect((await saveAddress(customer, { zipcode: '05416-000' }, saved)).status).toBe(422)
  expect((await saveAddress(customer, { zipcode: '05416-000', street: 'R. Fradique Coutinho' }, saved)).status).toBe(
    303,
  )
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
    await saveAddress(customer, { ...address, zipcode })
    const browser = openPlainBrowser(server.url)
    const { headers } = await signIn(browser, email, secretPhrase)
    expect([zipcode, browser.cookies.has('branch')]).toEqual([zipcode, isChosen])
    expect(headers.get('Set-Cookie')).not.toContain('favourite=')
  }
})

test('the first address that is saved before any postal code is given is delivered to, as after signing in', async () => {
  for (const [zipcode, isChosen] of [
    ['05416-000', true],
    ['06020-000', false],
    ['99999-999', false],
  ] as const) {
    const { customer } = await register()
    await saveAddress(customer, { ...address, zipcode })
    expect([zipcode, customer.cookies.has('branch')]).toEqual([zipcode, isChosen])
    const { html } = await customer.get('/')
    expect([zipcode, html.includes(zipcode)]).toEqual([zipcode, isChosen])
  }
})

test('what people paste is read without marks that nobody sees, whatever its dashes, spaces and digits', async () => {
  const { customer, email } = await register()
  expect((await giveZipcode(customer, '\u202a０１３１０\u2013100\u202c')).status).toBe(303)
  await addToBag(customer, novalgina)
  const coupon = { coupon_code: '\u200bbemvindo\u00ad１０\u00a0' }
  expect((await customer.submit(bagPage, { button: 'Aplicar cupom', fields: coupon })).status).toBe(303)
  await saveAddress(customer, { ...address, zipcode: '01310\u2212100', number: '９００' })
  expect(wordsOf((await customer.get(addressPage)).html)).toContain('01310-100')
  const pasted = `\ufeff${email}\u200b`
  expect((await signIn(openPlainBrowser(server.url), pasted, secretPhrase)).status).toBe(303)
  for (const search of ['nov\u00adalgina', '\u200bnovalgina\u2060'])
    expect(wordsOf((await customer.get(`/categoria?search=${encodeURIComponent(search)}`)).html)).toContain('Novalgina')
})

test('an order is cancelled while it is unpaid, once, and bought again', async () => {
  const customer = await openCustomer(server.url)
  const payment = await placeOrder(customer)
  const order = await customer.get(payment.replace('/checkout/', '/minha-conta/pedidos/'))
  expect(wordsOf(order.html)).not.toContain('Este recibo')
  const cancel = { button: 'Cancelar pedido' }
  await customer.submit(order, cancel)
  const cancelled = await customer.get(order.path)
  expect(wordsOf(cancelled.html)).toContain('Pedido cancelado. Nada será cobrado.')
  expect(wordsOf(cancelled.html)).not.toContain('Cancelar pedido')
  await customer.submit(order, cancel)
  expect(wordsOf((await customer.get(order.path)).html)).toContain('não pode mais ser cancelado')
  const again = await customer.submit(cancelled, { button: 'Comprar de novo' })
  expect([again.status, again.location]).toEqual([303, bagPage])
  expect(wordsOf((await customer.get(bagPage)).html)).toContain('Novalgina')
})

test('a benefit user sees gains and statements by period; others see no such section', async () => {
  const benefit = await openCustomer(server.url, 'beneficio@example.com')
  const page = wordsOf((await benefit.get('/minha-conta?section=beneficio')).html)
  expect(page).toContain('Extrato: Vale-farmácia')
  expect(page).toContain('6 movimentações')
  for (const gain of ['999', 'x'])
    expect((await benefit.get(`/minha-conta?section=beneficio&gain=${gain}`)).status).toBe(404)
  const ask = (startDate: string, endDate: string) =>
    benefit.submit('/minha-conta?section=beneficio', {
      button: 'Filtrar',
      fields: { start_date: startDate, end_date: endDate },
    })
  const period = await ask('2026-03-01', '2026-03-10')
  expect(wordsOf(period.html)).toContain('1 movimentação')
  const backwards = await ask('2026-03-10', '2026-03-01')
  expect(wordsOf(backwards.html)).toContain('A data final precisa ser igual ou posterior à inicial.')
  const typed = await ask('01/03/2026', '10.3.2026')
  expect(wordsOf(typed.html)).toContain('1 movimentação')
  expect(typed.html).toContain('value="10.3.2026"')
  const neither = await ask('30/02/2026', 'ontem')
  expect(wordsOf(neither.html)).toContain('Corrija 2 campos')
  for (const [field, value] of [
    ['start_date', '30/02/2026'],
    ['end_date', 'ontem'],
  ]) {
    expect(neither.html).toContain(`<a href="#${field}">Informe uma data no formato dd/mm/aaaa.</a>`)
    expect(neither.html).toContain(`value="${value}"`)
  }
  expect(wordsOf((await benefit.get('/minha-conta?section=carteira')).html)).toContain('Cashback do pedido')

  const other = await openCustomer(server.url)
  const account = wordsOf((await other.get('/minha-conta?section=beneficio')).html)
  expect(account).not.toContain('Meu benefício')
})

test('everything kept about a customer can be downloaded', async () => {
  const { customer, email } = await register()
  await saveAddress(customer, address)
  const { headers, html } = await downloadData(customer, secretPhrase)
  expect(headers.get('Content-Disposition')).toContain('attachment')
  expect(JSON.parse(html)).toMatchObject({
    profile: { email, phone: '11987654321', birthday: '1988-04-12' },
    addresses: [{ street: 'Rua Fradique Coutinho' }],
  })
})

test('what is kept is handed out only to who gives the password again, at once, and to nobody else', async () => {
  const { customer } = await register()
  const page = await customer.get('/minha-conta/meus-dados')
  const ask = (currentPassword: string) =>
    customer.submit(page, { button: 'Baixar meus dados', fields: { current_password: currentPassword } })
  const refused = await ask('não é esta')
  expect(refused.status).toBe(422)
  expect(wordsOf(refused.html)).toContain('A senha atual não confere.')
  expect(refused.html).toContain('href="#current_password"')

  const { status, location: to } = await ask(secretPhrase)
  expect(status).toBe(303)
  // Another page, without what was refused before, starts the download, and links to the file where that does not happen.
  const ready = await customer.get(to ?? '')
  expect(wordsOf(ready.html)).toContain('Seu arquivo está pronto')
  expect(ready.html).not.toContain('name="current_password"')
  const [, location = ''] = ready.headers.get('Refresh')?.match(/^1; url=(.*)$/) ?? []
  expect(ready.html).toContain(`href="${location}"`)
  expect((await customer.get(location)).headers.get('Content-Disposition')).toContain('attachment')
  const { customer: other } = await register()
  for (const [browser, address] of [
    [customer, '/minha-conta/meus-dados.json'],
    [customer, '/minha-conta/meus-dados.json?ticket=abc'],
    [other, location],
  ] as const) {
    expect(await browser.get(address)).toMatchObject({ status: 303, location: '/minha-conta/meus-dados' })
  }
})

test('a customer signs out of every device at once', async () => {
  const { customer, email } = await register()
  const second = openPlainBrowser(server.url)
  await signIn(second, email, secretPhrase)
  const { status, location } = await customer.submit('/minha-conta', { button: 'Sair de todos os aparelhos' })
  expect([status, location, customer.cookies.has('clientToken')]).toEqual([303, '/', false])
  expect([await isSignedIn(customer), await isSignedIn(second)]).toEqual([false, false])
  expect(wordsOf((await customer.get('/')).html)).toContain('Você saiu da conta em todos os aparelhos.')
})

test('a new customer is asked to confirm the e-mail, by the code in it, and can have another sent', async () => {
  const { customer, email } = await register()
  const notice = 'Falta confirmar seu e-mail'
  expect(wordsOf((await customer.get('/minha-conta')).html)).toContain(notice)
  const page = await customer.get('/confirmar-email')
  const confirm = (code: string) => customer.submit(page, { button: 'Confirmar e-mail', fields: { code } })
  const first = await mailedCode(email)
  const wrong = await confirm(first === '000000' ? '000001' : '000000')
  expect(wrong.status).toBe(422)
  expect(wordsOf(wrong.html)).toContain('O token inserido é inválido')
  const another = await customer.submit(wrong, { button: 'Enviar outro código' })
  expect([another.status, another.location]).toEqual([303, '/confirmar-email'])

  const right = await confirm(await mailedCode(email))
  expect([right.status, right.location]).toEqual([303, '/minha-conta'])
  const account = wordsOf((await customer.get('/minha-conta')).html)
  expect(account).toContain('E-mail confirmado.')
  expect(account).not.toContain(notice)
  expect(await customer.get('/confirmar-email')).toMatchObject({ status: 303, location: '/minha-conta' })
  expect(wordsOf((await (await openCustomer(server.url)).get('/minha-conta')).html)).not.toContain(notice)
})

test('after signing out nobody at the same browser has the customer’s laboratory discount, and the bag stays', async () => {
  const { customer } = await register()
  await giveZipcode(customer)
  await addToBag(customer, trayenta)
  const fields = { cpf: '111.444.777-35', consent: 'on' }
  await customer.submit(`/desconto-laboratorio?id=${trayenta.id}`, { button: 'Quero o desconto', fields })
  const bag = async () => wordsOf((await customer.get(bagPage)).html)
  expect(await bag()).toContain('Com o desconto do laboratório')
  await customer.submit('/sobre-nos', { button: 'Sair' })
  expect(await bag()).toContain('Trayenta')
  expect(await bag()).not.toContain('Com o desconto do laboratório')
})

test('a CPF given for a discount before signing in is the customer’s afterwards', async () => {
  const { email } = await register()
  const visitor = openPlainBrowser(server.url)
  await giveZipcode(visitor)
  await addToBag(visitor, trayenta)
  const fields = { cpf: '111.444.777-35', consent: 'on' }
  await visitor.submit(`/desconto-laboratorio?id=${trayenta.id}`, { button: 'Quero o desconto', fields })
  await signIn(visitor, email, secretPhrase)
  const { laboratoryDiscounts } = JSON.parse((await downloadData(visitor, secretPhrase)).html)
  expect(laboratoryDiscounts).toMatchObject([{ cpf: '11144477735', productIds: [43] }])
})

// The operator's program starts four times.
test('the operator hands a customer’s data out, and erases the account at their word', async () => {
  const { customer, email } = await register()
  await saveAddress(customer, address)
  const told = JSON.parse(await operate(server, 'customers', 'export', email.toUpperCase()))
  expect(told).toEqual(JSON.parse((await downloadData(customer, secretPhrase)).html))
  expect(await operate(server, 'customers', 'erase', email)).toMatch(/^A conta \d+ foi apagada\.$/m)
  expect(await isSignedIn(customer)).toBe(false)
  await expect(operate(server, 'customers', 'export', email)).rejects.toThrow('Nenhuma conta tem este e-mail.')
})

test('a visitor is led to the login and back, and nothing of the account is shown', async () => {
  const visitor = openPlainBrowser(server.url)
  const pages = [
    '/minha-conta',
    '/minha-conta/meus-dados',
    '/minha-conta/meus-dados.json',
    '/minha-conta/rua?zipcode=1',
  ]
  for (const path of [...pages, '/confirmar-email']) {
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
  await addToBag(customer, novalgina)
  await goOn(customer)
  const cacheControl = async (browser: PlainBrowser, page: string) =>
    (await browser.get(page)).headers.get('Cache-Control')
  const own = ['/minha-conta', '/minha-conta?section=pedidos', '/favoritos', '/checkout/sacola', summary]
  for (const page of own) expect([page, await cacheControl(customer, page)]).toEqual([page, 'no-store, no-transform'])
  // A visitor's bag stays, so its page may be cached.
  expect(await cacheControl(await openShopper(server.url), '/checkout/sacola')).toBe('private, no-cache, no-transform')
})
