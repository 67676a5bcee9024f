import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import compression from 'compression'
import express, { type Response as ExpressResponse } from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { streamResponse } from './stream-response.ts'

const piece = new Uint8Array(1_000_000)

/**
 * A feed of two hundred megabytes, asked for by somebody who has not read any of it yet.
 * @param beforehand what happens before any of it is sent
 */
async function askForFeed(beforehand = async (_socket: Socket, _response: ExpressResponse) => {}) {
  const source = { pieces: 0, isGivenUp: false }
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      source.pieces += 1
      if (source.pieces > 200) controller.close()
      else controller.enqueue(piece)
    },
    cancel() {
      source.isGivenUp = true
    },
  })
  const app = express()
  app.use(compression())
  const asked = new Promise<{ response: ExpressResponse; passed: Promise<void> }>((resolve) => {
    app.use(async (_request, response) => {
      await beforehand(socket, response)
      resolve({ response, passed: streamResponse(new Response(body), response) })
    })
  })
  const server = app.listen(0)
  onTestFinished(() => void server.close())
  const socket: Socket = connect((server.address() as AddressInfo).port)
  onTestFinished(() => void socket.destroy())
  socket.pause()
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  return { source, socket, ...(await asked) }
}

/** Until the response waits for its reader or is whole, and well beyond. */
async function fill(response: ExpressResponse): Promise<void> {
  while (!response.writableNeedDrain && !response.writableEnded) await nextTurn()
  for (let turn = 0; turn < 1000; turn += 1) await nextTurn()
}

test('a feed is made no faster than it is read', async () => {
  const { source, socket, response, passed } = await askForFeed()
  await fill(response)
  expect(source.pieces).toBeLessThan(20)
  let bytes = 0
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length
  })
  socket.resume()
  await passed
  await once(socket, 'close')
  expect(bytes).toBeGreaterThan(200 * piece.length)
})

test('of a feed that nobody reads any more nothing more is made, and nothing is wrong', async () => {
  const { source, socket, response, passed } = await askForFeed()
  await fill(response)
  socket.destroy()
  await expect(passed).resolves.toBeUndefined()
  expect(source.isGivenUp).toBe(true)
})

test('who has left before the first piece is no fault, and the source is closed', async () => {
  const { source, passed } = await askForFeed(async (socket, response) => {
    socket.destroy()
    await once(response, 'close')
  })
  await expect(passed).resolves.toBeUndefined()
  expect(source.isGivenUp).toBe(true)
})

test('a source that ends early is a fault, and its reader sees a broken connection', async () => {
  const early = Object.assign(new Error('Premature close'), { code: 'ERR_STREAM_PREMATURE_CLOSE' })
  const source = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(piece),
    pull: (controller) => controller.error(early),
  })
  const app = express()
  const passed = new Promise<unknown>((resolve) => {
    app.use((_request, response) => streamResponse(new Response(source), response).then(resolve, resolve))
  })
  const server = app.listen(0)
  onTestFinished(() => void server.close())
  const read = fetch(`http://localhost:${(server.address() as AddressInfo).port}`).then((answer) => answer.text())
  await expect(read).rejects.toThrow()
  expect(await passed).toBe(early)
})
