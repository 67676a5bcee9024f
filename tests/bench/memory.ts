/**
 * `npm run bench -- memory [pages]`: megabytes (MiB) a server holds after very many mixed pages, on SQLite, with the limits that
 * the image's command sets in a container of 256 MB: a third each of pages of the sitemap, of searches, and of pages that the
 * cache has never seen. Prints one line of JSON.
 */
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { startServerProcess } from '../support/server.ts'

const [, , , wanted = '100000'] = process.argv
const pages = Number(wanted)
const atOnce = 4
const words = ['dipirona', 'protetor', 'vitamina', 'fralda', 'shampoo']

// --max-old-space-size-percentage=26 of 256 MB, as V8 itself reckons it in a container.
const limits = {
  NODE_OPTIONS: '--max-old-space-size=66 --max-semi-space-size=4',
  MALLOC_ARENA_MAX: '1',
  PAGE_CACHE_SECONDS: '5',
}
const server = await startServerProcess({ env: limits })
const agent = new Agent({ keepAlive: true })
try {
  const atStart = memory()
  const paths = await sitemap()
  let asked = 0
  const visit = async () => {
    while (asked < pages) await get(pathOf(paths, asked++))
  }
  await Promise.all(Array.from({ length: atOnce }, visit))
  const { VmRSS: megabytes, VmHWM: peak } = memory()
  console.log(JSON.stringify({ pages, atStart: atStart.VmRSS, megabytes, peak }))
} finally {
  agent.destroy()
  await server.stop()
}

/** Relatively prime steps, so that each address comes up, and none in the same order. */
function pathOf(paths: string[], count: number): string {
  const path = paths[(count * 7919) % paths.length] ?? '/'
  if (count % 3 === 0) return path
  if (count % 3 === 1) return `/categoria?search=${words[count % words.length]}&n=${count}`
  return `${path}${path.includes('?') ? '&' : '?'}n=${count}`
}

async function sitemap(): Promise<string[]> {
  const locations = async (path: string) =>
    [...(await get(path)).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = '']) => url.replace(server.url, ''))
  const parts = await Promise.all((await locations('/sitemap.xml')).map(locations))
  return parts.flat()
}

/** In MiB, as Linux tells it: what is resident now, and the most there ever was. */
function memory(): { VmRSS: number; VmHWM: number } {
  const status = readFileSync(`/proc/${server.process.pid}/status`, 'utf8')
  const read = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024)
  return { VmRSS: read('VmRSS'), VmHWM: read('VmHWM') }
}

function get(path: string): Promise<string> {
  const headers = { 'Accept-Encoding': path.endsWith('.xml') ? 'identity' : 'zstd, gzip' }
  return new Promise((resolve, reject) => {
    const asked = request(server.url + path, { agent, headers }, async (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(`${answer.statusCode} for ${path}`))
      resolve(Buffer.concat(await answer.toArray()).toString())
    })
    asked.on('error', reject).end()
  })
}
