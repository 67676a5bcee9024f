import type { BareContext } from '../../context.ts'
import { splitIntoBatches } from '../../platform/csv/batches.ts'
import { bumpCatalogueVersion } from '../catalogue-cache.ts'
import { findStoredCeilingList, toPacks } from '../ceilings.ts'
import { listTradeNames } from '../search/trade-names.ts'
import type { CmedList } from './cmed-list.ts'
import { OlderCeilingListError } from './older-ceiling-list-error.ts'

/** What a list brought. */
export interface CeilingImport {
  /** yyyy-MM-dd; null where the list does not tell. */
  publishedOn: string | null
  /** Its columns. */
  rates: string[]
  /** Those with a price for consumers. */
  medicineCount: number
  /** The shop's medicines with a ceiling by now, and prices above it, of all branches. */
  matchedProductCount: number
  priceCountAbove: number
}

/**
 * Replaces all ceilings, and the names that searches know medicines by, by those of a list, in one transaction. Prices are left as they are: `price-check.ts` names those above.
 * @param mayBeOlder takes a list that is older than the shop's, or without a day, too
 * @throws OlderCeilingListError
 */
export async function replaceCeilings(
  ctx: BareContext,
  { publishedOn, medicines }: CmedList,
  { mayBeOlder = false }: { mayBeOlder?: boolean } = {},
): Promise<void> {
  const rows = medicines
    .filter(({ ceilings }) => Object.keys(ceilings).length > 0)
    .flatMap(toPacks)
    .map(({ ceilings, ...pack }, index) => ({ id: index + 1, ...pack, centsByRate: JSON.stringify(ceilings) }))
  const tradeNames = listTradeNames(medicines)
  await ctx.transact(async (ctx) => {
    const storedList = await findStoredCeilingList(ctx)
    if (!mayBeOlder && storedList?.publishedOn && (publishedOn ?? '') < storedList.publishedOn)
      throw new OlderCeilingListError(publishedOn, storedList.publishedOn)
    await ctx.db.deleteFrom('priceCeiling').execute()
    for (const batch of splitIntoBatches(rows)) await ctx.db.insertInto('priceCeiling').values(batch).execute()
    await ctx.db.deleteFrom('ceilingList').execute()
    await ctx.db.insertInto('ceilingList').values({ id: 1, publishedOn, importedAt: ctx.clock.now() }).execute()
    await ctx.db.deleteFrom('tradeName').execute()
    for (const batch of splitIntoBatches(tradeNames)) await ctx.db.insertInto('tradeName').values(batch).execute()
    await bumpCatalogueVersion(ctx)
  })
}

/**
 * The same where the list is none older than the shop's; an older one changes nothing.
 * @returns the day of the shop's list, which stays; null where it was replaced
 */
export async function replaceOlderCeilings(ctx: BareContext, list: CmedList): Promise<string | null> {
  try {
    await replaceCeilings(ctx, list)
    return null
  } catch (error) {
    if (!(error instanceof OlderCeilingListError)) throw error
    return error.storedOn
  }
}
