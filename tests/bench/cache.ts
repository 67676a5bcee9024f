/**
 * `npm run bench -- cache [seconds]`: how many pages of the whole sitemap come from the page cache, asked for in random order
 * by visitors without cookies, while five orders a second are placed for what there is plenty of; the cache is empty at first.
 * Afterwards each cached page is compared with a new one. Prints one line of JSON.
 */
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '../../server/database/connection.ts'
import { demoCustomerEmails, demoPassword } from '../../server/demo/customers.ts'
import { seeded } from '../support/seeded.ts'
import { startServerProcess } from '../support/server.ts'

const [, , , seconds = '30'] = process.argv
const visitors = 4
const betweenOrdersMs = 200
/** Sold freely; twenty of them. */
const firstProduct = 60

const random = seeded(20_260_310)
const server = await startServerProcess({ env: { PAGE_CACHE_SECONDS: '5' } })
try {
  const paths = await sitemap()
  const products = await stockUp()
  const until = performance.now() + Number(seconds) * 1000
  const [orders, ...asked] = await Promise.all([
    placeOrders(products, until),
    ...Array.from({ length: visitors }, () => ask(paths, until)),
  ])
  const requests = asked.reduce((sum, { requests }) => sum + requests, 0)
  const hits = asked.reduce((sum, { hits }) => sum + hits, 0)
  const percent = Number(((100 * hits) / requests).toFixed(1))
  let kilobytes = 0
  let different = 0
  for (const path of paths) {
    const [cached, made] = [await get(path), await get(path, { Cookie: 'somebody=else' })]
    kilobytes += Math.round(cached.text.length / 1000)
    if (cached.text !== made.text) different += 1
  }
  console.log(JSON.stringify({ seconds, pages: paths.length, kilobytes, orders, requests, hits, percent, different }))
} finally {
  await server.stop()
}

async function sitemap(): Promise<string[]> {
  const locations = async (path: string) =>
    [...(await get(path)).text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = '']) => url.replace(server.url, ''))
  const parts = await Promise.all((await locations('/sitemap.xml')).map(locations))
  return parts.flat()
}

/** @returns the products' ids */
async function stockUp(): Promise<number[]> {
  const database = openDatabase(join(server.dataDir, 'balcao.db'))
  const sold = await database.db
    .selectFrom('product')
    .select('id')
    .where('requiresPrescription', '=', false)
    .where('isSellableOnline', '=', true)
    .where('id', '>=', firstProduct)
    .orderBy('id')
    .limit(20)
    .execute()
  const ids = sold.map(({ id }) => id)
  await database.db.updateTable('offer').set({ stock: 100_000 }).where('productId', 'in', ids).execute()
  await database.close()
  return ids
}

async function placeOrders(products: number[], until: number): Promise<number> {
  const { access_token } = await call('auth/getInitialToken', {})
  const { token } = await call('auth/login', {
    email: demoCustomerEmails.customer,
    password: demoPassword,
    token: access_token,
  })
  const [{ id: delivery_address_id }] = await call('address/getAddressList', { token })
  let orders = 0
  for (let at = performance.now(); at < until; at += betweenOrdersMs) {
    await pause(Math.max(0, at - performance.now()))
    const cart = [{ id: products[orders % products.length], quantity: 1 }]
    await call('order/placeOrder', { orderObject: { cart, delivery_address_id }, token })
    orders += 1
  }
  return orders
}

async function ask(paths: string[], until: number): Promise<{ requests: number; hits: number }> {
  let requests = 0
  let hits = 0
  while (performance.now() < until) {
    const { isHit } = await get(paths[Math.floor(random() * paths.length)] ?? '/')
    requests += 1
    if (isHit) hits += 1
  }
  return { requests, hits }
}

async function get(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(server.url + path, { headers })
  if (answer.status !== 200) throw new Error(`${answer.status} for ${path}`)
  return { text: await answer.text(), isHit: answer.headers.get('Cache-Status')?.endsWith('hit') ?? false }
}

// biome-ignore lint/suspicious/noExplicitAny: each call has its own response type
async function call(name: string, body: object): Promise<any> {
  const answer = await fetch(`${server.url}/api/${name}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${answer.status} for ${name}: ${await answer.text()}`)
  return answer.json()
}
