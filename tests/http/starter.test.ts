import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../support/ports.ts'
import { startServer } from '../support/server.ts'

const bootstrap = join(import.meta.dirname, '..', '..', 'server', 'cli', 'bootstrap.mjs')

test('the server stops with exit code 0 when told', async () => {
  const server = await startServer()
  expect(await server.stop()).toBe(0)
  await expect(fetch(server.url)).rejects.toThrow()
})

test('a starter that is told to stop stops the server', async () => {
  const { starter, url } = await start()
  starter.kill('SIGTERM')
  expect(await once(starter, 'exit')).toEqual([0, null])
  await expect(fetch(url)).rejects.toThrow()
})

test('a starter that is killed outright leaves no server behind', async () => {
  const { starter, url } = await start()
  starter.kill('SIGKILL')
  await until(() =>
    fetch(url).then(
      () => false,
      () => true,
    ),
  )
})

test('a bad setting ends the start with one line that names it, and the starter says so too', async () => {
  const starter = spawn(process.execPath, [bootstrap, 'start'], { env: { ...process.env, PORT: 'quatro' } })
  let complaint = ''
  starter.stderr.on('data', (chunk) => {
    complaint += chunk
  })
  const [code] = await once(starter, 'close')
  expect(code).not.toBe(0)
  expect(complaint.trim().split('\n')).toHaveLength(1)
  expect(complaint).toContain('PORT')
})

/** Starts the shop the way `npm start` does, and waits until it serves. */
async function start() {
  const port = await freePort()
  const url = `http://localhost:${port}/healthz`
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-data-'))
  const starter = spawn(process.execPath, [bootstrap, 'start'], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, SANDBOX: '1' },
    stdio: 'ignore',
  })
  onTestFinished(() => {
    starter.kill('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  })
  await until(() =>
    fetch(url).then(
      (answer) => answer.ok,
      () => false,
    ),
  )
  return { starter, url }
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 90_000
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error('It did not come to that within 90 s')
    await sleep(50)
  }
}
