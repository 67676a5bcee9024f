import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { answerClientErrors } from './client-errors.ts'

async function send(request: string): Promise<string> {
  const server = createServer((_request, response) => void response.end('a page'))
  answerClientErrors(server)
  server.listen(0)
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port)
  socket.write(request)
  return text(socket)
}

const head = 'GET / HTTP/1.1\r\nHost: localhost\r\n'

test('who sends too many cookies reads what to do, even while the rest of them arrives', async () => {
  const cookies = Array.from({ length: 60 }, (_, index) => `c${index}=${'x'.repeat(300)}`).join('; ')
  for (const size of [1, 40]) {
    const answer = await send(`${head}Cookie: ${cookies.repeat(size)}\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/)
    expect(answer).toContain('Content-Type: text/html; charset=utf-8')
    expect(answer).toContain('Apague os cookies deste site')
    expect(answer).toMatch(/<\/html>$/)
  }
})

test('what is no request at all is refused, and a request is answered', async () => {
  expect(await send('hello\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
  expect(await send(`${head}Connection: close\r\n\r\n`)).toContain('a page')
})
