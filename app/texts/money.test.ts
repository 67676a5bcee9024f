import { expect, test } from 'vitest'
import { type DecimalSeparator, detectDecimalSeparator, parseMoney } from './money.ts'

test('an amount is read as people, spreadsheets and price lists write it', () => {
  const amounts: [text: string, cents: number][] = [
    ['1.234,56', 123456],
    ['1234,56', 123456],
    ['1,234.56', 123456],
    ['1234.56', 123456],
    ['5.57', 557],
    ['5,5', 550],
    ['5', 500],
    ['R$ 5,50', 550],
    ['R$\u00a05,50', 550],
    [' 54,23* ', 5423],
    ['54,23 *', 5423],
    ['1.234.567', 123456700],
    ['1,234,567.8', 123456780],
    ['0,01', 1],
    ['\u200b8,00\u202c', 800],
  ]
  for (const [text, cents] of amounts) expect([text, parseMoney(text)]).toEqual([text, cents])
})

test('what is no amount, or has more than cents, is none', () => {
  for (const text of [
    '',
    '-',
    '-5',
    '−5,00',
    'NaN',
    '1e3',
    'abc',
    '5,',
    ',5',
    '1.2345',
    '5,575',
    '0.500',
    '1.23,4',
    '12 50',
  ])
    expect([text, parseMoney(text, ',') ?? parseMoney(text, '.')]).toEqual([text, text === '5,575' ? 557500 : null])
  expect(parseMoney('12345678')).toBeNull()
})

test('what may be a thousand or one real is read only where the sign before the cents is known', () => {
  const readings: [text: string, decimal: DecimalSeparator | undefined, cents: number | null][] = [
    ['1.234', undefined, null],
    ['1.234', ',', 123400],
    ['1.234', '.', null],
    ['1,234', undefined, null],
    ['1,234', '.', 123400],
    ['1,234', ',', null],
  ]
  for (const [text, decimal, cents] of readings) expect([text, parseMoney(text, decimal)]).toEqual([text, cents])
  expect(['5,57', '5.57', '1.234,5', '1.234.567', '5', '1.234', 'x'].map(detectDecimalSeparator)).toEqual([
    ...[',', '.', ',', ',', null, null, null],
  ])
})
