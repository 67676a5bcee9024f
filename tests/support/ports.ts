import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that systems give to whoever asks for any, or calls somebody. */
const [first, last] = [20_000, 32_767]

/**
 * A port of 127.0.0.1 that nobody listens on. As long as this process runs it is given to no other test: its namesake of UDP
 * is held, since a server may take its port seconds after it was told which.
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
