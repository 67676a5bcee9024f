import { expect, test } from 'vitest'
import {
  formatAddressLine,
  formatMoney,
  formatNumber,
  formatPhone,
  formatShortAddress,
  formatTimeOfDay,
  formatZipcode,
  preventUnitBreaks,
  truncateText,
} from './format.ts'

// The no-break space between currency sign and number.
const nbsp = '\u00a0'

test('money is written as reais with a comma, a full stop for thousands and a true minus', () => {
  expect(formatMoney(1947)).toBe(`R$${nbsp}19,47`)
  expect(formatMoney(0)).toBe(`R$${nbsp}0,00`)
  expect(formatMoney(123456789)).toBe(`R$${nbsp}1.234.567,89`)
  expect(formatMoney(-3084)).toBe(`−R$${nbsp}30,84`)
})

test('a number keeps its unit on the same line, and other words break as they may', () => {
  expect(preventUnitBreaks('Dipirona, 1 g, 10 comprimidos')).toBe(`Dipirona, 1${nbsp}g, 10 comprimidos`)
  expect(preventUnitBreaks('50 mg/ml, solução oral 100 ml.')).toBe(`50${nbsp}mg/ml, solução oral 100${nbsp}ml.`)
  expect(preventUnitBreaks('2 gotas, 3 gel')).toBe('2 gotas, 3 gel')
})

test('money and counts are written as the browser itself would write them', () => {
  const money = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })
  for (const cents of [1, 99, 100, 101, 99_999, 100_000, 1_234_567, 12_345_678_901]) {
    expect(formatMoney(cents)).toBe(money.format(cents / 100))
    expect(formatNumber(cents)).toBe(cents.toLocaleString('pt-BR'))
  }
})

test('a postal code gets its dash, anything else stays', () => {
  expect(formatZipcode('01310100')).toBe('01310-100')
  expect(formatZipcode('01310-100')).toBe('01310-100')
  expect(formatZipcode('0131')).toBe('0131')
})

test('telephones are written the Brazilian way', () => {
  expect(formatPhone('11987654321')).toBe('(11) 98765-4321')
  expect(formatPhone('1130000000')).toBe('(11) 3000-0000')
  expect(formatPhone('+5511987654321')).toBe('(11) 98765-4321')
  expect(formatPhone('08007021234')).toBe('0800 702 1234')
  expect(formatPhone('ramal 12')).toBe('ramal 12')
})

test('a label is cut at twelve characters, not earlier, and says that it was cut', () => {
  expect(truncateText('Medicamentos', 12)).toBe('Medicamentos')
  expect(truncateText('Vitaminas e Suplementos', 12)).toBe('Vitaminas e…')
  expect(formatShortAddress({ addressType: 'Casa', street: 'Rua Augusta', number: '1' })).toBe('Casa: Rua Augusta, 1')
  expect(formatShortAddress({ addressType: 'Casa', street: 'Rua das Flores', number: '1' })).toBe(
    'Casa: Rua das Flor…, 1',
  )
  expect(truncateText('Higiene e Cuidados', 12)).toBe('Higiene e Cu…')
})

test('an address without a complement has no gap', () => {
  const address = { street: 'Rua Itapeva', number: '286', complement: '', neighborhood: 'Bela Vista' }
  expect(formatAddressLine(address)).toBe('Rua Itapeva, 286, Bela Vista')
  expect(formatAddressLine({ ...address, complement: 'apto 72' })).toBe('Rua Itapeva, 286, apto 72, Bela Vista')
})

test('a time of day is written as it is said', () => {
  expect(['07:00', '12:42', '00:30', '22:00'].map(formatTimeOfDay)).toEqual(['7h', '12h42', '0h30', '22h'])
})
