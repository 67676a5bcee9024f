import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { call, expectRefusal, password } from '../support/calls.ts'
import { ownServer } from '../support/file-server.ts'
import { openPlainBrowser } from '../support/http.ts'
import { operate } from '../support/operator.ts'
import { newCustomer, pay, placeOrder } from '../support/purchase.ts'
import { startServer } from '../support/server.ts'

const server = ownServer({ env: { PAGE_CACHE_SECONDS: '5' } })

const folder = join(import.meta.dirname, '../../server/web/monitoring')

/** What Prometheus reads: by name and labels as they are written. */
async function metricsOf(url: string): Promise<Map<string, number>> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]))
}

test('an operator sees what waits and since when, each job’s rounds, the database, the disk, the cache and the routes', async () => {
  const before = await metricsOf(server.url)
  const customer = await newCustomer(server.url)
  await pay(customer, await placeOrder(customer))
  const robot = openPlainBrowser(server.url)
  for (const _ of [1, 2]) await fetch(`${server.url}/produto/novalgina-1g-10-comprimidos`)
  await robot.get('/nada-disto')
  await expect
    .poll(async () => (await metricsOf(server.url)).get('job_last_success_seconds{task="mail.sendDue"}') ?? null)
    .toBeGreaterThanOrEqual(0)
  const after = await metricsOf(server.url)
  const paid = 'orders_waiting{status="paid"}'
  expect(after.get(paid)).toBe((before.get(paid) ?? 0) + 1)
  expect(after.get('orders_oldest_seconds{status="paid"}')).toBeGreaterThan(0)
  expect(after.get('job_failures_total{task="mail.sendDue"}')).toBe(0)
  expect(after.get('disk_free_bytes')).toBeGreaterThan(1e6)
  expect(after.get('database_ping_seconds')).toBeLessThan(10)
  expect(after.get('page_cache_requests_total{result="hit"}')).toBe(1)
  const requests = (labels: string) => after.get(`http_request_duration_seconds_count{${labels}}`)
  expect(requests('method="GET",status="200",route="produto"')).toBeGreaterThan(0)
  expect(requests('method="GET",status="404",route="other"')).toBe(1)
  expect(after.has('backup_age_seconds')).toBe(false)
  await operate(server, 'backup', join(server.dataDir, 'shop.backup'))
  expect((await metricsOf(server.url)).has('backup_age_seconds')).toBe(true)
})

test('an operator sees how many orders were placed, why others were refused, and when the bank last called', async () => {
  const server = await startServer()
  expect((await metricsOf(server.url)).has('payment_webhook_age_seconds')).toBe(false)
  const customer = await newCustomer(server.url)
  await pay(customer, await placeOrder(customer))
  const { body: visit } = await call(server, 'auth/getInitialToken', {})
  const login = { email: 'cliente@example.com', password, token: visit.access_token }
  const { token } = (await call(server, 'auth/login', login)).body
  const orderObject = { cart: [], delivery_address_id: 1 }
  expectRefusal(await call(server, 'order/placeOrder', { token, orderObject }), 422, 'bag.empty')
  await customer.post('/checkout/sacola', { intent: 'coupon', coupon_code: 'NAOHA' })
  const missing = await fetch(`${server.url}/produto/nunca-houve`)
  expect([missing.status, missing.headers.get('X-Refusal')]).toEqual([404, null])
  await customer.get('/minha-conta/pedidos/999999')
  await call(server, '../webhooks/pix', { pix: [{ txid: 'f'.repeat(32) }, { txid: 1 }] })

  const metrics = await metricsOf(server.url)
  expect(metrics.get('orders_placed_total')).toBe(1)
  expect(metrics.get('orders_refused_total{code="bag.empty"}')).toBe(1)
  expect(metrics.get('payment_webhook_age_seconds')).toBeLessThan(60)
  expect(metrics.get('payment_webhook_entries_total{kind="odd"}')).toBe(1)
  expect(metrics.get('payment_webhook_entries_total{kind="unknown"}')).toBe(1)
  const requests = server
    .output()
    .split('\n')
    .filter((line) => line.includes('"msg":"request"'))
    .map((line) => JSON.parse(line))
  const codeOf = (path: string) => requests.findLast((line) => line.path === path).refusal
  expect([codeOf('/api/order/placeOrder'), codeOf('/checkout/sacola')]).toEqual(['bag.empty', 'bag.empty'])
  expect(codeOf('/produto/nunca-houve')).toBe('product.unknown')
  expect(codeOf('/minha-conta/pedidos/999999')).toBe('order.unknown')
  expect(codeOf('/api/auth/getInitialToken')).toBeUndefined()
  await server.stop()
})

test('every metric that the alert rules and the dashboard name exists, with the labels by which they choose', async () => {
  const series = [...(await metricsOf(server.url)).keys()]
  const names = new Set(series.map((key) => key.replace(/\{.*/, '')))
  // Prometheus sets these by itself, and calls a metric's own `exported_job`: no rule would find it.
  expect(series.filter((key) => /[{,](job|instance)=/.test(key))).toEqual([])
  const dashboard: { panels: { targets: { expr: string }[] }[] } = JSON.parse(
    readFileSync(join(folder, 'dashboard.json'), 'utf8'),
  )
  const rules = readFileSync(join(folder, 'alerts.yaml'), 'utf8')
  const expressions = [
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...[...rules.matchAll(/^ +expr: (.*)$/gm)].map(([, expr = '']) => expr),
  ]
  expect(expressions.length).toBeGreaterThan(25)
  const named = expressions.flatMap(
    (expression) => expression.replace(/\{[^}]*\}|"[^"]*"/g, '').match(/\b[a-z]\w*_\w+\b/g) ?? [],
  )
  // Prometheus' own, and what only a backup, PostgreSQL, a bank or a refused order brings.
  const others = [
    'histogram_quantile',
    'orders_refused_total',
    'backup_age_seconds',
    'database_connections',
    'certificate_seconds_left',
  ]
  expect([...new Set(named)].filter((name) => !names.has(name) && !others.includes(name))).toEqual([])
  // A value that no series has: the rule would never speak.
  const chosen = expressions.flatMap((expression) =>
    [...expression.matchAll(/(\w+)\{(\w+)=(~?)"([^"]*)"\}/g)].flatMap(([, name = '', label = '', tilde, value = '']) =>
      name === 'up' ? [] : (tilde ? value.split('|') : [value]).map((one) => ({ name, has: `${label}="${one}"` })),
    ),
  )
  const unfound = chosen.filter(({ name, has }) => {
    const wanted = new RegExp(`^${name}\\{.*\\b${has.replace('5..', '\\d{3}')}`)
    return !series.some((key) => wanted.test(key))
  })
  expect(chosen.length).toBeGreaterThan(4)
  expect(unfound).toEqual([])
})
