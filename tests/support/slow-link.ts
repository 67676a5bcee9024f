import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A way to a server of this machine that takes its time: `delayMs` for what goes there, until the test is over. */
export async function openSlowLink(url: string) {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  const link = { url: '', delayMs: 0 }
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.on('data', (chunk) => void setTimeout(() => far.write(chunk), link.delayMs))
    far.pipe(near)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const slow = new URL(url)
  slow.port = String((server.address() as AddressInfo).port)
  link.url = slow.href
  return link
}
