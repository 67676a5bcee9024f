/**
 * `npm run bench -- pages`: the server's CPU time per page in milliseconds, of all its threads, over keep-alive connections:
 * for first visits without cookies, whose pages are sent from the cache, and for a signed-in customer with a bag, whose pages
 * are rendered each time and compressed by zstd alone or with the dictionary, in turns with a bare Remix server that renders the
 * same bytes from constant elements. Compare the ratios: a busy machine slows all of them. Prints a table and one line of JSON.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { stringifyCookie } from 'cookie'
import { fetchDictionary } from '../support/page-dictionary.ts'
import { openCustomer } from '../support/purchase.ts'
import { startServerProcess } from '../support/server.ts'

/** Requests per page, for warming up and while measuring. */
const times = { before: 1500, measured: 900 }
const batch = 60

const products = { 60: 'novalgina-1g-10-comprimidos', 3: 'zirk-500mg-3-comprimidos', 145: 'ensure-po-baunilha-400g' }
const slugs = Object.values(products)
const pages: Record<string, (round: number) => string> = {
  home: () => '/',
  'listing of 24': () => '/categoria/medicamentos',
  product: (round) => `/produto/${slugs[round % slugs.length]}`,
  search: () => '/categoria?search=dipirona',
  bag: () => '/checkout/sacola',
}

const server = await startServerProcess({ env: { PAGE_CACHE_SECONDS: '5' } })
const agent = new Agent({ keepAlive: true })
try {
  const customer = await openCustomer(server.url)
  for (const [id, slug] of Object.entries(products)) {
    const { status } = await customer.post(`/produto/${slug}`, { id, quantity: '1' })
    if (status !== 303) throw new Error(`${slug} does not come into the bag: ${status}`)
  }
  await customer.get('/')
  const signedIn = { Cookie: stringifyCookie(Object.fromEntries(customer.cookies)) }
  const { headers: known } = await fetchDictionary(server.url)

  const figures: Record<string, { first: number; signedIn: number; known: number; bare: number }> = {}
  for (const [name, pathOf] of Object.entries(pages)) {
    const [first = 0] = await millisecondsPerPage([shopPage(pathOf, {})])
    const bare = await openBareRemix(await get(server.url + pathOf(0), { ...signedIn, 'Accept-Encoding': 'identity' }))
    const [zstd = 0, dcz = 0, floor = 0] = await millisecondsPerPage([
      shopPage(pathOf, signedIn),
      shopPage(pathOf, { ...signedIn, ...known }),
      bare.page,
    ])
    bare.stop()
    figures[name] = { first, signedIn: zstd, known: dcz, bare: floor }
  }
  const megabytes = Math.round((await metric('process_resident_memory_bytes')) / 2 ** 20)
  const line = (...cells: string[]) =>
    console.log(`| ${cells.map((cell, place) => (place === 0 ? cell.padEnd(13) : cell.padStart(11))).join(' | ')} |`)
  line('', 'first visit', 'signed in', 'ratio', 'dictionary', 'ratio', 'bare Remix', 'ratio')
  line('-------------', ...Array(7).fill('----------:'))
  for (const [name, { first, signedIn, known, bare }] of Object.entries(figures)) {
    const of = (one: number, other: number) => (one / other).toFixed(2)
    const ms = (figure: number) => figure.toFixed(2)
    line(
      name,
      ms(first),
      ms(signedIn),
      of(signedIn, first),
      ms(known),
      of(known, signedIn),
      ms(bare),
      of(signedIn, bare),
    )
  }
  console.log(JSON.stringify({ times, processor: cpus()[0]?.model, megabytes, figures }))
} finally {
  agent.destroy()
  await server.stop()
}

/** A page to measure, and the processor time its server has used so far, in milliseconds. */
interface MeasuredPage {
  get(round: number): Promise<unknown>
  used(): Promise<number>
}

function shopPage(pathOf: (round: number) => string, headers: Record<string, string>): MeasuredPage {
  return {
    get: (round) => get(server.url + pathOf(round), headers),
    used: async () => (await metric('process_cpu_seconds_total')) * 1000,
  }
}

async function openBareRemix(html: string) {
  const child = fork(join(import.meta.dirname, 'bare-remix.ts'), { stdio: ['pipe', 'inherit', 'inherit', 'ipc'] })
  child.stdin?.end(html)
  const [port] = await once(child, 'message')
  const url = `http://127.0.0.1:${port}`
  const page: MeasuredPage = {
    get: () => get(`${url}/`, {}),
    used: async () => Number(await get(`${url}/cpu`, {})) / 1000,
  }
  return { page, stop: () => child.disconnect() }
}

/** For each page the median of batches, which excludes short bursts of other load; the pages take turns. */
async function millisecondsPerPage(pages: MeasuredPage[]): Promise<number[]> {
  const batches = pages.map((page) => ({ page, used: [] as number[] }))
  for (let round = 0; round < times.before + times.measured; round += batch) {
    for (const { page, used } of batches) {
      const before = await page.used()
      for (let more = 0; more < batch; more += 1) await page.get(round + more)
      const after = await page.used()
      if (round >= times.before) used.push((after - before) / batch)
    }
  }
  return batches.map(({ used }) => used.toSorted((a, b) => a - b)[Math.floor(used.length / 2)] ?? 0)
}

async function metric(name: string): Promise<number> {
  const metrics = await get(`${server.url}/metrics`, { 'Accept-Encoding': 'identity' })
  return Number(new RegExp(`^${name} (.+)$`, 'm').exec(metrics)?.[1])
}

/** Sends a browser's headers. Not with fetch, which would spend CPU time on decompressing. */
function get(url: string, more: Record<string, string>): Promise<string> {
  const headers = { 'Accept-Encoding': 'gzip, deflate, br, zstd', ...more }
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent, headers }, async (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(`${answer.statusCode} for ${url}`))
      resolve(Buffer.concat(await answer.toArray()).toString())
    })
    asked.on('error', reject).end()
  })
}
