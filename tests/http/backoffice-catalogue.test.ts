import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ownServer } from '../support/file-server.ts'
import { openPlainBrowser, wordsOf } from '../support/http.ts'
import { createStaff } from '../support/staff.ts'

const server = ownServer()

const page = '/balcao/produtos/importar/caixa'
const cmed = readFileSync(join(import.meta.dirname, '../support/cmed-sample.csv'))
const fileOf = (content: string | Buffer) => new File([new Uint8Array(Buffer.from(content))], 'caixa.csv')
const header = 'cod_barras;descricao;pr_venda;saldo'
const trialOf = (lines: string[], names = header) => ({
  button: 'Provar',
  fields: { till: fileOf(Buffer.from([names, ...lines].join('\r\n'), 'latin1')), list: fileOf(cmed), branch: '1' },
})

const till = [
  '7890000000055;PROT SOLAR ACTINE TQ SECO FPS70 40G;89,90;6',
  '7890000000062;BISCOITO POLVILHO 100G;9,90;30',
  '7890000000079;CHINELO N\xba 38;19,90;2',
  '7890000000078;DIGITO ERRADO;5,00;1',
]

test('the owner tries a till’s file, publishes it once, completes what waits, and leaves out what is not to be sold', async () => {
  const owner = await createStaff(server.url, 'owner')
  const trial = await owner.submit(page, trialOf(till))
  expect(trial.status).toBe(200)
  const words = wordsOf(trial.html)
  expect(words).toContain('A prova: 4 linhas, cada uma em uma lista')
  expect(words).toMatch(/Prontos0 .*Por regra1 .*A completar2 .*R\$ 336,80 em estoque.*Recusados1 /)
  expect(words).toContain('Protetor Solar Actine Toque Seco FPS 70 40g')
  expect(words).toContain('Linha 5código de barras com dígito errado')
  const [, href = ''] = /href="([^"]*token=[^"]*)"/.exec(trial.html) ?? []
  const notes = await owner.get(href.replaceAll('&amp;', '&'))
  expect(notes.html).toContain('"linha";"motivo"\r\n5;"código de barras com dígito errado')

  const again = await owner.submit(trial, { button: 'Provar de novo', fields: { stock_column: '' } })
  expect(wordsOf(again.html)).toContain('A completar2 ')
  const published = await owner.submit(trial, { button: 'Publicar' })
  expect([published.status, published.location]).toEqual([303, '/balcao/produtos/completar'])
  const second = await owner.submit(trial, { button: 'Publicar' })
  expect([second.status, wordsOf(second.html)]).toEqual([409, expect.stringContaining('Este arquivo não está mais')])

  const shopper = openPlainBrowser(server.url)
  const slug = 'protetor-solar-actine-toque-seco-fps-70-40g'
  expect(wordsOf((await shopper.get(`/produto/${slug}`)).html)).toContain('R$ 89,90')
  // What waits is nowhere in the shop.
  expect(wordsOf((await shopper.get('/busca?q=biscoito+polvilho')).html)).not.toContain('Biscoito Polvilho')

  const firstPath = (await owner.get('/balcao/produtos/completar')).location ?? ''
  const first = await owner.get(firstPath)
  expect(wordsOf(first.html)).toContain('1 de 2, por valor em estoqueBISCOITO'.slice(0, 28))
  expect(first.html).toContain('value="Biscoito Polvilho 100g"')
  const refused = await owner.submit(first, {
    button: 'Salvar e próximo',
    fields: { kind: 'nao_medicamento', prescription_class: 'MIP', category: '' },
  })
  expect(refused.status).toBe(422)
  for (const sentence of ['Está vazio.', 'Medicamento precisa de uma das classes de receita'])
    expect(wordsOf(refused.html)).toContain(sentence)
  const fields = {
    ...{ kind: 'nao_medicamento', prescription_class: 'NA', category: 'Mercearia > Biscoitos', brand: 'Vovó' },
    rule_words: 'biscoito',
  }
  const completed = await owner.submit(refused, { button: 'Salvar e próximo', fields })
  expect([completed.status, completed.location]).toEqual([303, expect.stringMatching(/completar\/\d+$/)])
  expect(wordsOf((await shopper.get('/produto/biscoito-polvilho-100g')).html)).toContain('R$ 9,90')
  // Another person's tab with the same product, or on the way to it, is led on to what still waits.
  for (const comeLate of [
    () => owner.submit(refused, { button: 'Salvar e próximo', fields }),
    () => owner.get(firstPath),
  ]) {
    const late = await comeLate()
    expect([late.status, late.location]).toEqual([303, '/balcao/produtos/completar'])
    const { html } = await owner.get((await owner.get(late.location ?? '')).location ?? '')
    expect(wordsOf(html)).toMatch(/Outra pessoa já cuidou daquele produto.*1 de 1, por valor em estoque/)
  }
  expect((await owner.get('/balcao/produtos/palavras')).html).toContain('biscoito; ; Mercearia &gt; Biscoitos')

  const last = await owner.get(completed.location ?? '')
  expect(wordsOf(last.html)).toContain('CHINELO Nº 38')
  const left = await owner.submit(last, { button: 'Não vender pela loja' })
  expect([left.status, left.location]).toEqual([303, '/balcao/produtos/completar'])
  expect((await owner.submit(last, { button: 'Não vender pela loja' })).location).toBe('/balcao/produtos/completar')
  expect(wordsOf((await owner.get('/balcao/produtos/completar')).html)).toContain('Nada a completar')

  // Next month the till asks for neither again.
  const nextMonth = await owner.submit(page, trialOf(till))
  expect(wordsOf(nextMonth.html)).toMatch(/Prontos2 .*Por regra0 .*A completar0 .*Recusados2 /)
  expect(wordsOf(nextMonth.html)).toContain('vocês decidiram não vender pela loja')
})

test('columns that their names do not tell are chosen on the page', async () => {
  const owner = await createStaff(server.url, 'owner')
  const trial = await owner.submit(page, trialOf(['7890000000086;SABONETE LUX 85G;3,49;9'], 'a;b;c;d'))
  expect([trial.status, wordsOf(trial.html)]).toEqual([422, expect.stringContaining('Diga qual coluna é qual')])
  const fields = { ean_column: '0', description_column: '1', price_column: '2', stock_column: '3' }
  const chosen = await owner.submit(trial, { button: 'Provar de novo', fields })
  expect([chosen.status, wordsOf(chosen.html)]).toEqual([200, expect.stringContaining('Por regra1 ')])
})

test('a list that is not the CMED’s, and a missing file, are told at the form', async () => {
  const owner = await createStaff(server.url, 'owner')
  const { button, fields } = trialOf(till)
  const noList = await owner.submit(page, { button, fields: { ...fields, list: fileOf('nome;preco\r\nx;1') } })
  expect([noList.status, noList.html]).toEqual([422, expect.stringContaining('href="#list"')])
  const withoutStripe = cmed.toString().replace(';TARJA', ';COR')
  const noStripe = await owner.submit(page, { button, fields: { ...fields, list: fileOf(withoutStripe) } })
  const sentence = 'A lista da CMED veio sem a coluna TARJA. Baixe-a de novo'
  expect([noStripe.status, wordsOf(noStripe.html)]).toEqual([422, expect.stringContaining(sentence)])
  const zip = fileOf(Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(300, 7)]))
  const zipped = await owner.submit(page, { button, fields: { ...fields, till: zip } })
  expect([zipped.status, zipped.html]).toEqual([422, expect.stringContaining('href="#till"')])
  expect(wordsOf(zipped.html)).toContain('Não foi possível ler o arquivo como tabela.')
  const noFile = await owner.submit(page, { button, fields: { ...fields, till: fileOf('') } })
  expect([noFile.status, wordsOf(noFile.html)]).toEqual([422, expect.stringContaining('Escolha o arquivo')])
})

test('a till’s file of more rows than a page waits for is refused before any is read', async () => {
  const owner = await createStaff(server.url, 'owner')
  const row = '7890000000086;SABONETE LUX 85G;3,49;9'
  const answer = await owner.submit(page, trialOf(Array.from({ length: 60_000 }, () => row)))
  expect([answer.status, wordsOf(answer.html)]).toEqual([422, expect.stringContaining('Divida-o em partes')])
})

test('a product is added and its record changed; what does not fit is refused at its field, all at once', async () => {
  const owner = await createStaff(server.url, 'owner')
  const fields = {
    ...{ name: 'Soro Fisiológico 500ml', brand: 'Farmax', kind: 'nao_medicamento', prescription_class: 'NA' },
    ...{ category: 'Aparelhos e Testes > Primeiros Socorros', ean: '7890000000093', price: '12,90' },
  }
  const refused = await owner.submit('/balcao/produtos/novo', {
    button: 'Salvar produto',
    fields: { ...fields, name: '', ean: '7890000000094', price: 'dez' },
  })
  expect(refused.status).toBe(422)
  for (const sentence of ['Está vazio.', 'Não é um código de barras', 'Escreva o preço em reais'])
    expect(wordsOf(refused.html)).toContain(sentence)
  const added = await owner.submit(refused, { button: 'Salvar produto', fields })
  expect([added.status, added.location]).toEqual([303, expect.stringMatching(/produtos\/\d+$/)])
  const second = await owner.submit(refused, { button: 'Salvar produto', fields })
  expect([second.status, wordsOf(second.html)]).toEqual([409, expect.stringContaining('Já existe um produto')])

  const record = await owner.get(`${added.location}/cadastro`)
  const changed = await owner.submit(record, { button: 'Salvar produto', fields: { name: 'Soro 0,9% 500ml' } })
  expect([changed.status, changed.location]).toEqual([303, added.location])
  expect(wordsOf((await openPlainBrowser(server.url).get('/produto/soro-fisiologico-500ml')).html)).toContain(
    'Soro 0,9% 500ml',
  )
})

test('a line of the table of words without its three parts is refused by its number, and nothing is lost', async () => {
  const owner = await createStaff(server.url, 'owner')
  const refused = await owner.submit('/balcao/produtos/palavras', {
    button: 'Salvar tabela',
    fields: { rules: 'fralda; Fralda; Bebê > Fraldas\r\nsabonete; Sabonete' },
  })
  expect([refused.status, wordsOf(refused.html)]).toEqual([422, expect.stringContaining('A linha 2, “sabonete')])
  expect(wordsOf(refused.html)).toContain('sabonete; Sabonete')
})
