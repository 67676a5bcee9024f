import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { type Database, openDatabase } from '../../server/database/connection.ts'

/** A place for one test's data: a file, or a database of the PostgreSQL that `TEST_DATABASE_URL` names. */
export interface TestDatabase {
  /** The argument for `openDatabase`. */
  location: string
  /** Call it after every connection is closed. */
  drop(): Promise<void>
}

/** What a test's database can be a copy of: the shop's empty tables, or the demo shop as filled at the opening instant. */
export const templates = ['migrated', 'demo'] as const
export type Template = (typeof templates)[number]

/** Enough for transactions that wait for each other; a connection costs PostgreSQL as much as the copy of a database. */
const connectionLimit = 4

/**
 * A template's copy, or an empty database, on the engine `TEST_DATABASE` names ("sqlite", the default, or "postgres"); with
 * `TEST_POOLER` reached through PgBouncer.
 */
export async function createTestDatabase(
  template?: Template,
  engine = process.env.TEST_DATABASE,
): Promise<TestDatabase> {
  if (engine !== 'postgres') return createFile(template)
  const server = process.env.TEST_DATABASE_URL
  if (!server) throw new Error('TEST_DATABASE_URL: which PostgreSQL to test on')
  const { TEST_POSTGRES_TEMPLATES: prefix } = process.env
  const name = `${prefix}_${randomUUID().replaceAll('-', '')}`
  const made = await createDatabaseOn(server, name, template)
  for (const earlier of left.splice(0)) void dropDatabase(server, earlier)
  const location = process.env.TEST_POOLER
    ? `${process.env.TEST_POOLER_URL}${new URL(made).pathname}?pgbouncer=true`
    : `${made}?connection_limit=${connectionLimit}`
  return { location, drop: async () => void left.push(name) }
}

/**
 * Databases of tests that are over. PostgreSQL waits a tenth of a second to drop one whose connections are just closing: they
 * are dropped while the next test runs, the last by the run's end.
 */
const left: string[] = []

/** A migrated database, dropped after the test. For further connections: `openDatabase(location)`. */
export async function openTestDatabase(engine?: string): Promise<Database & { location: string }> {
  const { location, drop } = await createTestDatabase('migrated', engine)
  const database = openDatabase(location)
  onTestFinished(async () => {
    await database.close()
    await drop()
  })
  return { ...database, location }
}

/** Makes a template's copy at `file`. */
export function copyTemplate(template: Template, file: string): void {
  const folder = process.env.TEST_TEMPLATES
  if (!folder) throw new Error('TEST_TEMPLATES: the templates are made by a global setup (tests/support/templates.ts)')
  copyFileSync(join(folder, `${template}.db`), file)
}

function createFile(template: Template | undefined): TestDatabase {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-database-'))
  const location = join(folder, 'shop.db')
  if (template) copyTemplate(template, location)
  return { location, drop: async () => rmSync(folder, { recursive: true, force: true }) }
}

/** Creates a database of that name on a PostgreSQL, empty or as a template's copy. @returns its location */
export async function createDatabaseOn(server: string, name: string, template?: Template): Promise<string> {
  const { TEST_POSTGRES_TEMPLATES: templates, TEST_POSTGRES_STRATEGY: strategy = '' } = process.env
  const from = template ? ` template ${templates}_${template}${strategy}` : ''
  await execute(server, `create database ${name}${from}`)
  const location = new URL(server)
  location.pathname = name
  return location.href
}

/** Drops all databases of a run. @param prefix their names' beginning */
export async function dropDatabasesOn(server: string, prefix: string): Promise<void> {
  const rows = await execute(server, `select datname from pg_database where datname like '${prefix}\\_%'`)
  for (const { datname } of rows) await dropDatabase(server, String(datname))
}

/** By force: a process that a test killed may have left a connection behind. */
async function dropDatabase(server: string, name: string): Promise<void> {
  await execute(server, `drop database ${name} with (force)`)
}

/** How to copy a database: since version 15 by its pages through the log, unless told to copy its files, in half the time. */
export async function copyStrategyOf(server: string): Promise<string> {
  const [{ version } = {}] = await execute(server, `select current_setting('server_version_num')::int as version`)
  return Number(version) >= 15_00_00 ? ' strategy file_copy' : ''
}

const administrators = new Map<string, Promise<pg.Client>>()

/** One connection for all databases of a worker: PostgreSQL starts a process for each, which costs as much as a copy. */
async function execute(server: string, sql: string): Promise<Record<string, unknown>[]> {
  const administrator = administrators.get(server) ?? connect(server)
  administrators.set(server, administrator)
  return (await (await administrator).query(sql)).rows
}

async function connect(server: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: server })
  // The server stops before the worker does, or is stopped by a test.
  client.on('error', () => administrators.delete(server))
  await client.connect()
  return client
}
