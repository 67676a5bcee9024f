import { type CeilingImport, replaceCeilings } from '../catalogue/import/ceiling-import.ts'
import { readCmedList } from '../catalogue/import/cmed-list.ts'
import { findPricesAboveCeiling } from '../catalogue/import/price-check.ts'
import type { BareContext } from '../context.ts'
import type { TableObserver } from '../platform/csv/table.ts'
import { record } from '../staff/audit.ts'
import { type Actor, requirePermission } from '../staff/roles.ts'

/**
 * Replaces the shop's ceilings by a list of the CMED.
 * @param mayBeOlder also by one that is older than the shop's, or without a day
 * @throws ShopError "staff.forbidden"; UnusableFileError, OlderCeilingListError
 */
export async function importCeilings(
  ctx: BareContext,
  actor: Actor,
  file: string,
  { mayBeOlder = false, observer }: { mayBeOlder?: boolean; observer?: Partial<TableObserver> } = {},
): Promise<CeilingImport> {
  requirePermission(actor, 'products.ceilings')
  const list = await readCmedList(file, observer)
  const medicineCount = list.medicines.filter(({ ceilings }) => Object.keys(ceilings).length > 0).length
  await ctx.transact(async (ctx) => {
    await replaceCeilings(ctx, list, { mayBeOlder })
    const detail = `list of ${list.publishedOn ?? 'no day'}, ${medicineCount} rows`
    await record(ctx, actor, 'products.import', { type: 'import', id: 'ceilings' }, detail)
  })
  const { matchedProductCount, pricesAboveCeiling } = await findPricesAboveCeiling(ctx)
  const { publishedOn, rates } = list
  return { publishedOn, rates, medicineCount, matchedProductCount, priceCountAbove: pricesAboveCeiling.length }
}
