import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startServer } from '../support/server.ts'

const demo = JSON.parse(readFileSync('server/database/demo/shop.json', 'utf8'))
const env = {
  SANDBOX: undefined,
  SANDBOX_CLOCK: undefined,
  ENCRYPTION_KEYS: 'a-key-that-is-known-to-the-tests-alone',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'loja@example.com',
  EXTERNAL_PAYMENT_URL: 'https://payments.example/',
  EXTERNAL_PAYMENT_SECRET: 'a-secret-that-is-known-to-the-tests-alone',
}

test('a live shop without its pharmacist refuses to start, in one line that names what is missing', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-live-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  writeFileSync(join(dataDir, 'shop.json'), JSON.stringify({ ...demo, pharmacist: { ...demo.pharmacist, crf: '' } }))
  await expect(startServer({ dataDir, env })).rejects.toThrow(
    /\(exit code 1\):\nBalcão cannot start: \S+shop\.json: pharmacist\.crf: [^\n]+\n$/,
  )
})

test.each([
  ['DATABASE_URL', { DATABASE_URL: 'postgres://localhost:1/nowhere' }],
  ['HOST', { HOST: '999.1.1.1' }],
])('a %s that cannot be used is named in one line, too', async (name, given) => {
  await expect(startServer({ env: given })).rejects.toThrow(
    new RegExp(`\\(exit code 1\\):\\nBalcão cannot start: [A-Z_, ]*${name}: [^\\n]+\\n$`),
  )
})

test('a live shop without a catalogue has its pages, and nothing of the sandbox is reachable', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-live-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  writeFileSync(join(dataDir, 'shop.json'), JSON.stringify(demo))
  const server = await startServer({ dataDir, env })
  onTestFinished(async () => void (await server.stop()))
  const statusOf = async (page: string) => (await fetch(`${server.url}${page}`)).status
  for (const page of ['/', '/categoria', '/cep', '/login', '/checkout/sacola', '/comparar', '/sobre-nos']) {
    expect([page, await statusOf(page)]).toEqual([page, 200])
  }
  for (const page of ['emails', 'banco', 'pagamento', 'componentes']) {
    expect([page, await statusOf(`/sandbox/${page}`)]).toEqual([page, 404])
  }
})
