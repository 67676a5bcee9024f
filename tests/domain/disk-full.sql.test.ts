import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { type Database, openDatabase } from '../../server/database/connection.ts'
import { isDatabaseUnavailable, isDiskFull } from '../../server/database/database-errors.ts'
import { openTestDatabase } from '../support/database.ts'

/** A database whose disk the test fills; it counts how often it has told so. */
async function openFillable() {
  const { location, engine } = await openTestDatabase()
  const told = { times: 0 }
  const database = openDatabase(location, () => {
    told.times += 1
  })
  onTestFinished(database.close)
  const write = (word: string, length: number, db = database.db) =>
    db
      .insertInto('searchWord')
      .values({ word, spelling: 'x'.repeat(length), products: 1, ingredient: null })
      .execute()
      .catch((error: unknown) => error)
  const words = async () => {
    const rows = await database.db.selectFrom('searchWord').select('word').orderBy('word').execute()
    return rows.map(({ word }) => word)
  }
  return { ...database, ...(engine === 'sqlite' ? sqliteDisk(database) : postgresDisk(database)), told, write, words }
}

/** SQLite's own error, for a file that may not grow: what fits into its last pages is still written. */
function sqliteDisk({ db }: Pick<Database, 'db'>) {
  const limit = (pages: number) => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(db)
  return { fill: () => limit(1), clear: () => limit(1_000_000) }
}

/** PostgreSQL's code (disk_full), raised where a file would have to grow: for long texts, and for new tables. */
function postgresDisk({ db }: Pick<Database, 'db'>) {
  const run = (statement: string) => sql.raw(statement).execute(db)
  const refusal = `begin raise exception 'could not extend file' using errcode = '53100'; end`
  return {
    async fill() {
      await run(`create function refuse_row() returns trigger language plpgsql as $$ ${refusal} $$`)
      await run(`create function refuse_table() returns event_trigger language plpgsql as $$ ${refusal} $$`)
      await run(`create trigger full_rows before insert on search_word for each row
        when (length(new.spelling) > 1000) execute function refuse_row()`)
      await run(`create event trigger full_tables on ddl_command_start when tag in ('CREATE TABLE')
        execute function refuse_table()`)
    },
    async clear() {
      await run('drop event trigger full_tables')
      await run('drop trigger full_rows on search_word')
    },
  }
}

test('a disk that is full is told, until there is space for more than a row; nothing committed is lost', async () => {
  const database = await openFillable()
  await database.write('kept', 1)
  await database.ping()
  await database.fill()
  await database.ping()
  const error = await database.write('long', 100_000)
  expect([isDiskFull(error), isDatabaseUnavailable(error), database.told.times]).toEqual([true, true, 1])

  await database.write('short', 1)
  const notYet = await database.ping().catch((reason: unknown) => reason)
  expect([isDiskFull(notYet), database.told.times]).toEqual([true, 2])
  expect(await database.words()).toEqual(['kept', 'short'])

  await database.clear()
  await database.ping()
  expect(await database.write('long', 100_000)).not.toBeInstanceOf(Error)
  expect(database.told.times).toBe(2)
})

test('a transaction that finds the disk full changes nothing, and fails for that reason', async () => {
  const database = await openFillable()
  await database.fill()
  const error = await database
    .transact(async (tx) => {
      await database.write('short', 1, tx)
      const refused = await database.write('long', 100_000, tx)
      throw refused
    })
    .catch((reason: unknown) => reason)
  expect([isDiskFull(error), await database.words()]).toEqual([true, []])
  await database.clear()
  await database.transact((tx) => database.write('short', 1, tx))
  expect(await database.words()).toEqual(['short'])
})
