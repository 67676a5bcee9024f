/**
 * `npm run bench [-- products [engine]]`: the cost of imports, database queries and whole pages, with the demo shop's 205
 * products and with very many, on both databases. Requests alternate between the two shops, so that a busy machine slows
 * both. Prints a table and one line of JSON. `npm run bench -- pages`, `-- pictures`, `-- cache`, `-- memory`,
 * `-- counter`, `-- day`, `-- all` and `-- compare`: see the files so named.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import * as alternatives from '../../server/catalogue/alternatives.ts'
import * as categories from '../../server/catalogue/categories.ts'
import * as homeShelves from '../../server/catalogue/home-shelves.ts'
import * as listing from '../../server/catalogue/listing/listing.ts'
import * as productQueries from '../../server/catalogue/products.ts'
import { bindContext } from '../../server/context.ts'
import { type Database, openDatabase } from '../../server/database/connection.ts'
import { migrate } from '../../server/database/migrate.ts'
import { seedDemoShop } from '../../server/demo/seed.ts'
import { contextOn } from '../support/context.ts'
import { startOwnPostgres } from '../support/postgres.ts'
import { startServerProcess } from '../support/server.ts'
import { generateProducts } from './generate.ts'
import { anew, pages, verbs } from './subjects.ts'

const [wanted = '200000', only] = process.argv.slice(2)
if (['pages', 'pictures', 'cache', 'counter', 'memory', 'slow-phone', 'day', 'all', 'compare'].includes(wanted)) {
  await import(`./${wanted}.ts`)
  process.exit()
}
const products = Number(wanted)
if (!Number.isInteger(products) || products < 1) {
  console.error(`${wanted} is neither a bench nor a number of products: server, pages, … stand in tests/bench/run.ts`)
  process.exit(2)
}
const rounds = { database: 100, pages: 60 }
/** The demo's products have the first ids, in every shop. */
const demoProducts = 205

/** Median milliseconds with 205 products and with many; `inside`: PostgreSQL's own planning and execution time. */
type Figures = Record<string, { few: number; many: number; inside?: { few: number; many: number } }>

interface Place {
  location: string
  env: Record<string, string>
}

/**
 * Runs every subject, alternating between the two shops.
 * @param workOf the milliseconds a shop's database has spent so far, where it counts them
 */
async function measure<Shop>(
  shops: { few: Shop; many: Shop },
  subjects: Record<string, (shop: Shop, round: number) => Promise<unknown>>,
  count: number,
  workOf: (size: 'few' | 'many') => Promise<number | null> = async () => null,
): Promise<Figures> {
  const figures: Figures = {}
  for (const [name, run] of Object.entries(subjects)) {
    const times = { few: [] as number[], many: [] as number[] }
    const inside = { few: [] as number[], many: [] as number[] }
    const runOn = async (size: 'few' | 'many', round: number) => {
      const workBefore = await workOf(size)
      const started = performance.now()
      await run(shops[size], Math.abs(round))
      const took = performance.now() - started
      const workAfter = await workOf(size)
      // The first rounds warm up.
      if (round < 0) return
      times[size].push(took)
      if (workBefore !== null && workAfter !== null) inside[size].push(workAfter - workBefore)
    }
    for (let round = -8; round < count; round += 1) {
      for (const size of round % 2 === 0 ? (['few', 'many'] as const) : (['many', 'few'] as const)) {
        await runOn(size, round)
      }
    }
    figures[name] = {
      few: median(times.few),
      many: median(times.many),
      ...(inside.few.length > 0 && { inside: { few: median(inside.few), many: median(inside.many) } }),
    }
  }
  return figures
}

function median(times: number[]): number {
  return Number((times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0).toFixed(3))
}

async function open(location: string): Promise<Database> {
  const database = openDatabase(location)
  await migrate(database)
  await seedDemoShop(contextOn(database))
  return database
}

/** @param cacheSeconds 0: every listing and search is read anew */
async function ready(database: Database, cacheSeconds = 5) {
  const ctx = contextOn(database, { settings: { listingCacheSeconds: cacheSeconds } })
  const catalogue = bindContext(ctx, { ...categories, ...listing, ...homeShelves, ...productQueries })
  const { listAlternatives } = bindContext(ctx, alternatives)
  const free = database.db.selectFrom('product').select(['id', 'slug']).where('requiresPrescription', '=', false)
  const newest = await free.orderBy('id', 'desc').limit(40).execute()
  const demo = await free.where('id', '<=', demoProducts).orderBy('id', 'desc').limit(40).execute()
  const withAlternatives: string[] = []
  for (const { slug } of await free.where('isMedicine', '=', true).orderBy('id', 'desc').limit(200).execute()) {
    const found = await listAlternatives(1, await catalogue.getProductBySlug(1, slug), 5)
    if (found.length === 5 && withAlternatives.length < 7) withAlternatives.push(slug)
  }
  const { productCount } = await catalogue.listProducts(1, { categoryId: 1 })
  return {
    catalogue,
    slugs: newest.map(({ slug }) => slug),
    demoSlugs: demo.map(({ slug }) => slug),
    withAlternatives,
    lastPage: Math.min(200, Math.floor(productCount / 24)),
  }
}

/** PostgreSQL's own count of its planning and execution time, without the round trip. */
async function openWorkCounter({ location }: Place) {
  if (!location.startsWith('postgres')) return { work: async () => null, close: async () => {} }
  const client = new pg.Client({ connectionString: location })
  await client.connect()
  await client.query('create extension if not exists pg_stat_statements')
  const work = async () => {
    const { rows } = await client.query(
      `select sum(total_plan_time + total_exec_time) as ms from pg_stat_statements
       join pg_database on pg_database.oid = dbid where datname = current_database() and query not like '%pg_stat_statements%'`,
    )
    return Number(rows[0]?.ms ?? 0)
  }
  return { work, close: () => client.end() }
}

async function bench(few: Place, many: Place) {
  const databases = { few: await open(few.location), many: await open(many.location) }
  const importSeconds = (await generateProducts(databases.many, products)) / 1000
  // Autovacuum would do this a minute after an import; SQLite needs no vacuum.
  if (databases.many.engine === 'postgres') {
    await sql`vacuum analyze`.execute(databases.few.db)
    await sql`vacuum analyze`.execute(databases.many.db)
  }
  const shops = { few: await ready(databases.few), many: await ready(databases.many) }
  const counters = { few: await openWorkCounter(few), many: await openWorkCounter(many) }
  const workOf = (size: 'few' | 'many') => counters[size].work()
  const cached = await measure(shops, verbs, rounds.database, workOf)
  const cold = { few: await ready(databases.few, 0), many: await ready(databases.many, 0) }
  const changed = await measure(cold, anew, rounds.database, workOf)
  const database = { ...cached, ...changed }
  await Promise.all([databases.few.close(), databases.many.close(), counters.few.close(), counters.many.close()])

  const servers = {
    few: await startServerProcess({ env: { ...few.env, PAGE_CACHE_SECONDS: '5' } }),
    many: await startServerProcess({ env: { ...many.env, PAGE_CACHE_SECONDS: '5' } }),
  }
  try {
    const asked = {
      few: { ...shops.few, url: servers.few.url },
      many: { ...shops.many, url: servers.many.url },
    }
    return {
      importSeconds,
      importPerSecond: Math.round(products / importSeconds),
      database,
      pages: await measure(asked, pages, rounds.pages),
    }
  } finally {
    await Promise.all([servers.few.stop(), servers.many.stop()])
  }
}

function print(engine: string, result: Awaited<ReturnType<typeof bench>>): void {
  const line = (name: string, few: string, many: string, ratio: string) =>
    console.log(`| ${name.padEnd(36)} | ${few.padStart(8)} | ${many.padStart(8)} | ${ratio.padStart(5)} |`)
  console.log(`\n${engine}: ${result.importPerSecond} products imported in a second; medians in ms\n`)
  line('', '205', String(products), 'ratio')
  line(':'.padEnd(36, '-'), ':'.padStart(8, '-'), ':'.padStart(8, '-'), ':'.padStart(5, '-'))
  for (const [group, figures] of [
    ['database', result.database],
    ['page', result.pages],
  ] as const) {
    for (const [name, { few, many, inside }] of Object.entries(figures)) {
      line(`${group}: ${name}`, few.toFixed(2), many.toFixed(2), (many / few).toFixed(2))
      if (inside) line('  of that inside PostgreSQL', inside.few.toFixed(2), inside.many.toFixed(2), '')
    }
  }
}

const results: Record<string, Awaited<ReturnType<typeof bench>>> = {}
if (only !== 'postgres') {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-bench-'))
  const place = (name: string): Place => ({
    location: join(folder, name, 'balcao.db'),
    env: { DATA_DIR: join(folder, name) },
  })
  try {
    results.sqlite = await bench(place('few'), place('many'))
    print('SQLite', results.sqlite)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
if (only !== 'sqlite') {
  const postgres = await startOwnPostgres({
    shared_preload_libraries: 'pg_stat_statements',
    'pg_stat_statements.track_planning': 'on',
  })
  if (postgres) {
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    const place = async (name: string): Promise<Place> => {
      const location = new URL(postgres.url)
      location.pathname = `bench_${name}_${process.pid}`
      await client.query(`create database ${location.pathname.slice(1)}`)
      return { location: location.href, env: { DATABASE_URL: location.href } }
    }
    try {
      results.postgres = await bench(await place('few'), await place('many'))
      print('PostgreSQL', results.postgres)
    } finally {
      await client.end()
      await postgres.stop()
    }
  } else console.log('PostgreSQL not available')
}
console.log(JSON.stringify({ products, rounds, processor: cpus()[0]?.model, results }))
