import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { offerColumns } from '../../server/catalogue/import/offer-row.ts'
import { isRowFault } from '../../server/platform/csv/table.ts'
import { readTable } from '../../server/platform/csv/table-file.ts'
import { openTestShop } from '../support/shop.ts'
import { workbook } from '../support/xlsx.ts'

/** A file's rows, each with its values in one text, faults as their reasons. */
async function read(content: string | Buffer): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-file-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'file'), content)
  const rows: string[] = []
  for await (const row of readTable(join(folder, 'file'), offerColumns)) {
    rows.push(`${row.line}: ${isRowFault(row) ? row.reason : Object.values(row.values).join(' ')}`)
  }
  return rows
}

const refusal = (content: string | Buffer) =>
  read(content).then(
    (rows) => rows,
    (error) => [error.fault.code, error.message],
  )

test('a table is read however a spreadsheet saved it: separators, sep=, a title above, empty ends, marks, UTF-16', async () => {
  const table = 'sku;branch_id;price\nA1;1;8,00\n'
  const same = [
    table,
    table.replaceAll(';', '\t'),
    table.replaceAll(';', '|'),
    'sku,branch_id,price\nA1,1,"8,00"\n',
    table.replaceAll('\n', '\r\n'),
    table.replaceAll('\n', ';;\n'),
    `${table};;\n;;\n`,
    `\ufeff${table}`,
    table.toUpperCase(),
    '"sku"; branch_id ;price \nA1;1;8,00\n',
    Buffer.from(`\ufeff${table}`, 'utf16le'),
    Buffer.from(`\ufeff${table}`, 'utf16le').swap16(),
    workbook([
      ['sku', 'branch_id', 'price'],
      ['A1', 1, '8,00'],
    ]),
  ]
  for (const content of same) expect(await read(content)).toEqual(['2: A1 1 8,00'])
  const titled = [`sep=;\n${table}`, `Preços de novembro\n${table}`, `Preços;;\n${table}`, `\n${table}`]
  for (const content of titled) expect(await read(content)).toEqual(['3: A1 1 8,00'])
  const book = [['Preços de novembro'], [], ['sku', 'branch_id', 'price'], ['A1', 1, '8,00'], ['', '', '']]
  expect(await read(workbook(book))).toEqual(['4: A1 1 8,00'])
})

test('a file that is no table, or cannot be read as one, is refused with the line and with what to do', async () => {
  const header = 'sku,branch_id,price\n'
  const cases: [content: string | Buffer, code: string, message: RegExp][] = [
    [`${header}A1,1,5.00\nCOMP 1/2" X 3,1,5.00\n`, 'quote', /line 3: a quotation mark stands inside a cell/],
    [`${header}A1,1,5.00\n"COMP" X 3,1,5.00\n`, 'quote', /line 3: a quotation mark/],
    [`${header}A1,1,5.00\n"A2,1,5.00\n`, 'cut', /line 3: a cell begins with a quotation mark that is never closed/],
    [`${header}A1,1,\0\n`, 'zero', /line 2: has the character zero/],
    [Buffer.from(header.replace('\n', '\nção,1,5.00\n'), 'latin1'), 'encoding', /line 2: not UTF-8/],
    ['', 'empty', /the file is empty/],
    ['\n\n;;;\n', 'empty', /the file is empty/],
    [header, 'rowless', /there is no row under the names/],
    [`${header},,\n`, 'rowless', /there is no row/],
    [workbook([['sku', 'branch_id', 'price']]), 'rowless', /there is no row/],
    ['preço;loja\n5,00;1\n', 'header', /line 1: missing columns: branch_id.*unknown columns: preço, loja/],
    [Buffer.from('d0cf11e0a1b11ae1000000', 'hex'), 'oldWorkbook', /an old Excel workbook \(\.xls\).*Save it.*\.xlsx/],
    ['<html><table><tr><td>sku</td></tr></table></html>', 'unreadable', /no table\. Save it as/],
    ['%PDF-1.4', 'unreadable', /no table\. Save it as/],
    ['PK\x03\x04 and nothing more', 'unreadable', /no workbook that can be read\. Save it again/],
  ]
  for (const [content, code, message] of cases) {
    expect([content, await refusal(content)]).toEqual([content, [code, expect.stringMatching(message)]])
  }
  expect(await read(`${header}A1,1\nA1,1,5.00,7\n`)).toEqual([
    '2: has 2 columns, the header has 3',
    '3: has 4 columns, the header has 3',
  ])
})

test('a workbook’s cell comes in as people see it: zeros of its format, no rounding, no thousand out of three decimals', async () => {
  const shown = (number: number, format = 'General') => ({ number, format })
  const table = [
    ['sku', 'branch_id', 'price'],
    [shown(42, '00000'), 1, shown(5.57)],
    [shown(42, '0'), 1, shown(0.1 + 0.2, '0.00')],
    [shown(7891234567895.5), shown(1, '00'), shown(1.234)],
    [shown(12345678905, '0000000000000'), 1, shown(1234.5, '#,##0.00')],
    ['007', 1, shown(1234567, '#,##0')],
  ]
  expect(await read(workbook(table))).toEqual([
    ...['2: 00042 1 5.57', '3: 42 1 0.3', '4: 7891234567895.5 01 1.2340', '5: 0012345678905 1 1234.5'],
    '6: 007 1 1234567',
  ])
})

test('1.234 is a thousand or none as the file’s other amounts say; where they say nothing or both, it is refused', async () => {
  const { catalogue } = await openTestShop()
  const folder = mkdtempSync(join(tmpdir(), 'balcao-file-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const taken = async (...prices: string[]) => {
    const rows = prices.map((price, index) => `FD0060;${index + 1};${price};1`)
    writeFileSync(join(folder, 'f.csv'), ['sku;branch_id;price;stock', ...rows].join('\n'))
    const result = await catalogue.importer.importOffers(readTable(join(folder, 'f.csv'), offerColumns))
    if ('faults' in result) return result.faults.map(({ line, column, reason }) => `${line} ${column} ${reason}`)
    const offers = await catalogue.offers.listOffers()
    const cents: number[] = []
    for await (const { sku, priceCents } of offers) if (sku === 'FD0060') cents.push(priceCents)
    return cents.slice(0, prices.length)
  }
  expect(await taken('1.234', '8,00', '9')).toEqual([123400, 800, 900])
  expect(await taken('1,235', '8.50', '2.345.678')).toEqual([
    '2 price "1,235" may be a thousand or one real: write the cents, such as 1234.00',
  ])
  expect(await taken('1,235', '8.50')).toEqual([123500, 850])
  expect(await taken('R$ 1.234,56', '1,234.56', '54,23*')).toEqual([123456, 123456, 5423])
  expect(await taken('1.234', '8')).toEqual([
    '2 price "1.234" may be a thousand or one real: write the cents, such as 1234.00',
  ])
  expect(await taken('1.234', '8.50')).toEqual([
    '2 price "1.234" may be a thousand or one real: write the cents, such as 1234.00',
  ])
  expect(await taken('NaN', '-5,00', '')).toEqual([
    '2 price "NaN" must be reais, such as 1234.56 or 1.234,56',
    '3 price "-5,00" must be reais, such as 1234.56 or 1.234,56',
  ])
})
