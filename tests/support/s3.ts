import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { onTestFinished } from 'vitest'
import type { FileStorage } from '../../server/platform/files/file-storage.ts'
import { createS3Storage, parseS3Url } from '../../server/platform/files/s3-storage.ts'

const key = 'S3RVER'

/** A server of the S3 protocol with one bucket, which checks signatures. It ends with the test. */
export async function openS3() {
  const directory = mkdtempSync(join(tmpdir(), 'balcao-s3-'))
  const s3 = new S3rver({ silent: true, directory, configureBuckets: [{ name: 'balcao' }] })
  await s3.configureBuckets()
  let server = await listen(s3.callback(), 0)
  const { port } = server.address() as AddressInfo
  const urlWith = (secret: string, rest = '/balcao') => `s3+http://${key}:${secret}@127.0.0.1:${port}${rest}`
  const url = urlWith(key)
  onTestFinished(async () => {
    await close(server)
    rmSync(directory, { recursive: true, force: true })
  })
  return {
    url,
    urlWith,
    /** The bucket itself. */
    files: storageAt(url),
    /** Nobody listens until it is back; what it holds stays. */
    goAway: () => close(server),
    async comeBack() {
      server = await listen(s3.callback(), port)
    },
  }
}

export function storageAt(url: string): FileStorage {
  const location = parseS3Url(url)
  if (!location) throw new Error(`${url} is no address of a bucket`)
  return createS3Storage(location)
}

export async function keysIn(place: FileStorage, folder: string): Promise<string[]> {
  const keys: string[] = []
  for await (const key of place.list(folder)) keys.push(key)
  return keys.sort()
}

async function listen(callback: Parameters<typeof createServer>[1], port: number): Promise<Server> {
  const server = createServer(callback).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}

async function close(server: Server): Promise<void> {
  if (!server.listening) return
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}
