import { expect, test } from 'vitest'
import { formatImportError } from '../../app/texts/import-errors.ts'
import { formatZipcodeRanges, parseZipcodeRanges } from './zipcode-ranges.ts'

const faultsOf = (text: string) => {
  const faults: string[] = []
  parseZipcodeRanges(text, (fault) => faults.push(fault))
  return faults.map(formatImportError)
}

test.each([
  ['01000-000-01599-999', '01000-000-01599-999'],
  ['01000000 - 01599999 fee 7.90 minimum 30', '01000-000-01599-999 taxa 7,90 mínimo 30,00'],
  [
    '02000-000 a 02999-999 mínimo 40 grátis R$ 150 taxa 12 90min | 01000-000-01599-999',
    '01000-000-01599-999 | 02000-000-02999-999 taxa 12,00 grátis 150,00 mínimo 40,00 90min',
  ],
  ['01000-000-01599-999 taxa 0', '01000-000-01599-999 taxa 0,00'],
  ['', ''],
])('the ranges %j are read', (text, meaning) => {
  expect(faultsOf(text)).toEqual([])
  expect(formatZipcodeRanges(parseZipcodeRanges(text, () => undefined))).toBe(meaning)
})

test.each([
  ['01000-000', 'precisa ser de um CEP até outro'],
  ['02000-000-01000-000', 'precisa ser de um CEP até outro'],
  ['01000-000-01599-999 frete 5', 'não deu para ler ‘01000-000-01599-999 frete 5’'],
  ['01000-000-01599-999 taxa 5 taxa 6', 'não deu para ler'],
  ['01000-000-01599-999 0min', 'não deu para ler'],
  ['01000-000-01599-999 | 01500-000-01700-000', 'tem ‘01500-000-01700-000’ também em ‘01000-000-01599-999’'],
])('the ranges %j are refused in Portuguese', (text, sentence) => {
  expect(faultsOf(text).join('; ')).toContain(sentence)
})
