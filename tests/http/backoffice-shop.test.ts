import { expect, test } from 'vitest'
import { ownServer } from '../support/file-server.ts'
import { openPlainBrowser, wordsOf } from '../support/http.ts'
import { createStaff } from '../support/staff.ts'

const server = ownServer({ env: { PAGE_CACHE_SECONDS: '300' } })

test('what the owner saves is on the shop’s next page, though pages are remembered', async () => {
  const owner = await createStaff(server.url, 'owner')
  const visitor = openPlainBrowser(server.url)
  expect(wordsOf((await visitor.get('/sobre-nos')).html)).toContain('(11) 3000-0000')
  const answer = await owner.submit('/balcao/loja', {
    button: 'Salvar dados da loja',
    fields: { name: 'Drogaria Jatobá', phone: '(11) 4000-0000', whatsapp: '(11) 98765-4321' },
  })
  expect([answer.status, answer.location]).toEqual([303, '/balcao/loja'])
  expect(wordsOf((await owner.get('/balcao/loja')).html)).toContain('Dados da loja salvos.')
  const { html } = await openPlainBrowser(server.url).get('/sobre-nos')
  expect(wordsOf(html)).toContain('(11) 4000-0000')
  expect(html).toContain('href="https://wa.me/5511987654321"')
  expect(html).toContain('<title>Quem somos | Drogaria Jatobá</title>')
})

test('what is wrong is told all at once, each at its field, and nothing typed is lost', async () => {
  const owner = await createStaff(server.url, 'owner')
  const answer = await owner.submit('/balcao/loja', {
    button: 'Salvar dados da loja',
    fields: { legal_name: '', email: 'loja', cashback_percent: '30', city: 'Santos' },
  })
  expect(answer.status).toBe(422)
  const words = wordsOf(answer.html)
  for (const fault of [
    'Razão social: preencha este campo.',
    'E-mail: informe um e-mail válido, como nome@exemplo.com.br.',
    'Cashback (%): informe um número inteiro de 0 a 20.',
  ])
    expect(words).toContain(fault)
  for (const value of ['loja', '30', 'Santos']) expect(answer.html).toContain(`value="${value}"`)
  expect((await owner.get('/balcao/loja')).html).not.toContain('Santos')
})
