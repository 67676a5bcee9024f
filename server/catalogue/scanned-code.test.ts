import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isGtin, listScannedSpellings } from './gtin.ts'
import { readScannedCode } from './scanned-code.ts'

const box = { code: '7896004719115', lot: 'L2409A', expiresOn: '2028-01-31' }

test.each([
  ['a DataMatrix that begins with a separator', '\x1d01078960047191151728013110L2409A\x1d21SN00017', box],
  ['a DataMatrix under its prefix', ']d201078960047191151728013110L2409A\x1d21SN00017', box],
  ['a scanner that drops separators', '01078960047191151728013110L2409A21SN00017', box],
  [
    'the order of the SNCM',
    '\x1d01078960047191157131058309420021\x1d21SN00017\x1d1728013110L2409A',
    { ...box, lot: 'L2409A' },
  ],
  ['a GS1-128', ']C1010789600471911510L2409A', { ...box, expiresOn: null }],
  ['a Digital Link', 'https://id.gs1.org/01/07896004719115/10/L2409A?17=280131', box],
  [
    'a Digital Link at a maker’s address',
    'HTTPS://remedios.example/bula/gtin/7896004719115/21/SN1?10=l2409a&17=280131',
    box,
  ],
  ['what is printed under a code', '(01)07896004719115(17)280131(10)L2409A(21)SN00017', box],
  ['separators written <GS>', '<GS>0107896004719115<GS>10L2409A<GS>17280131', box],
  ['separators written {FNC1}', '{FNC1}01078960047191151728013110L2409A{FNC1}21SN00017', box],
  ['separators written ^]', '01078960047191151728013110L2409A^]21SN00017', box],
  ['separators written as a symbol', '\u241d010789600471911510L2409A\u241d17280131', box],
  ['separators written |', '|010789600471911510L2409A|17280131', box],
  ['a lot in which 21 stands', '\x1d010789600471911510L21B219\x1d17280131', { ...box, lot: 'L21B219' }],
  [
    'a lot of which nobody can say where it ends',
    '010789600471911510L24A21B2121SN1',
    { ...box, lot: null, expiresOn: null },
  ],
  ['a month without a day', '010789600471911517280200', { ...box, lot: null, expiresOn: '2028-02-29' }],
  ['a month that is none', '010789600471911517281300', { ...box, lot: null, expiresOn: null }],
])('the box is read from %s', (_, text, expected) => {
  expect(readScannedCode(text)).toEqual(expected)
})

test.each([
  ['7896004719115', '7896004719115'],
  [' 789 6004-719115\r\n', '7896004719115'],
  [']E07896004719115', '7896004719115'],
  ['\x02]E07896004719115\x03', '7896004719115'],
  ['\x047896004719115', '7896004719115'],
  ['78960\u200b04719115', '7896004719115'],
  ['７８９６００４７１９１１５', '7896004719115'],
  ['07896004719115', '7896004719115'],
  [']I117896004719112', '17896004719112'],
  ['96385074', '96385074'],
  ['012345678905', '012345678905'],
  ['0012345678905', '0012345678905'],
  ['00012345678905', '0012345678905'],
  ['interno-7', 'interno7'],
  ['novalgina 500 mg', 'novalgina500mg'],
])('the code %j is %s, without a lot', (text, code) => {
  expect(readScannedCode(text)).toEqual({ code, lot: null, expiresOn: null })
})

test('a carton’s code is found on its product, too, and never on what has another check digit', () => {
  expect(listScannedSpellings('17896004719112')).toEqual(['17896004719112', '7896004719115', '07896004719115'])
  expect(listScannedSpellings('17896004719113')).toEqual(['17896004719113'])
})

test('whatever is scanned is read, and the reader reads its own answer the same', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
      const { code, lot } = readScannedCode(text)
      if (lot !== null) expect(isGtin(code)).toBe(true)
      if (isGtin(code)) expect(readScannedCode(code).code).toBe(code)
    }),
  )
})

test('GTIN, expiry and lot are found in any order of fields', () => {
  const fields = { '01': '07896004719115', '17': '280131', '10': 'L2409A', '21': 'SN00017', '713': '1058309420021' }
  fc.assert(
    fc.property(fc.shuffledSubarray(Object.entries(fields), { minLength: 5 }), (order) => {
      const text = order.map(([identifier, value]) => `${identifier}${value}\x1d`).join('')
      expect(readScannedCode(text)).toEqual(box)
    }),
  )
})
