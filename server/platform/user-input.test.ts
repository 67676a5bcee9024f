import { expect, test } from 'vitest'
import { normalizeLabelledCode } from './user-input.ts'

test.each([
  ['CPF: 529.982.247-25', '52998224725'],
  [' 529.982.247-25', '52998224725'],
  ['cpf 529.982.247-25', '52998224725'],
  ['CPF nº 529.982.247-25', '52998224725'],
  ['Código: 123456', '123456'],
  ['Seu código é 123456.', '123456'],
  ['Seu código:\u00a0123 456', '123456'],
  ['CEP: 01310-100', '01310100'],
  ['CEP\uff1a\uff10\uff11\uff13\uff11\uff10\uff0d\uff11\uff10\uff10', '01310100'],
  ['Código: abcd-ef23', 'abcdef23'],
])('a number copied with its name is read: %s', (text, code) => {
  expect(normalizeLabelledCode(text)).toBe(code)
})

test.each([
  ['ABC01310100', 'ABC01310100'],
  ['Rua 3, 01310-100', 'Rua3,01310100'],
  ['CPF: 529.982.247-25 CEP: 01310-100', '52998224725CEP:01310100'],
  ['abcd 1234', 'abcd1234'],
  ['abcd-ef23', 'abcdef23'],
])('what is no number with its name stays what it is: %s', (text, code) => {
  expect(normalizeLabelledCode(text)).toBe(code)
})
