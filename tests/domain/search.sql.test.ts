import { expect, test } from 'vitest'
import { reindex } from '../../server/catalogue/reindex.ts'
import { listNumberedVitamins, listSearchMatches } from '../../server/catalogue/search/search.sql.ts'
import { planSearch, type SearchTerm } from '../../server/catalogue/search/search-query.ts'
import { createVocabulary } from '../../server/catalogue/search/vocabulary.ts'
import { generateProducts } from '../bench/generate.ts'
import { inFile, rowOf } from '../support/catalogue-rows.ts'
import { it } from '../support/rule.ts'
import { seeded } from '../support/seeded.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'

async function found({ catalogue }: TestShop, search: string, more: { exact?: boolean; categoryId?: number } = {}) {
  const { products, correctedQuery, productCount } = await catalogue.listProducts(1, { search, ...more })
  return { ids: products.map(({ id }) => id), correctedQuery, total: productCount }
}

const plain =
  `dipirona;dipi;500mg;1 g;1000 mg;comprimidos;comp;generico;ems;a;de;t4;puran;c;vitamina c;b6;h2o;60;fps 60;fps60;0,9%;12,5mg;
  losartana 50;losartana hidroclorotiazida;med;medley;medicamentos;antibioticos;creme;creme dental;oral b;oralb;oral-b;band aid;bandaid;johnson;johnsons;
  accu chek;hem 7122;covid 19;covid-19;fralda g;fralda m 80;leite nan;camisinha;rimel;aspirina;rivotril;tylenol;paracetamol;novalgina 1g;dorflex;
  protetor solar;protetor solar 50;shampoo;xampu;agua micelar 400ml;2.000 ui;2000ui;d3;insulina 100 ui/ml;5 comprimidos;1 comprimido;10;100;500;
  amoxicilina clavulanato 875;xr 500mg;azitromicina 40mg/ml;neo soro;omega 3;omega3;la roche;loreal;l'oreal;teste;termometro;pressao;inalador;alcool 70;
  soro;micropore;gillette mach3;listerine 500;colgate;sensodyne;dove;rexona;intimus;jontex;pampers;huggies;hipoglos;bepantol;cerave;vichy;bioderma;
  garnier;nivea;neutrogena;isdin;risque;vult;maybelline;centrum;lavitan;whey;creatina;colageno;melatonina;ensure`
    .split(/[;\n]/)
    .map((query) => query.trim())
    .filter((query) => query !== '')

test('the database finds the same products as a look at every single one, for more than 100 queries', async () => {
  const { database, catalogue } = await openTestShop()
  const { db } = database
  const synonyms = await catalogue.synonyms.listGroups()
  const vocabulary = createVocabulary(
    await db.selectFrom('searchWord').selectAll().execute(),
    synonyms.map(({ words }) => words),
  )
  const products = await db.selectFrom('product').select(['id', 'searchText']).orderBy('id').execute()
  const isFound = (words: string[], wanted: string) =>
    words.some(
      (word) =>
        word === wanted ||
        listNumberedVitamins(wanted, vocabulary).includes(word) ||
        ((wanted.length > 1 || /\d/.test(wanted)) && word.startsWith(wanted)),
    )
  const answers = (text: string, terms: SearchTerm[]) =>
    terms.every(({ alternatives }) =>
      alternatives.some(({ words }) => words.every((word) => isFound(text.split(' '), word))),
    )

  expect(plain.length).toBeGreaterThan(100)
  for (const text of plain) {
    const { terms } = planSearch(text, vocabulary)
    const candidates = await listSearchMatches(
      { db: database.db, engine: database.engine },
      vocabulary,
      terms,
      {},
      1000,
    )
    const expected = products.filter((product) => answers(product.searchText, terms)).map(({ id }) => id)
    expect(
      candidates.map(({ id }) => id),
      text,
    ).toEqual(expected)
  }
})

test('a misspelt word is put right and the page can say so; asked for exactly, it is not', async () => {
  const shop = await openTestShop()
  expect(await found(shop, 'dipirnoa 1g')).toMatchObject({ correctedQuery: 'dipirona 1g' })
  expect(await found(shop, 'soro fisiolojico')).toMatchObject({ correctedQuery: 'soro fisiológico', ids: [203] })
  expect(await found(shop, 'dipirona 1g')).toMatchObject({ correctedQuery: null })
  expect(await found(shop, 'dipirnoa', { exact: true })).toEqual({ ids: [], correctedQuery: null, total: 0 })
})

test('a strength ranks its products first, however it is written', async () => {
  const shop = await openTestShop()
  for (const query of ['dipirona 1g', 'dipirona 1 g', 'Dipirona 1.000 mg', 'DIPIRONA 1 grama']) {
    expect((await found(shop, query)).ids.slice(0, 2).toSorted(), query).toEqual([59, 60])
  }
  expect((await found(shop, 'dipirona 500 mg')).ids.slice(0, 1)).toEqual([58])
})

test('a brand also finds its active ingredient, after the brand itself; an ingredient finds its brands', async () => {
  const shop = await openTestShop()
  const tylenol = await found(shop, 'tylenol')
  expect(tylenol.ids[0]).toBe(63)
  expect(tylenol.ids).toEqual(expect.arrayContaining([61, 62]))
  expect(tylenol.correctedQuery).toBeNull()
  expect((await found(shop, 'paracetamol')).ids).toContain(63)
  expect((await found(shop, 'tylenol', { exact: true })).ids).toEqual([63])
})

test('where no product has all the words, those with most of them are shown', async () => {
  const shop = await openTestShop()
  expect(await found(shop, 'novalgina 37mg')).toMatchObject({ correctedQuery: 'novalgina' })
  expect((await found(shop, 'novalgina 37mg')).ids[0]).toBe(60)
  expect((await found(shop, 'qqqq xarope ambroxol')).ids[0]).toBe(123)
})

test('the strength asked comes first, numbers are left out last, and what was left out is said', async () => {
  const shop = await openTestShop()
  const search = async (text: string) => {
    const { products, correctedQuery, droppedWords } = await shop.catalogue.listProducts(1, { search: text })
    return [products[0]?.name, correctedQuery, droppedWords]
  }
  for (const text of ['losartana 100mg c/ 30', 'losartana 100 mg C/30', 'losartana 100mg c 30'])
    expect([text, ...(await search(text))]).toEqual([
      text,
      expect.stringMatching(/^Losartana Potássica 100mg/),
      null,
      undefined,
    ])
  expect(await search('losartana 100mg c/ 60')).toEqual([
    ...[expect.stringMatching(/^Losartana Potássica 100mg/), 'losartana 100mg', '60'],
  ])
  expect(await search('losartana gotas 100mg')).toEqual([
    ...[expect.stringMatching(/^Losartana Potássica 100mg/), 'losartana 100mg', 'gotas'],
  ])
  expect(await search('vitamina d 2000ui')).toEqual([expect.stringContaining('Vitamina D3 2.000 UI'), null, undefined])
  expect(await search('dipirona 1g c/ 10')).toEqual([expect.stringContaining('1g 10 Comprimidos'), null, undefined])
  expect(await search('vitamina c 1g')).toEqual([expect.stringContaining('Vitamina C'), null, undefined])
  expect(await search('novalgina 37mg')).toEqual([expect.stringContaining('Novalgina'), 'novalgina', '37mg'])
})

test('a search inside a category finds only there', async () => {
  const shop = await openTestShop()
  const { category } = await shop.catalogue.resolveCategory('beleza')
  const beauty = await found(shop, 'protetor', { categoryId: category?.id ?? 0 })
  expect(beauty.total).toBe(6)
  expect((await found(shop, 'dipirona', { categoryId: category?.id ?? 0 })).total).toBe(0)
})

it('where nothing is found the page names no other words that it looked for', async () => {
  const shop = await openTestShop()
  const { category } = await shop.catalogue.resolveCategory('beleza')
  for (const search of ['dipirnoa', 'novalgina 37mg']) {
    const listed = await shop.catalogue.listProducts(1, { search, categoryId: category?.id ?? 0 })
    expect([search, listed.productCount, listed.correctedQuery, listed.droppedWords]).toEqual([
      search,
      0,
      null,
      undefined,
    ])
  }
})

it('the words that begin with a typed one are listed up to a limit; of more there is no list', () => {
  const words = ['dipi', 'dipirona', 'dipropionato', 'dorflex'].map((word) => ({
    word,
    spelling: word,
    ingredient: null,
    products: 1,
  }))
  const vocabulary = createVocabulary(words, [])
  expect(vocabulary.listWordsStartingWith('dip', 3)).toEqual(['dipi', 'dipirona', 'dipropionato'])
  expect(vocabulary.listWordsStartingWith('dip', 2)).toBeNull()
})

test('of equally good answers those in stock stand first, then the most sold', async () => {
  const shop = await openTestShop()
  const { db } = shop.database
  await db.updateTable('offer').set({ stock: 0 }).where('productId', 'in', [23]).execute()
  await db.updateTable('product').set({ unitsSold: 5 }).where('id', '=', 26).execute()
  expect((await found(shop, 'losartana 50mg')).ids.slice(0, 2)).toEqual([26, 23])
})

test('a search made before sees at once what is sold out, sold, or in the catalogue since', async () => {
  const shop = await openTestShop()
  const { db, transact } = shop.database
  const first = async () => (await found(shop, 'losartana 50mg')).ids.slice(0, 2)
  expect(await first()).toEqual([23, 26])
  expect((await found(shop, 'zirkonia', { exact: true })).total).toBe(0)
  await db.updateTable('product').set({ unitsSold: 5 }).where('id', '=', 26).execute()
  expect(await first()).toEqual([26, 23])
  await db.updateTable('offer').set({ stock: 0 }).where('productId', '=', 26).execute()
  expect(await first()).toEqual([23, 26])
  await db.updateTable('product').set({ name: 'Zirkonia' }).where('id', '=', 26).execute()
  await transact((db) => reindex({ db }))
  expect((await found(shop, 'zirkonia', { exact: true })).ids).toEqual([26])
})

test('a search takes anything: operators, quotes, wildcards, other scripts, one letter, ten thousand', async () => {
  const shop = await openTestShop()
  const strange = [
    'a',
    'ab',
    '%%%',
    '___',
    '***',
    '"""',
    "'''",
    '\\\\\\',
    "100%' or 1=1 --",
    "'; drop table product; --",
    'dipirona AND OR NOT NEAR(',
    'search_text:dipirona',
    'dipirona* ^novalgina "aberta',
    'a:* & !b | <-> (c)',
    '💊💊💊',
    '薬薬薬',
    'ﬁﬁﬁ ½½½ ①②③',
    '\u0000\u0000\u0000',
    '\ud800\ud800\ud800',
    ' | | | ',
    'x'.repeat(10_000),
    'dipirona '.repeat(1200),
    '9'.repeat(10_000),
    `${'1'.repeat(400)}mg`,
    '1p2p3mg',
    '- - - - -',
    'constructor __proto__ toString',
  ]
  for (const search of strange) {
    const { total } = await found(shop, search)
    expect(total, search.slice(0, 40)).toBeLessThan(206)
  }
  expect((await found(shop, 'no')).total).toBe(0)
  expect((await found(shop, '"novalgina" AND')).ids[0]).toBe(60)
})

test('a bar code or a registration at Anvisa finds its product, however it is punctuated; other numbers find no codes', async () => {
  const shop = await openTestShop()
  const scans = [
    ']E07896181926597',
    '\u001d010789618192659717280131',
    'https://id.gs1.org/01/07896181926597',
    '17896181926594',
  ]
  for (const code of ['7896181926597', '1057307060021', '1.0573.0706.002-1', '789 6181 926597', ...scans]) {
    expect(await found(shop, code)).toMatchObject({ ids: [1], correctedQuery: null })
  }
  // A presentation's number begins with the registration of the medicine.
  expect((await found(shop, '1.0573.0706')).ids).toEqual(expect.arrayContaining([1, 2]))
  expect((await found(shop, '7896181900000')).total).toBe(0)
  expect((await found(shop, '105')).ids).not.toContain(1)
  const codes = await shop.database.db.selectFrom('searchWord').select('word').where('word', 'like', 'e78%').execute()
  expect(codes).toEqual([])
})

test('what sells best elsewhere does not stand in the way where only the last of it is to be had', async () => {
  const { catalogue, database } = await openTestShop()
  const { db } = database
  await generateProducts(database, 5000)
  const found = async () => (await catalogue.listProducts(2, { search: 'xarope' })).productCount
  expect(await found()).toBe(400)
  await db.deleteFrom('offer').where('branchId', '=', 2).where('productId', '<', 5000).execute()
  const left = await db
    .selectFrom('product')
    .select('id')
    .where('id', '>=', 5000)
    .where('searchText', 'like', '%xarope%')
    .execute()
  expect(left.length).toBeGreaterThan(10)
  expect(await found()).toBe(left.length)
})

test('a product whose every text is as long as it may be is taken and found; names of more bytes are refused', async () => {
  const {
    catalogue,
    catalogue: { importer },
  } = await openTestShop()
  const random = seeded(7)
  const letter = () => 'abcdefghijklmnopqrstuvwxyz'[Math.floor(random() * 26)] ?? 'a'
  const words = (length: number) => Array.from({ length: Math.floor(length / 3) }, () => letter() + letter()).join(' ')
  const long = {
    ...{ sku: 'LONG', slug: 'longo', name: words(200), brand: words(120), active_ingredient: words(300) },
    ...{ presentation: words(300), manufacturer: words(120), category: words(80), subcategory: words(80) },
  }
  expect(await importer.importProducts(inFile([rowOf('FD0061', long)]))).toMatchObject({ added: 1 })
  const { products } = await catalogue.listProducts(1, { search: long.name.slice(0, 11) })
  expect(products.map(({ id }) => id)).toContain(206)

  const wide = rowOf('FD0061', { name: '€'.repeat(150), active_ingredient: '€'.repeat(150) })
  expect(await importer.importProducts(inFile([wide]))).toMatchObject({
    faults: [{ line: 2, column: 'active_ingredient' }],
  })
})
