import { sql } from 'kysely'
import type { Transaction } from '../database/connection.ts'
import { branchIds } from '../delivery/delivery.ts'
import { inBatches } from '../platform/csv/batches.ts'
import { fold } from '../platform/user-input.ts'
import { createFacetCounter, type OfferAt } from './listing/facet-counter.ts'
import { isCode, type SearchedProduct, searchColumns, searchWords } from './search/search-text.ts'
import { bumpCatalogueVersion } from './versioned.ts'

/** Products read together. */
const maxBatchRows = 2000

/**
 * Rebuilds everything derived from the catalogue: search texts, the vocabulary for corrections, the counts beside a
 * listing's filters. Call it in the transaction that publishes products, categories or offers of new products. Prices, stock
 * and sales need no call: triggers maintain what depends on them. Running servers notice the new version.
 * @param upToDate the SKUs of products whose search columns are up to date already
 */
export async function reindex(tx: Transaction, upToDate: { has(sku: string): boolean } = new Set()): Promise<void> {
  // The query planners need current statistics: 200,000 products are planned differently from 205.
  await sql`analyze product`.execute(tx)
  await sql`analyze offer`.execute(tx)
  const words = new Map<string, Word>()
  const tally = createFacetCounter()
  for await (const product of readProducts(tx)) {
    countWords(words, product.id, upToDate.has(product.sku) ? product.search_text : await writeSearchText(tx, product))
    recordSpellings(words, product)
    if (product.kind === 'referencia' || product.kind === 'similar') recordIngredient(words, product)
    tally.add(product, product.offers)
  }
  await writeWords(tx, words)
  await tx.deleteFrom('facet_count').execute()
  for (const batch of inBatches(tally.rows())) await tx.insertInto('facet_count').values(batch).execute()
  await bumpCatalogueVersion(tx)
}

async function writeSearchText(
  tx: Transaction,
  product: SearchedProduct & { id: number; search_text: string; name_key: string },
): Promise<string> {
  const columns = searchColumns(product)
  if (columns.search_text !== product.search_text || columns.name_key !== product.name_key) {
    await tx.updateTable('product').set(columns).where('id', '=', product.id).execute()
  }
  return columns.search_text
}

interface Word {
  spelling: string
  products: number
  /** The product counted last, since a word may occur in it several times. */
  lastId: number
  ingredient: Set<string> | null
}

/** All products by id, in batches, each with the branches that offer it. */
async function* readProducts(tx: Transaction) {
  const branches = await branchIds(tx)
  let next = readBatch(tx, branches, 0)
  for (;;) {
    const { products, offers } = await next
    const last = products.at(-1)
    if (!last) return
    // Prefetched while the caller processes these.
    next = readBatch(tx, branches, last.id)
    // Prevents an unhandled rejection: whoever awaits the promise still gets the error.
    next.catch(() => {})
    const offersOf = new Map<number, OfferAt[]>(products.map(({ id }) => [id, []]))
    for (const offer of offers) offersOf.get(offer.product_id)?.push(offer)
    for (const product of products) yield { ...product, offers: offersOf.get(product.id) ?? [] }
  }
}

/** @param branches the ids of all branches, since the primary key of offers begins with the branch */
async function readBatch(tx: Transaction, branches: number[], after: number) {
  const products = await tx
    .selectFrom('product')
    .innerJoin('category', 'category.id', 'product.category_id')
    .innerJoin('subcategory', 'subcategory.id', 'product.subcategory_id')
    .select([
      'product.id',
      'product.sku',
      'product.kind',
      'product.name',
      'product.brand',
      'product.active_ingredient as activeIngredient',
      'product.presentation',
      'product.manufacturer',
      'product.ean',
      'product.anvisa_registration as anvisaRegistration',
      'product.requires_prescription as requiresPrescription',
      'product.category_id as categoryId',
      'product.subcategory_id as subcategoryId',
      'category.name as category',
      'subcategory.name as subcategory',
      'product.search_text',
      'product.name_key',
    ])
    .where('product.id', '>', after)
    .orderBy('product.id')
    .limit(maxBatchRows)
    .execute()
  const last = products.at(-1)
  if (!last || branches.length === 0) return { products, offers: [] }
  const offers = await tx
    .selectFrom('offer')
    .select(['product_id', 'branch_id as branchId', 'discount_percent as discountPercent'])
    .where('branch_id', 'in', branches)
    .where('product_id', '>', after)
    .where('product_id', '<=', last.id)
    .orderBy('branch_id')
    .execute()
  return { products, offers }
}

function countWords(words: Map<string, Word>, id: number, searchText: string): void {
  for (const word of searchText.split(' ')) {
    const spellings = words.get(word)
    if (spellings?.lastId === id) continue
    if (spellings) {
      spellings.products += 1
      spellings.lastId = id
    } else if (word !== '|' && word !== '' && !isCode(word)) {
      words.set(word, { spelling: word, products: 1, lastId: id, ingredient: null })
    }
  }
}

/** Stores a spelling only for words that differ from their folded form. */
function recordSpellings(
  words: Map<string, Word>,
  { name, brand, activeIngredient, subcategory }: SearchedProduct,
): void {
  for (const spelling of `${name} ${brand} ${activeIngredient} ${subcategory}`.toLowerCase().match(accented) ?? []) {
    const word = words.get(fold(spelling))
    if (word) word.spelling = spelling
  }
}
// Matches at the beginning of words only: trying at every letter would be several times slower.
const accented = /(?<![a-z])[a-z]*[à-ú][a-zà-ú]*/g

/** Links a brand to its active ingredient, so that a search for Tylenol also finds paracetamol. */
function recordIngredient(words: Map<string, Word>, { brand, activeIngredient }: SearchedProduct): void {
  const [name] = searchWords(brand)
  const word = words.get(name ?? '')
  if (!word || (name ?? '').length < 3) return
  const parts = searchWords(activeIngredient).filter((part) => part.length > 2)
  word.ingredient = new Set(word.ingredient === null ? parts : parts.filter((part) => word.ingredient?.has(part)))
}

async function writeWords(tx: Transaction, words: Map<string, Word>): Promise<void> {
  await tx.deleteFrom('search_word').execute()
  const rows = [...words].map(([word, { spelling, products, ingredient }]) => ({
    word,
    spelling,
    products,
    ingredient: ingredient && !ingredient.has(word) && ingredient.size > 0 ? [...ingredient].join(' ') : null,
  }))
  for (const batch of inBatches(rows)) await tx.insertInto('search_word').values(batch).execute()
}
