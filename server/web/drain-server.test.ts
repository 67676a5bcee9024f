import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, createConnection, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { drainServer } from './drain-server.ts'

const anHour = 3_600_000

/** A server that keeps connections open for longer than any test, and answers /slow when told to. */
async function openServer() {
  const waiting: ServerResponse[] = []
  const server = createServer({ keepAliveTimeout: anHour }, (request, response) => {
    if (request.url === '/slow') waiting.push(response)
    else response.end('at once')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => server.closeAllConnections())
  const { port } = server.address() as AddressInfo
  const ask = (path: string): Socket => {
    const socket = createConnection(port, '127.0.0.1')
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    return socket
  }
  const slow = ask('/slow')
  await once(server, 'request')
  const idle = ask('/')
  await once(idle, 'data')
  return { server, slow, idle, answerSlowOne: () => waiting[0]?.end('at last') }
}

test('idle connections are closed, a request in flight is answered, and then it is over', async () => {
  const { server, slow, idle, answerSlowOne } = await openServer()
  let isOver = false
  const drained = drainServer(server, anHour).then(() => {
    isOver = true
  })
  await once(idle, 'close')
  expect([slow.closed, isOver]).toEqual([false, false])
  answerSlowOne()
  expect(String((await once(slow, 'data'))[0])).toContain('at last')
  await once(slow, 'close')
  await drained
})

test('a request that takes longer than there is patience for is not waited for', async () => {
  const { server, slow } = await openServer()
  await drainServer(server, 1)
  expect(slow.closed).toBe(false)
})
