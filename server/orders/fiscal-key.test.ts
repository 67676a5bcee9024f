import { expect, test } from 'vitest'
import { formatFiscalKey } from '../../app/texts/format.ts'
import { isFiscalKey, normalizeFiscalKey } from './fiscal-key.ts'

test('an access key has 44 characters, of which the last follows from the others', () => {
  const key = '35261100000000000100650010000041821204819370'
  const right = Array.from({ length: 10 }, (_, digit) => key.slice(0, 43) + digit).filter(isFiscalKey)
  expect(right).toHaveLength(1)
  const [valid = ''] = right
  expect(isFiscalKey(valid.replace('4182', '4183'))).toBe(false)
  expect(isFiscalKey(valid.slice(1))).toBe(false)
  expect(isFiscalKey(`${valid}0`)).toBe(false)
  expect(isFiscalKey(valid.replace('65', '59'))).toBe(false)
  // An example of the manual's own.
  expect(isFiscalKey('52060433009911002506550120000007800267301615'.slice(0, 44))).toBe(true)
})

test.each([
  ['35261115216260000176650010000012341418273918', true],
  ['3526 1115 2162 6000 0176 6500 1000 0012 3414 1827 3918', true],
  ['NFe35261115216260000176650010000012341418273918', true],
  ['35261112ABC34501DE35650010000012351418273920', true],
  ['35261112abc34501de35650010000012351418273920\r\n', true],
  ['3526 1112 ABC3 4501 DE35 6500 1000 0012 3514 1827 3920', true],
  ['NFe35261112ABC34501DE35650010000012351418273920', true],
  ['３５２６1112ABC34501DE35650010000012351418273920', true],
  ['35261112ABC34501DE35550010000000771418273930', true],
  ['35261112ABC34501DE35650010000012351418273921', false],
  ['35261112A C34501DE35650010000012351418273920', false],
  // Letters stand within the issuer's CNPJ alone, and not in its check digits.
  ['A5261115216260000176650010000012341418273918', false],
  ['352611152162600001A6650010000012341418273918', false],
])('the access key %s is one: %s', (text, isTaken) => {
  expect(isFiscalKey(normalizeFiscalKey(text))).toBe(isTaken)
})

test('an access key is kept in capitals and shown in fours, its letters, too', () => {
  expect(formatFiscalKey(normalizeFiscalKey('35261112abc34501de35650010000012351418273920'))).toBe(
    '3526 1112 ABC3 4501 DE35 6500 1000 0012 3514 1827 3920',
  )
})
