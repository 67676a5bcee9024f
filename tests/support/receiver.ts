import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A message as it arrived. */
interface Heard {
  path: string
  headers: Record<string, string>
  body: string
}

export interface Receiver {
  /** `http://127.0.0.1:port/avisos` */
  url: string
  port: number
  heard: Heard[]
  /** Answers each message; 204 unless a test has another wish. */
  answer: (response: ServerResponse) => unknown
}

/** A system of the store's that is told of orders, until the test is over. */
export async function openReceiver(answer: Receiver['answer'] = (response) => response.writeHead(204).end()) {
  const server = createServer(async (request, response) => {
    const body = (await request.toArray()).join('')
    receiver.heard.push({ path: request.url ?? '', headers: request.headers as Record<string, string>, body })
    await receiver.answer(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const receiver: Receiver = { url: `http://127.0.0.1:${port}/avisos`, port, heard: [], answer }
  return receiver
}
