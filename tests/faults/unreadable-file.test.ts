import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startServer } from '../support/server.ts'

test('a picture that cannot be read ends its own answer, and the shop goes on', async () => {
  const server = await startServer()
  onTestFinished(async () => void (await server.stop()))
  const pictures = join(server.dataDir, 'imagens')
  mkdirSync(pictures, { recursive: true })
  // Opens, and fails when it is read.
  symlinkSync('/proc/self/mem', join(pictures, 'broken.webp'))
  await fetch(`${server.url}/imagens/broken.webp`).catch(() => null)
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
})
