import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { call } from '../support/calls.ts'
import { openPlainBrowser } from '../support/http.ts'
import { operate } from '../support/operator.ts'
import { openCustomer } from '../support/purchase.ts'
import { startServer } from '../support/server.ts'

test('pages and calls are in the access log with who was signed in, files are not, and a clean stop loses none', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-access-'))
  const server = await startServer({ dataDir })
  onTestFinished(async () => void (await server.stop()))
  const customer = await openCustomer(server.url)
  await customer.get('/minha-conta')
  const visitor = openPlainBrowser(server.url)
  const { html } = await visitor.get('/')
  const [picture = ''] = /\/[\w/-]+\.webp/.exec(html) ?? []
  expect((await fetch(server.url + picture)).status).toBe(200)
  await call(server, 'auth/getUserInfo', { token: customer.cookies.get('clientToken') })
  await server.stop()

  const days = ['--from', '2020-01-01', '--to', '2099-12-31']
  const lines = (await operate(server, 'audit', 'access', ...days)).trim().split('\n')
  const accesses = lines.map((line) => line.split('\t'))
  for (const [firstAt = '', , ip, port] of accesses)
    expect([Date.parse(firstAt) > 0, ip, Number(port) > 1023]).toEqual([true, '127.0.0.1', true])
  expect(accesses.filter(([, , , , account]) => account === 'customer 1')).not.toEqual([])
  expect(accesses.filter(([, , , , account]) => account === '-')).not.toEqual([])
  expect(await operate(server, 'audit', 'access', ...days, '--ip', '192.0.2.1')).toBe('Nenhum acesso nesses dias.\n')
  const trail = join(dataDir, 'trail.csv')
  await operate(server, 'audit', 'export', trail)
  expect(readFileSync(trail, 'utf8')).toContain('accessLog.read')
})
