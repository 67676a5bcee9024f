import { expect, test } from 'vitest'
import { cmedList } from '../support/cmed-list.ts'
import { ownServer } from '../support/file-server.ts'
import { openPlainBrowser, wordsOf } from '../support/http.ts'
import { createStaff } from '../support/staff.ts'

const server = ownServer()
const page = '/balcao/produtos/tetos'
const send = (file: File, more: Record<string, string> = {}) => ({ button: 'Guardar lista', fields: { file, ...more } })
const fileOf = (text: string) => new File([text], 'lista.csv', { type: 'text/csv' })
const words = (html: string) => wordsOf(html).replaceAll('\u00a0', ' ')

test('the owner takes in the list, and it counts in form and shop; what is no list is refused in words', async () => {
  const owner = await createStaff(server.url, 'owner')
  expect(words((await owner.get('/balcao/produtos/importar')).html)).toContain('Tetos de preço')
  const before = await owner.get(page)
  expect(words(before.html)).toContain('Lista de 11/08/2026, uma embalagem com preço ao consumidor.')
  const refusals = [
    [fileOf('a;b\n1;2\n'), 'faltam CÓDIGO GGREM, PRODUTO'],
    [
      fileOf('CÓDIGO GGREM;REGISTRO;PRODUTO;PMC 18 %\n552920020115107;;X;abc\n'),
      'Linha 2, coluna PMC 18 %: não deu para ler “abc”.',
    ],
    [fileOf('CÓDIGO GGREM;REGISTRO;PRODUTO;PF 18 %\n552920020115107;;X;1,00\n'), 'faltam PMC 18 %'],
    [fileOf('CÓDIGO GGREM;REGISTRO;PRODUTO;PMC 18 %\n'), 'Nenhuma linha da lista tem preço máximo ao consumidor'],
    [new File([], 'lista.csv'), 'Escolha o arquivo'],
  ] as const
  for (const [file, sentence] of refusals) {
    const answer = await owner.submit(before, send(file))
    expect([answer.status, words(answer.html)]).toEqual([422, expect.stringContaining(sentence)])
  }
  const older = await owner.submit(before, send(cmedList('2026-07-10', '30,96')))
  expect([older.status, words(older.html)]).toEqual([
    409,
    expect.stringContaining('Esta lista é de 10/07/2026, e a loja já tem a de 11/08/2026.'),
  ])
  const taken = await owner.submit(older, send(cmedList('2026-07-10', '10,00'), { may_be_older: '1' }))
  expect([taken.status, taken.location]).toEqual([303, `${page}?acima=1`])
  const compared = await owner.get(`${page}?acima=1`)
  expect(words(compared.html)).toContain('Lista de 10/07/2026 guardada: um medicamento. 6 preços estão acima do teto.')
  expect(words(compared.html)).toMatch(/Azitromicina[^R]*FD0001\s*Moema\s*R\$ 12,14\s*R\$ 10,00 \(PMC 12 %, SP\)/)

  const shop = await openPlainBrowser(server.url).get(
    '/produto/azitromicina-di-hidratada-500mg-3-comprimidos-ache-generico',
  )
  expect(words(shop.html)).toMatch(/Preço máximo ao consumidor \(CMED, SP 12 %\)\s*R\$ 10,00/)
  const product = await owner.get('/balcao/produtos/1')
  expect(words(product.html)).toContain('Teto legal: R$ 10,00 (PMC 12 %, SP)')
  const save = { button: 'Salvar em Paulista', fields: { price: '11,00', stock: '3' } }
  const refused = await owner.submit(product, save)
  expect([refused.status, words(refused.html)]).toEqual([
    422,
    expect.stringContaining('Acima do teto legal de R$ 10,00 (PMC 12 %, SP).'),
  ])
  expect(refused.html).toContain('value="11,00"')
  const passed = await owner.submit(refused, { ...save, fields: { ceiling_reason: 'liminar' } })
  expect(passed.status).toBe(303)
  expect(words((await owner.get('/balcao/produtos/1')).html)).toContain(
    'acima do teto de R$ 10,00 (PMC 12 %, SP): liminar',
  )
})

test('a state’s rates are the owner’s to change; what is no rate is refused, and nothing typed is lost', async () => {
  const owner = await createStaff(server.url, 'owner')
  const form = await owner.get(page)
  const save = (fields: Record<string, string>) => ({ button: 'Salvar alíquotas SP', fields })
  const refused = await owner.submit(form, save({ generic_rate: 'doze', source: 'a contadora' }))
  expect([refused.status, words(refused.html)]).toEqual([422, expect.stringContaining('Escreva a alíquota como 18')])
  expect(refused.html).toContain('value="doze"')
  const unknown = await owner.submit(form, save({ generic_rate: '', source: 'a contadora' }))
  expect(unknown.status).toBe(303)
  expect(words((await owner.get(page)).html)).toContain(
    'Sem alíquota vale a coluna mais baixa da lista: confira a alíquota.',
  )
  const clerk = await createStaff(server.url, 'clerk')
  expect((await clerk.get(page)).status).toBe(404)
})
