import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { type Database, openDatabase } from '../../server/database/connection.ts'
import { migrate } from '../../server/database/migrate.ts'

/** A place for one test's data: a file, or a database of the PostgreSQL that `TEST_DATABASE_URL` names. */
export interface TestDatabase {
  /** The argument for `openDatabase`. */
  location: string
  /** Call it after every connection is closed. */
  drop(): Promise<void>
}

/** An empty database on the engine `TEST_DATABASE` names ("sqlite", the default, or "postgres"). */
export async function createTestDatabase(engine = process.env.TEST_DATABASE): Promise<TestDatabase> {
  return engine === 'postgres' ? createOnPostgres() : createFile()
}

/** A migrated database, dropped after the test. For further connections: `openDatabase(location)`. */
export async function openTestDatabase(): Promise<Database & { location: string }> {
  const { location, drop } = await createTestDatabase()
  const database = openDatabase(location)
  onTestFinished(async () => {
    await database.close()
    await drop()
  })
  await migrate(database)
  return { ...database, location }
}

function createFile(): TestDatabase {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-database-'))
  return { location: join(folder, 'shop.db'), drop: async () => rmSync(folder, { recursive: true, force: true }) }
}

async function createOnPostgres(): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) throw new Error('TEST_DATABASE_URL: which PostgreSQL to test on')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await execute(server, `create database ${name}`)
  const location = new URL(server)
  location.pathname = name
  // A process that a test killed may have left a connection behind.
  return { location: location.href, drop: () => execute(server, `drop database ${name} with (force)`) }
}

async function execute(server: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
