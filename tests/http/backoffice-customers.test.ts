import { expect, test } from 'vitest'
import { call, expectRefusal } from '../support/calls.ts'
import { ownServer } from '../support/file-server.ts'
import { openPlainBrowser, type PlainBrowser, wordsOf } from '../support/http.ts'
import {
  downloadData,
  finish,
  homeAddress,
  mailedCode,
  openShopper,
  openSummary,
  pay,
  person,
  placeOrder,
  register,
  saveAddress,
  signIn,
} from '../support/purchase.ts'
import { createStaff, operator } from '../support/staff.ts'
import { onShop } from '../support/verbs.ts'

const server = ownServer()

const blockedSentence = 'Sua conta está bloqueada. Fale com a gente pelos contatos da loja'

/** A new customer with an address, signed in, and their page at the counter. */
async function newcomer() {
  const customer = await openShopper(server.url)
  const { email, password } = person()
  // Letters alone: a name that no other test's customer has.
  const surname = `Silva ${email.replace(/[^a-z]/g, '')}`
  await register(customer, person({ email, l_name: surname }))
  await saveAddress(customer, homeAddress)
  const owner = await createStaff(server.url, 'owner')
  const { html } = await owner.get(`/balcao/clientes?busca=${encodeURIComponent(email)}`)
  const desk = /\/balcao\/clientes\/\d+/.exec(html)?.[0] ?? 'not found'
  return { customer, email, password, surname, owner, desk }
}

const isSignedIn = async (browser: PlainBrowser) => (await browser.get('/minha-conta')).status === 200

async function block(owner: PlainBrowser, desk: string, motivo = 'cartão de outra pessoa') {
  return owner.submit(desk, { button: 'Bloquear', fields: { reason: motivo } })
}

test('the owner finds a customer by name, and reads on their page what they ordered and what was written to them', async () => {
  const { customer, email, surname, owner, desk } = await newcomer()
  const order = await pay(customer, await placeOrder(customer))
  const menu = await owner.get('/balcao')
  expect(menu.html).toContain('href="/balcao/clientes"')
  const found = await owner.submit('/balcao/clientes', {
    button: 'Buscar',
    action: '/balcao/clientes',
    fields: { busca: `Ana ${surname}` },
  })
  expect(wordsOf(found.html)).toContain(`Ana ${surname}`)
  expect(found.html).toContain(`href="${desk}"`)
  // Enough to choose; the rest is on the page, and who opens it is recorded.
  expect(found.html).not.toContain(email)
  const page = wordsOf((await owner.get(desk)).html)
  for (const words of [surname, email, '(11) 98765-4321', order, 'Pago', 'R$ ']) expect(page).toContain(words)
  expect(wordsOf((await owner.get('/balcao/clientes?busca=ninguem-assim')).html)).toContain('Nenhum cliente encontrado')
  expect((await owner.get('/balcao/clientes/999999')).status).toBe(404)
  const audit = await owner.get('/balcao/auditoria?csv')
  expect(audit.html).toContain(`"Viu o cadastro";"cliente ${desk.split('/').at(-1)}"`)
  expect(audit.html).not.toContain(email)
})

test('an e-mail is sent again from the page', async () => {
  const { email, owner, desk } = await newcomer()
  const sent = await owner.submit(desk, { button: 'Reenviar: Confirme seu e-mail' })
  expect([sent.status, sent.location]).toEqual([303, desk])
  const { html } = await openPlainBrowser(server.url).get(`/sandbox/emails?to=${encodeURIComponent(email)}`)
  expect(wordsOf(html).match(/\b\d{6}\b/g)).toHaveLength(2)
  expect(wordsOf((await owner.get(desk)).html)).toContain('E-mail reenviado.')
})

test('a clerk gets to a customer by an order alone, and reads there without changing anything', async () => {
  const { customer, surname, desk } = await newcomer()
  const clerk = await createStaff(server.url, 'clerk')
  expect((await clerk.get('/balcao')).html).not.toContain('/balcao/clientes')
  expect((await clerk.get(`/balcao/clientes?busca=${surname}`)).status).toBe(404)
  expect((await clerk.get(desk)).status).toBe(404)
  const order = await pay(customer, await placeOrder(customer))
  expect((await clerk.get(`/balcao/pedidos/${order}`)).html).toContain(`href="${desk}"`)
  const page = await clerk.get(desk)
  expect([page.status, wordsOf(page.html)]).toEqual([200, expect.stringContaining(surname)])
  for (const button of ['Bloquear', 'Apagar dados', 'Reenviar: Confirme seu e-mail'])
    await expect(clerk.submit(page, { button })).rejects.toThrow('0 forms')
  expect(page.html).not.toContain(`${desk}/dados`)
})

test('a blocked customer loses the open session, the order in their hands, and every way back in until unblocked', async () => {
  const { customer, email, password, owner, desk } = await newcomer()
  const token = customer.cookies.get('clientToken')
  const summary = await openSummary(customer)
  const wanting = await owner.submit(desk, { button: 'Bloquear', fields: { reason: ' ' } })
  expect([wanting.status, wordsOf(wanting.html)]).toEqual([422, expect.stringContaining('Informe o motivo.')])
  const done = await block(owner, desk)
  expect([done.status, done.location]).toEqual([303, desk])
  const shown = wordsOf((await owner.get(desk)).html)
  expect(shown).toContain('Conta bloqueada. O cliente saiu de todos os aparelhos.')
  expect(shown).toContain('“cartão de outra pessoa”')

  const order = await finish(customer, summary)
  expect([order.status, order.location]).toEqual([303, expect.stringContaining('/login')])
  expect(await isSignedIn(customer)).toBe(false)
  expectRefusal(await call(server, 'order/getOrderList', { token }), 401, 'token.invalid')
  const wrong = await signIn(customer, email, 'uma senha errada')
  expect([wrong.status, wordsOf(wrong.html)]).toEqual([422, expect.stringContaining('E-mail ou senha não conferem.')])
  expect(wordsOf(wrong.html)).not.toContain('bloqueada')
  const right = await signIn(customer, email, password)
  expect([right.status, wordsOf(right.html)]).toEqual([403, expect.stringContaining(blockedSentence)])
  expect(right.html).not.toContain(password)

  const { access_token: visitor } = (await call(server, 'auth/getInitialToken', {})).body
  expectRefusal(await call(server, 'auth/login', { email, password: 'errada', token: visitor }), 401, 'login.refused')
  const refused = await call(server, 'auth/login', { email, password, token: visitor })
  expectRefusal(refused, 403, 'account.blocked')
  expect(refused.body).toMatchObject({ token: null, error: expect.stringContaining(blockedSentence) })
  expect((await call(server, 'auth/forgetPassword', { email, token: visitor })).status).toBe(200)
  const code = await mailedCode(server.url, email)
  expectRefusal(await call(server, 'auth/sendRecoveryCode', { email, code, token: visitor }), 403, 'account.blocked')
  const passwords = { password: 'outra frase longa', password_confirmation: 'outra frase longa' }
  const passwordData = { email, code, ...passwords }
  expectRefusal(await call(server, 'auth/resetPassword', { passwordData, token: visitor }), 403, 'account.blocked')
  const again = await register(await openShopper(server.url), person({ email }))
  expect([again.status, wordsOf(again.html)]).toEqual([422, expect.stringContaining('Este e-mail já tem cadastro.')])

  const free = await owner.submit(desk, { button: 'Desbloquear' })
  expect([free.status, free.location]).toEqual([303, desk])
  expect((await signIn(customer, email, password)).status).toBe(303)
  expect(await isSignedIn(customer)).toBe(true)
})

test('the owner takes a customer’s data as a file, the same that the customer can download', async () => {
  const { customer, password, owner, desk } = await newcomer()
  expect((await owner.get(desk)).html).toContain(`href="${desk}/dados"`)
  const own = JSON.parse((await downloadData(customer, password)).html)
  const file = await owner.get(`${desk}/dados`)
  expect(JSON.parse(file.html)).toEqual(own)
  expect(['Content-Disposition', 'Cache-Control', 'X-Robots-Tag'].map((name) => file.headers.get(name))).toEqual([
    `attachment; filename="cliente-${desk.split('/').at(-1)}.json"`,
    'no-store',
    'noindex',
  ])
  await block(owner, desk)
  expect(JSON.parse((await owner.get(`${desk}/dados`)).html).block.reason).toBe('cartão de outra pessoa')
})

test('the owner erases who asks for it, with the e-mail typed, and not while an order is under way', async () => {
  const { customer, email, owner, desk } = await newcomer()
  const order = await pay(customer, await placeOrder(customer))
  const wrong = await owner.submit(desk, { button: 'Apagar dados', fields: { email: 'outra@example.com' } })
  expect([wrong.status, wordsOf(wrong.html)]).toEqual([422, expect.stringContaining('digite o e-mail desta conta.')])
  const early = await owner.submit(desk, { button: 'Apagar dados', fields: { email } })
  expect([early.status, wordsOf(early.html)]).toEqual([
    409,
    expect.stringContaining(`O pedido ${order} está em andamento. Apague os dados depois`),
  ])
  await onShop(server, ({ backoffice }) => backoffice.orders.cancelOrRefund(operator, Number(order), 'engano'))
  const done = await owner.submit(desk, { button: 'Apagar dados', fields: { email } })
  expect([done.status, done.location]).toEqual([303, '/balcao/clientes'])
  expect(wordsOf((await owner.get('/balcao/clientes')).html)).toContain('Os dados foram apagados.')
  expect((await owner.get(desk)).status).toBe(404)
  expect(await isSignedIn(customer)).toBe(false)
  const page = await owner.get(`/balcao/pedidos/${order}`)
  expect([page.status, page.html.includes('/balcao/clientes/')]).toEqual([200, false])
  expect(wordsOf(page.html)).toContain('Conta excluída')
})

test('who has lost the password or the phone reads at the sign-in whom to ask', async () => {
  const words = wordsOf((await openPlainBrowser(server.url).get('/balcao')).html)
  expect(words).toContain('Esqueceu a senha ou perdeu o celular?')
  expect(words).toContain('Equipe')
})
