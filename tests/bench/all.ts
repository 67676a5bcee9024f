/**
 * `npm run bench -- all [file.json [seconds an hour of the day]]`: every bench, one after the other, into one JSON (`bench.json`) with what the machine is and was
 * doing; then draws `tests/bench/figures/growth.svg`, the cost of pages against the catalogue's size. `npm run bench -- compare A B`
 * puts two such files side by side. `BENCH_SIZES=2000,20000` takes other catalogues, the largest of which is also measured on
 * PostgreSQL.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, release, totalmem } from 'node:os'
import { join } from 'node:path'
import { drawPlot } from './plot.ts'

/** What this file reads of `npm run bench -- PRODUCTS`. */
interface Growth {
  results: Record<string, { pages: Record<string, { few: number; many: number }> }>
}

const [, , , file = 'bench.json', secondsAnHour = '6'] = process.argv
const sizes = (process.env.BENCH_SIZES ?? '2000,20000,200000').split(',')
const largest = sizes.at(-1) ?? '200000'
const demoSize = '205'

const machine = {
  processor: cpus()[0]?.model,
  cores: cpus().length,
  gigabytes: Math.round(totalmem() / 1e9),
  system: release(),
  node: process.version,
  commit: spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).stdout.trim(),
  // Over the minutes before: above the number of cores, times tell more of the neighbours than of the shop.
  loadBefore: loadavg().map((load) => Math.round(load * 10) / 10),
}

const figures: Record<string, unknown> = {}
for (const name of ['pages', 'cache', 'counter', 'memory', 'slow-phone']) figures[name] = await run(name)
const growth: Record<string, Growth> = {}
for (const size of sizes) growth[size] = (await run(size, ...(size === largest ? [] : ['sqlite']))) as Growth
figures.growth = growth
figures.day = await run('day', secondsAnHour)

writeFileSync(file, `${JSON.stringify({ machine, figures }, null, 1)}\n`)
const folder = join(import.meta.dirname, 'figures')
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'growth.svg'), draw())
console.log(`${file}, ${join('tests', 'bench', 'figures')}: day.svg, growth.svg`)

/** Runs a bench and shows what it prints. @returns its last line, which is JSON */
async function run(...words: string[]): Promise<unknown> {
  console.log(`\n== ${words.join(' ')} ==`)
  const bench = spawn(process.execPath, [join(import.meta.dirname, 'run.ts'), ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  bench.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk
    process.stdout.write(chunk)
  })
  const [code] = await once(bench, 'close')
  if (code !== 0) throw new Error(`the bench ${words.join(' ')} ended with ${code}`)
  return JSON.parse(output.trimEnd().split('\n').at(-1) ?? 'null')
}

function draw(): string {
  const first = growth[sizes[0] ?? '']?.results.sqlite?.pages ?? {}
  const lines = Object.keys(first).map((name) => ({
    name,
    values: [first[name]?.few ?? 0, ...sizes.map((size) => growth[size]?.results.sqlite?.pages[name]?.many ?? 0)],
  }))
  return drawPlot({
    title: 'Milliseconds per page, SQLite, medians',
    xLabel: 'products in the catalogue',
    yLabel: 'ms',
    x: [demoSize, ...sizes].map((size) => Number(size).toLocaleString('en')),
    lines,
  })
}
