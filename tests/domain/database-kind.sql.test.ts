import { expect, onTestFinished, test } from 'vitest'
import { reindex } from '../../server/catalogue/reindex.ts'
import { openDatabase } from '../../server/database/connection.ts'
import { ensureDatabaseKind, findDatabaseKind } from '../../server/database/database-kind.ts'
import { allMigrationNames, listCompletedMigrations, migrate } from '../../server/database/migrate.ts'
import { migrateAndReindex } from '../../server/database/migrate-and-reindex.ts'
import { pre1MigrationNames } from '../../server/database/pre1-upgrade.ts'
import { seedDemoShop } from '../../server/demo/seed.ts'
import { openBefore1 } from '../support/before-1.ts'
import { contextOn } from '../support/context.ts'
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

test.each(['demo', 'live'] as const)(
  'a database first opened as %s refuses the other kind, and nothing in it changes',
  async (kind) => {
    const database = await openPlace()
    expect(await findDatabaseKind(database)).toBe(null)
    expect(await migrateAndReindex(database, kind, reindex)).toEqual(allMigrationNames)
    await expect(migrateAndReindex(database, other[kind], reindex)).rejects.toThrow(advice[kind])
    expect(await findDatabaseKind(database)).toBe(kind)
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

test('a database of the other kind is not migrated', async () => {
  const database = await openPlace()
  await openBefore1(database)
  await ensureDatabaseKind(database, 'live')
  await expect(migrateAndReindex(database, 'demo', reindex)).rejects.toThrow(advice.live)
  expect(await listCompletedMigrations(database.db)).toEqual(pre1MigrationNames)
})

test('a database that was only migrated belongs to who opens it first', async () => {
  const database = await openPlace()
  await migrate(database)
  expect(await findDatabaseKind(database)).toBe(null)
  await migrateAndReindex(database, 'demo', reindex)
  await seedDemoShop(contextOn(database, { clock }))
  expect(await findDatabaseKind(database)).toBe('demo')
})
