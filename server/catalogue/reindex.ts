import { sql } from 'kysely'
import type { BareContext } from '../context.ts'
import { listBranchIds } from '../delivery/delivery.ts'
import { splitIntoBatches } from '../platform/csv/batches.ts'
import { foldText } from '../platform/user-input.ts'
import { bumpCatalogueVersion } from './catalogue-cache.ts'
import { type CountedBranchOffer, createCatalogueFacetCounter } from './listing/catalogue-facet-counter.ts'
import { buildSearchColumns, isCodeWord, type SearchableProduct, toSearchWords } from './search/search-text.ts'

/** Products read by one query. */
const batchSize = 2000

/**
 * Rebuilds everything derived from the catalogue: search texts, the vocabulary for corrections, the counts beside a
 * listing's filters. Call it in the transaction that publishes products, categories or offers of new products. Prices, stock
 * and sales need no call: triggers maintain what depends on them. Running servers notice the new version.
 * @param upToDateSkus the SKUs of products whose search columns are up to date already
 */
export async function reindex(
  ctx: Pick<BareContext, 'db'>,
  upToDateSkus: { has(sku: string): boolean } = new Set(),
): Promise<void> {
  // The query planners need current statistics: 200,000 products are planned differently from 205.
  await sql`analyze product`.execute(ctx.db)
  await sql`analyze offer`.execute(ctx.db)
  const entryByWord = new Map<string, WordEntry>()
  const facetCounter = createCatalogueFacetCounter()
  for await (const product of readProducts(ctx)) {
    countWords(
      entryByWord,
      product.id,
      upToDateSkus.has(product.sku) ? product.searchText : await updateSearchText(ctx, product),
    )
    recordSpellings(entryByWord, product)
    if (product.kind === 'referencia' || product.kind === 'similar') linkBrandToIngredient(entryByWord, product)
    facetCounter.addProduct(product, product.offers)
  }
  await writeWords(ctx, entryByWord)
  await ctx.db.deleteFrom('facetCount').execute()
  for (const batch of splitIntoBatches(facetCounter.buildFacetCountRows()))
    await ctx.db.insertInto('facetCount').values(batch).execute()
  await bumpCatalogueVersion(ctx)
}

async function updateSearchText(
  ctx: Pick<BareContext, 'db'>,
  product: SearchableProduct & { id: number; searchText: string; nameKey: string },
): Promise<string> {
  const columns = buildSearchColumns(product)
  if (columns.searchText !== product.searchText || columns.nameKey !== product.nameKey) {
    await ctx.db.updateTable('product').set(columns).where('id', '=', product.id).execute()
  }
  return columns.searchText
}

interface WordEntry {
  spelling: string
  productCount: number
  /** The product counted last, since a word may occur in it several times. */
  lastProductId: number
  ingredientWords: Set<string> | null
}

/** All products by id, in batches, each with the branches that offer it. */
async function* readProducts(ctx: Pick<BareContext, 'db'>) {
  const allBranchIds = await listBranchIds(ctx)
  let nextBatchPromise = readProductBatch(ctx, allBranchIds, 0)
  for (;;) {
    const { products, offers } = await nextBatchPromise
    const lastProduct = products.at(-1)
    if (!lastProduct) return
    // Prefetched while the caller processes these.
    nextBatchPromise = readProductBatch(ctx, allBranchIds, lastProduct.id)
    // Prevents an unhandled rejection: whoever awaits the promise still gets the error.
    nextBatchPromise.catch(() => {})
    const offersByProductId = new Map<number, CountedBranchOffer[]>(products.map(({ id }) => [id, []]))
    for (const offer of offers) offersByProductId.get(offer.productId)?.push(offer)
    for (const product of products) yield { ...product, offers: offersByProductId.get(product.id) ?? [] }
  }
}

/** @param allBranchIds the ids of all branches, since the primary key of offers begins with the branch */
async function readProductBatch(ctx: Pick<BareContext, 'db'>, allBranchIds: number[], afterId: number) {
  const products = await ctx.db
    .selectFrom('product')
    .innerJoin('category', 'category.id', 'product.categoryId')
    .innerJoin('subcategory', 'subcategory.id', 'product.subcategoryId')
    .select([
      'product.id',
      'product.sku',
      'product.kind',
      'product.name',
      'product.brand',
      'product.activeIngredient',
      'product.presentation',
      'product.manufacturer',
      'product.ean',
      'product.anvisaRegistration',
      'product.requiresPrescription',
      'product.categoryId',
      'product.subcategoryId',
      'category.name as category',
      'subcategory.name as subcategory',
      'product.searchText',
      'product.nameKey',
    ])
    .where('product.id', '>', afterId)
    .orderBy('product.id')
    .limit(batchSize)
    .execute()
  const lastProduct = products.at(-1)
  if (!lastProduct || allBranchIds.length === 0) return { products, offers: [] }
  const offers = await ctx.db
    .selectFrom('offer')
    .select(['productId', 'branchId', 'discountPercent'])
    .where('branchId', 'in', allBranchIds)
    .where('productId', '>', afterId)
    .where('productId', '<=', lastProduct.id)
    .orderBy('branchId')
    .execute()
  return { products, offers }
}

function countWords(entryByWord: Map<string, WordEntry>, productId: number, searchText: string): void {
  for (const word of searchText.split(' ')) {
    const entry = entryByWord.get(word)
    if (entry?.lastProductId === productId) continue
    if (entry) {
      entry.productCount += 1
      entry.lastProductId = productId
    } else if (word !== '|' && word !== '' && !isCodeWord(word)) {
      entryByWord.set(word, { spelling: word, productCount: 1, lastProductId: productId, ingredientWords: null })
    }
  }
}

/** Stores a spelling only for words that differ from their folded form. */
function recordSpellings(
  entryByWord: Map<string, WordEntry>,
  { name, brand, activeIngredient, subcategory }: SearchableProduct,
): void {
  for (const spelling of `${name} ${brand} ${activeIngredient} ${subcategory}`
    .toLowerCase()
    .match(accentedWordPattern) ?? []) {
    const entry = entryByWord.get(foldText(spelling))
    if (entry) entry.spelling = spelling
  }
}
// Matches at the beginning of words only: trying at every letter would be several times slower.
const accentedWordPattern = /(?<![a-z])[a-z]*[à-ú][a-zà-ú]*/g

/** Links a brand to its active ingredient, so that a search for Tylenol also finds paracetamol. */
function linkBrandToIngredient(
  entryByWord: Map<string, WordEntry>,
  { brand, activeIngredient }: SearchableProduct,
): void {
  const [brandWord] = toSearchWords(brand)
  const entry = entryByWord.get(brandWord ?? '')
  if (!entry || (brandWord ?? '').length < 3) return
  const ingredientWords = toSearchWords(activeIngredient).filter((ingredientWord) => ingredientWord.length > 2)
  entry.ingredientWords = new Set(
    entry.ingredientWords === null
      ? ingredientWords
      : ingredientWords.filter((ingredientWord) => entry.ingredientWords?.has(ingredientWord)),
  )
}

async function writeWords(ctx: Pick<BareContext, 'db'>, entryByWord: Map<string, WordEntry>): Promise<void> {
  await ctx.db.deleteFrom('searchWord').execute()
  const rows = [...entryByWord].map(([word, { spelling, productCount: products, ingredientWords }]) => ({
    word,
    spelling,
    products,
    ingredient:
      ingredientWords && !ingredientWords.has(word) && ingredientWords.size > 0 ? [...ingredientWords].join(' ') : null,
  }))
  for (const batch of splitIntoBatches(rows)) await ctx.db.insertInto('searchWord').values(batch).execute()
}
