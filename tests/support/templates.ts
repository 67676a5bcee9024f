import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import { reindex } from '../../server/catalogue/reindex.ts'
import { type Database, openDatabase } from '../../server/database/connection.ts'
import { migrateAndReindex } from '../../server/database/migrate-and-reindex.ts'
import { demoPassword } from '../../server/demo/customers.ts'
import { seedDemoShop } from '../../server/demo/seed.ts'
import { contextOn } from './context.ts'
import {
  copyStrategyOf,
  copyTemplate,
  createDatabaseOn,
  dropDatabasesOn,
  type Template,
  templates,
} from './database.ts'
import { openingInstant } from './server.ts'

/**
 * Global setup of Vitest and of Playwright: makes the databases that tests copy, once for the whole run, since a copy costs a tenth of filling
 * one. Workers find them by `TEST_TEMPLATES`, a folder.
 */
export default async function makeTemplates(): Promise<() => void> {
  // Made already, for another project of this run.
  if (process.env.TEST_TEMPLATES) return () => {}
  const folder = mkdtempSync(join(tmpdir(), 'balcao-templates-'))
  process.env.TEST_TEMPLATES = folder
  for (const template of templates) {
    const file = join(folder, `${template}.db`)
    if (template === 'demo') copyTemplate('migrated', file)
    await fill(template, file)
  }
  return () => rmSync(folder, { recursive: true, force: true })
}

/** The same on a PostgreSQL. Workers find them by `TEST_POSTGRES_TEMPLATES`, the beginning of the names of all databases of the run. */
export async function makePostgresTemplates(server: string): Promise<() => Promise<void>> {
  const prefix = `template_${process.pid}`
  process.env.TEST_POSTGRES_TEMPLATES = prefix
  process.env.TEST_POSTGRES_STRATEGY = await copyStrategyOf(server)
  for (const template of templates) {
    const base = template === 'demo' ? 'migrated' : undefined
    await fill(template, await createDatabaseOn(server, `${prefix}_${template}`, base))
  }
  return () => dropDatabasesOn(server, prefix)
}

async function fill(template: Template, location: string): Promise<void> {
  const database = openDatabase(location)
  await migrateAndReindex(database, 'demo', reindex)
  if (template === 'demo') {
    await seedDemoShop(contextOn(database, { clock: { now: () => new Date(openingInstant) } }))
    await makeLoginsCheap(database)
  }
  await database.close()
}

/** Nearly every test signs a demo login in, which at the shop's own cost takes 30 ms of processor time. */
async function makeLoginsCheap({ db }: Database): Promise<void> {
  const passwordHash = await hash(demoPassword, { memoryCost: 8, timeCost: 1, parallelism: 1 })
  await db.updateTable('customer').set({ passwordHash }).execute()
  await db.updateTable('staff').set({ passwordHash }).execute()
}
