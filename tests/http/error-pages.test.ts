import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { sharedServer } from '../support/file-server.ts'
import { openPlainBrowser, wordsOf } from '../support/http.ts'
import { newCustomer } from '../support/purchase.ts'
import { startServer } from '../support/server.ts'

const server = sharedServer()

test('an unknown path is a 404 with the specification’s page, and a line in the log', async () => {
  const { status, html } = await openPlainBrowser(server.url).get('/nao-existe')
  expect(status).toBe(404)
  expect(html).toMatch(/<title>404 \| Farmácia Ipê<\/title>/)
  const words = wordsOf(html)
  expect(words).toContain('Ocorreu um erro inesperado...')
  expect(words).toContain('Por favor, volte para a página inicial para continuar.')
  expect(html).toMatch(/<a[^>]*href="\/"[^>]*>Voltar para a página inicial/)
  expect(words).toContain('Entre ou cadastre-se')
  await expect.poll(server.output).toContain('Page not found: /nao-existe')
})

test('an address that its route refuses is a 404 of its own, in the page’s data and in the log', async () => {
  for (const path of ['/selos/nada', '/filtros/nada']) {
    const { status, html } = await openPlainBrowser(server.url).get(path)
    expect([path, status]).toEqual([path, 404])
    expect(html).toContain(`Page Not Found: ${path}`)
    await expect.poll(server.output).toContain(`Page Not Found: ${path}`)
  }
})

test('the address of a file that is not there says so in words, keeps nothing, and the log knows the refusal', async () => {
  const customer = await newCustomer(server.url)
  for (const [path, refusal] of [
    ['/minha-conta/receitas/999', 'prescription.unknown'],
    ['/minha-conta/pedidos/999/problema/1/foto/1', 'order.unknown'],
  ] as const) {
    const { status, html, headers } = await customer.get(path)
    expect([path, status, headers.get('Content-Type')]).toEqual([path, 404, 'text/html; charset=utf-8'])
    expect([headers.get('Cache-Control'), headers.get('X-Refusal')]).toEqual(['no-store, no-transform', null])
    expect(wordsOf(html)).toContain('Voltar para a página inicial')
    await expect.poll(server.output).toMatch(new RegExp(`"path":"${path}".*"refusal":"${refusal}"`))
  }
})

test('an error of a page that has a frame of its own has the shop’s, with its styles', async () => {
  const { status, html } = await openPlainBrowser(server.url).get('/sandbox/banco')
  expect(status).toBe(404)
  expect(html).toContain('role="search"')
  expect(html).toContain('<footer')
})

test('with a broken database there is a page with the shop’s name, its law, and the id the log knows', async () => {
  const server = await startServer()
  onTestFinished(async () => void (await server.stop()))
  const file = new Database(join(server.dataDir, 'balcao.db'))
  file.pragma('foreign_keys = off')
  file.exec('alter table branch rename to branch_away')
  file.close()

  const { status, html, headers } = await openPlainBrowser(server.url).get('/')
  expect(status).toBe(500)
  const words = wordsOf(html)
  for (const fact of ['Farmácia Ipê', 'CNPJ 00.000.000/0001-00', 'CRF-SP 00.000']) expect(words).toContain(fact)
  expect(words).toContain('Ocorreu um erro inesperado...')
  const id = headers.get('X-Request-Id') ?? ''
  expect(words).toContain(`Código para o atendimento: ${id}`)
  await expect.poll(server.output).toContain(`"id":"${id}"`)
  expect(html).not.toContain('no such table')
})
