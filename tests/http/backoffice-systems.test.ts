import { expect, test } from 'vitest'
import { ownServer } from '../support/file-server.ts'
import { wordsOf } from '../support/http.ts'
import { operate } from '../support/operator.ts'
import { newCustomer, placeOrder } from '../support/purchase.ts'
import { openReceiver } from '../support/receiver.ts'
import { createStaff } from '../support/staff.ts'

const server = ownServer()

const path = '/balcao/sistemas'

test('the owner registers the ERP, reads its secret once, and sees what became of each message', async () => {
  const owner = await createStaff(server.url, 'owner')
  const erp = await openReceiver((response) => response.writeHead(500).end())
  expect((await owner.get('/balcao')).html).toContain(`href="${path}"`)
  expect(wordsOf((await owner.get(path)).html)).toContain('Nenhum aviso ainda.')
  const refused = await owner.submit(path, { button: 'Cadastrar', fields: { url: 'http://erp.example/' } })
  expect([refused.status, wordsOf(refused.html)]).toEqual([422, expect.stringContaining('endereço https completo')])
  expect(refused.html).toContain('value="http://erp.example/"')

  const added = await owner.submit(refused, { button: 'Cadastrar', fields: { url: erp.url } })
  expect([added.status, wordsOf(added.html)]).toEqual([200, expect.stringMatching(/whsec_[A-Za-z0-9+/]{43}=/)])
  const page = await owner.get(path)
  expect(page.html).not.toContain('whsec_')
  expect(wordsOf(page.html)).toContain('Em dia')

  const id = /\d+/.exec(await placeOrder(await newCustomer(server.url)))?.[0] ?? ''
  const words = async () => wordsOf((await owner.get(path)).html)
  await expect.poll(words, { timeout: 10_000 }).toContain('Resposta 500')
  expect(await words()).toContain('1 com falha')
  expect(await words()).toContain('1 tentativaÚltima: 10h')
  erp.answer = (response) => response.writeHead(204).end()
  const again = await owner.submit(path, { button: `Enviar de novo Pedido ${id}, Aguardando pagamento` })
  expect([again.status, again.location]).toEqual([303, path])
  await expect.poll(words, { timeout: 10_000 }).toContain('Entregue')

  const removed = await owner.submit(path, { button: `Remover ${erp.url}` })
  expect([removed.status, removed.location]).toEqual([303, path])
  expect(wordsOf((await owner.get(path)).html)).toContain('Endereço removido')
  expect(wordsOf((await owner.get('/balcao/auditoria')).html)).toContain('Cadastrou um endereço de avisos')
})

test('the operator registers, reads and removes webhooks on the command line', async () => {
  const erp = await openReceiver()
  const added = await operate(server, 'webhook', 'add', erp.url, '--branch', '1')
  const [, id = ''] = /^Webhook (\d+)\..*\nwhsec_\S{44}\n$/.exec(added) ?? []
  expect(await operate(server, 'webhook', 'list')).toMatch(new RegExp(`^${id} +1 +0 +0 +${erp.url}$`, 'm'))
  await expect(operate(server, 'webhook', 'add', 'erp.example')).rejects.toThrow('endereço https completo')
  const order = /\d+/.exec(await placeOrder(await newCustomer(server.url)))?.[0] ?? ''
  await expect.poll(() => erp.heard.length, { timeout: 10_000 }).toBe(1)
  const line = new RegExp(`^(\\d+) +\\S+ +${id} +${order} +pending_payment +1 +\\S+Z +entregue \\(204\\)$`, 'm')
  const log = async () => line.exec(await operate(server, 'webhook', 'log'))
  await expect.poll(log, { timeout: 10_000 }).not.toBeNull()
  expect(await operate(server, 'webhook', 'remove', id)).toBe('Removido.\n')
  await expect(operate(server, 'webhook', 'remove', id)).rejects.toThrow('já foi removido')
})
