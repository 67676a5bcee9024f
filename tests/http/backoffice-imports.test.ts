import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ownServer } from '../support/file-server.ts'
import { openPlainBrowser, wordsOf } from '../support/http.ts'
import { operate } from '../support/operator.ts'
import { createStaff } from '../support/staff.ts'

const server = ownServer()

const page = '/balcao/produtos/importar'
const catalogue = readFileSync(join(import.meta.dirname, '../../server/demo/catalogue.csv'), 'utf8')
const table = (text: string | Buffer) =>
  new File([new Uint8Array(Buffer.from(text))], 'tabela.csv', { type: 'text/csv' })
const renamed = (from: string, to: string) => catalogue.replaceAll(from, to)
const rows = (count: number) =>
  catalogue
    .split('\n')
    .slice(0, count + 1)
    .join('\n')
const upload = (text: string | Buffer, more: Record<string, string> = {}) => ({
  button: 'Testar arquivo',
  fields: { kind: 'catalogue', file: table(text), ...more },
})

test('the owner tries a file, sees what it would change, and publishes it; the shop then shows it', async () => {
  const owner = await createStaff(server.url, 'owner')
  expect(wordsOf((await owner.get('/balcao/produtos')).html)).toContain('Importar arquivo')
  const trial = await owner.submit(page, upload(renamed('Novalgina 1g', 'Novalgina Nova 1g')))
  expect(trial.status).toBe(200)
  expect(wordsOf(trial.html)).toMatch(/Linhas lidas205Novos0Mudam\d+Voltam à venda0Saem da loja0Recusadas0/)
  expect(wordsOf(trial.html)).toContain('Nome: Novalgina 1g 10 Comprimidos → Novalgina Nova 1g 10 Comprimidos')
  const [, href = ''] = /href="([^"]*mudancas=[^"]*)"/.exec(trial.html) ?? []
  const changes = await owner.get(href)
  expect(changes.headers.get('Content-Disposition')).toContain('mudancas.csv')
  expect(changes.html).toContain('"Muda";"FD0060";"Novalgina Nova 1g 10 Comprimidos";"";"Nome";"Novalgina 1g 10')
  expect(wordsOf((await openPlainBrowser(server.url).get('/produto/novalgina-1g-10-comprimidos')).html)).not.toContain(
    'Novalgina Nova',
  )
  const published = await owner.submit(trial, { button: 'Publicar' })
  expect([published.status, published.location]).toEqual([303, '/balcao/produtos'])
  expect(wordsOf((await owner.get('/balcao/produtos')).html)).toMatch(/Publicado: 0 novos, \d+ mudados, 0 retirados/)
  expect(wordsOf((await openPlainBrowser(server.url).get('/produto/novalgina-1g-10-comprimidos')).html)).toContain(
    'Novalgina Nova',
  )
  expect(wordsOf((await owner.get('/balcao/auditoria')).html)).toContain('Importou um arquivo')
  // A second press of the button.
  const again = await owner.submit(trial, { button: 'Publicar' })
  expect([again.status, wordsOf(again.html)]).toEqual([409, expect.stringContaining('Este arquivo não está mais aqui')])
})

test('refused rows stand in a table with their lines, and in a file to download, and the others are published', async () => {
  const owner = await createStaff(server.url, 'owner')
  const trial = await owner.submit(page, upload(catalogue.replace(/^FD0002,[^,]+/m, 'FD0002,=SOMA(A1)')))
  expect(trial.status).toBe(200)
  expect(wordsOf(trial.html)).toContain('Uma linha fica de fora; as outras entram')
  expect(wordsOf(trial.html)).toContain('“=SOMA(A1)” precisa ser em minúsculas')
  expect(trial.html).toContain('value="publicar"')
  const [, href = ''] = /href="([^"]*recusas=[^"]*)"/.exec(trial.html) ?? []
  const file = await owner.get(href)
  expect(file.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
  expect(file.headers.get('Content-Disposition')).toContain('recusas.csv')
  expect(file.html).toMatch(/"linha";"coluna";"motivo";"reason"\r\n3;"slug";"“=SOMA\(A1\)” precisa/)
  const whole = await owner.submit(
    page,
    upload(catalogue.replace(/^FD0002,[^,]+/m, 'FD0002,=SOMA(A1)'), { is_whole_catalogue: '1' }),
  )
  expect([whole.status, wordsOf(whole.html)]).toEqual([422, expect.stringContaining('nada do arquivo é publicado')])
  expect(whole.html).not.toContain('value="publicar"')
  // It is the person's own.
  const clerk = await createStaff(server.url, 'clerk')
  expect((await clerk.get(href)).status).toBe(404)
})

test('the file of faults has those of a whole catalogue, not the first five thousand alone', async () => {
  const owner = await createStaff(server.url, 'owner')
  const lines = Array.from({ length: 6_000 }, (_, index) => `NADA${index};1;9,90`)
  const trial = await owner.submit(page, upload(`sku;branch_id;price\n${lines.join('\n')}`, { kind: 'offers' }))
  expect(trial.status).toBe(422)
  const [, href = ''] = /href="([^"]*recusas=[^"]*)"/.exec(trial.html) ?? []
  const rows = (await owner.get(href)).html.trim().split('\r\n')
  expect([rows.length, rows.at(-1)]).toEqual([6_001, expect.stringMatching(/^6001;"sku";/)])
})

test('a file that is refused as a whole is told in one sentence, one that is too large as well', async () => {
  const owner = await createStaff(server.url, 'owner')
  const header = await owner.submit(page, upload('sku,nome\r\nFD0060,x'))
  const sentence = 'A primeira linha não é a deste tipo de arquivo: faltam slug, name'
  expect([header.status, wordsOf(header.html)]).toEqual([422, expect.stringContaining(sentence)])
  const none = await owner.submit(page, upload(''))
  expect([none.status, wordsOf(none.html)]).toEqual([422, expect.stringContaining('Escolha o arquivo')])
  const large = await owner.submit(page, upload(Buffer.alloc(11 * 1024 * 1024, 'a')))
  expect([large.status, wordsOf(large.html)]).toEqual([413, expect.stringContaining('O arquivo passa de 10 MB')])
})

test('categories with signs of their own have links that work: in the menu, on products, in search and in the sitemap', async () => {
  const places = ['Mamãe/Bebê', 'Dor & Febre', 'Café?', '50% Off', '#1 + 2', '💊 Só', 'MEDICAMENTOS']
  const [header = '', first = ''] = catalogue.replaceAll('\r', '').split('\n')
  const [, name = '', part = ''] = /(Medicamentos),([^,]+)/.exec(first) ?? []
  const lines = places.map((place, index) =>
    first.replace(/^FD0001,[^,]+/, `NEW${index},novo-${index}`).replace(`${name},${part}`, `${place},${place} a`),
  )
  writeFileSync(join(server.dataDir, 'new.csv'), [header, ...lines].join('\n'))
  await operate(server, 'catalogue', 'import', join(server.dataDir, 'new.csv'))
  const visitor = openPlainBrowser(server.url)
  const { html: menu } = await visitor.get('/categorias')
  const { html: sitemap } = await visitor.get('/sitemap/0.xml')
  const unescaped = (text = '') => text.replaceAll('&amp;', '&').replaceAll('&#x27;', "'")
  const linked = [...menu.matchAll(/href="(\/categoria\/[^"]+)"/g)].map(([, href]) => unescaped(href))
  const listed = [...sitemap.matchAll(/<loc>[^<]*?(\/categoria\/[^<]+)<\/loc>/g)].map(([, href]) => unescaped(href))
  const { html: product } = await visitor.get('/produto/novo-1')
  const crumbs = [...product.matchAll(/href="(\/categoria\/[^"]+)"/g)].map(([, href]) => unescaped(href))
  expect(crumbs).toContain('/categoria/dor_%26_febre?child=dor_%26_febre_a')
  expect(linked).toContain('/categoria/mamae%2Fbebe')
  expect(linked.filter((href) => href === '/categoria/medicamentos').length).toBeGreaterThan(0)
  expect(linked.length).toBeGreaterThan(12)
  expect(listed.toSorted()).toEqual([...new Set(linked)].toSorted())
  for (const href of new Set([...linked, ...crumbs])) {
    const answer = await visitor.get(href)
    expect([href, answer.status, answer.location]).toEqual([href, 200, null])
  }
  for (const place of places) {
    const answer = await visitor.get(`/categoria/${encodeURIComponent(place)}`)
    expect([place, answer.status]).toEqual([place, 301])
    expect((await visitor.get(answer.location ?? '')).status).toBe(200)
  }
})

test('what would empty the shop asks for the number of products, and without it nothing is published', async () => {
  const owner = await createStaff(server.url, 'owner')
  const trial = await owner.submit(page, upload(rows(8), { is_whole_catalogue: '1' }))
  expect(wordsOf(trial.html)).toContain('204 dos 212 produtos à venda sairiam da loja')
  expect(wordsOf(trial.html)).toContain('Sai da loja')
  const refused = await owner.submit(trial, { button: 'Publicar' })
  expect(refused.status).toBe(422)
  expect(wordsOf(refused.html)).toContain('Este arquivo retira 204 produtos da loja')
  const published = await owner.submit(refused, { button: 'Publicar', fields: { withdrawals: '204' } })
  expect(published.location).toBe('/balcao/produtos')
})
