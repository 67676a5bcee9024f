import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { listStatusesIn } from '../../server/orders/statuses.ts'
import { findForbiddenImports } from './dependencies.ts'
import {
  domainsNameNoFields,
  fieldsAreDeclaredOnce,
  nothingNamesAMachine,
  noVagueNames,
  numbersAreNotCut,
  onlyTheClockTellsTheTime,
  onlyTheShopLoadsTheDemo,
  onlyThreeFilesKnowTheFramework,
  pagesKnowNoOperation,
  programsLoadWhatTheyNeed,
  refusalsHaveASentence,
  refusalsNameInputs,
  styleSheetsUseTokens,
  testsMockAndSkipNothing,
  testsOfSqlRunOnBothDatabases,
  topLevelHoldsOnlyWhatIsAgreed,
  verbsTakeTheContext,
} from './rules.ts'
import { isCode, isTest, listFiles, readSources, type Source } from './sources.ts'
import { tablesStayInTheirDomain } from './tables.ts'

const tracked = listFiles({ untracked: false })
const paths = listFiles({ untracked: true })
const code = readSources(paths.filter((path) => /^(app|server|tests)\//.test(path) && isCode(path)))
const shop = code.filter(({ path }) => /^(app|server)\//.test(path))

const sample = (files: Record<string, string>): Source[] =>
  Object.entries(files).map(([path, text]) => ({ path, text }))

test('each file imports only what it may', async () => {
  const offences = await findForbiddenImports(join(import.meta.dirname, '..', '..'))
  expect(offences).toEqual([])
})

/** What each file imports, and whether it may not. */
const imports: [from: string, to: string, rule?: string][] = [
  ['app/home/shapes.ts', 'type #server/shop.ts'],
  ['app/home/page.tsx', '#server/shop.ts', 'app/ takes only types'],
  ['app/api-docs/page.tsx', 'type #server/calls/operation.ts'],
  ['app/account/page.tsx', 'type #server/calls/accounts.operations.ts', 'a page runs the domain’s verb'],
  ['server/notify/letters.ts', '../../app/texts/mail.ts'],
  ['server/notify/letters.ts', '../../app/ui/price.tsx', 'server/ takes nothing from app/'],
  ['app/root.tsx', './compare/tray.tsx'],
  ['app/shell/header.tsx', '../search/search-box.tsx'],
  ['app/shell/header.tsx', 'type ../bag/line.ts', 'an area takes nothing'],
  ['app/bag/line.ts', 'type ../root.tsx', 'an area takes nothing'],
  ['app/ui/card.tsx', '../styles/tokens.css.ts'],
  ['app/ui/card.tsx', 'type ../shell/header.tsx', 'a component takes only styles'],
  ['app/texts/mail.ts', './format.ts'],
  ['app/texts/mail.ts', 'type #server/database/schema.ts', 'texts take nothing but texts'],
  ['app/texts/format.ts', 'date-fns', 'texts take nothing but texts'],
  ['server/wallet/wallet.ts', 'type express', 'a domain knows no HTTP'],
  ['server/wallet/wallet.ts', 'node:http', 'a domain knows no HTTP'],
  ['server/web/serve.ts', 'express'],
  ['server/orders/orders.ts', '../bag/bag.sql.ts', 'the queries of a domain are private'],
  ['server/bag/bag.ts', './bag.sql.ts'],
  ['app/seo/title.ts', 'type ../http/page.ts'],
  ['app/http/link.ts', '../seo/address.ts'],
  ['server/platform/jobs.ts', 'type ../shop.ts', 'layer 1 '],
  ['server/database/schema.ts', '../catalogue/reindex.ts', 'layer 2 '],
  ['server/wire/names.ts', '../api/router.ts', 'layer 3 '],
  ['server/wire/values.ts', '../api/router.ts', 'layer 3 '],
  ['server/catalogue/reindex.ts', '../delivery/delivery.ts'],
  ['server/delivery/delivery.ts', 'type ../staff/staff.ts', 'layer 7 '],
  ['server/delivery/branch.ts', 'type ../catalogue/reindex.ts', 'layer 7 '],
  ['server/calls/delivery.operations.ts', '../catalogue/reindex.ts'],
  ['server/orders/orders.ts', '../calls/delivery.operations.ts', 'layer 10 '],
  ['server/shop.ts', './api/router.ts', 'layer 17 '],
]

test('the fence notices each kind of import that is not allowed, types included, and lets its neighbours be', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-fence-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const write = (path: string, line: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    appendFileSync(join(folder, path), line)
  }
  write('package.json', '{ "imports": { "#server/*": "./server/*" } }')
  for (const [from, to] of imports) {
    const [specifier = '', isType] = to.split(' ').reverse()
    write(from, `import ${isType ? 'type ' : ''}* as x${from.length}${specifier.length} from '${specifier}'\n`)
    if (specifier.startsWith('.')) write(join(dirname(from), specifier), '')
    if (specifier.startsWith('#')) write(specifier.slice(1), '')
  }
  write('server/bag/price.ts', `import type * as coupons from './coupons.ts'`)
  write('server/bag/coupons.ts', `import * as price from './price.ts'`)
  const offences = await findForbiddenImports(folder)
  for (const [from, to, rule] of imports) {
    const name = to.split(/[/: ]/).at(-1)
    const told = offences.filter((offence) => offence.startsWith(`${from} → `) && offence.includes(`${name}: `))
    expect(told, `${from} → ${to}`).toEqual(rule ? expect.arrayContaining([expect.stringContaining(`: ${rule}`)]) : [])
  }
  expect(offences.join()).toMatch(/server\/bag\/(price|coupons)\.ts: nothing imports in a circle/)
  expect(offences).toContain('app/seo → app/http: the folders of app/ form no circle')
  expect(offences).toContain('catalogue ⇄ delivery')
})

test('pages run verbs and know no operation', () => {
  expect(pagesKnowNoOperation(shop)).toEqual([])
})

test('the fence notices a page that goes through a call', () => {
  const offences = pagesKnowNoOperation(
    sample({
      'app/api-docs/api-docs-page.tsx': 'const calls = Object.keys(context.shop.operations)',
      'app/account/login-page.tsx': [
        "const login = context.shop.operations['auth/login']",
        'const { operations } = context.shop',
        "const logout = context.shop.accounts.logout // as the call's operation does",
      ].join('\n'),
    }),
  )
  expect(offences.map((offence) => offence.split(' ')[0])).toEqual([
    'app/account/login-page.tsx:1',
    'app/account/login-page.tsx:2',
  ])
})

test('time comes from the shop’s clock', () => {
  expect(onlyTheClockTellsTheTime(shop)).toEqual([])
})

test('the fence notices a second clock', () => {
  const offences = onlyTheClockTellsTheTime(
    sample({
      'server/platform/clock.ts': 'export const systemClock = { now: () => new Date() }',
      'server/orders/orders.ts':
        'const a = Date.now(); const b = new Date(); const c = Date(); const d = new Date(text)',
    }),
  )
  expect(offences).toHaveLength(3)
})

test('the demo is loaded by the shop alone, and in the sandbox only', () => {
  expect(onlyTheShopLoadsTheDemo(shop)).toEqual([])
})

test('the fence notices who else needs the demo, and a shop that always loads it', () => {
  const offences = onlyTheShopLoadsTheDemo(
    sample({
      'server/demo/demo.ts': "import { seed } from './seed.ts'",
      'server/shop.ts': [
        "import type { Demo } from './demo/demo.ts'",
        "import { seed } from './demo/seed.ts'",
        "const demo = sandbox ? await import('./demo/demo.ts') : null",
      ].join('\n'),
      'server/main.ts': "const { logins } = await import('./demo/demo.ts')",
      'server/web/static-files.ts': "const pictures = new URL('../demo/pictures', import.meta.url)",
      'app/home/home-page.tsx': "import { texts } from '../texts/demo.ts'",
    }),
  )
  expect(offences.map((offence) => offence.split(' ')[0])).toEqual([
    'server/shop.ts:2',
    'server/main.ts:1',
    'server/web/static-files.ts:1',
  ])
})

test('the command line’s help loads no database, and a start no library that few visits need', () => {
  expect(programsLoadWhatTheyNeed(shop)).toEqual([])
})

test('the fence notices a library loaded with a program, however far away, and lets one be that is loaded when it is used', () => {
  const offences = programsLoadWhatTheyNeed(
    sample({
      'server/cli/shop.ts': "import { backup } from './backup.ts'\nimport type { Kysely } from 'kysely'",
      'server/cli/backup.ts': "import pg from 'pg'",
      'server/main.ts': "import { createMail } from './mail.ts'\nimport { rows } from './rows.ts'",
      'server/mail.ts': "import { createTransport } from 'nodemailer'",
      'server/rows.ts': "export const rows = async () => (await import('sharp')).default",
    }),
  )
  expect(offences).toEqual([
    'server/cli/shop.ts → server/cli/backup.ts → pg',
    'server/main.ts → server/mail.ts → nodemailer',
  ])
})

test('no field of a number is cut by the browser', () => {
  expect(numbersAreNotCut(shop)).toEqual([])
})

test('the fence notices a field of a number that is cut', () => {
  const page = [
    'export const fields = (',
    '  <>',
    '    <TextField name="cpf" inputMode="numeric" maxLength={14} />',
    '    <TextField name="zipcode" data-mask="zipcode" maxLength={limits.zipcode} />',
    '    <TextField name="code" autoComplete="one-time-code" required maxLength={12} />',
    '    <TextField name="phone" data-mask="phone" />',
    '    <TextField name="street" maxLength={120} />',
    '  </>',
    ')',
  ].join('\n')
  const offences = numbersAreNotCut(sample({ 'app/shell/fields.tsx': page }))
  expect(offences.map((offence) => offence.split(' ')[0])).toEqual(
    [3, 4, 5].map((line) => `app/shell/fields.tsx:${line}`),
  )
})

test('a field is declared once, by its form’s schema', () => {
  expect(fieldsAreDeclaredOnce(shop)).toEqual([])
})

test('the fence notices a limit, a name and a schema that a page writes out', () => {
  const page = [
    "import { rawTextSchema } from './staff-pages.server.tsx'",
    'const form = defineStaffForm({',
    "  fields: { firstDay: 'first_day', lastDay: 'ate', file: 'file' },",
    '})',
    'export const fields = (',
    '  <>',
    '    <TextField name="reason" maxLength={300} />',
    '    <TextField name="q" type="search" maxLength={100} />',
    "    <TextField {...field('reason')} />",
    '  </>',
    ')',
  ].join('\n')
  const offences = fieldsAreDeclaredOnce(sample({ 'app/backoffice/page.tsx': page, 'app/ui/field.tsx': page }))
  expect(offences.map((offence) => offence.split(' ')[0])).toEqual([
    'app/backoffice/page.tsx:7',
    'app/backoffice/page.tsx:3',
    'app/backoffice/page.tsx:1',
    'app/ui/field.tsx:3',
    'app/ui/field.tsx:1',
  ])
})

test('the framework’s inside is known in three files', () => {
  const configuration = readSources(paths.filter((path) => /^[\w.]+\.config\.ts$/.test(path)))
  expect(onlyThreeFilesKnowTheFramework([...shop, ...configuration])).toEqual([])
})

test('the fence notices a name of the framework’s inside, and a component called as a function', () => {
  const offences = onlyThreeFilesKnowTheFramework(
    sample({
      'app/document/adopt-handoff.ts': 'window.__remixContext',
      'app/entry.client.tsx': "const path = 'x'\nwindow.__remixRouter.navigate(path)",
      'app/root.tsx': 'RemixBrowser({})',
    }),
  )
  expect(offences.map((line) => line.split(': ')[0])).toEqual([
    'app/entry.client.tsx:2 __remixRouter',
    'app/root.tsx:1 RemixBrowser(',
  ])
})

test('styles take their colours from the tokens', () => {
  expect(styleSheetsUseTokens(shop)).toEqual([])
})

test('the fence notices a colour written out', () => {
  const offences = styleSheetsUseTokens(
    sample({
      'app/styles/tokens.css.ts': "export const colours = { brand: '#0a7d4f' }",
      'app/ui/price/price.css.ts': [
        "import { style } from '@vanilla-extract/css'",
        'export const price = style({',
        "  color: '#0a7d4f',",
        "  background: 'white',",
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the sample is source text
        '  border: `1px solid rgb(0 0 0 / ${alpha})`,',
        "  whiteSpace: 'nowrap',",
        "  fill: 'currentColor',",
        '})',
      ].join('\n'),
    }),
  )
  expect(offences.map((offence) => offence.split(' ')[0])).toEqual([
    'app/ui/price/price.css.ts:3',
    'app/ui/price/price.css.ts:4',
    'app/ui/price/price.css.ts:5',
  ])
})

test('what an order’s status means stands in one table: nothing else lists statuses', () => {
  const status = `'(?:${listStatusesIn('unpaid', 'shop', 'inTransit', 'done', 'void').join('|')})'`
  const list = new RegExp(`\\[\\s*${status}(?:,\\s*${status})+,?\\s*\\]`)
  const tables = ['server/orders/lifecycle.ts', 'server/database/', 'server/demo/']
  const lists = shop.filter(
    ({ path, text }) => !isTest(path) && !tables.some((table) => path.startsWith(table)) && list.test(text),
  )
  expect(lists.map(({ path }) => path)).toEqual([])
  expect(list.test("const open = ['paid', 'preparing']")).toBe(true)
})

test('a table is read and written by its own domain alone', () => {
  expect(tablesStayInTheirDomain(shop)).toEqual([])
})

test('the fence notices every way to name a table of another domain, and a table that it cannot tell', () => {
  const offences = tablesStayInTheirDomain(
    sample({
      'server/wallet/wallet.ts': [
        "query.selectFrom('gain').innerJoin('customer', 'customer.id', 'gain.customer_id')",
        "query.selectFrom(['gain', 'orders as o'])",
        "query.insertInto('order_line')",
        "query.updateTable('gain').from('product')",
        "query.deleteFrom('gain').where((eb) => eb.exists(eb.selectFrom('address')))",
        'sql<{ id: number }>`select id from gain, customer`',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the sample is source text
        'sql`select id from ${sql.table("session")}`',
        'CompiledQuery.raw("delete from payment")',
        'query.deleteFrom(table)',
        "reencryptColumn(parts, { table: 'patient', column: 'name_encrypted' })",
        "Array.from('orders'.split(''))",
        "query.selectFrom(sql`(select 1)`.as('one')).leftJoin('ledger_entry', 'a', 'b')",
      ].join('\n'),
      'server/accounts/sessions.ts': "const clear = (table: 'session' | 'gain') => query.deleteFrom(table)",
      'server/privacy/erasure.sql.ts': "query.deleteFrom('address')",
      'server/catalogue/import/imports.sql.ts': "query.selectFrom('branch').innerJoin('customer', 'a', 'b')",
    }),
  )
  expect(offences.map((offence) => offence.split(' ')[0])).toEqual([
    ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((line) => `server/wallet/wallet.ts:${line}`),
    'server/accounts/sessions.ts:1',
    'server/catalogue/import/imports.sql.ts:1',
  ])
})

test('no path is called utils, helpers, misc or common', () => {
  expect(noVagueNames(paths)).toEqual([])
})

test('the fence notices a vague name', () => {
  expect(
    noVagueNames(['app/utils/date.ts', 'server/bag-helpers.ts', 'server/misc.ts', 'app/commonplace.ts']),
  ).toHaveLength(3)
})

test('tests mock no module and skip nothing', () => {
  expect(testsMockAndSkipNothing(code)).toEqual([])
})

test('tests whose subject is SQL run on both databases', () => {
  expect(testsOfSqlRunOnBothDatabases(code)).toEqual([])
})

test('the fence notices SQL in a test that runs on one database', () => {
  const text = 'await sql`select 1`.execute(db)'
  const files = sample({
    'tests/domain/bag.test.ts': text,
    'tests/domain/bag.sql.test.ts': text,
    'tests/domain/coupons.sql.test.ts': `it('is a test', async () => {\n  ${text}\n})`,
  })
  expect(testsOfSqlRunOnBothDatabases(files)).toHaveLength(2)
})

test('a verb takes the context, and modules keep nothing that changes', () => {
  expect(verbsTakeTheContext(code)).toEqual([])
})

test('the fence notices a transaction as a parameter, wired dependencies and state in a module', () => {
  const text = 'let round = 0; interface Deps { clock: Clock }; export function pay(tx: Transaction) {}'
  const files = sample({
    'server/orders/pay.ts': text,
    'server/payments/pix/api-pix.ts': 'interface Deps { clock: Clock }',
    'server/database/connection.ts': text,
  })
  expect(verbsTakeTheContext(files)).toHaveLength(3)
})

test('the fence notices a skipped test and a mocked module', () => {
  const offences = testsMockAndSkipNothing(
    sample({
      'tests/domain/bag.test.ts':
        "test.skip('a', run); it.only('b', run); vi.mock('node:fs'); test.each([1])('c', run); test.skipIf(slow)('d', run)",
      'tests/faults/database-away.test.ts': "test.skipIf(!postgres)('a', run)",
    }),
  )
  expect(offences).toHaveLength(4)
})

test('what people cause is no plain Error, on the command line and in the domains', () => {
  expect(refusalsHaveASentence(code)).toEqual([])
})

test('the fence notices a plain Error in a domain and on the command line', () => {
  const thrown = "throw new Error('no'); throw new ShopError('bag.empty'); throw new OperatorError('say --force')"
  const offences = refusalsHaveASentence(
    sample({ 'server/wallet/wallet.ts': thrown, 'server/cli/offers.ts': thrown, 'server/platform/csv.ts': thrown }),
  )
  expect(offences).toHaveLength(2)
})

test('no domain knows the name of a form’s field', () => {
  expect(domainsNameNoFields(shop)).toEqual([])
})

test('the fence notices the name of a field in a domain, and lets words, columns and calls be', () => {
  const offences = domainsNameNoFields(
    sample({
      'app/account/forms.server.ts': "fields: { reason: 'motivo', email: 'email', issuedAt: 'issued_at' }",
      'server/database/schema.ts': 'interface Prescription {\n  issued_at: string\n}',
      'server/accounts/blocks.ts': "throw new ShopError('reason.missing', { input: 'motivo' })",
      'server/accounts/accounts.ts': "throw new ShopError('email.taken', { input: 'email' })",
      'server/calls/accounts.operations.ts': "names: { reason: 'motivo' }",
      'server/prescriptions/prescription-queries.ts': "query.select('issued_at')",
    }),
  )
  expect(offences).toEqual([expect.stringContaining('server/accounts/blocks.ts: motivo')])
})

test('a refusal names an input that a form or a call has', () => {
  expect(refusalsNameInputs(shop)).toEqual([])
})

test('the fence notices a refusal of an input that was renamed', () => {
  const offences = refusalsNameInputs(
    sample({
      'app/backoffice/forms.server.ts': "fields: { promisedAt: 'novo_horario' }",
      'server/orders/updates.ts': "throw new ShopError('promise.past', { input: 'promise' })",
      'server/calls/orders.operations.ts': 'input: z.object({ gains: z.array(Id) })',
      'server/orders/placement.ts': "throw new ShopError('gain.unknown', { input: 'gains' })",
    }),
  )
  expect(offences).toEqual([expect.stringContaining('server/orders/updates.ts')])
})

test('the top level holds only what was agreed', () => {
  expect(topLevelHoldsOnlyWhatIsAgreed(tracked)).toEqual([])
})

test('the fence notices a new entry at the top level', () => {
  expect(topLevelHoldsOnlyWhatIsAgreed(['.gitignore', 'app/root.tsx', 'notes.md', 'scripts/a.ts'])).toHaveLength(2)
})

test('no file names a registry or a folder of one machine', () => {
  expect(nothingNamesAMachine(readSources(tracked))).toEqual([])
})

test('the fence notices a registry and a folder of one machine', () => {
  const offences = nothingNamesAMachine(
    sample({
      'package-lock.json': `"resolved": "https://${['registry', 'npmjs', 'org'].join('.')}/zod"`,
      'README.md': ['see ', 'work', 'notes.md\nand app', 'tmp', 'a'].join('/'),
    }),
  )
  expect(offences.map((offence) => offence.split(' ')[0])).toEqual(['package-lock.json:1', 'README.md:1'])
})
