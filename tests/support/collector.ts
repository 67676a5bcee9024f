import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request of GA4's Measurement Protocol, as the shop sends it. */
interface Collected {
  /** The query of the request's URL. */
  account: Record<string, string>
  client_id: string
  timestamp_micros: number
  events: { name: string; params: Record<string, unknown> }[]
}

interface Collector {
  /** Environment variables for the shop. */
  env: { ANALYTICS_ID: string; ANALYTICS_SECRET: string; ANALYTICS_URL: string }
  heard: Collected[]
  /**
   * The events by name and parameters except page views, in the order in which they happened (they may arrive in another).
   */
  events: () => Collected['events']
  close(): void
}

/** A stand-in for GA4's collector, which records requests. */
export async function startCollector(): Promise<Collector> {
  const heard: Collected[] = []
  const server = createServer(async (request, response) => {
    const body = JSON.parse((await request.toArray()).join(''))
    heard.push({ account: Object.fromEntries(new URL(request.url ?? '', 'http://ga').searchParams), ...body })
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    env: {
      ANALYTICS_ID: 'G-TEST',
      ANALYTICS_SECRET: 'a-secret',
      ANALYTICS_URL: `http://127.0.0.1:${port}/collect`,
    },
    heard,
    events: () =>
      heard
        .toSorted((a, b) => a.timestamp_micros - b.timestamp_micros)
        .flatMap(({ events }) => events)
        .filter(({ name }) => name !== 'page_view'),
    close: () => void server.close(),
  }
}
