import { expect, test } from 'vitest'
import { Registration } from './account-forms.ts'

const typed = {
  f_name: 'Ana',
  l_name: 'Lima',
  email: 'ana@example.com',
  phone: '11987654321',
  password: 'uma frase longa',
  password_confirmation: 'uma frase longa',
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
  expect(Registration.parse({ ...typed, f_name: '\u202eAna\u2067', l_name: 'محمد \u200fعبد' })).toMatchObject({
    f_name: 'Ana',
    l_name: 'محمد عبد',
  })
  const { error } = Registration.safeParse({ ...typed, f_name: ' \u202e\u200f ' })
  expect(error?.issues).toMatchObject([{ path: ['f_name'], message: 'Informe seu nome.' }])
})

test('what is refused is told in the order of the form', () => {
  const { error } = Registration.safeParse({})
  expect(error?.issues.map(({ path }) => path[0])).toEqual([
    'f_name',
    'l_name',
    'email',
    'phone',
    'password',
    'password_confirmation',
    'terms',
  ])
})
