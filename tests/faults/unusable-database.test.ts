import { spawn } from 'node:child_process'
import { chmodSync, closeSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import BetterSqlite from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { OperatorError } from '../../server/platform/operator-error.ts'
import { openDemoOperator, openOperator } from '../support/operator.ts'
import { startServer, testSecret } from '../support/server.ts'

const root = join(import.meta.dirname, '..', '..')

/** The ways to begin with a database; each but the first is a command. */
const beginnings = (backup: string, folder: string) => [
  ['start'],
  ['migrate'],
  ['orders', 'list', '--lang', 'en'],
  ['staff', 'add', 'nova@example.com', 'clerk', '--lang', 'en'],
  ['backup', join(folder, 'of-this.backup')],
  ['restore', backup],
]

type Told = { code: number | null; output: string }

/** Starts the server, or runs a command as a process of its own: for root without the right to write wherever it likes. */
async function runProgram(words: string[], dataDir: string): Promise<Told> {
  const script = words[0] === 'start' ? ['server/main.ts'] : ['server/cli/shop.ts', ...words]
  const asOthers = ['setpriv', '--bounding-set=-dac_override,-dac_read_search', process.execPath]
  const [program = '', ...args] = [...(process.getuid?.() === 0 ? asOthers : [process.execPath]), ...script]
  const child = spawn(program, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      SANDBOX: '1',
      DATA_DIR: dataDir,
      PORT: '0',
      SESSION_SECRETS: testSecret,
      LOG_LEVEL: 'silent',
    },
  })
  const code = new Promise<number | null>((resolve) => child.on('close', resolve))
  const [out, error] = await Promise.all([text(child.stdout as never), text(child.stderr as never)])
  return { code: await code, output: out + error }
}

async function makeBackup(): Promise<string> {
  const shop = openDemoOperator()
  const backup = join(shop.dataDir, 'whole.backup')
  expect((await shop.run('backup', backup)).code).toBe(0)
  return backup
}

/** A server says which setting is at fault. */
const oneLine = (words: string[], sentence: string): Told => ({
  code: 1,
  output: expect.stringMatching(
    new RegExp(`^${words[0] === 'start' ? 'Balcão cannot start: DATA_DIR: ' : ''}[^\\n]*${sentence}[^\\n]*\\n$`),
  ) as string,
})

const run = (words: string[], operator: ReturnType<typeof openOperator>): Promise<Told> =>
  words[0] === 'start' ? start(operator.dataDir) : operator.run(...words)

/** As the server's program does. */
async function start(dataDir: string): Promise<Told> {
  const refusal = await startServer({ dataDir }).catch((error) => error)
  expect(refusal).toBeInstanceOf(OperatorError)
  return { code: 1, output: `Balcão cannot start: ${refusal.message}\n` }
}

/** Overwrites the first page of each of these tables. */
function damage(file: string, ...tables: string[]): void {
  const sqlite = new BetterSqlite(file)
  const size = sqlite.pragma('page_size', { simple: true }) as number
  const find = sqlite.prepare('select rootpage from sqlite_master where name = ?').pluck()
  const pages = tables.map((table) => find.get(table) as number)
  sqlite.close()
  const handle = openSync(file, 'r+')
  for (const page of pages) writeSync(handle, Buffer.alloc(size, 'damaged '), 0, size, (page - 1) * size)
  closeSync(handle)
}

test.each<[name: string, sentence: string, spoil: (file: string) => void]>([
  [
    'that is none',
    'balcao\\.db is not a database: restore a backup',
    (file) => writeFileSync(file, 'not a database at all, but long enough to be read as one'.repeat(100)),
  ],
  [
    'with damaged pages in the middle',
    'balcao\\.db is damaged: restore a backup',
    (file) => damage(file, 'kysely_migration', 'branch', 'product', 'orders'),
  ],
])('a database %s is told in one sentence, whatever one begins with', async (_name, sentence, spoil) => {
  const backup = await makeBackup()
  const shop = openDemoOperator()
  spoil(join(shop.dataDir, 'balcao.db'))
  for (const words of beginnings(backup, shop.dataDir)) {
    expect([words, await run(words, shop)]).toEqual([words, oneLine(words, sentence)])
  }
})

test('a database of a newer program is left alone, and every beginning says in one sentence what to do', async () => {
  const backup = await makeBackup()
  const [filled, empty] = [openDemoOperator(), openOperator()]
  await empty.run('migrate')
  for (const { dataDir } of [filled, empty]) {
    const sqlite = new BetterSqlite(join(dataDir, 'balcao.db'))
    sqlite.exec(`insert into kysely_migration (name, timestamp) values ('999-future', '2030-01-01T00:00:00.000Z')`)
    sqlite.close()
  }
  for (const words of beginnings(backup, filled.dataDir).slice(0, -1)) {
    const sentence = 'The database is newer than this program'
    expect([words, await run(words, filled)]).toEqual([words, oneLine(words, sentence)])
  }
  const restored = await empty.run('restore', backup)
  expect(restored).toEqual(oneLine([], 'The backup is older than this database'))
})

test('a folder in which nothing may be written is named in one sentence by the server and by commands', async () => {
  const shop = openDemoOperator()
  chmodSync(shop.dataDir, 0o555)
  onTestFinished(() => chmodSync(shop.dataDir, 0o700))
  const all = [['start'], ['orders', 'list', '--lang', 'en']]
  const told = await Promise.all(all.map((words) => runProgram(words, shop.dataDir)))
  expect(told).toEqual(all.map((words) => oneLine(words, 'balcao\\.db cannot be used: see to the rights')))
})

test('a file that cannot be written for lack of rights or space is named, not the database', async () => {
  const shop = openDemoOperator()
  const closed = openOperator()
  chmodSync(closed.dataDir, 0o555)
  onTestFinished(() => chmodSync(closed.dataDir, 0o700))
  const file = join(closed.dataDir, 'shop.backup')
  const told = await runProgram(['backup', file], shop.dataDir)
  expect(told).toEqual(oneLine([], `${file}\\S* cannot be used: see to the rights`))
  expect(await shop.run('offers', 'export', '/dev/full', '--force', '--lang', 'en')).toEqual(
    oneLine([], 'The disk is full'),
  )
})
