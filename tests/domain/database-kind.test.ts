import { type Kysely, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { reindex } from '../../server/catalogue/reindex.ts'
import { type Database, openDatabase } from '../../server/database/connection.ts'
import { kindOf } from '../../server/database/kind.ts'
import { migrate, stepNames } from '../../server/database/migrate.ts'
import { up as addMark } from '../../server/database/migrations/012-database-kind.ts'
import { migrateAndReindex } from '../../server/database/up-to-date.ts'
import { fillWithDemoShop } from '../../server/demo/fill.ts'
import { createTestDatabase } from '../support/database.ts'
import { openingInstant } from '../support/server.ts'

const clock = { now: () => new Date(openingInstant) }
const other = { demo: 'live', live: 'demo' } as const
const advice = {
  demo: /^The database is the demo’s.+SANDBOX=1[^\n]+$/,
  live: /^The database is a live shop’s.+SANDBOX=0[^\n]+$/,
}

/** An empty database, or a copy of the demo's. */
async function openPlace(template?: 'demo') {
  const { location, drop } = await createTestDatabase(template)
  const database = openDatabase(location)
  onTestFinished(async () => {
    await database.close()
    await drop()
  })
  return { ...database, location }
}

/** Marks the database anew, as an update from version 0.1 does: it had no mark. */
async function markAnew(database: Database): Promise<void> {
  await sql`drop table database_kind`.execute(database.query)
  await addMark(database.query as unknown as Kysely<unknown>)
}

test.each(['demo', 'live'] as const)(
  'a database first opened as %s refuses the other kind, and nothing in it changes',
  async (kind) => {
    const database = await openPlace()
    expect(await kindOf(database)).toBe(null)
    expect(await migrateAndReindex(database, kind, reindex)).toEqual(stepNames)
    await expect(migrateAndReindex(database, other[kind], reindex)).rejects.toThrow(advice[kind])
    expect(await kindOf(database)).toBe(kind)
    expect(await migrateAndReindex(database, kind, reindex)).toEqual([])
  },
)

test('of a live shop and a sandbox that open one empty database at once, one has it', async () => {
  const first = await openPlace()
  const second = openDatabase(first.location)
  onTestFinished(() => second.close())
  const outcomes = await Promise.allSettled([
    migrateAndReindex(first, 'live', reindex),
    migrateAndReindex(second, 'demo', reindex),
  ])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('a database that the other kind left to an older version is not migrated once it is marked', async () => {
  const database = await openPlace()
  await migrateAndReindex(database, 'live', reindex)
  await sql`delete from kysely_migration where name = ${'012-database-kind'}`.execute(database.query)
  await expect(migrateAndReindex(database, 'demo', reindex)).rejects.toThrow(advice.live)
})

test('the demo that an older version filled is the demo’s, though it was played with', async () => {
  for (const play of [
    sql`update customer set email = 'outra@example.com', created_at = '2026-01-01T00:00:00.000Z' where id = 1`,
    sql`update branch set whatsapp = '5511930000001'`,
  ]) {
    const database = await openPlace('demo')
    await play.execute(database.query)
    await markAnew(database)
    expect(await kindOf(database)).toBe('demo')
    await expect(migrateAndReindex(database, 'live', reindex)).rejects.toThrow(advice.demo)
  }
})

test('any other shop that an older version kept is a live one, whoever registered there', async () => {
  const database = await openPlace()
  await migrate(database)
  for (const [email, at] of [
    ['cliente@example.com', '2026-01-01T00:00:00.000Z'],
    ['beneficio@example.com', '2026-01-01T00:00:01.000Z'],
  ]) {
    await sql`insert into customer (email, first_name, last_name, phone, password_hash, created_at)
      values (${email}, 'Ana', 'Lima', '11987654321', '', ${at})`.execute(database.query)
  }
  await markAnew(database)
  expect(await kindOf(database)).toBe('live')
  await expect(migrateAndReindex(database, 'demo', reindex)).rejects.toThrow(advice.live)
})

test('a database that an older version only migrated belongs to who opens it first', async () => {
  const database = await openPlace()
  await migrate(database)
  await markAnew(database)
  expect(await kindOf(database)).toBe(null)
  await migrateAndReindex(database, 'demo', reindex)
  await fillWithDemoShop(database, clock)
  expect(await kindOf(database)).toBe('demo')
})
