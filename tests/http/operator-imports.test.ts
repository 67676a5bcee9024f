import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { zipSync } from 'fflate'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import type { Transaction } from '../../server/database/connection.ts'
import { rowOf } from '../support/catalogue-rows.ts'
import { cmedList } from '../support/cmed-list.ts'
import { openDemoOperator as openPortugueseOperator } from '../support/operator.ts'
import { workbook } from '../support/xlsx.ts'

const root = join(import.meta.dirname, '..', '..')
const catalogue = readFileSync(join(root, 'server/demo/catalogue.csv'), 'utf8').replaceAll('\r\n', '\n')

/** The demo's file with one cell of one row changed. */
function withCell(sku: string, column: string, value: string): string {
  const [header = '', ...rows] = catalogue.trimEnd().split('\n')
  const at = header.trimEnd().split(',').indexOf(column)
  return [
    header,
    ...rows.map((row) => {
      if (!row.startsWith(`${sku},`)) return row
      const cells = row.match(/("[^"]*"|[^,]*)(,|$)/g)?.map((cell) => cell.replace(/,$/, '')) ?? []
      cells[at] = value.includes(',') ? `"${value}"` : value
      return cells.slice(0, header.split(',').length).join(',')
    }),
  ].join('\n')
}

/** A trigger that slows each row down by a second, once a table has so many. */
const slowInserts = (table: string, after: number) => sql`
  create trigger slow_inserts after insert on ${sql.table(table)}
  when (select count(*) from ${sql.table(table)}) > ${sql.lit(after)} begin
    select count(*) from (
      with recursive counted(n) as (values (1) union all select n + 1 from counted limit 4000000) select n from counted
    );
  end`

const nameOf = (sku: string) => (db: Transaction) =>
  db.selectFrom('product').select(['id', 'name']).where('sku', '=', sku).executeTakeFirst()

/** The demo's, whose imports and price checks are asked to print English: programs read that, and so do most of these tests. */
function openDemoOperator(...options: Parameters<typeof openPortugueseOperator>) {
  const operator = openPortugueseOperator(...options)
  const isEnglish = (args: string[]) => ['import', 'check-prices', 'offers'].some((word) => args.includes(word))
  return {
    ...operator,
    run: (...args: string[]) => operator.run(...args, ...(isEnglish(args) ? ['--lang', 'en'] : [])),
  }
}

test('of a file with bad rows each is named by line and column, and the others are taken in', async () => {
  const operator = openDemoOperator()
  const broken = [
    ['FD0060', 'price_typical', '1.2345'],
    ['FD0061', 'price_typical', '0'],
    ['FD0062', 'price_typical', '-5'],
    ['FD0063', 'slug', 'novalgina-1g-10-comprimidos'],
    ['FD0001', 'promo_allowed', '1'],
  ] as const
  let text = withCell('FD0002', 'name', 'Trocado')
  const original = catalogue.trimEnd().split('\n')
  const lines = text.split('\n')
  for (const [sku, column, value] of broken) {
    const index = original.findIndex((line) => line.startsWith(`${sku},`))
    lines[index] = withCell(sku, column, value).split('\n')[index] ?? ''
  }
  lines[10] += ',surplus'
  text = lines.join('\n')
  const file = operator.write('broken.csv', text)
  // A whole catalogue is refused as a whole: a row that cannot be read must not take its product out of the shop.
  const whole = await operator.run('catalogue', 'import', file, '--replace')
  expect([whole.code, whole.output]).toEqual([1, expect.stringContaining('6 faults. Nothing was changed.')])
  expect((await operator.look(nameOf('FD0002')))?.name).toMatch(/^Azitromicina/)

  const faults = join(operator.dataDir, 'faults.csv')
  const { code, output } = await operator.run('catalogue', 'import', file, '--faults', faults)
  expect(code).toBe(0)
  expect(output).toContain('line 61, column price_typical: "1.2345" must be reais')
  expect(output).toContain('line 62, column price_typical: "0" must be above zero')
  expect(output).toContain('line 63, column price_typical: "-5" must be reais')
  expect(output).toContain('line 64, column slug: "novalgina-1g-10-comprimidos" is in line 61 too')
  expect(output).toContain('line 2, column promo_allowed: "1" must be 0 for what is sold with a prescription')
  expect(output).toContain('line 11: has 29 columns, the header has 28')
  expect(output).toContain('199 rows read: 0 added, 1 changed, 6 refused.')
  expect(readFileSync(faults, 'utf8')).toContain('61;"price_typical";"“1.2345” precisa ser um valor em reais')
  expect((await operator.look(nameOf('FD0002')))?.name).toBe('Trocado')
  expect(await operator.look((db) => db.selectFrom('stagedProduct').selectAll().execute())).toEqual([])
})

test('wrong columns, bytes of two encodings, an empty file, a folder and no file at all are each told in one line', async () => {
  const operator = openDemoOperator()
  const cases = [
    [operator.write('columns.csv', 'sku,nome\nA,b\n'), /line 1: missing columns: slug, name.*unknown columns: nome/],
    [
      operator.write('latin1.csv', Buffer.concat([Buffer.from(catalogue), Buffer.from('\xe7\n', 'latin1')])),
      /line \d+: neither UTF-8 nor Windows-1252/,
    ],
    [operator.write('zero.csv', catalogue.replace('Amoxicilina', 'Amoxi\0cilina')), /line \d+: has the character zero/],
    [operator.write('empty.csv', ''), /the file is empty/],
    [join(operator.dataDir, 'none.csv'), /there is no such file/],
    [operator.dataDir, /is a folder: add the name of a file/],
  ] as const
  for (const [file, reason] of cases) {
    const { code, output } = await operator.run('catalogue', 'import', file)
    expect([code, output]).toEqual([1, expect.stringMatching(reason)])
    expect(output).not.toMatch(/ at .*\.ts:\d/)
  }
  for (const words of [['ceilings'], ['check-prices'], ['assemble', '--cmed', operator.dataDir]])
    expect(await operator.run('catalogue', ...words, operator.dataDir)).toMatchObject({
      code: 1,
      output: expect.stringMatching(
        /é uma pasta: acrescente o nome do arquivo\n$|is a folder: add the name of a file\n$/,
      ),
    })
})

test('each price, slug and number that makes no sense is told in plain words, and the catalogue stays', async () => {
  const operator = openDemoOperator()
  const cases = [
    ['price_typical', '1.234,5678', /"1\.234,5678" must be reais, such as 1234\.56 or 1\.234,56/],
    ['price_typical', '1,234,50', /"1,234,50" must be reais/],
    ['price_typical', '0', /"0" must be above zero/],
    ['price_typical', '-5', /"-5" must be reais/],
    ['price_typical', '1e3', /"1e3" must be reais/],
    ['price_typical', '', /is empty|must be reais/],
    ['slug', 'novalgina 1g', /must be lower-case words joined by hyphens/],
    ['slug', 'NOVALGINA', /must be lower-case words/],
    ['ean', '78912x', /must be the digits of a bar code/],
    ['kind', 'marca', /must be generico, similar, referencia or nao_medicamento/],
    ['hold_prescription', 'sim', /must be 0 or 1/],
    ['name', 'x'.repeat(201), /is longer than 200 characters/],
    ['brand', 'Nova\x1b[2Jlgina', /has a line break or another control character/],
    ['sku', '=1+1', /must not begin with =, \+, - or @/],
    ['sku', '-add', /must not begin with =, \+, - or @/],
  ] as const
  const original = catalogue.trimEnd().split('\n')
  const lines = [original[0]]
  for (const [index, [column, value]] of cases.entries()) {
    const sku = `FD${String(60 + index).padStart(4, '0')}`
    lines.push(withCell(sku, column, value).split('\n')[60 + index])
  }
  const { code, output } = await operator.run('catalogue', 'import', operator.write('bad.csv', lines.join('\n')))
  expect(code).toBe(1)
  for (const [index, [column, , reason]] of cases.entries()) {
    const told = output.split('\n').filter((line) => line.startsWith(`line ${index + 2}, column ${column}:`))
    expect([column, told.join()]).toEqual([column, expect.stringMatching(reason)])
  }
  expect(output).not.toMatch(/ at .*\.ts:\d|Zod|Sqlite/)
  expect(output).not.toContain('\x1b')
  const same = await operator.run('catalogue', 'import', operator.write('same.csv', catalogue))
  expect(same.output).toContain('0 added, 0 changed')
})

test.each([
  ['while its rows are read', 'staged_product', 800],
  ['while it is published', 'product', 1_700],
])('an import that is killed %s leaves the old catalogue, and the next one works', async (_when, table, staged) => {
  const operator = openDemoOperator()
  const same = operator.write('same.csv', catalogue)
  await operator.run('catalogue', 'import', same)
  const [header, row = ''] = withCell('FD0060', 'name', 'Trocado')
    .split('\n')
    .filter((line, at) => at === 0 || line.startsWith('FD0060,'))
  const many = Array.from({ length: 1_699 }, (_, at) =>
    row.replace('FD0060,novalgina-1g-10-comprimidos', `N${at},novo-${at}`),
  )
  // The statement would take minutes, so it is still running, however late the kill comes.
  await operator.look((db) => slowInserts(table, 800).execute(db))
  const child = operator.start('catalogue', 'import', operator.write('many.csv', [header, row, ...many].join('\n')))
  const gone = new Promise((resolve) => child.on('close', resolve))
  await operator.look(async (db) => {
    const waiting = db.selectFrom('stagedProduct').select((eb) => eb.fn.countAll<number>().as('rows'))
    await vi.waitUntil(async () => (await waiting.executeTakeFirstOrThrow()).rows >= staged, {
      timeout: 60_000,
      interval: 10,
    })
    child.kill('SIGKILL')
    await gone
    const products = db.selectFrom('product').select((eb) => eb.fn.countAll<number>().as('rows'))
    expect((await products.executeTakeFirstOrThrow()).rows).toBe(205)
    expect((await waiting.executeTakeFirstOrThrow()).rows).toBeGreaterThanOrEqual(staged)
  })
  await operator.look((db) => sql`drop trigger slow_inserts`.execute(db))
  expect((await operator.look(nameOf('FD0060')))?.name).toMatch(/^Novalgina/)
  expect((await operator.run('catalogue', 'import', same)).output).toContain('205 rows read: 0 added, 0 changed.')
  const renamed = operator.write('renamed.csv', withCell('FD0060', 'name', 'Novalgina Nova'))
  expect((await operator.run('catalogue', 'import', renamed)).output).toContain('0 added, 1 changed.')
})

test('a new product comes with its pictures, listed but out of stock, and leaves again when a whole file does without it', async () => {
  const operator = openDemoOperator()
  const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#4b5cce' } })
    .png()
    .toBuffer()
  operator.write('frente.png', photo)
  const [header = '', ...rows] = catalogue.trimEnd().split('\n')
  const added = (rows[59] ?? '').replace('FD0060,novalgina-1g-10-comprimidos', 'NEW1,novo-produto')
  const file = operator.write('new.csv', `${header},pictures\n${added},frente.png\n`)
  expect(await operator.run('catalogue', 'import', file)).toMatchObject({
    code: 0,
    output: expect.stringContaining('1 row read: 1 added, 0 changed.'),
  })
  const product = await operator.look(nameOf('NEW1'))
  expect(product?.id).toBe(206)
  const offers = () =>
    operator.look((db) => db.selectFrom('offer').select('stock').where('productId', '=', 206).execute())
  expect(await offers()).toEqual(Array(6).fill({ stock: 0 }))
  const pictures = readdirSync(join(operator.dataDir, 'imagens')).filter((name) => name.startsWith('new1-'))
  expect(pictures).toHaveLength(4)
  expect(await sharp(join(operator.dataDir, 'imagens', pictures[0] ?? '')).metadata()).toMatchObject({ format: 'webp' })

  const missing = operator.write('missing.csv', `${header},pictures\n${added},nao-ha.png\n`)
  expect((await operator.run('catalogue', 'import', missing)).output).toContain('there is no file "nao-ha.png"')

  const whole = await operator.run('catalogue', 'import', operator.write('whole.csv', catalogue), '--replace')
  expect(whole.output).toContain('1 withdrawn')
  expect(await offers()).toEqual([])
})

test('the demo’s prices stand below the list’s ceilings; one set above is named', async () => {
  const operator = openDemoOperator()
  const list = join(root, 'tests/support/cmed-sample.csv')
  const fine = await operator.run('catalogue', 'check-prices', list)
  expect(fine).toMatchObject({
    code: 0,
    output: expect.stringMatching(/No price is above its ceiling, of \d{2,} medicines/),
  })
  await operator.look((db) =>
    db.updateTable('offer').set({ priceCents: 3323 }).where('productId', '=', 1).where('branchId', '=', 2).execute(),
  )
  const above = await operator.run('catalogue', 'check-prices', list)
  expect(above.code).toBe(1)
  expect(above.output.replaceAll('\u00a0', ' ')).toMatch(/FD0001 .*, branch 2: R\$ 33,23 is above R\$ 33,22/)

  const book = operator.write(
    'list.xlsx',
    workbook(parse(readFileSync(list, 'utf8'), { bom: true, delimiter: ';', relax_column_count: true })),
  )
  expect(await operator.run('catalogue', 'check-prices', book)).toEqual({ code: 1, output: above.output })
  const others = [
    [operator.write('x.csv', 'a;b\n'), 'this is not the CMED'],
    [operator.write('text.xlsx', 'PK\x03\x04a;b\n'), 'no workbook'],
  ] as const
  for (const [file, reason] of others) {
    const { code, output } = await operator.run('catalogue', 'check-prices', file)
    expect([code, output]).toEqual([1, expect.stringContaining(reason)])
    expect(output).not.toMatch(/ at .*:\d/)
  }
})

test('the list of the CMED is taken in, an older one only where it is meant, and counts in the check and in files', async () => {
  const operator = openDemoOperator()
  const write = async (day: string, price: string) => operator.write(`${day}.csv`, await cmedList(day, price).text())
  const clean = (output: string) => output.replaceAll('\u00a0', ' ')
  expect(clean((await operator.run('catalogue', 'check-prices')).output)).toMatch(
    /^FD0039 .*, branch 4: R\$ 30,49 is above R\$ 29,40 \(PMC 12 %, SP\)\n/,
  )
  const list = await write('2026-09-10', '11,00')
  const taken = await operator.run('catalogue', 'ceilings', list)
  expect(taken.code).toBe(0)
  expect(taken.output).toMatch(
    /^Lista de 10\/09\/2026: 1 medicamento, PMC 12 %, 18 %\.\n6 preços acima do teto, de \d+ medicamentos: veja "catalogue check-prices"\.\n$/,
  )
  const older = await write('2026-08-11', '30,96')
  const refused = await operator.run('catalogue', 'ceilings', older, '--json', '--lang', 'en')
  expect(refused.code).toBe(1)
  expect(refused.output).toContain('the list is of 2026-08-11, and the shop has the one of 2026-09-10. If it is meant')
  expect(JSON.parse(refused.output.split('\n')[0] ?? '')).toMatchObject({ done: false })
  const forced = await operator.run('catalogue', 'ceilings', older, '--force', '--json')
  expect([forced.code, JSON.parse(forced.output)]).toMatchObject([
    0,
    { done: true, publishedOn: '2026-08-11', rates: ['12 %', '18 %'], medicineCount: 1, priceCountAbove: 0 },
  ])
  const offers = operator.write('offers.csv', 'sku,branch_id,price,stock\nFD0001,1,30.97,3\n')
  expect(await operator.run('offers', 'import', offers)).toEqual({
    code: 0,
    output:
      'line 2, column price: is above the legal ceiling of 30.96 (PMC 12 %, SP): the price stays as it was, the stock is taken\n1 row read: 0 added, 1 changed.\n',
  })
})

test('a cut catalogue is refused with the numbers and what to do, and the whole one brings back what it withdrew', async () => {
  const operator = openDemoOperator()
  const cut = operator.write('cut.csv', `${catalogue.split('\n').slice(0, 9).join('\n')}\n`)
  const offers = () => operator.look((db) => db.selectFrom('offer').selectAll().execute())
  const before = await offers()
  const refused = await operator.run('catalogue', 'import', cut, '--replace')
  expect(refused.code).toBe(1)
  expect(refused.output).toContain('197 of the 205 products on sale are not in the file')
  expect(refused.output).toContain('add --yes. Nothing was changed.')
  expect(await offers()).toEqual(before)

  const told = await operator.run('catalogue', 'import', cut, '--replace', '--yes', '--dry-run')
  expect(told).toEqual({
    code: 0,
    output: '8 rows read: 0 added, 0 changed, 197 withdrawn. This was a dry run: nothing was changed.\n',
  })
  expect(await offers()).toEqual(before)
  expect((await operator.run('catalogue', 'import', cut, '--replace', '--yes')).code).toBe(0)
  expect(await offers()).toHaveLength(48)
  const whole = operator.write('whole.csv', catalogue)
  expect((await operator.run('catalogue', 'import', whole, '--replace')).output).toContain('197 back on sale')
  expect(await offers()).toEqual(before)
})

test('every import answers a program in JSON, and none knows an option that is misspelt', async () => {
  const operator = openDemoOperator()
  const files = {
    catalogue: operator.write('catalogue.csv', catalogue),
    offers: operator.write('offers.csv', 'sku,branch_id,stock\nFD0060,1,3\n'),
    branches: operator.write(
      'branches.csv',
      'id,name,zipcodes,open_time,close_time,whatsapp,shipping_estimate,shipping_later\n7,Itaim,,07:00,22:00,5511930000007,40,0\n',
    ),
    banners: operator.write('banners.csv', 'title,text,link_text\nSol,Para todos.,Ver\n'),
    gains: operator.write('gains.csv', 'email,gain,balance\ncliente@example.com,Vale,120.00\n'),
  }
  for (const [group, file] of Object.entries(files)) {
    const { code, output } = await operator.run(group, 'import', file, '--json', '--dry-run')
    expect([group, code, JSON.parse(output)]).toMatchObject([
      group,
      0,
      { file, dryRun: true, done: false, withdrawn: expect.any(Number) },
    ])
    const misspelt = await operator.run(group, 'import', file, '--dryrun')
    expect([group, misspelt.code, misspelt.output]).toEqual([
      group,
      2,
      expect.stringContaining("Unknown option '--dryrun'"),
    ])
  }
  const bad = operator.write('bad.csv', 'sku,branch_id,price\nFD0060,1,0.00\nFD0061,1,-1\n')
  const { code, output } = await operator.run('offers', 'import', bad, '--json')
  const [json = ''] = output.split('\n')
  expect([code, JSON.parse(json)]).toMatchObject([
    1,
    {
      done: false,
      faultCount: 2,
      faults: [
        { line: 2, column: 'price' },
        { line: 3, column: 'price' },
      ],
    },
  ])
})

test('offers leave in a file that brings every price and stock back, and one is changed by hand', async () => {
  const operator = openDemoOperator()
  const file = join(operator.dataDir, 'offers.csv')
  expect(await operator.run('offers', 'export', file)).toEqual({ code: 0, output: `${file}: 1230 offers.\n` })
  const nowhere = await operator.run('offers', 'export', join(operator.dataDir, 'none', 'offers.csv'))
  expect(nowhere).toEqual({
    code: 1,
    output: expect.stringMatching(/^\S+: there is no such folder\. Make it first.*\n$/),
  })
  const again = await operator.run('offers', 'export', file)
  expect(again).toEqual({ code: 1, output: expect.stringContaining('is there already') })
  const offer = () =>
    operator.look((db) =>
      db
        .selectFrom('offer')
        .select(['priceCents', 'stock'])
        .where('productId', '=', 60)
        .where('branchId', '=', 1)
        .executeTakeFirst(),
    )
  const before = await offer()

  await operator.look((db) =>
    db
      .updateTable('offer')
      .set({ priceCents: 1234, stock: 3 })
      .where('productId', '=', 60)
      .where('branchId', '=', 1)
      .execute(),
  )
  expect((await operator.run('offers', 'import', file)).output).toBe('1230 rows read: 0 added, 1 changed.\n')
  expect(await offer()).toEqual(before)
})

test('a file of Latin-1 is read, and told so; one that was read as UTF-8 and saved again is refused by name and line', async () => {
  const operator = openDemoOperator()
  const row = 'title,text,link_text\nSol,Proteção para todos,Ver\n'
  const latin = await operator.run('banners', 'import', operator.write('latin.csv', Buffer.from(row, 'latin1')))
  expect(latin).toEqual({ code: 0, output: expect.stringMatching(/^the file is no UTF-8, .*Latin-1.*\n1 row read/) })
  expect(await operator.look((db) => db.selectFrom('banner').select('text').execute())).toEqual([
    { text: 'Proteção para todos' },
  ])
  for (const content of [row.replace('ç', '\ufffd'), row.replace('çã', 'Ã§Ã£')]) {
    const file = operator.write('banners.csv', content)
    const { code, output } = await operator.run('banners', 'import', file)
    expect(code).toBe(1)
    expect(output).toMatch(/banners\.csv: line 2: .*UTF-8.*Latin-1.*Nothing was changed\.\n$/)
  }
})

test('a price list whose numbers are true numbers is compared as they stand, with a point or a comma', async () => {
  const operator = openDemoOperator()
  await operator.look((db) => db.updateTable('offer').set({ priceCents: 3323 }).where('productId', '=', 1).execute())
  const { ggrem = '', anvisa_registro = '', ean = '' } = rowOf('FD0001')
  const header = ['PRODUTO', 'CÓDIGO GGREM', 'REGISTRO', 'EAN 1', 'PMC 18 %']
  const list = (price: unknown, other: unknown) => [
    header,
    ['X', ggrem, '', '', price],
    ['Y', '1'.repeat(15), '', '', other],
  ]
  const csv = (table: unknown[][], separator = ';') => table.map((row) => row.join(separator)).join('\n')
  const above = [
    operator.write('point.csv', csv(list('33.22', '1,234'))),
    operator.write('comma.csv', `Preços\n${csv(list('33,22', '1.234'))}`),
    operator.write('tabs.csv', csv(list('33,22*', '    -     '), '\t')),
    operator.write('utf16.csv', Buffer.from(`\ufeff${csv(list('33,22', ''))}`, 'utf16le')),
    operator.write('numbers.xlsx', workbook(list({ number: 33.22, format: '0.00' }, { number: 5.5, format: '0.00' }))),
    operator.write(
      'dotted.csv',
      csv([header, ['X', '-', anvisa_registro.replace(/^(.)(....)/, '$1.$2.'), '', '33,22']]),
    ),
    operator.write('zeros.csv', csv([header, ['X', '-', '', `0${ean}`, '33,22']])),
  ]
  for (const file of above) {
    const { code, output } = await operator.run('catalogue', 'check-prices', file)
    expect([file, code, output.replaceAll('\u00a0', ' ')]).toEqual([
      file,
      1,
      expect.stringMatching(
        /FD0001 .*R\$ 33,23 is above R\$ 33,22[\s\S]*6 prices above the ceiling, of 1 medicine in the list/,
      ),
    ])
  }
})

test('a price list with a price or a code that cannot be read, or of none of the shop’s medicines, is refused', async () => {
  const operator = openDemoOperator()
  const { ggrem = '' } = rowOf('FD0001')
  const header = 'PRODUTO;CÓDIGO GGREM;REGISTRO;EAN 1;PMC 18 %'
  const cases = [
    [`${header}\nX;${ggrem};;;33,22\nY;${ggrem};;;abc\n`, /line 3, column PMC 18 %: "abc" is no price\. Take the list/],
    [`${header}\nX;${ggrem};;;-1,00\n`, /line 2, column PMC 18 %: "-1,00" is no price/],
    [`${header}\nX;${ggrem};;;NaN\n`, /"NaN" is no price/],
    [`${header}\nX;${ggrem};;;1.234\n`, /"1\.234" is no price/],
    [`${header}\nX;5,25E+14;;;33,22\n`, /line 2: the code "5,25E\+14" was rounded by a spreadsheet\. Take the list/],
    [`${header}\nX;-;;;33,22\n`, /line 2: has a price, but no code/],
    [`${header}\nX;${ggrem};;;    -     \n`, /no line has a price for consumers \(PMC\)/],
    [`${header}\n`, /no line has a price/],
    [`${header}\nX;${'1'.repeat(15)};;;33,22\n`, /none of the shop's medicines is in the list.*nothing was checked/],
    [Buffer.from('d0cf11e0a1b11ae1', 'hex'), /an old Excel workbook \(\.xls\)/],
    ['', /not the CMED's price list/],
  ] as const
  for (const [content, reason] of cases) {
    const { code, output } = await operator.run('catalogue', 'check-prices', operator.write('list.csv', content))
    expect([content, code, output]).toEqual([content, 1, expect.stringMatching(reason)])
    expect(output).not.toMatch(/ at .*:\d|No price is above/)
  }
})

test('every import takes a workbook, and refuses in one line a quotation mark within a cell and a file without rows', async () => {
  const operator = openDemoOperator()
  const tables = {
    catalogue: [Object.keys(rowOf('FD0060')), Object.values(rowOf('FD0060'))],
    offers: [
      ['sku', 'branch_id', 'price'],
      ['FD0060', '1', '8,00'],
    ],
    branches: [
      'id,name,zipcodes,open_time,close_time,whatsapp,shipping_estimate,shipping_later'.split(','),
      '7,Itaim,,07:00,22:00,5511930000007,40,0'.split(','),
    ],
    banners: [
      ['title', 'text', 'link_text'],
      ['Sol', 'Para todos.', 'Ver'],
    ],
    gains: [
      ['email', 'gain', 'balance'],
      ['cliente@example.com', 'Vale', '1.234,00'],
    ],
  }
  for (const [group, table] of Object.entries(tables)) {
    for (const flags of [['--dry-run'], []]) {
      const book = operator.write('book.xlsx', workbook(table))
      const taken = await operator.run(group, 'import', book, ...flags)
      expect([group, taken]).toEqual([group, { code: 0, output: expect.stringContaining('1 row read') }])
    }
    const [header = [], row = []] = table
    const quoted = operator.write('quoted.csv', `${header}\n${['COMP 1/2" X 3', ...row.slice(1)]}\n`)
    const refused = await operator.run(group, 'import', quoted)
    expect([group, refused]).toEqual([
      group,
      { code: 1, output: expect.stringMatching(/^.*quoted\.csv: line 2: a quotation mark .*Nothing was changed\.\n$/) },
    ])
    const none = await operator.run(group, 'import', operator.write('none.csv', `${header}\n`), '--json')
    expect([group, none.code, none.output]).toEqual([group, 1, expect.stringContaining('there is no row under')])
  }
})

test('pictures named by bar code become those of their products, of a folder or a zip; a prescription item has none', async () => {
  const operator = openDemoOperator()
  const picture = readFileSync(join(root, 'server/catalogue/import/neutral-picture/receita-400.webp'))
  const [shown = '', forbidden = ''] = await operator.look(async (db) => {
    const rows = await db.selectFrom('product').where('ean', 'is not', null).select(['ean', 'isImageShown']).execute()
    return [true, false].map((isShown) => rows.find(({ isImageShown }) => isImageShown === isShown)?.ean ?? '')
  })
  const folder = join(operator.dataDir, 'fotos')
  mkdirSync(folder)
  for (const [name, content] of [
    [`${shown}.webp`, picture],
    [`${forbidden}.webp`, picture],
    ['7890000000017.jpg', picture],
    ['FD0060.png', Buffer.from('no picture')],
    ['leia-me.txt', Buffer.from('')],
  ] as const)
    writeFileSync(join(folder, name), content)
  const { code, output } = await operator.run('catalogue', 'pictures', folder)
  expect(code).toBe(0)
  expect(output).toContain('1 de 4 fotos na loja.')
  expect(output).toMatch(new RegExp(`${forbidden}.webp: .*receita`))
  expect(output).toContain('7890000000017.jpg: não é o código de barras de nenhum produto')
  expect(output).toMatch(/FD0060.png: ./)

  const zip = operator.write('fotos.zip', Buffer.from(zipSync({ [`fotos/${shown}.webp`]: picture })))
  expect((await operator.run('catalogue', 'pictures', zip, '--lang', 'en')).output).toContain('1 of 1 pictures taken.')
  expect((await operator.run('catalogue', 'pictures', operator.write('a.zip', 'x'))).code).toBe(1)
})

test('an owner reads in Portuguese what an import did and refused, and what a price check found; a program its JSON as before', async () => {
  const operator = openPortugueseOperator()
  const run = async (...args: string[]) => {
    const { code, output } = await operator.run(...args)
    return [code, output.replaceAll('\u00a0', ' ')]
  }
  const same = operator.write('same.csv', catalogue)
  expect(await run('catalogue', 'import', same)).toEqual([0, '205 linhas lidas: 0 novos, 0 mudados.\n'])
  const [header = '', first = ''] = catalogue.split('\n')
  const cut = operator.write('cut.csv', `${header}\n${first}\n`)
  expect(await run('catalogue', 'import', cut, '--replace')).toEqual([
    1,
    expect.stringContaining('faltam 204 dos 205 produtos da loja. Sairiam da loja, mais de um décimo dela'),
  ])
  const offers = operator.write('offers.csv', 'sku,branch_id,stock\nFD0060,1,12\nFD0061,99,1\n')
  expect(await run('offers', 'import', offers, '--dry-run')).toEqual([
    0,
    'linha 3, coluna branch_id: não é o número de uma loja\n1 linha lida: 0 novos, 1 mudado, 1 recusado. Foi uma prova: nada mudou.\n',
  ])
  const wrong = operator.write('wrong.csv', 'sku,nome\nA,b\n')
  for (const [group, file] of [
    ['banners', wrong],
    ['gains', wrong],
    ['branches', wrong],
    ['offers', join(operator.dataDir, 'none.csv')],
  ] as const) {
    const [code, output] = await run(group, 'import', file)
    expect([group, code]).toEqual([group, 1])
    expect(output).toMatch(/não existe esse arquivo|[Ff]alta|coluna/)
    expect(output).not.toMatch(/\b(the|missing|there|column|Nothing)\b/)
  }
  const [, json] = await run('offers', 'import', wrong, '--json')
  expect(JSON.parse(String(json).split('\n')[0] ?? '')).toMatchObject({
    done: false,
    reason: expect.stringContaining('missing columns'),
  })
  const [, exported] = await run('offers', 'export', join(operator.dataDir, 'out.csv'))
  expect(exported).toMatch(/out\.csv: 1\.230 preços\.\n$/)
  const [code, check] = await run('catalogue', 'check-prices')
  expect(code).toBe(1)
  expect(check).toMatch(
    /^FD0039 .*, loja 4: R\$ 30,49 está acima de R\$ 29,40 \(PMC 12 %, SP\)\n[\s\S]*acima do teto, de \d+ medicamentos\n$/,
  )
})
