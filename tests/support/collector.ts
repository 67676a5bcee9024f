import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What GA4's Measurement Protocol takes of us. */
export interface Collected {
  /** The query of the address it came to. */
  account: Record<string, string>
  client_id: string
  timestamp_micros: number
  events: { name: string; params: Record<string, unknown> }[]
}

export interface Collector {
  /** For a shop's environment. */
  env: { ANALYTICS_ID: string; ANALYTICS_SECRET: string; ANALYTICS_URL: string }
  heard: Collected[]
  /** The events by name and parameters, as they happened (they may arrive in another order), but for page views. */
  events: () => Collected['events']
  close(): void
}

/** Stands in for GA4's collector: keeps what it is sent. */
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
