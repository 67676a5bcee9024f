import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { sharedServer } from '../support/file-server.ts'
import { openPlainBrowser, type PlainBrowser, wordsOf } from '../support/http.ts'
import { pagePaths } from '../support/pages.ts'
import { addToBag, azitromicina, bagPage, giveZipcode, novalgina, openCustomer, signIn } from '../support/purchase.ts'

const server = sharedServer()

const visit = () => openPlainBrowser(server.url)
const otc = '/produto/novalgina-1g-10-comprimidos'
const prescription = '/produto/trayenta-5mg-30-comprimidos'

function structuredData(html: string): { '@graph': Record<string, unknown>[] } {
  return JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}')
}

async function everySlug(browser: PlainBrowser): Promise<string[]> {
  const { html } = await browser.get('/sitemap/1.xml')
  return [...html.matchAll(/\/produto\/([^<]+)</g)].map(([, slug = '']) => slug)
}

test('the sitemap leads to every category and every product, with whole addresses', async () => {
  const browser = visit()
  const index = await browser.get('/sitemap.xml')
  expect(index.headers.get('Content-Type')).toContain('application/xml')
  expect(index.html.match(/<loc>/g)).toHaveLength(2)
  const pages = await browser.get('/sitemap/0.xml')
  expect(pages.html).toContain(`<loc>${server.url}/categoria/medicamentos</loc>`)
  expect(new Set(await everySlug(browser)).size).toBe(205)
  for (const path of ['/sitemap/2.xml', '/sitemap/x.xml', '/sitemap/-1.xml']) {
    expect([path, (await browser.get(path)).status]).toEqual([path, 404])
  }
})

test('sitemap and feed are as their schemas say', async () => {
  const schemaOf = (name: string) => ({
    fileName: `${name}.xsd`,
    contents: readFileSync(join(import.meta.dirname, '../support/xsd', `${name}.xsd`), 'utf8'),
  })
  for (const [path, schema, ...more] of [
    ['/sitemap.xml', 'sitemap'],
    ['/sitemap/0.xml', 'sitemap'],
    ['/sitemap/1.xml', 'sitemap'],
    ['/feed.xml', 'feed', 'merchant'],
  ] as [string, string, ...string[]][]) {
    const { html } = await visit().get(path)
    const { errors } = await validateXML({
      xml: { fileName: path, contents: html },
      schema: schemaOf(schema),
      preload: more.map(schemaOf),
    })
    expect([path, errors.map(({ message }) => message)]).toEqual([path, []])
  }
})

test('robots are kept out of what is one visitor’s own, and pages say so themselves', async () => {
  const browser = visit()
  const { html } = await browser.get('/robots.txt')
  for (const path of ['/checkout/', '/minha-conta', '/favoritos', '/*?*search='])
    expect(html).toContain(`Disallow: ${path}\n`)
  expect(html).toContain(`Sitemap: ${server.url}/sitemap.xml`)
  for (const path of ['/checkout/sacola', '/comparar', '/login', '/categoria?search=dipirona']) {
    expect([path, (await browser.get(path)).headers.get('X-Robots-Tag')]).toEqual([path, 'noindex'])
  }
  for (const path of ['/', otc, '/categoria/beleza']) {
    expect([path, (await browser.get(path)).headers.get('X-Robots-Tag')]).toEqual([path, null])
  }
})

test('home, places and their pages have one address each; filters, orders and searches are kept out of search engines', async () => {
  const browser = visit()
  const headOf = async (path: string) => {
    const { html } = await browser.get(path)
    const link = (rel: string) => html.match(`<link rel="${rel}" href="([^"]*)"`)?.[1]?.replaceAll('&amp;', '&')
    return {
      canonical: link('canonical'),
      prev: link('prev'),
      next: link('next'),
      isIndexed: !html.includes('content="noindex'),
    }
  }
  const at = (path: string) => server.url + path
  expect(await headOf('/?utm_source=x')).toMatchObject({ canonical: at('/'), isIndexed: true })
  expect(await headOf('/categoria/medicamentos')).toEqual({
    canonical: at('/categoria/medicamentos'),
    prev: undefined,
    next: '/categoria/medicamentos?page=2',
    isIndexed: true,
  })
  expect(await headOf('/categoria/medicamentos?page=2&utm_source=x')).toEqual({
    canonical: at('/categoria/medicamentos?page=2'),
    prev: '/categoria/medicamentos',
    next: '/categoria/medicamentos?page=3',
    isIndexed: true,
  })
  for (const query of ['?tipo=generico', '?ordem=nome', '?search=dipirona']) {
    expect(await headOf(`/categoria/medicamentos${query}`)).toMatchObject({ canonical: undefined, isIndexed: false })
  }
})

test('the home page’s banners lead to a category, to a product, and home', async () => {
  const browser = visit()
  const { html } = await browser.get('/')
  const targets = [...html.matchAll(/<a href="([^"]*)"><h2>/g)].map(([, target = '']) => target)
  expect(targets).toEqual([expect.stringMatching(/^\/categoria\//), expect.stringMatching(/^\/produto\//), '/'])
  for (const target of targets) expect([target, (await browser.get(target)).status]).toEqual([target, 200])
})

test('a product’s head asks for its main picture before anything else of the page', async () => {
  const { html } = await visit().get(otc)
  const asked = html.indexOf('rel="preload" as="image" imageSrcSet="/imagens/60-400.webp 400w,')
  expect(asked).toBeGreaterThan(0)
  expect(asked).toBeLessThan(html.indexOf('<style'))
})

test('home and places say what they are in their description', async () => {
  const described = async (path: string) =>
    /<meta name="description" content="([^"]*)"/.exec((await visit().get(path)).html)?.[1]
  expect(await described('/')).toContain('farmácia')
  expect(await described('/categoria/medicamentos')).toMatch(/^Medicamentos: \d+ produtos, /)
})

test('another spelling of an address leads for good to the one it has; what is unknown stays a 404', async () => {
  const browser = visit()
  const led = [
    ['/categoria/Medicamentos', '/categoria/medicamentos'],
    ['/categoria/MEDICAMÉNTOS?child=Antibi%C3%B3ticos&page=2', '/categoria/medicamentos?child=antibioticos&page=2'],
    ['/categoria/Mam%C3%A3e%20e%20Beb%C3%AA', '/categoria/mamae_e_bebe'],
    ['/produto/Novalgina-1G-10-Comprimidos?origem=x', `${otc}?origem=x`],
    ['/produto/novalgin%C3%A1-1g-10-comprimidos', otc],
  ] as const
  for (const [typed, own] of led)
    expect([typed, await browser.get(typed)]).toMatchObject([typed, { status: 301, location: own }])
  expect(await browser.get('/produto/60')).toMatchObject({ status: 302, location: otc })
  for (const path of ['/categoria/Nada', '/categoria/medicamentos?child=nada', '/produto/NADA', '/produto/99999']) {
    expect([path, (await browser.get(path)).status]).toEqual([path, 404])
  }
})

test('all brands and active ingredients of a listing have a page; what is chosen there goes back to the listing', async () => {
  const browser = visit()
  const listing = await browser.get('/categoria/medicamentos?tipo=generico&marca=Medley')
  expect(listing.html).toContain('href="/filtros/marca/medicamentos?tipo=generico&amp;marca=Medley"')
  const { html } = await browser.get('/filtros/marca/medicamentos?marca=Medley&tipo=generico')
  expect(html.match(/<input type="checkbox" name="marca"/g)?.length).toBeGreaterThan(10)
  expect(html).toMatch(/name="marca" checked="" value="Medley"|value="Medley" checked=""/)
  expect(html).toContain('<input type="hidden" name="tipo" value="generico"/>')
  expect((await browser.get('/filtros/principio')).status).toBe(200)
  expect((await browser.get('/filtros/preco')).status).toBe(404)
})

test('the merchant feed has prices and pictures, and no prescription item', async () => {
  const { html } = await visit().get('/feed.xml')
  expect(html).toContain(`<link>${server.url}${otc}</link>`)
  expect(html).toContain('<g:price>22.90 BRL</g:price><g:sale_price>19.47 BRL</g:sale_price>')
  expect(html).not.toContain('trayenta')
  expect(html).not.toContain('receita-800')
})

test('a product tells search engines its offer and its trail, at one address', async () => {
  const { html } = await visit().get(`${otc}?origem=anuncio`)
  expect(html).toContain(`<link rel="canonical" href="${server.url}${otc}"/>`)
  expect(html).toContain(`<meta property="og:image" content="${server.url}/imagens/60-800.webp"/>`)
  expect(html).toContain(`<meta property="og:url" content="${server.url}${otc}"/>`)
  const [product, trail] = structuredData(html)['@graph']
  expect(product).toMatchObject({
    '@type': ['Product', 'Drug'],
    url: server.url + otc,
    description: expect.stringContaining('ipirona'),
    image: `${server.url}/imagens/60-800.webp`,
    offers: { url: server.url + otc, priceCurrency: 'BRL', price: '19.47', availability: 'https://schema.org/InStock' },
  })
  expect(trail).toMatchObject({
    '@type': 'BreadcrumbList',
    itemListElement: [
      { position: 1, name: 'Início', item: `${server.url}/` },
      { position: 2, item: `${server.url}/categoria/medicamentos` },
      { position: 3 },
      { position: 4, name: 'Novalgina 1g 10 Comprimidos' },
    ],
  })
  // The demo's rating is for display only.
  expect(wordsOf(html)).toMatch(/Nota [3-8] de 10 \(demonstração\)/)
  expect(JSON.stringify(product)).not.toMatch(/rating/i)
})

test('a product is sent on by a link without scripts, whose preview tells its price, and a picture where the law allows one', async () => {
  for (const [path, price, picture] of [
    [otc, 'R$\u00a019,47', '/imagens/60-800.webp'],
    [prescription, 'R$\u00a0', '/card.png'],
  ] as const) {
    const { html } = await visit().get(path)
    expect(html).toContain(`<meta property="og:description" content="${price}`)
    expect(html).toContain(`<meta property="og:image" content="${server.url}${picture}"/>`)
    expect(html).toContain(`href="${path}/compartilhar"`)
    const page = await visit().get(`${path}/compartilhar`)
    expect(page.html).toContain(`value="${server.url}${path}"`)
    expect(page.html).toContain(encodeURIComponent(`: ${server.url}${path}`))
    expect(page.html).toContain('<meta name="robots" content="noindex"/>')
  }
  expect((await visit().get('/produto/nada-disso/compartilhar')).status).toBe(404)
})

test('home tells search engines the pharmacy with its branches and their hours, and where to search', async () => {
  const { html } = await visit().get('/')
  const [site, pharmacy] = structuredData(html)['@graph']
  expect(site).toMatchObject({
    '@type': 'WebSite',
    potentialAction: {
      '@type': 'SearchAction',
      target: { urlTemplate: `${server.url}/categoria?search={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  })
  expect(pharmacy).toMatchObject({
    '@type': 'Pharmacy',
    name: 'Farmácia Ipê',
    telephone: expect.stringContaining('11'),
  })
  const branches = pharmacy?.department as { name: string; openingHoursSpecification: object }[]
  expect(branches.map(({ name }) => name)).toContain('Farmácia Ipê Moema')
  expect(branches[0]?.openingHoursSpecification).toMatchObject([
    { opens: '07:00', closes: '22:00' },
    { opens: '08:00', closes: '20:00', dayOfWeek: ['Sunday'] },
  ])
  expect(branches[1]?.openingHoursSpecification).toMatchObject({ opens: '07:00', closes: '22:00' })
})

test('a listing tells search engines its trail and its products, each by its address', async () => {
  const { html } = await visit().get('/categoria/medicamentos?page=2')
  const [trail, list] = structuredData(html)['@graph']
  expect(trail).toMatchObject({ itemListElement: [{ name: 'Início' }, { name: 'Medicamentos' }] })
  const items = list?.itemListElement as { position: number; url: string }[]
  expect(items).toHaveLength(8)
  expect(html).toContain(`<h3><a href="${items[7]?.url.replace(server.url, '')}">`)
})

test('every page that may be indexed has one address, and says how a link to it looks', async () => {
  const indexed: string[] = []
  for (const path of pagePaths('1')) {
    const { status, headers, html } = await visit().get(path)
    const isPage = status === 200 && headers.get('Content-Type')?.startsWith('text/html')
    if (!isPage || headers.has('X-Robots-Tag') || html.includes('name="robots" content="noindex"')) continue
    indexed.push(path)
    expect(html, path).toContain(`<link rel="canonical" href="${server.url}${path}"/>`)
    const told = [...html.matchAll(/<meta property="og:(\w+)" content="([^"]+)"/g)].map(([, name]) => name)
    expect(told, path).toEqual(expect.arrayContaining(['type', 'title', 'url', 'image', 'site_name']))
    const picture = html.match(/property="og:image" content="([^"]+)"/)?.[1] ?? ''
    const answer = await fetch(picture)
    expect([path, answer.status, answer.headers.get('Content-Type')]).toEqual([
      path,
      200,
      expect.stringMatching(/^image\//),
    ])
  }
  expect(indexed).toEqual(
    expect.arrayContaining(['/', otc, '/categoria/medicamentos', '/selos/receita', '/privacidade']),
  )
})

test('a medicine’s page warns of its substances, and names its legal ceiling with the official list', async () => {
  const browser = visit()
  const page = await browser.get(otc)
  expect(wordsOf(page.html)).toMatch(
    /NÃO USE ESTE MEDICAMENTO DURANTE A GRAVIDEZ .*NOVALGINA 1G 10 COMPRIMIDOS É UM MEDICAMENTO\./,
  )
  // The demo knows no ceiling of it.
  expect(wordsOf(page.html)).not.toContain('Preço máximo')
  const { html } = await browser.get(prescription)
  expect(wordsOf(html)).toMatch(/Preço máximo ao consumidor \(CMED, SP\)R\$\s335,42\. Ver a lista oficial/)
  expect(html).toContain('href="https://www.gov.br/anvisa/pt-br/assuntos/medicamentos/cmed/precos"')
  expect(wordsOf(html)).not.toContain('NÃO USE ESTE MEDICAMENTO')
})

test('a prescription item’s page has no discount, no picture, no alternatives, no rating', async () => {
  const browser = visit()
  await browser.get(otc)
  const { html } = await browser.get(prescription)
  const words = wordsOf(html)
  expect(words).toContain('Receita')
  expect(words).toContain('SE PERSISTIREM OS SINTOMAS, O MÉDICO DEVERÁ SER CONSULTADO.')
  expect(words).not.toMatch(/Nota \d|Genéricos e similares|cashback|−\d+%|a menos/)
  const pictures = [...(html.split('Vistos recentemente')[0] ?? '').matchAll(/\/imagens\/([a-z0-9-]+)-\d+\.webp/g)]
  expect(new Set(pictures.map(([, key]) => key))).toEqual(new Set())
  expect(html).toContain(`<meta property="og:image" content="${server.url}/card.png"/>`)
  const [product] = structuredData(html)['@graph']
  expect(product).toMatchObject({ prescriptionStatus: 'https://schema.org/PrescriptionOnly' })
  expect(product).not.toHaveProperty('image')
})

test('products seen before are shown again, prescription items never', async () => {
  const browser = visit()
  await browser.get(prescription)
  await browser.get('/produto/dorflex-36-comprimidos')
  const words = wordsOf((await browser.get(otc)).html)
  expect(words.split('Vistos recentemente')[1]).toContain('Dorflex 36 Comprimidos')
  expect(words.split('Vistos recentemente')[1]).not.toContain('Trayenta')
})

test('up to four products are compared, each once, with what differs marked', async () => {
  const browser = visit()
  const compare = { button: 'Comparar' }
  // An address by the id leads to the product's own.
  const add = async (id: number) => browser.submit((await browser.get(`/produto/${id}`)).location ?? '', compare)
  const page = await browser.get(otc)
  expect(await browser.submit(page, compare)).toMatchObject({ status: 303, location: otc })
  const product = wordsOf((await browser.get(otc)).html)
  expect(product).toContain('O produto entrou na comparação.')
  expect(product).toContain('Remover da comparação')
  expect(product).toContain('1 produto para comparar')
  await browser.submit(page, compare)
  expect(wordsOf((await browser.get('/comparar')).html)).toContain('O produto já está na comparação.')
  for (const id of [58, 43, 14]) await add(id)
  await add(15)
  const full = await browser.get('/comparar')
  const words = wordsOf(full.html)
  expect(words).toContain('Você pode comparar até 4 produtos.')
  expect(words).toMatch(/Princípio ativo diferente/)
  expect(full.html.match(/scope="col"/g)).toHaveLength(4)
  expect(words.match(/Remover da comparação/g)).toHaveLength(4)
  expect(words).toMatch(/Estoque diferente.*Em estoque.*Apenas \d+ unidades em estoque/)
  await browser.submit(full, { button: 'Remover da comparação', holding: { id: '14' } })
  expect((await browser.get('/comparar')).html.match(/scope="col"/g)).toHaveLength(3)
  for (const id of ['abc', '-1', '999999999999', '999999']) await browser.post('/comparar', { id })
  await browser.submit('/comparar', { button: 'Limpar comparação' })
  expect(wordsOf((await browser.get('/comparar')).html)).toContain('Nenhum produto para comparar')
})

const favour = { button: 'Adicionar aos favoritos' }
const unfavour = { button: 'Remover dos favoritos' }

test('a visitor’s favourite waits for the login, and then stands where they came from', async () => {
  const browser = visit()
  const asked = await browser.submit(otc, favour)
  expect(asked).toMatchObject({ status: 303, location: '/login?redirectTo=/favoritos' })
  expect((await signIn(browser, undefined, undefined, asked.location ?? '')).location).toBe(otc)
  const page = await browser.get(otc)
  expect(wordsOf(page.html)).toContain('O produto foi adicionado aos seus favoritos.')
  expect(page.html).toContain('>Favoritos, 1 produto<')
  await browser.submit(page, unfavour)
  expect(wordsOf((await browser.get('/favoritos')).html)).toContain('O produto foi removido dos seus favoritos.')
})

test('who signs in elsewhere finds the favourite kept all the same', async () => {
  const browser = visit()
  await browser.submit(otc, favour)
  const elsewhere = '/login?redirectTo=/checkout/sacola'
  expect((await signIn(browser, undefined, undefined, elsewhere)).location).toBe(bagPage)
  const { status, html } = await browser.get('/favoritos')
  expect([status, html.includes('>Favoritos, 1 produto<')]).toEqual([200, true])
  await browser.submit('/favoritos', unfavour)
})

test('favourites are for who is signed in, and an unknown product is none', async () => {
  expect(await visit().get('/favoritos')).toMatchObject({ location: '/login?redirectTo=%2Ffavoritos' })
  const customer = await openCustomer(server.url)
  const refused = await customer.post('/favoritos', { id: '999999' })
  expect(refused.status).toBe(404)
  const unreadable = await customer.post('/favoritos', { id: 'abc' })
  expect(unreadable.status).toBe(422)
  expect(wordsOf(unreadable.html)).toContain('Falha ao adicionar o produto à seus favoritos')
})

test('what is out of stock offers to write when it is back, and refuses what is no address', async () => {
  const browser = visit()
  await giveZipcode(browser)
  const slugs = await everySlug(browser)
  const empty = slugs.find((_, index) => ((index + 1) * 7 + 13) % 41 === 0) ?? ''
  const page = await browser.get(`/produto/${empty}`)
  expect(wordsOf(page.html)).toContain('Indisponível: avise-me')
  expect(page.html).not.toMatch(/name="quantity"|Adicionar no carrinho/)
  const asking = await browser.submit(page, { button: 'Indisponível: avise-me' })
  expect(asking).toMatchObject({ status: 200, path: `/produto/${empty}/avise-me` })
  const sentence = 'O produto está indisponível no momento, tente novamente mais tarde.'
  expect(wordsOf(asking.html)).toContain(sentence)
  // A mail program would read the last two as the mailbox of somebody else.
  for (const email of ['ana@example', 'grupo:ana@example.com', '(x)ana@example.com']) {
    expect((await browser.submit(asking, { button: 'Avise-me', fields: { email } })).status).toBe(422)
  }
  const refused = await browser.submit(asking, { button: 'Avise-me', fields: { email: 'nada' } })
  expect(refused.status).toBe(422)
  expect(refused.html).toMatch(/name="email"[^>]*value="nada"|value="nada"[^>]*name="email"/)
  const taken = await browser.submit(refused, { button: 'Avise-me', fields: { email: 'ana@example.com' } })
  expect(taken).toMatchObject({ status: 303, location: `/produto/${empty}` })
  expect(wordsOf((await browser.get(`/produto/${empty}`)).html)).toContain('Combinado!')
})

test('what is in stock offers to write when it costs less, and refuses what is no address', async () => {
  const browser = visit()
  await giveZipcode(browser)
  const page = await browser.get(novalgina.path)
  const asking = await browser.get(`${novalgina.path}/avise-me`)
  expect([page.html.includes(`href="${novalgina.path}/avise-me"`), asking.status]).toEqual([true, 200])
  expect(wordsOf(asking.html)).toMatch(/quando Novalgina .* custar menos que R\$/)
  const refused = await browser.submit(asking, { button: 'Avise-me', fields: { email: 'nada' } })
  expect(refused.status).toBe(422)
  const taken = await browser.submit(refused, { button: 'Avise-me', fields: { email: 'caio@example.com' } })
  expect(taken).toMatchObject({ status: 303, location: novalgina.path })
  expect(wordsOf((await browser.get(novalgina.path)).html)).toContain('Avisaremos por e-mail se o preço baixar.')
})

test('a prescription item in stock offers no such notice: a link of somebody else leads to the product', async () => {
  const path = azitromicina.path
  expect((await visit().get(path)).html).not.toContain('avise-me')
  const { status, location } = await visit().get(`${path}/avise-me`)
  expect([status, location]).toEqual([302, path])
})

test('each badge has a page that explains it', async () => {
  expect(wordsOf((await visit().get('/selos/receita')).html)).toContain('Venda sob prescrição médica')
  expect(wordsOf((await visit().get('/selos/laboratorio')).html)).toContain('Desconto de laboratório')
  // Of a shop that asks no programme.
  const inStore = wordsOf((await visit().get('/selos/laboratorio-na-loja')).html)
  expect(inStore).toContain('O desconto é dado na loja: leve seu CPF e a receita')
  expect(inStore).not.toContain('Consultar o desconto')
  expect((await visit().get('/selos/outro')).status).toBe(404)
})

test('the badge of a laboratory’s discount leads to asking for it, also before the product is in the bag', async () => {
  const browser = visit()
  await giveZipcode(browser)
  const { html } = await browser.get(prescription)
  const explanation = html.match(/href="(\/selos\/laboratorio\?produto=\d+)"/)?.[1] ?? ''
  const [, page = ''] = (await browser.get(explanation)).html.match(/href="(\/desconto-laboratorio\?id=\d+)"/) ?? []
  const fields = { cpf: '529.982.247-25', consent: 'on' }
  const asked = await browser.submit(page, { button: 'Quero o desconto', fields })
  expect(asked).toMatchObject({ status: 303, location: prescription })
  expect(wordsOf((await browser.get(prescription)).html)).toContain('estará no preço quando')
  await addToBag(browser, { path: prescription })
  expect(wordsOf((await browser.get('/checkout/sacola')).html)).toContain('Com o desconto do laboratório: R$')
  for (const unknown of ['0', 'x', '60', '99999999999']) {
    expect((await browser.get(`/desconto-laboratorio?id=${unknown}`)).status).toBe(404)
  }
})
