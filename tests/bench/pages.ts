/**
 * `npm run bench -- pages`: the server's CPU time per page in milliseconds, of all its threads, over keep-alive connections:
 * for first visits without cookies, whose pages are sent from the cache, and for a signed-in customer with a bag, whose pages
 * are rendered each time and compressed by zstd alone or with the dictionary, in turns. Compare the ratios: a busy machine slows all of them. Prints a table and one line of JSON.
 */
import { Agent, request } from 'node:http'
import { cpus } from 'node:os'
import { stringifyCookie } from 'cookie'
import { fetchDictionary } from '../support/page-dictionary.ts'
import { openCustomer } from '../support/purchase.ts'
import { startServer } from '../support/server.ts'

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

const server = await startServer()
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

  const figures: Record<string, { first: number; signedIn: number; known: number }> = {}
  for (const [name, pathOf] of Object.entries(pages)) {
    const [first = 0] = await millisecondsPerPage(pathOf, {})
    const [zstd = 0, dcz = 0] = await millisecondsPerPage(pathOf, signedIn, { ...signedIn, ...known })
    figures[name] = { first, signedIn: zstd, known: dcz }
  }
  const megabytes = Math.round((await metric('process_resident_memory_bytes')) / 2 ** 20)
  const line = (...cells: string[]) =>
    console.log(`| ${cells.map((cell, place) => (place === 0 ? cell.padEnd(13) : cell.padStart(11))).join(' | ')} |`)
  line('', 'first visit', 'signed in', 'ratio', 'dictionary', 'ratio')
  line('-------------', ...Array(5).fill('----------:'))
  for (const [name, { first, signedIn, known }] of Object.entries(figures)) {
    const ratios = { signedIn: (signedIn / first).toFixed(1), known: (known / signedIn).toFixed(2) }
    line(name, first.toFixed(2), signedIn.toFixed(2), ratios.signedIn, known.toFixed(2), ratios.known)
  }
  console.log(JSON.stringify({ times, processor: cpus()[0]?.model, megabytes, figures }))
} finally {
  agent.destroy()
  await server.stop()
}

/** For each kind of visit the median of batches, which excludes short bursts of other load; the kinds take turns. */
async function millisecondsPerPage(
  pathOf: (round: number) => string,
  ...visits: Record<string, string>[]
): Promise<number[]> {
  const batches = visits.map((headers) => ({ headers, used: [] as number[] }))
  for (let round = 0; round < times.before + times.measured; round += batch) {
    for (const { headers, used } of batches) {
      const before = await metric('process_cpu_seconds_total')
      for (let more = 0; more < batch; more += 1) await get(pathOf(round + more), headers)
      const after = await metric('process_cpu_seconds_total')
      if (round >= times.before) used.push(((after - before) * 1000) / batch)
    }
  }
  return batches.map(({ used }) => used.toSorted((a, b) => a - b)[Math.floor(used.length / 2)] ?? 0)
}

async function metric(name: string): Promise<number> {
  return Number(new RegExp(`^${name} (.+)$`, 'm').exec(await get('/metrics', { 'Accept-Encoding': 'identity' }))?.[1])
}

/** Sends a browser's headers. Not with fetch, which would spend CPU time on decompressing. */
function get(path: string, more: Record<string, string>): Promise<string> {
  const headers = { 'Accept-Encoding': 'gzip, deflate, br, zstd', ...more }
  return new Promise((resolve, reject) => {
    const asked = request(server.url + path, { agent, headers }, async (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(`${answer.statusCode} for ${path}`))
      resolve(Buffer.concat(await answer.toArray()).toString())
    })
    asked.on('error', reject).end()
  })
}
