import type { Context, TransactionContext } from '../context.ts'
import { ShopError } from '../platform/errors.ts'
import { bumpCatalogueVersion } from './catalogue-cache.ts'
import { findProducts } from './products.ts'
import { parseWordList } from './search/phrases.ts'
import * as search from './search/search.ts'
import { isStopWord, toSearchWords } from './search/search-text.ts'
import type { ProductSummary } from './types.ts'

/** Words that mean the same to a search. */
export interface SynonymGroup {
  id: number
  /** As the shop writes them. */
  words: string[]
}

/** How a search is interpreted, and what it finds. */
export interface SearchExplanation {
  /** The alternatives of each search term; a match of any of them counts. Empty for fewer than three characters. */
  alternatives: string[][]
  /** The words actually searched, if the typed ones were corrected or some were dropped; else null. */
  correctedQuery: string | null
  /** How many are found; with `isCapped` there are more. */
  productCount: number
  isCapped: boolean
  /** The first five. */
  products: ProductSummary[]
}

const maxWordLength = 40
const maxWords = 20
const maxPreviewProducts = 5

/** From A to Z by their first words. */
export async function listGroups(ctx: Context): Promise<SynonymGroup[]> {
  const groups = await loadGroups(ctx)
  return groups.sort((a, b) => (a.words[0] ?? '').localeCompare(b.words[0] ?? '', 'pt-BR'))
}

/**
 * Adds a group, or replaces its words.
 * @param id null: a new one
 * @param text the words, with commas between them
 * @returns the saved group, without duplicates
 */
export async function saveGroup(ctx: Context, id: number | null, text: string): Promise<SynonymGroup> {
  const words = validateWords(parseWordList(text))
  return ctx.transact(async (ctx) => {
    // First, so that two that are saved at once see each other.
    await bumpCatalogueVersion(ctx)
    assertWordsNotInOtherGroup(await loadGroups(ctx), id, words)
    return { id: await upsertGroup(ctx, id, words.join(', ')), words }
  })
}

export async function removeGroup(ctx: Context, id: number): Promise<void> {
  await ctx.transact(async (ctx) => {
    await lockGroup(ctx, id)
    await ctx.db.deleteFrom('synonym').where('id', '=', id).execute()
  })
}

/** The group, which nobody else changes until the transaction ends. */
export async function lockGroup(ctx: TransactionContext, id: number): Promise<SynonymGroup> {
  await bumpCatalogueVersion(ctx)
  const group = (await loadGroups(ctx)).find((group) => group.id === id)
  if (!group) throw new ShopError('synonym.unknown')
  return group
}

/** Runs a shopper's search at a branch and explains how it was interpreted. */
export async function explainSearch(ctx: Context, branchId: number, text: string): Promise<SearchExplanation> {
  const { products, isCapped, correctedQuery, alternatives } = await search.explainSearch(ctx, branchId, text)
  const ids = products.slice(0, maxPreviewProducts).map(({ id }) => id)
  const summaryById = await findProducts(ctx, branchId, ids)
  return {
    alternatives,
    correctedQuery,
    productCount: products.length,
    isCapped,
    products: ids.flatMap((id) => summaryById.get(id) ?? []),
  }
}

async function loadGroups(ctx: Context): Promise<SynonymGroup[]> {
  const rows = await ctx.db.selectFrom('synonym').select(['id', 'words']).execute()
  return rows.map(({ id, words }) => ({ id, words: parseWordList(words) }))
}

async function upsertGroup(ctx: TransactionContext, id: number | null, words: string): Promise<number> {
  const row =
    id === null
      ? await ctx.db.insertInto('synonym').values({ words }).returning('id').executeTakeFirst()
      : await ctx.db.updateTable('synonym').set({ words }).where('id', '=', id).returning('id').executeTakeFirst()
  if (!row) throw new ShopError('synonym.unknown')
  return row.id
}

/** A word as searches compare it: "Teste de COVID-19" is "teste de covid 19". */
function toComparisonKey(word: string): string {
  return toSearchWords(word).join(' ')
}

function validateWords(input: string[]): string[] {
  for (const word of input) {
    if ([...word].length > maxWordLength) throw new ShopError('synonym.tooLong', { input: 'words', word })
    if (toSearchWords(word).every(isStopWord)) throw new ShopError('synonym.meaningless', { input: 'words', word })
  }
  const words = [...new Map(input.toReversed().map((word) => [toComparisonKey(word), word])).values()].toReversed()
  if (words.length < 2) throw new ShopError('synonym.alone', { input: 'words' })
  if (words.length > maxWords) throw new ShopError('synonym.tooMany', { input: 'words' })
  return words
}

/** A word in two groups would be ambiguous. */
function assertWordsNotInOtherGroup(groups: SynonymGroup[], id: number | null, words: string[]): void {
  const keys = new Set(words.map(toComparisonKey))
  for (const group of groups) {
    const word = group.id === id ? undefined : group.words.find((word) => keys.has(toComparisonKey(word)))
    if (word !== undefined) throw new ShopError('synonym.taken', { input: 'words', word, group: group.words })
  }
}
