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
async function read(content: string | Buffer, notes: string[] = []): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-file-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'file'), content)
  const rows: string[] = []
  const onNote = ({ reason }: { reason: string }) => notes.push(reason)
  for await (const row of readTable(join(folder, 'file'), offerColumns, { onNote })) {
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
    // A till of the DOS days: "ção" in code page 850.
    [Buffer.from(`${header}A1,1,5.00\n\x87\xc6o,1,5.00\n`, 'latin1'), 'encoding', /line 3: neither UTF-8 nor Windows/],
    // A byte of another encoding within right UTF-8.
    [Buffer.concat([Buffer.from(`${header}ção,1,`), Buffer.from('5\xe7\n', 'latin1')]), 'encoding', /line 2: neither/],
    // Its right letters would all read as Portuguese in Windows-1252, too: "Ã©".
    [
      Buffer.concat([Buffer.from(`${header}café é,1,5.00\nré,1,`), Buffer.from('5\xe7\n', 'latin1')]),
      'encoding',
      /line 3: neither/,
    ],
    [Buffer.from(`${header}ção,1,5.00\nção,1,5.00\nção`).subarray(0, -2), 'cut', /ends within a letter/],
    [`${header}aÃ§Ã£o,1,5.00\n`, 'encoding', /line 2: letters are broken/],
    [`${header}AÃ\u0087Ã\u0083O,1,5.00\n`, 'encoding', /line 2: letters are broken/],
    [`${header}NÂº 1,1,5.00\n`, 'encoding', /line 2: letters are broken/],
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
  expect(await taken('1,235', '8.50', '1.000.000')).toEqual([
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

test('a file in Windows-1252 is read, and told so; right UTF-8 is never taken for damage', async () => {
  const notes: string[] = []
  const table = 'sku;branch_id;price\nAÇÃO º – ®;1;8,00\n'
  expect(await read(Buffer.from(table.replace('–', '-'), 'latin1'), notes)).toEqual(['2: AÇÃO º - ® 1 8,00'])
  expect(notes).toEqual(['is no UTF-8, and was read as Windows-1252 (Latin-1)'])
  const names = ['HORTELÃ®', '«MAÇû', 'ROMÃ·MAÇÃ', 'AVELÃ©', 'IRMÃ® CENTRO', 'MANHê', 'Ãº', 'AVELÃ³ 30 g', 'Âmbar ®']
  for (const name of names) expect(await read(table.replace('AÇÃO º – ®', name), notes)).toEqual([`2: ${name} 1 8,00`])
  expect(notes).toHaveLength(1)
})

test('what Unicode says is no character is left out as a file is read', async () => {
  expect(await read('sku;branch_id;price\nA\ufffe\uffff1;1;8,00\n')).toEqual(['2: A1 1 8,00'])
})

test('a workbook’s cell whose content nobody can know is named; what is only hidden is read, and told', async () => {
  const notes: string[] = []
  const table = [
    ['sku', 'branch_id', 'price'],
    ['A1', 1, { content: '<f>A1*2</f>' }],
    ['A2', 1, { content: '<f>A1*2</f><v/>' }],
    ['A3', 1, { attributes: 't="e"', content: '<f>NA()</f><v>#N/A</v>' }],
    [{ number: 45000, format: 'dd/mm/yyyy' }, 1, '8,00'],
    ['A5', 1, { content: '<f>4*2</f><v>8</v>' }],
    ['A6', 1, { attributes: 't="str"', content: '<f>""</f><v></v>' }],
    [
      'A7',
      1,
      { number: 8.5, format: '"R$" #,##0.00;[Red]-"R$" #,##0.00' },
      { attributes: 't="e"', content: '<v>#REF!</v>' },
    ],
    ['', '', { attributes: 't="e"', content: '<v>#REF!</v>' }],
  ]
  const content = workbook(table, {
    hiddenRows: [6, 7],
    hiddenColumns: [2],
    firstSheet: { name: 'Instruções', state: 'hidden' },
  })
  expect(await read(content, notes)).toEqual([
    '2: cell C2 has a formula without a saved value: open the sheet in Excel and save it',
    '3: cell C3 has a formula without a saved value: open the sheet in Excel and save it',
    '4: cell C4 has the error #N/A',
    '5: cell A5 is a date, 15/03/2023: format the column as text',
    '6: A5 1 8',
    '7: A6 1 ',
    '8: A7 1 8.5',
    '9: cell C9 has the error #REF!',
  ])
  expect(notes).toEqual([
    'has other sheets than "CMED", which were not read: Instruções (hidden)',
    'has hidden rows, which were read: 6, 7',
    'has hidden columns, which were read: B',
  ])
})

test('one cell at the far end of a sheet costs no time, and is named', async () => {
  const far = { attributes: 't="n"', content: '<v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v>' }
  const started = performance.now()
  expect(
    await read(
      workbook([
        ['sku', 'branch_id', 'price'],
        ['A1', 1, far],
      ]),
    ),
  ).toEqual(['2: A1 1 1', '1048576: cell XFD1048576 stands far from the table: empty it'])
  expect(performance.now() - started).toBeLessThan(2_000)
})
