import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { searchProducts } from '../../server/catalogue/search/search.ts'
import { contextOn } from '../support/context.ts'
import { it } from '../support/rule.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'
import { actorOf } from '../support/staff.ts'

/** Of the demo shop: a painkiller, a cream for nappy rash, nappies. */
const novalgina = 60
const hipoglos = 190
const pampers = 187

/** The shop, and another process's on the same data. */
async function openTwoShops() {
  const shop = await openTestShop()
  const other = await openTestShop({ database: { location: shop.location, drop: async () => {} } })
  return { shop, other }
}

async function idsFor({ catalogue }: TestShop, search: string) {
  return (await catalogue.listProducts(1, { search })).products.map(({ id }) => id)
}

test('a new synonym is searched by at once, in every process, and no more once it is removed', async () => {
  const { shop, other } = await openTwoShops()
  const search = 'zapzap da vovozona'
  for (const each of [shop, other]) expect(await idsFor(each, search)).not.toContain(novalgina)
  const { id, words } = await shop.catalogue.synonyms.saveGroup(null, ' Novalgina ,  zapzap da  vovozona,')
  expect(words).toEqual(['Novalgina', 'zapzap da vovozona'])
  for (const each of [shop, other]) expect(await idsFor(each, search)).toEqual([novalgina])

  await other.catalogue.synonyms.saveGroup(id, 'Pampers, zapzap da vovozona')
  for (const each of [shop, other]) expect(await idsFor(each, search)).toContain(pampers)
  await other.catalogue.synonyms.removeGroup(id)
  for (const each of [shop, other]) expect(await idsFor(each, search)).not.toContain(pampers)
  await expect(shop.catalogue.synonyms.removeGroup(id)).rejects.toMatchObject({ code: 'synonym.unknown' })
  await expect(shop.catalogue.synonyms.saveGroup(id, 'a1, b2')).rejects.toMatchObject({ code: 'synonym.unknown' })
})

test('words of a group find each other’s products, whatever their case, accents and little words', async () => {
  const shop = await openTestShop()
  await shop.catalogue.synonyms.saveGroup(null, 'Novalgina, Remédio da Vovó')
  expect(await idsFor(shop, 'REMEDIO DA VOVO')).toEqual([novalgina])
  // The rest of what is typed still counts.
  expect(await idsFor(shop, 'remédio da vovó 1g')).toEqual([novalgina])
  expect(await idsFor(shop, 'novalgina')).toContain(novalgina)
})

it('a word whose synonyms the catalogue has not either is put right like any other', async () => {
  const shop = await openTestShop()
  await shop.catalogue.synonyms.saveGroup(null, 'novaljina, zapzap')
  expect((await idsFor(shop, 'novaljina'))[0]).toBe(novalgina)
})

it('a short synonym stands for itself, not for every word that begins like it', async () => {
  const shop = await openTestShop()
  expect(await idsFor(shop, 'ass infantil')).toContain(108)
  const { alternatives } = await shop.catalogue.synonyms.explainSearch(1, 'aspirina')
  expect(alternatives.flat()).toContain('aas')
  expect(alternatives.flat()).not.toContain('ass')
  expect(await idsFor(shop, 'aspirina')).not.toContain(hipoglos)
})

const refused: [what: string, words: string, code: string][] = [
  ['one word alone', 'dipirona', 'synonym.alone'],
  ['the same word twice', 'Dipirona, dipirona', 'synonym.alone'],
  ['no word', ' , ,', 'synonym.alone'],
  ['signs', 'dipirona, !!!', 'synonym.meaningless'],
  ['little words', 'dipirona, de para', 'synonym.meaningless'],
  ['more than 40 characters', `dipirona, ${'á'.repeat(41)}`, 'synonym.tooLong'],
  ['more than 20 words', Array.from({ length: 21 }, (_, at) => `palavra${at}`).join(', '), 'synonym.tooMany'],
  ['a word of another group', 'dipirona, Camisinha', 'synonym.taken'],
]

it.each(refused)('synonyms are refused: %s', async (_what, words, code) => {
  const shop = await openTestShop()
  const before = await shop.catalogue.synonyms.listGroups()
  await expect(shop.catalogue.synonyms.saveGroup(null, words)).rejects.toMatchObject({ code })
  expect(await shop.catalogue.synonyms.listGroups()).toEqual(before)
})

it('as many and as long words as there may be are kept, and so is a number with a comma', async () => {
  const shop = await openTestShop()
  const most = [...Array.from({ length: 19 }, (_, at) => `palavra${at}`), 'á'.repeat(40)]
  expect((await shop.catalogue.synonyms.saveGroup(null, most.join(','))).words).toEqual(most)
  const dose = await shop.catalogue.synonyms.saveGroup(null, 'pílula de 2,5 mg,minipílula\r\nmini')
  expect(dose.words).toEqual(['pílula de 2,5 mg', 'minipílula', 'mini'])
})

test('of two who put the same word into two groups at once, one is refused', async () => {
  const { shop, other } = await openTwoShops()
  const saved = await Promise.allSettled([
    shop.catalogue.synonyms.saveGroup(null, 'novalgina, zapzap'),
    other.catalogue.synonyms.saveGroup(null, 'preservativo grande, zapzap'),
  ])
  expect(saved.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const holding = (await shop.catalogue.synonyms.listGroups()).filter(({ words }) => words.includes('zapzap'))
  expect(holding).toHaveLength(1)
})

it('a tried search tells what it looked for, how much it found and the first five', async () => {
  const { catalogue } = await openTestShop()
  const { explainSearch } = catalogue.synonyms
  const tried = await explainSearch(1, 'camisinha')
  expect(tried.alternatives).toEqual([['camisinha', 'preservativo']])
  expect(tried.productCount).toBe((await catalogue.listProducts(1, { search: 'camisinha' })).productCount)
  const dipirona = await explainSearch(1, 'dipirona')
  expect(dipirona.products.map(({ id }) => id)).toEqual(
    (await catalogue.listProducts(1, { search: 'dipirona' })).products.slice(0, 5).map(({ id }) => id),
  )
  expect(await explainSearch(1, 'qqwxyz')).toMatchObject({ alternatives: [['qqwxyz']], productCount: 0, products: [] })
  expect(await explainSearch(1, 'di')).toMatchObject({ alternatives: [], productCount: 0 })
})

it('synonyms and a tried search are the owner’s, and each change leaves its line', async () => {
  const shop = await openTestShop()
  const { merchandising } = shop.backoffice
  for (const role of ['pharmacist', 'clerk'] as const) {
    const actor = await actorOf(shop, role)
    const acts = [
      () => merchandising.saveSynonyms(actor, null, 'novalgina, zapzap', ''),
      () => merchandising.removeSynonyms(actor, 1, ''),
      () => merchandising.explainSearch(actor, 'dipirona'),
    ]
    for (const act of acts) await expect(act()).rejects.toMatchObject({ code: 'staff.forbidden' })
  }
  const owner = await actorOf(shop, 'owner')
  const { id } = await merchandising.saveSynonyms(owner, null, 'novalgina, zapzap', '')
  const seenHash = (await merchandising.loadOverview(owner)).synonyms.find((group) => group.id === id)?.seenHash ?? ''
  await merchandising.removeSynonyms(owner, id, seenHash)
  await expect(merchandising.removeSynonyms(owner, id, seenHash)).rejects.toMatchObject({ code: 'synonym.unknown' })
  const [removed, saved] = await shop.staff.audit.listEntries(owner, { target: { type: 'synonyms', id } })
  expect(saved).toMatchObject({ action: 'window.synonyms', detail: 'novalgina, zapzap' })
  expect(removed).toMatchObject({ action: 'window.removeSynonyms', detail: 'novalgina, zapzap' })
})

test('a search asks the database no more for having synonyms: the version, and at first its matches and offers', async () => {
  const shop = await openTestShop()
  let queries = 0
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    // Comes of those too that are written out.
    transformResult: async ({ result }) => {
      queries += 1
      return result
    },
  }
  const database = { ...shop.database, db: shop.database.db.withPlugin(counting) }
  const ctx = contextOn(database, { settings: { listingCacheSeconds: 5 } })
  const asked = async (text: string) => {
    queries = 0
    await searchProducts(ctx, 1, text, {})
    return queries
  }
  // The version, the words, the synonyms, the matches, the offers.
  expect(await asked('camisinha')).toBe(5)
  expect(await asked('camisinha')).toBe(1)
  expect(await asked('pasta de dente')).toBe(3)
})

test('a shop of before has the words that were built in, and finds as it did', async () => {
  const shop = await openTestShop()
  const groups = await shop.catalogue.synonyms.listGroups()
  expect(groups).toHaveLength(36)
  // Each could be saved as it is.
  for (const { id, words } of groups) {
    expect((await shop.catalogue.synonyms.saveGroup(id, words.join(', '))).words).toEqual(words)
  }
})
