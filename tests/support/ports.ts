import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the range of ephemeral ports, which systems assign to clients and to port 0. */
const [first, last] = [20_000, 32_767]

/**
 * A free TCP port of 127.0.0.1. While this process runs no other test gets it: the UDP port of the same number is kept bound
 * as a lock, since a server may bind its port only seconds later.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(first, last + 1)
    if ((await isHeld(port)) && (await isFree(port))) return port
  }
}

async function isHeld(port: number): Promise<boolean> {
  const socket = createSocket('udp4').bind(port, '127.0.0.1')
  return once(socket, 'listening').then(
    () => {
      socket.unref()
      return true
    },
    () => {
      socket.close()
      return false
    },
  )
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
