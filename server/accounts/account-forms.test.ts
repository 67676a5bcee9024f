import { expect, test } from 'vitest'
import { Login, PasswordChange, PasswordReset, Profile, Registration } from './account-forms.ts'

const typed = {
  firstName: 'Ana',
  lastName: 'Lima',
  email: 'ana@example.com',
  phone: '11987654321',
  password: 'uma frase longa',
  passwordAgain: 'uma frase longa',
  terms: 'on',
}

test.each([
  '11987654321',
  '(11) 98765-4321',
  '11 98765 4321',
  '11.98765.4321',
  '011 98765-4321',
  '0 11 98765-4321',
  '+55 11 98765-4321',
  '5511987654321',
  ' (11)98765-4321 ',
  'cel. 11 9 8765-4321',
])('a phone typed as %j is read', (phone) => {
  expect(Registration.parse({ ...typed, phone }).phone).toBe('11987654321')
})

test.each(['', '98765-4321', '119876543210', '00 98765-4321', 'onze', '1'.repeat(10_000)])(
  'a phone typed as %.20j is refused in our words',
  (phone) => {
    const { error } = Registration.safeParse({ ...typed, phone })
    expect(error?.issues).toMatchObject([{ path: ['phone'], message: expect.stringContaining('telefone com DDD') }])
  },
)

test.each([
  '1988-04-12',
  '12/04/1988',
  '12/4/1988',
  '12-04-1988',
  '12.4.1988',
  '12 04 1988',
  '12041988',
  ' 12/04/1988 ',
])('a birthday typed as %j is read', (birthday) => {
  expect(Registration.parse({ ...typed, birthday }).birthday).toBe('1988-04-12')
})

test.each([
  '12/04/88',
  '31/02/1990',
  '00/00/0000',
  '1988/04/12',
  '13041',
  'ontem',
  '12/04/1988 à noite',
  '9'.repeat(10_000),
])('a birthday typed as %.20j is refused in our words', (birthday) => {
  const { error } = Registration.safeParse({ ...typed, birthday })
  expect(error?.issues).toMatchObject([{ path: ['birthday'], message: expect.stringContaining('dd/mm/aaaa') }])
})

test('a name loses the marks that turn the direction of reading, and keeps its letters', () => {
  expect(Registration.parse({ ...typed, firstName: '\u202eAna\u2067', lastName: 'محمد \u200fعبد' })).toMatchObject({
    firstName: 'Ana',
    lastName: 'محمد عبد',
  })
  const { error } = Registration.safeParse({ ...typed, firstName: ' \u202e\u200f ' })
  expect(error?.issues).toMatchObject([{ path: ['firstName'], message: 'Informe seu nome.' }])
})

test.each([
  ...['Ganhe em http://x', 'www.premio', 'Clique premio.example agora', 'bit.ly/x', 'É.ã', 'promo24.com', '192.0.2.1'],
  ...['ana\u2024com', 'ana\uff0ecom', 'ana\u3002com', 'ana\uff61com', 'x\ufe52com', '\u2488com', 'cafe\u0301.com'],
  ...['premio.\u200bcom', 'pre\u00admio.\u2060com', 'http:\u2044\u2044x', 'http:\uff0f\uff0fx', 'http:\u2215\u2215x'],
])('a name typed as %j would be a link in our e-mails, and is refused', (name) => {
  const refusal = 'Escreva o nome sem endereço de site e sem ponto entre as letras.'
  const told = (field: string) => Registration.safeParse({ ...typed, [field]: name }).error?.issues
  for (const field of ['firstName', 'lastName'])
    expect(told(field)).toMatchObject([{ path: [field], message: refusal }])
  expect(Profile.safeParse({ ...typed, firstName: name }).error?.issues).toMatchObject([{ message: refusal }])
})

test.each(['Ana M. Lima', 'J. R.', "D'Ávila", 'Maria-José', 'Jr.', 'João Cafe\u0301', 'علی\u200cرضا', '陳大文'])(
  'a name typed as %j is taken',
  (name) => {
    expect(Profile.safeParse({ ...typed, firstName: name, lastName: name }).success).toBe(true)
  },
)

test.each(['Ana\nLigue', 'Ana\u2028Ligue', 'Ana\u2029Ligue'])('a name is one line, and %j is refused', (firstName) => {
  expect(Profile.safeParse({ ...typed, firstName }).error?.issues).toMatchObject([{ path: ['firstName'] }])
})

test('what is refused is told in the order of the form', () => {
  const { error } = Registration.safeParse({})
  expect(error?.issues.map(({ path }) => path[0])).toEqual([
    'firstName',
    'lastName',
    'email',
    'phone',
    'password',
    'passwordAgain',
    'terms',
  ])
})

test.each([
  ['registration', Registration],
  ['reset', PasswordReset],
  ['change', PasswordChange],
])('a new password of 8 to 128 characters passes the %s, one shorter or longer is refused', (_form, schema) => {
  const refusals = (length: number) => {
    const password = 'ã'.repeat(length)
    const form = { ...typed, code: '123456', currentPassword: 'a', password, passwordAgain: password }
    return schema.safeParse(form).error?.issues.map(({ path, message }) => `${path} ${message}`) ?? []
  }
  const refused = [expect.stringMatching(/^password .*8 .*128/)]
  expect([7, 8, 128, 129].map(refusals)).toEqual([refused, [], [], refused])
})

test('whoever has the longest password can sign in with it, and change it', () => {
  const longest = 'a'.repeat(128)
  expect(Login.safeParse({ email: 'ana@example.com', password: longest }).success).toBe(true)
  expect(Login.safeParse({ email: 'ana@example.com', password: `${longest}a` }).success).toBe(false)
  const change = { password: 'uma frase longa', passwordAgain: 'uma frase longa' }
  expect(PasswordChange.safeParse({ ...change, currentPassword: longest }).success).toBe(true)
  expect(PasswordChange.safeParse({ ...change, currentPassword: `${longest}a` }).success).toBe(false)
})

test.each([
  ['+55 (011) 98765-4321', '11987654321'],
  ['0055 11 98765 4321', '11987654321'],
  ['0 15 11 98765-4321', '11987654321'],
  ['(55) 99876-5432', '55998765432'],
  ['(11) 3000\u20110000', '1130000000'],
  ['\u202a+55\u00a011\u00a098765\u20134321\u202c', '11987654321'],
  ['（１１）９８７６５－４３２１', '11987654321'],
])('a phone typed as %j is read as %s', (phone, digits) => {
  expect(Registration.parse({ ...typed, phone }).phone).toBe(digits)
})

test.each([
  ['+1 212 555 1234', 'Só ligamos para números do Brasil.'],
  ['001 212 555 1234', 'Só ligamos para números do Brasil.'],
  ['+351 912 345 678', 'Só ligamos para números do Brasil.'],
  ['1 212 555 1234', 'celulares têm 9 dígitos'],
  ['(11) 8765-4321', 'celulares têm 9 dígitos'],
  ['(11) 88765-4321', 'celulares têm 9 dígitos'],
  ['(11) 0000-0000', 'celulares têm 9 dígitos'],
  ['(20) 98765-4321', 'Não existe o DDD 20.'],
  ['+55 (10) 98765-4321', 'Não existe o DDD 10.'],
])('a phone typed as %j is refused with the reason', (phone, reason) => {
  const { error } = Registration.safeParse({ ...typed, phone })
  expect(error?.issues).toMatchObject([{ path: ['phone'], message: expect.stringContaining(reason) }])
})

test.each(['-', '...', '\u200b', '123', '\u2014 \u00ad'])(
  'a name typed as %j has no letter, and is refused',
  (name) => {
    const told = (form: object) => Registration.safeParse({ ...typed, ...form }).error?.issues
    expect(told({ firstName: name })).toContainEqual(expect.objectContaining({ message: 'Informe seu nome.' }))
    expect(told({ lastName: name })).toContainEqual(expect.objectContaining({ message: 'Informe seu sobrenome.' }))
    expect(Profile.safeParse({ firstName: name }).success).toBe(false)
  },
)

test('an e-mail and a code lose marks that nobody sees, a password keeps every one', () => {
  const password = 'uma\u200bfrase\u00a0longa'
  const form = { ...typed, email: '\ufeffana\u200b@example\u2060.com', password, passwordAgain: password }
  expect(Registration.parse(form)).toMatchObject({ email: 'ana@example.com', password })
  expect(Login.parse({ email: ' ana@example.com\u200e', password })).toEqual({ email: 'ana@example.com', password })
  const reset = { email: 'ana@example.com', password, passwordAgain: password }
  expect(PasswordReset.parse({ ...reset, code: '\u200b１２３\u2013456' }).code).toBe('123456')
})

test('a birthday is read from both places, and what a profile leaves out is no change', () => {
  expect(Profile.parse({ personal: { birthday: '1988-04-12' } }).birthday).toBe('1988-04-12')
  expect(Profile.parse({ birthday: '12/04/1988', personal: { birthday: '1990-01-01' } }).birthday).toBe('1988-04-12')
  expect(Registration.parse({ ...typed, personal: { birthday: '1988-04-12' } }).birthday).toBe('1988-04-12')
  expect(Object.values(Profile.parse({})).filter((value) => value !== undefined)).toEqual([])
  for (const emptied of [{ birthday: '' }, { birthday: null }, { personal: { birthday: null } }])
    expect(Profile.parse(emptied).birthday).toBe(null)
  for (const emptied of [{ firstName: '' }, { lastName: null }, { phone: '' }, { phone: null }])
    expect(Profile.safeParse(emptied).success).toBe(false)
})
