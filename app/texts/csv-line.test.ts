import { expect, test } from 'vitest'
import { formatCsvLine } from './csv-line.ts'

test('numbers are numbers to a spreadsheet: without quotes, with a comma before decimals where a semicolon separates', () => {
  const cells = [7, 0.5, -2, { cents: 123_450 }, { cents: -5 }, { cents: 0 }]
  expect(formatCsvLine(cells, ';')).toBe('7;0,5;-2;1234,50;-0,05;0,00\r\n')
  expect(formatCsvLine(cells, ',')).toBe('7,0.5,-2,1234.50,-0.05,0.00\r\n')
})

test('a text that looks like a formula or a number stays a text', () => {
  expect(formatCsvLine(['-2', '=A1', '1234,50', 'diz "oi"'], ';')).toBe(`"'-2";"'=A1";"1234,50";"diz ""oi"""\r\n`)
})
