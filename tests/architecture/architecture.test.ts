import { expect, test } from 'vitest'
import { layersLookDown, tablesStayInTheirDomain } from './domains.ts'
import {
  appTakesOnlyTypesFromServer,
  areasTakeNothingFromEachOther,
  componentsTakeNothingButProps,
  componentsTakeOnlyWhatTheyShow,
  domainsKnowNoHttp,
  noFileOnlyReExports,
  noFoldersOfAppImportInACircle,
  nothingImportsInACircle,
  nothingNamesAMachine,
  noVagueNames,
  onlyConfigReadsTheEnvironment,
  onlyTheClockTellsTheTime,
  onlyTheShopLoadsTheDemo,
  pagesKnowNoOperation,
  programsLoadWhatTheyNeed,
  queriesStayInTheirDomain,
  serverTakesOnlyTextsFromApp,
  styleSheetsUseTokens,
  testsMockAndSkipNothing,
  textsTakeOnlyTexts,
  topLevelHoldsOnlyWhatIsAgreed,
} from './rules.ts'
import { isCode, listFiles, readSources, type Source } from './sources.ts'

const tracked = listFiles({ untracked: false })
const paths = listFiles({ untracked: true })
const code = readSources(paths.filter((path) => /^(app|server|tests)\//.test(path) && isCode(path)))
const shop = code.filter(({ path }) => /^(app|server)\//.test(path))

const sample = (files: Record<string, string>): Source[] =>
  Object.entries(files).map(([path, text]) => ({ path, text }))

test('app/ takes only types from server/', () => {
  expect(appTakesOnlyTypesFromServer(shop)).toEqual([])
})

test('the fence notices a run-time import of server/ in app/, also of a type named inside a run-time import', () => {
  const offences = appTakesOnlyTypesFromServer(
    sample({
      'server/shop.ts': 'export type Shop = object',
      'app/home/home-page.tsx': [
        "import type { Shop } from '#server/shop.ts'",
        "import { type Shop as Same } from '#server/shop.ts'",
        "import { openShop } from '../../server/shop.ts'",
        "export { openShop } from '#server/shop.ts'",
        "const later = await import('#server/shop.ts')",
      ].join('\n'),
    }),
  )
  expect(offences.map((offence) => offence.split(' ')[0])).toEqual([
    'app/home/home-page.tsx:2',
    'app/home/home-page.tsx:3',
    'app/home/home-page.tsx:4',
    'app/home/home-page.tsx:5',
  ])
})

test('pages run verbs and know no operation', () => {
  expect(pagesKnowNoOperation(shop)).toEqual([])
})

test('the fence notices a page that goes through a call', () => {
  const offences = pagesKnowNoOperation(
    sample({
      'server/api/operation.ts': 'export type Operation = object',
      'app/calls/calls-page.tsx': 'const calls = Object.keys(context.shop.operations)',
      'app/account/login-page.tsx': [
        "import type { Operation } from '#server/api/operation.ts'",
        "import type { accountsOperations } from '#server/accounts/accounts.operations.ts'",
        "const login = context.shop.operations['auth/login']",
        'const { operations } = context.shop',
        "const logout = context.shop.accounts.logout // as the call's operation does",
      ].join('\n'),
    }),
  )
  expect(offences.map((offence) => offence.split(' ')[0])).toEqual([
    'app/account/login-page.tsx:1',
    'app/account/login-page.tsx:2',
    'app/account/login-page.tsx:3',
    'app/account/login-page.tsx:4',
  ])
})

test('server/ takes nothing from app/ but app/texts', () => {
  expect(serverTakesOnlyTextsFromApp(shop)).toEqual([])
})

test('the fence notices a component taken by the server', () => {
  const offences = serverTakesOnlyTextsFromApp(
    sample({
      'server/mail/letters.ts':
        "import { mail } from '../../app/texts/mail.ts'\nimport { Price } from '../../app/ui/price/price.tsx'",
    }),
  )
  expect(offences).toHaveLength(1)
  expect(offences[0]).toContain('server/mail/letters.ts:2')
})

test('an area of app/ takes nothing from another area', () => {
  expect(areasTakeNothingFromEachOther(shop)).toEqual([])
})

test('the fence notices what one area takes from another, or from the root, and lets the root and the shell’s search be', () => {
  const offences = areasTakeNothingFromEachOther(
    sample({
      'app/root.tsx': "import { CompareTray } from './compare/compare-tray.tsx'",
      'app/routes.ts': "import { pages } from './bag/bag-page.tsx'",
      'app/shell/header.tsx': "import { SearchBox } from '../search/search-box.tsx'\nimport '../bag/bag.css.ts'",
      'app/bag/bag-page.tsx': "import { BagLine } from './bag-line.tsx'\nimport { Header } from '../shell/header.tsx'",
      'app/bag/bag-line.tsx':
        "import type { Handle } from '../root.tsx'\nimport { Button } from '../ui/button/button.tsx'",
      'app/prescriptions/prescription-page.tsx': "import type { BagLineProps } from '../bag/bag-line.tsx'",
      'app/search/search-box.tsx': '',
      'app/ui/button/button.tsx': "import { loader } from '../../home/home-page.tsx'",
    }),
  )
  expect(offences.map((offence) => offence.split(' ')[0])).toEqual([
    'app/shell/header.tsx:2',
    'app/bag/bag-line.tsx:1',
    'app/prescriptions/prescription-page.tsx:1',
    'app/ui/button/button.tsx:1',
  ])
})

test('a component takes only styles, texts, client and other components', () => {
  expect(componentsTakeOnlyWhatTheyShow(shop)).toEqual([])
})

test('the fence notices a component that takes a type of the shell or a cookie', () => {
  const offences = componentsTakeOnlyWhatTheyShow(
    sample({
      'app/ui/card/card.tsx': [
        "import type { Product } from '#server/catalogue/shapes.ts'",
        "import { space } from '../../styles/tokens.css.ts'",
        "import { Button } from '../button/button.tsx'",
        "import type { Shell } from '../../shell/shell.server.ts'",
        "import { cookiesOf } from '../../http/cookies.server.ts'",
      ].join('\n'),
    }),
  )
  expect(offences.map((offence) => offence.split(' ')[0])).toEqual(['app/ui/card/card.tsx:4', 'app/ui/card/card.tsx:5'])
})

test('app/texts takes nothing but itself', () => {
  expect(textsTakeOnlyTexts(shop)).toEqual([])
})

test('the fence notices a text that takes a type from the server, or a library', () => {
  const offences = textsTakeOnlyTexts(
    sample({
      'app/texts/orders.ts':
        "import { money } from './format.ts'\nimport type { Status } from '#server/database/schema.ts'\nimport { format } from 'date-fns'",
      'app/texts/format.ts': '',
    }),
  )
  expect(offences.map((offence) => offence.split(' ')[0])).toEqual(['app/texts/orders.ts:2', 'app/texts/orders.ts:3'])
})

test('a domain knows no HTTP and no cookies', () => {
  expect(domainsKnowNoHttp(shop)).toEqual([])
})

test('the fence notices a domain that imports Express, Remix, HTTP or cookies', () => {
  const offences = domainsKnowNoHttp(
    sample({
      'server/bag/bag.ts': "import express from 'express'\nimport { parse } from 'cookie'\nimport { z } from 'zod'",
      'server/orders/orders.ts': "import type { Request } from 'node:http'\nimport { json } from '@remix-run/node'",
      'server/web/serve.ts': "import express from 'express'",
    }),
  )
  expect(offences).toHaveLength(4)
})

test('the queries of a domain are read by that domain alone', () => {
  expect(queriesStayInTheirDomain(shop)).toEqual([])
})

test('the fence notices a domain that uses another one’s queries', () => {
  const offences = queriesStayInTheirDomain(
    sample({
      'server/bag/bag.sql.ts': '',
      'server/bag/bag.ts': "import { findBag } from './bag.sql.ts'",
      'server/orders/orders.ts': "import { findBag } from '../bag/bag.sql.ts'",
      'server/shop.ts': "import * as bag from '#server/bag/bag.sql.ts'",
    }),
  )
  expect(offences).toHaveLength(2)
})

test('only server/config.ts reads the environment', () => {
  expect(onlyConfigReadsTheEnvironment(shop)).toEqual([])
})

test('the fence notices a reader of the environment', () => {
  const offences = onlyConfigReadsTheEnvironment(
    sample({
      'server/config.ts': 'export const config = parse(process.env)',
      'server/main.ts': 'const config = readConfig(process.env)',
      'server/web/logs.ts': 'const level = process.env.LOG_LEVEL',
      'server/mail/mail.ts': "import { env } from 'node:process'",
    }),
  )
  expect(offences).toHaveLength(2)
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
      'server/demo/demo.ts': "import { fill } from './fill.ts'",
      'server/shop.ts': [
        "import type { Demo } from './demo/demo.ts'",
        "import { fill } from './demo/fill.ts'",
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
      'server/main.ts': "import { openMail } from './mail.ts'\nimport { rows } from './rows.ts'",
      'server/mail.ts': "import { createTransport } from 'nodemailer'",
      'server/rows.ts': "export const rows = async () => (await import('read-excel-file/node')).readSheet",
    }),
  )
  expect(offences).toEqual([
    'server/cli/shop.ts → server/cli/backup.ts → pg',
    'server/main.ts → server/mail.ts → nodemailer',
  ])
})

test('a component takes no data but its props', () => {
  expect(componentsTakeNothingButProps(shop)).toEqual([])
})

test('the fence notices a component that reads a loader or fetches', () => {
  const offences = componentsTakeNothingButProps(
    sample({
      'app/ui/price/price.tsx': "import { Link, useLoaderData as data, useMatches } from '@remix-run/react'",
      'app/ui/quick-view/quick-view.tsx': "import { useFetcher } from '@remix-run/react'",
      'app/home/home-page.tsx': "import { useLoaderData } from '@remix-run/react'",
    }),
  )
  expect(offences).toHaveLength(3)
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

test('nothing imports in a circle, types included', () => {
  expect(nothingImportsInACircle(shop)).toEqual([])
})

test('the fence notices a circle, of types too', () => {
  const circles = nothingImportsInACircle(
    sample({
      'server/shop.ts': "import './bag/bag.ts'",
      'server/bag/bag.ts': "import type { Price } from '#server/bag/price.ts'",
      'server/bag/price.ts': "export * from './bag.ts'",
      'server/orders/orders.ts': "import type { Step } from './step.ts'",
      'server/orders/step.ts': "import { orders } from './orders.ts'",
    }),
  )
  expect(circles).toEqual([
    'server/bag/bag.ts → server/bag/price.ts → server/bag/bag.ts',
    'server/orders/orders.ts → server/orders/step.ts → server/orders/orders.ts',
  ])
})

test('the folders of app/ form no circle, types included', () => {
  expect(noFoldersOfAppImportInACircle(shop)).toEqual([])
})

test('the fence notices two folders that take from each other', () => {
  const circles = noFoldersOfAppImportInACircle(
    sample({
      'app/seo/title.ts': "import type { Shell } from '../shell/shell.ts'",
      'app/shell/header.tsx': "import { titleOf } from '../seo/title.ts'",
      'app/shell/shell.ts': "import { text } from '../texts/shell.ts'",
      'app/texts/shell.ts': '',
      'app/root.tsx': "import '../app/shell/header.tsx'",
    }),
  )
  expect(circles).toEqual(['app/seo → app/shell → app/seo'])
})

test('the layers of server/ look down only, and its domains form no circle', () => {
  expect(layersLookDown(shop)).toEqual([])
})

test('the fence notices a look upwards, of types too, and a file that belongs to no layer', () => {
  const offences = layersLookDown(
    sample({
      'app/texts/mail.ts': "import type { OrderStatus } from '#server/database/schema.ts'",
      'server/platform/jobs.ts': "import type { Shop } from '../shop.ts'",
      'server/database/schema.ts': "import { reindex } from '../catalogue/reindex.ts'",
      'server/api/operation.ts': "import { openRouter } from './router.ts'",
      'server/catalogue/reindex.ts': "import { branchIds } from '../delivery/delivery.ts'",
      'server/delivery/delivery.ts': "import type { reindex } from '../catalogue/reindex.ts'",
      'server/delivery/delivery.operations.ts': "import { reindex } from '../catalogue/reindex.ts'",
      'server/orders/orders.ts': "import { call } from '../delivery/delivery.operations.ts'",
      'server/wallet/wallet.ts': "import { openBags } from '../bag/bag.ts'",
      'server/bag/bag.ts': "import './coupons.ts'",
      'server/bag/coupons.ts': '',
      'server/shop.ts': "import { openRouter } from './api/router.ts'",
      'server/api/router.ts': "import type { Shop } from '../shop.ts'",
      'server/stock/stock.ts': '',
    }),
  )
  expect(offences.map((offence) => offence.split(' ')[0])).toEqual([
    'app/texts/mail.ts:1',
    'server/platform/jobs.ts:1',
    'server/database/schema.ts:1',
    'server/api/operation.ts:1',
    'server/delivery/delivery.ts:1',
    'server/orders/orders.ts:1',
    'server/wallet/wallet.ts:1',
    'server/shop.ts:1',
    'server/stock/stock.ts:',
  ])
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

test('no file only re-exports', () => {
  expect(noFileOnlyReExports(code)).toEqual([])
})

test('the fence notices a barrel', () => {
  const offences = noFileOnlyReExports(
    sample({
      'server/bag/index.ts': "export * from './bag.ts'\nexport type { Bag } from './bag.ts'",
      'server/bag/bag.ts': "export { price } from './price.ts'\nexport const bag = 1",
    }),
  )
  expect(offences).toHaveLength(1)
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
