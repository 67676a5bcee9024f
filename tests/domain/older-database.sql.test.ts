import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { commands, runCommand } from '../../server/cli/run-command.ts'
import { openDatabase, type Transaction } from '../../server/database/connection.ts'
import { listAllColumns } from '../../server/database/introspection.ts'
import { allMigrationNames, migrate } from '../../server/database/migrate.ts'
import { createTestDatabase } from '../support/database.ts'
import { openTestShop } from '../support/shop.ts'

/** What has no shop to open: it begins one, reads all of an older one into a file, fills an empty one, or migrates. */
const worksOnAnyDatabase = ['init', 'backup', 'restore', 'migrate']

/** A word for each that commands ask for. */
const wordByName: Record<string, string> = {
  ID: '1',
  'ID|EMAIL': '1',
  EMAIL: 'ana@example.com',
  ROLE: 'clerk',
  'NAME…': 'ERP',
  URL: 'https://erp.example/',
  'FILE.csv': 'file.csv',
  'FILE.csv|FILE.xlsx': 'file.csv',
  'CMED.xlsx|CMED.csv': 'file.csv',
  DAY: '2026-03-10',
  'orders,stock,prices': 'orders',
}

/** Every command as it is declared: with what it needs, and with each of its flags. */
function listCommandLines(): [line: string, words: string[]][] {
  return Object.entries(commands).flatMap(([name, { usage }]) => {
    if (worksOnAnyDatabase.includes(name)) return []
    const required = usage.replace(/\[(?:[^[\]]|\[[^\]]*\])*\]/g, '').trim()
    const words = required === '' ? [] : required.split(/\s+/).map((word) => wordByName[word] ?? word)
    const flags = Array.from(usage.matchAll(/\[(--[a-z-]+)\]/g), ([, flag = '']) => flag)
    return [[], ...flags.map((flag) => [flag])].map((flag): [string, string[]] => {
      const line = [...name.split(' '), ...words, ...flag]
      return [line.join(' '), line]
    })
  })
}

/** All tables, columns and rows. */
async function readWhole(db: Transaction): Promise<unknown> {
  const columns = await listAllColumns(db)
  const tables = [...new Set(columns.map(({ table }) => table))].filter((name) => !name.startsWith('sqlite_'))
  const rows: [table: string, rows: unknown][] = []
  for (const table of tables) rows.push([table, (await sql`select * from ${sql.table(table)}`.execute(db)).rows])
  return { columns, rows }
}

/** A database with a branch of an older version in it, and the operator's command line beside it. */
async function openPlace(prepare?: (db: ReturnType<typeof openDatabase>) => Promise<unknown>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-older-'))
  const postgres = process.env.TEST_DATABASE === 'postgres' ? await createTestDatabase() : null
  onTestFinished(async () => {
    rmSync(dataDir, { recursive: true, force: true })
    await postgres?.drop()
  })
  const location = postgres?.location ?? join(dataDir, 'balcao.db')
  const withDatabase = async <Result>(work: (database: ReturnType<typeof openDatabase>) => Promise<Result>) => {
    const database = openDatabase(location)
    try {
      return await work(database)
    } finally {
      await database.close()
    }
  }
  await withDatabase(async (database) => {
    await migrate(database, '115-any-role')
    await sql`insert into branch (id, name, open_time, close_time, whatsapp, shipping_estimate_minutes, shipping_later)
      values (1, 'Centro', '08:00', '20:00', '5511999990000', 60, 0)`.execute(database.db)
    await prepare?.(database)
  })
  return {
    withDatabase,
    async run(words: string[]) {
      const lines: string[] = []
      const print = (line: string) => void lines.push(line)
      const env = {
        SANDBOX: '1',
        LOG_LEVEL: 'silent',
        DATA_DIR: dataDir,
        FILES_URL: words[0] === 'files' ? 's3+http://KEY:SECRET@127.0.0.1:1/bucket' : undefined,
        DATABASE_URL: postgres?.location,
      }
      const code = await runCommand(words, { env, print, printError: print })
      return { code, output: lines.join('\n') }
    },
  }
}

test.each<[of: string, sentence: RegExp, prepare: Parameters<typeof openPlace>[0]]>([
  [
    'an older shop',
    /migrations are to be run \(116-.+\): stop its servers, back up, then "npm run shop -- migrate" or start/,
    undefined,
  ],
  [
    'a newer shop',
    /newer than this program \(it has 999-later\): update the program/,
    async (database) => {
      await migrate(database)
      await sql`insert into kysely_migration values ('999-later', '2026-01-01T00:00:00.000Z')`.execute(database.db)
    },
  ],
])(
  '%s’s database stays exactly as it is under every command, and each says what to do',
  async (_of, sentence, prepare) => {
    const { run, withDatabase } = await openPlace(prepare)
    const before = await withDatabase(({ db }) => readWhole(db))
    const lines = listCommandLines()
    expect(lines.length).toBeGreaterThan(Object.keys(commands).length)
    for (const [line, words] of lines) {
      // They speak Portuguese otherwise, those that speak it.
      const command = commands[words.slice(0, 2).join(' ')] ?? commands[words[0] ?? '']
      const language = command?.usage.includes('--lang') ? ['--lang', 'en'] : []
      const { code, output } = await run([...words, ...language])
      expect({ line, code, output }).toEqual({ line, code: 1, output: expect.stringMatching(sentence) })
      expect(await withDatabase(({ db }) => readWhole(db)), line).toEqual(before)
    }
  },
)

test('an older shop is backed up by the newer program, migrated by its own command, and then opens', async () => {
  const { run, withDatabase } = await openPlace()
  const file = join(mkdtempSync(join(tmpdir(), 'balcao-older-backup-')), 'shop.backup')
  onTestFinished(() => rmSync(join(file, '..'), { recursive: true, force: true }))
  expect(await run(['backup', file])).toMatchObject({ code: 0 })
  expect(await run(['orders', 'list'])).toMatchObject({ code: 1 })
  const { code, output } = await run(['migrate'])
  expect([code, output.split('\n').at(-1)]).toEqual([0, `${allMigrationNames.at(-1)}: done`])
  expect(await run(['orders', 'list'])).toMatchObject({ code: 0 })
  expect(await withDatabase(({ db }) => db.selectFrom('branch').select('name').execute())).toEqual([{ name: 'Centro' }])
})

test('a server whose tables were changed under it is not ready', async () => {
  const shop = await openTestShop()
  await shop.databaseHealth.assertReady()
  await sql`alter table coupon add column later text`.execute(shop.database.db)
  await shop.databaseHealth.assertReady()
  await sql`alter table wishlist_item rename to favourite`.execute(shop.database.db)
  await expect(shop.databaseHealth.assertReady()).rejects.toThrow(/wishlist_item/)
  await sql`alter table favourite rename to wishlist_item`.execute(shop.database.db)
  await shop.databaseHealth.assertReady()
  await sql`alter table branch rename column whatsapp to phone_of_messages`.execute(shop.database.db)
  await expect(shop.databaseHealth.assertReady()).rejects.toThrow(/whatsapp/)
})
