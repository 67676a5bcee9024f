import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { memoize } from '../../server/platform/memoize.ts'
import { startTracing, stopTracing } from '../../server/platform/tracing.ts'
import { listFiles } from '../architecture/sources.ts'
import { newCustomer, pay, placeOrder } from '../support/purchase.ts'
import { startServer, startServerProcess } from '../support/server.ts'

interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: Record<string, unknown> }[]
}

interface Export {
  resourceSpans: { resource: { attributes: Span['attributes'] }; scopeSpans: { spans: Span[] }[] }[]
}

/** Takes what OpenTelemetry's protocol (OTLP over HTTP, in JSON) brings. */
async function openReceiver() {
  const bodies: string[] = []
  const paths = new Set<string>()
  const server = createServer(async (request, response) => {
    paths.add(`${request.method} ${request.url} ${request.headers['x-key']}`)
    bodies.push((await request.toArray()).join(''))
    response.setHeader('Content-Type', 'application/json').end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const resources = () => bodies.flatMap((body) => (JSON.parse(body) as Export).resourceSpans)
  return {
    url: `http://127.0.0.1:${port}`,
    paths,
    text: () => bodies.join('\n'),
    resource: () => resources()[0]?.resource.attributes,
    spans: () => resources().flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  }
}

test('with a collector set, requests, their queries, calls to the bank and jobs are traced, and nothing personal', async () => {
  const receiver = await openReceiver()
  const server = await startServerProcess({
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=abc',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=tests',
    },
  })
  const customer = await newCustomer(server.url)
  await pay(customer, await placeOrder(customer))
  expect((await customer.get('/busca?q=coceira%20secreta')).status).toBe(200)
  // What waits is sent when the shop stops.
  expect(await server.stop()).toBe(0)

  expect([...receiver.paths]).toEqual(['POST /v1/traces abc'])
  const attributes = Object.fromEntries((receiver.resource() ?? []).map(({ key, value }) => [key, value.stringValue]))
  expect(attributes).toMatchObject({ 'service.name': 'balcao', 'deployment.environment.name': 'tests' })
  const spans = receiver.spans()
  const names = new Set(spans.map(({ name }) => name))
  for (const name of ['GET busca', 'POST checkout', 'select', 'insert', 'job mail.sendDue', 'job payments.expireDue'])
    expect([...names]).toContain(name)
  const search = spans.find(({ name }) => name === 'GET busca')
  const below = spans.filter(({ parentSpanId }) => parentSpanId === search?.spanId)
  expect(below.map(({ name, traceId }) => [name, traceId])).toContainEqual(['select', search?.traceId])
  const outgoing = spans.filter(({ attributes: all }) => all.some(({ key }) => key === 'server.address'))
  expect(outgoing.map(({ name }) => name)).toContain('PUT')

  for (const personal of [
    'coceira',
    '@example.com',
    'senha',
    'Paulista',
    '01310-100',
    '01310100',
    ...customer.cookies.values(),
  ])
    expect(receiver.text().includes(personal), personal).toBe(false)
})

/** Traces what happens in this process, where the server of a test runs, too. @returns the server, which may stop earlier */
async function openTraced(collectorUrl: string, sampleRatio: number) {
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collectorUrl)
  onTestFinished(() => void vi.unstubAllEnvs())
  await startTracing(sampleRatio)
  onTestFinished(stopTracing)
  const server = await startServer()
  const stop = memoize(server.stop)
  onTestFinished(async () => void (await stop()))
  return { url: server.url, stop }
}

test('a collector gets the share of traces that its operator wants, each of them whole', async () => {
  const receiver = await openReceiver()
  const server = await openTraced(receiver.url, 0.5)
  for (let nth = 0; nth < 100; nth += 1) expect((await fetch(`${server.url}/busca?search=dipirona`)).status).toBe(200)
  // A request's span ends after its answer has left.
  await server.stop()
  await stopTracing()

  const spans = receiver.spans()
  const traced = spans.filter(({ name }) => name === 'GET busca').length
  // Of fair coins one in a million million fails.
  expect(traced).toBeGreaterThan(15)
  expect(traced).toBeLessThan(85)
  const known = new Set(spans.map(({ spanId }) => spanId))
  expect(spans.filter(({ parentSpanId }) => parentSpanId && !known.has(parentSpanId))).toEqual([])
  expect(spans.filter(({ parentSpanId }) => parentSpanId).length).toBeGreaterThan(traced)
})

test('a collector that is away costs nobody a page, and nobody waits long for the shop to stop', async () => {
  const server = await openTraced('http://127.0.0.1:9', 1)
  expect((await fetch(`${server.url}/`)).status).toBe(200)
  const startedAtMs = performance.now()
  await stopTracing()
  expect(performance.now() - startedAtMs).toBeLessThan(6_000)
})

test('without a collector none of OpenTelemetry’s packages is loaded: one file imports them, and only when it is on', () => {
  const root = join(import.meta.dirname, '../..')
  const files = listFiles({ untracked: true }).filter((file) => /^(server|app)\/.*\.tsx?$/.test(file))
  const naming = (words: RegExp) => files.filter((file) => words.test(readFileSync(join(root, file), 'utf8')))
  expect(naming(/'@opentelemetry\//)).toEqual(['server/platform/tracing-sdk.ts'])
  expect(naming(/tracing-sdk\.ts'/)).toEqual(['server/platform/tracing.ts'])
  expect(readFileSync(join(root, 'server/platform/tracing.ts'), 'utf8')).toContain("await import('./tracing-sdk.ts')")
})
