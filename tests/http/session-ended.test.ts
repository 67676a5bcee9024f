import { expect, test } from 'vitest'
import { ownServer } from '../support/file-server.ts'
import { hiddenField, type PlainAnswer, type PlainBrowser, wordsOf } from '../support/http.ts'
import { photoBlob } from '../support/prescriptions.ts'
import {
  addressPage,
  addToBag,
  azitromicina,
  bagPage,
  finish,
  goOn,
  homeAddress,
  novalgina,
  openShopper,
  person,
  register,
  saveAddress,
  signIn,
  signOut,
  summary,
} from '../support/purchase.ts'

const server = ownServer()

async function newAccount() {
  const customer = await openShopper(server.url)
  const { email, password } = person()
  await register(customer, person({ email, password }))
  await saveAddress(customer, homeAddress)
  return { customer, email, password }
}

/** What the login said of the form that led to it, and the page it led back to. */
async function signInAgain(customer: PlainBrowser, { location }: PlainAnswer, email: string, password: string) {
  const login = await customer.get(location ?? '')
  const { location: back } = await signIn(customer, email, password, login)
  return { asked: wordsOf(login.html), back, page: await customer.get(back ?? '') }
}

test('an address that was typed in another tab than the one that signed out is there again after signing in', async () => {
  const { customer, email, password } = await newAccount()
  const open = await customer.get(addressPage)
  await signOut(customer)
  const typed = { ...homeAddress, street: 'Rua Augusta', number: '77', address_type: 'Trabalho' }
  const late = await saveAddress(customer, typed, open)
  const { asked, back, page } = await signInAgain(customer, late, email, password)
  expect(asked).toContain('Sua sessão terminou. Entre de novo para continuar. O que você digitou está guardado.')
  expect(back).toBe(addressPage)
  expect(wordsOf(page.html)).toContain('O que você digitou está de volta no formulário: confira e envie.')
  expect(['street', 'number', 'address_type'].map((name) => hiddenField(page.html, name))).toEqual([
    'Rua Augusta',
    '77',
    'Trabalho',
  ])
  expect(page.html).not.toContain('aria-invalid="true"')

  expect((await customer.submit(page, { button: 'Salvar endereço' })).location).toBe(addressPage)
  expect((await customer.get(addressPage)).html).not.toContain('value="Rua Augusta"')
})

test('what one typed is not shown to who signs in for something else', async () => {
  const { customer, email, password } = await newAccount()
  const open = await customer.get(addressPage)
  await signOut(customer)
  await saveAddress(customer, { ...homeAddress, street: 'Rua Augusta' }, open)
  await signIn(customer, email, password)
  await customer.get('/')
  expect(customer.cookies.has('keptForm')).toBe(false)
  expect((await customer.get(addressPage)).html).not.toContain('Rua Augusta')
})

test('a password typed into a form whose session has ended is not kept', async () => {
  const { customer } = await newAccount()
  const open = await customer.get('/minha-conta')
  await signOut(customer)
  const fields = { current_password: 'a de antes', password: 'a de depois', password_confirmation: 'a de depois' }
  const late = await customer.submit(open, { button: 'Trocar senha', fields })
  expect(late.location).toBe('/login?redirectTo=%2Fminha-conta')
  expect(customer.cookies.has('keptForm')).toBe(false)
  expect(wordsOf((await customer.get(late.location ?? '')).html)).not.toContain('está guardado')
})

test('the profile and a patient’s name come back, too', async () => {
  const { customer, email, password } = await newAccount()
  for (const [path, button, field] of [
    ['/minha-conta?section=perfil', 'Salvar', 'f_name'],
    ['/checkout/receita-medica/pacientes', 'Cadastrar paciente', 'pacient.pacient'],
  ] as const) {
    const open = await customer.get(path)
    await signOut(customer)
    const late = await customer.submit(open, { button, fields: { [field]: 'Zulmira' } })
    const { back, page } = await signInAgain(customer, late, email, password)
    expect([back, hiddenField(page.html, field)]).toEqual([path, 'Zulmira'])
    expect(page.html).not.toContain('aria-invalid="true"')
  }
})

test('the bag’s note and address come back to the bag, and the summary to the summary', async () => {
  const { customer, email, password } = await newAccount()
  await saveAddress(customer, { ...homeAddress, address_type: 'Trabalho', number: '77' })
  await addToBag(customer, novalgina)
  const bag = await customer.get(bagPage)
  const other =
    bag.html
      .match(/name="delivery_address_id"[^>]*value="(\d+)"/g)
      ?.at(-1)
      ?.match(/value="(\d+)"/)?.[1] ?? ''
  await signOut(customer)
  const fields = { order_note: 'Deixar com o Jorge', delivery_address_id: other }
  const late = await customer.submit(bag, { button: 'Ir para o resumo', fields })
  const { back, page } = await signInAgain(customer, late, email, password)
  expect([back, hiddenField(page.html, 'order_note')]).toEqual([bagPage, 'Deixar com o Jorge'])
  expect(page.html).toMatch(new RegExp(`<input[^>]*name="delivery_address_id"[^>]*checked=""[^>]*value="${other}"`))

  await goOn(customer)
  const open = await customer.get(summary)
  await signOut(customer)
  const lateOrder = await finish(customer, open)
  expect(await signInAgain(customer, lateOrder, email, password)).toMatchObject({
    back: `${summary}&delivery_option=agora&payment_method=pix`,
  })
})

test('an address chosen in a dialog is asked for again, and then leads to the page below it, with what was to be added', async () => {
  const { customer, email, password } = await newAccount()
  await signOut(customer)
  const fields = { address_id: '1', redirectTo: novalgina.path, id: novalgina.id, quantity: '2' }
  const { back, page } = await signInAgain(customer, await customer.post('/cep', fields), email, password)
  expect(back).toMatch(/^\/cep\?/)
  const [, address = ''] = /name="address_id"[^>]*value="(\d+)"/.exec(page.html) ?? []
  const use = { button: 'Entregar neste endereço', fields: { address_id: address } }
  expect((await customer.submit(page, use)).location).toBe(novalgina.path)
  expect(hiddenField((await customer.get(bagPage)).html, 'id')).toBe(novalgina.id)
})

test('a prescription’s words come back, and its file is asked for again', async () => {
  const { customer, email, password } = await newAccount()
  await addToBag(customer, azitromicina)
  const open = await customer.get('/checkout/receita-medica')
  await signOut(customer)
  const fields = { pacient: 'Caio Ramos', type: '1', issuers: 'CRM-SP 12345', code: 'ABC123', file: await photoBlob() }
  const late = await customer.submit(open, { button: 'Enviar receita', fields })
  const { back, page } = await signInAgain(customer, late, email, password)
  expect(back).toBe('/checkout/receita-medica')
  expect(['pacient', 'issuers', 'code'].map((name) => hiddenField(page.html, name))).toEqual([
    'Caio Ramos',
    'CRM-SP 12345',
    'ABC123',
  ])
  expect(wordsOf(page.html)).toContain('Escolha o arquivo de novo')
})
