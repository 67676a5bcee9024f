import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openPlainBrowser, wordsOf } from '../support/http.ts'
import { finish, openCustomer, openSummary } from '../support/purchase.ts'
import { startServer } from '../support/server.ts'

test('an order that was acknowledged is there after the process is killed outright', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-power-cut-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const first = await startServer({ dataDir })
  const customer = await openCustomer(first.url)
  const placed = await finish(customer, await openSummary(customer))
  await first.kill9()
  expect(placed.location).toMatch(/^\/checkout\/\d+$/)

  const second = await startServer({ dataDir })
  const again = openPlainBrowser(second.url, customer.cookies)
  const orders = await again.get('/minha-conta?section=pedidos')
  await second.stop()
  const id = placed.location?.split('/').at(-1)
  expect(wordsOf(orders.html)).toContain(`Pedido ${id}`)
  expect(wordsOf(orders.html)).toContain('Aguardando pagamento')
})
