import { expect, test } from 'vitest'
import { sharedServer } from '../support/file-server.ts'
import { openPlainBrowser, type PlainAnswer, type PlainBrowser, wordsOf } from '../support/http.ts'
import { addToBag, bagPage, giveZipcode, novalgina, openCustomer, signIn, summary } from '../support/purchase.ts'

const server = sharedServer()

const suggestionsFor = async (browser: PlainBrowser, search: string) =>
  JSON.parse((await browser.get(`/busca?${new URLSearchParams({ search })}`)).html)

/** None in Moema: (172 × 7 + 2 × 13) mod 41. */
async function soldOut(): Promise<{ visitor: PlainBrowser; path: string; name: string }> {
  const visitor = openPlainBrowser(server.url)
  await giveZipcode(visitor, '04000-000')
  const path = (await visitor.get('/produto/172')).location ?? ''
  const [, name = ''] = (await visitor.get(path)).html.match(/<h1>([^<]*)/) ?? []
  return { visitor, path, name }
}

test('suggestions name categories, brands and words besides products, each with where it leads', async () => {
  const visitor = openPlainBrowser(server.url)
  expect((await suggestionsFor(visitor, 'analgés')).links).toContainEqual({
    name: 'Analgésicos e Antitérmicos',
    kind: 'category',
    href: '/categoria/medicamentos?child=analgesicos_e_antitermicos',
  })
  const brands = await suggestionsFor(visitor, 'novalgina')
  expect(brands.links).toContainEqual({ name: 'Novalgina', kind: 'brand', href: '/categoria?marca=Novalgina' })
  expect((await suggestionsFor(visitor, 'dipirona')).terms).toContain('Dipirona monoidratada')
})

test('what has run out has no price among suggestions and among what was seen, and nobody is told a stock', async () => {
  const { visitor, name } = await soldOut()
  const { products } = await suggestionsFor(visitor, name)
  expect(products).toContainEqual(expect.objectContaining({ name, priceCents: null }))
  for (const product of products) expect(product).not.toHaveProperty('stock')
  const [, seen = ''] = wordsOf((await visitor.get(novalgina.path)).html).split('Vistos recentemente')
  expect(seen).toMatch(new RegExp(`${name}\\s*Sem estoque`))
  expect(seen.split('Atendimento')[0]).not.toContain('R$')
})

test('a product that is looked at again stands once among those that were seen', async () => {
  const visitor = openPlainBrowser(server.url)
  const paths = [novalgina.path, '/produto/dorflex-36-comprimidos']
  for (const path of [...paths, ...paths]) await visitor.get(path)
  const path = (await visitor.get('/produto/172')).location ?? ''
  const [, seen = ''] = (await visitor.get(path)).html.split('Vistos recentemente')
  for (const each of paths) expect(seen.split(`href="${each}"`), each).toHaveLength(2)
})

test('a search says which of its words were left out, with the way to search them all', async () => {
  const { html } = await openPlainBrowser(server.url).get('/categoria?search=losartana+100mg+c%2F+60')
  expect(wordsOf(html)).toContain(
    'Mostrando resultados para losartana 100mg, sem “60”. Buscar por “losartana 100mg c/ 60”',
  )
})

test('a search that finds nothing offers what many buy, without prescription, and the pharmacist', async () => {
  const { html } = await openPlainBrowser(server.url).get('/categoria?search=xyzxyz')
  expect(wordsOf(html)).toContain('Produto não encontrado!')
  expect(html).toContain('Perguntar ao farmacêutico')
  const [, sellers = ''] = wordsOf(html).split('Os mais vendidos')
  expect(sellers).toMatch(/R\$.*Adicionar no carrinho/)
  // One row of a desktop's grid, without one left over.
  expect(html.match(/<h3/g)).toHaveLength(4)
  expect(sellers.split('Atendimento')[0]).not.toContain('Receita')
})

test('from the comparison a product goes into the bag, and the comparison is shown again', async () => {
  const visitor = openPlainBrowser(server.url)
  await giveZipcode(visitor)
  for (const path of [novalgina.path, '/produto/dorflex-36-comprimidos'])
    await visitor.submit(path, { button: 'Comparar' })
  expect(wordsOf((await visitor.get('/comparar')).html)).toContain('Deslize para o lado')
  const added = await visitor.submit('/comparar', { button: 'Adicionar no carrinho', action: novalgina.path })
  expect([added.status, added.location]).toEqual([303, '/comparar'])
  expect((await visitor.get(bagPage)).html).toContain(novalgina.path)
})

test('a controlled medicine names the shop that sells it, and headings go down step by step', async () => {
  const visitor = openPlainBrowser(server.url)
  const controlled = await visitor.get('/produto/clonazepam-2mg-30-comprimidos-generico')
  expect(wordsOf(controlled.html)).toMatch(/Farmácia Ipê: Avenida Paulista, 1000.*Telefone \(11\) 3000-0000/)
  const favourites = await (await openCustomer(server.url, 'beneficio@example.com')).get('/favoritos')
  const levels = [...(favourites.html.split('<footer')[0] ?? '').matchAll(/<h([1-6])/g)].map(([, level]) =>
    Number(level),
  )
  expect(levels).toEqual([1, 2, 3])
})

test('home has three doors, and a shelf to buy again for who bought before, without prescription items', async () => {
  const visitor = await openPlainBrowser(server.url).get('/')
  for (const door of ['Repetir pedido', 'Enviar receita', 'Falar com o farmacêutico'])
    expect(wordsOf(visitor.html)).toContain(door)
  expect(visitor.html).toContain('href="/categoria/beleza?child=protetor_solar"')
  expect(wordsOf(visitor.html)).not.toContain('Comprar de novo')
  const [, again = ''] = wordsOf((await (await openCustomer(server.url, 'beneficio@example.com')).get('/')).html).split(
    'Comprar de novo',
  )
  expect(again).toContain('Dipirona')
  expect(wordsOf((await (await openCustomer(server.url)).get('/')).html)).not.toContain('Comprar de novo')
})

test('who signs in on the way has the address of the postal code given before, and no other', async () => {
  for (const [zipcode, next] of [
    ['01310-100', 200],
    ['04000-000', 303],
  ] as const) {
    const visitor = openPlainBrowser(server.url)
    await giveZipcode(visitor, zipcode)
    await addToBag(visitor, novalgina)
    await signIn(visitor, 'cliente@example.com', 'balcao-demo-2026')
    expect((await visitor.get(summary)).status, zipcode).toBe(next)
  }
})

test('without scripts, too, a search is filtered and sorted, and each filter is taken away by its link', async () => {
  const visitor = openPlainBrowser(server.url)
  const found = await visitor.get('/categoria?search=dipirnoa')
  expect(wordsOf(found.html)).toContain('Mostrando resultados para dipirona')
  const filters = { tipo: ['generico'], ate: '8,00' }
  const filtered = await visitor.submit(found, { button: 'Aplicar filtros', fields: filters })
  expect(filtered.path).toMatch(/search=dipirnoa.*tipo=generico/)
  const names = [...filtered.html.matchAll(/<h3[^>]*>(.*?)<\/h3>/g)].map(([, name = '']) => wordsOf(name))
  expect(names.length).toBeGreaterThan(0)
  for (const name of names) expect(name).toContain('Genérico')
  const follow = (page: PlainAnswer, words: string) => {
    const link = page.html.split('<a ').find((part) => wordsOf(`<a ${part.split('</a>')[0]}`).includes(words))
    return visitor.get(/href="([^"]*)"/.exec(link ?? '')?.[1]?.replaceAll('&amp;', '&') ?? words)
  }
  const sorted = await follow(filtered, 'Menor preço')
  expect(sorted.path).toMatch(/ordem=menor-preco/)
  const wider = await follow(sorted, 'Genérico')
  expect([wider.path.includes('tipo='), wider.path.includes('ate=8')]).toEqual([false, true])
})

test('a filter lists what has a promotion by quantity, where something has one', async () => {
  const visitor = openPlainBrowser(server.url)
  expect((await visitor.get('/categoria/medicamentos')).html).not.toContain('name="promocao"')
  const category = await visitor.get('/categoria/beleza')
  const chosen = await visitor.submit(category, { button: 'Aplicar filtros', fields: { promocao: '1' } })
  expect(chosen.path).toMatch(/^\/categoria\/beleza\?.*promocao=1/)
  const cards = chosen.html.match(/<h3/g)?.length ?? 0
  expect(cards).toBeGreaterThan(0)
  expect(chosen.html.match(/>Leve 3, pague 2</g)).toHaveLength(cards)
})

test('a brand that is not among the five most frequent is chosen on the page of all brands', async () => {
  const visitor = openPlainBrowser(server.url)
  const brands = await visitor.get('/filtros/marca/medicamentos?tipo=generico')
  const chosen = await visitor.submit(brands, { button: 'Aplicar filtros', fields: { marca: ['Legrand'] } })
  expect(chosen.path).toMatch(/tipo=generico&marca=Legrand|marca=Legrand&tipo=generico/)
  expect(wordsOf(chosen.html)).toContain('2 produtos')
})
