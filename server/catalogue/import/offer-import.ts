import type { BareContext } from '../../bare-context.ts'
import {
  createFaultList,
  defaultMaxFaults,
  type ImportOptions,
  type ImportResult,
  type ImportRowStream,
} from '../../platform/csv/checked-rows.ts'
import type { ImportRow } from '../../platform/csv/table.ts'
import { reindex } from '../reindex.ts'
import type { ReservedUnitsQueryBuilder } from '../stock.ts'
import * as queries from './imports.sql.ts'
import { OfferRowSchema, type ProductKeyColumn } from './offer-row.ts'
import { planOfferChanges } from './planned-changes.ts'
import { beginImport, deleteStagedRows, stageRows } from './staging.ts'

/**
 * Sets price, stock as counted on the shelf, or both of products in branches. Prices above a product's legal ceiling are refused. Those of withdrawn
 * products are kept for their return.
 */
export async function importOffers(
  ctx: BareContext,
  buildReservedUnitsQuery: ReservedUnitsQueryBuilder,
  file: ImportRowStream,
  { maxFaults = defaultMaxFaults, maxChanges = 0 }: ImportOptions = {},
): Promise<ImportResult> {
  const importId = await beginImport(ctx)
  const faults = createFaultList(maxFaults)
  try {
    const toStagedOffer = async ({ line, values }: ImportRow) => {
      const parseResult = OfferRowSchema.safeParse(values)
      if (!parseResult.success) return faults.addIssues(line, parseResult.error, values)
      const { sku, ean, slug, id, branch_id: branchId, price: priceCents, stock } = parseResult.data
      const productReference = { sku: sku || null, ean: ean || null, slug: slug || null, productId: id }
      return { importId, line, branchId, ...productReference, priceCents, stock }
    }
    const readCount = await stageRows(ctx, 'stagedOffer', file, faults, toStagedOffer, (records) =>
      queries.resolveProductIds(ctx, records),
    )
    for (const row of await queries.selectInvalidOffers(ctx, importId, maxFaults)) faults.add(toFault(row))
    for (const { line, firstLine, ...row } of await queries.selectRepeatedOffers(ctx, importId, maxFaults)) {
      faults.add({ line, column: productColumnOf(row), reason: `is in line ${firstLine} too, for this branch` })
    }
    if (faults.count > 0) return faults.toResult()

    return await ctx.transact(async (ctx) => {
      await queries.lockStagedOffers(ctx, importId)
      const changes =
        maxChanges > 0 ? await planOfferChanges(ctx, importId, buildReservedUnitsQuery, maxChanges) : undefined
      const changedCount =
        (await queries.updateOffers(ctx, importId, buildReservedUnitsQuery)) +
        (await queries.updateOffers(ctx, importId, buildReservedUnitsQuery, 'withdrawnOffer'))
      const addedToWithdrawnCount = await queries.insertOffers(ctx, importId, 'withdrawnOffer')
      const addedCount = await queries.insertOffers(ctx, importId)
      if (addedCount > 0) await reindex(ctx)
      const notes = (await queries.selectOversoldOffers(ctx, importId, maxFaults)).map(toShortageNote)
      return {
        read: readCount,
        changed: changedCount,
        added: addedCount + addedToWithdrawnCount,
        withdrawn: 0,
        ...(notes.length > 0 && { notes }),
        ...(changes && { changes }),
      }
    })
  } finally {
    await deleteStagedRows(ctx, 'stagedOffer', importId)
  }
}

function toShortageNote({ line, stock, oversold }: Awaited<ReturnType<typeof queries.selectOversoldOffers>>[number]) {
  return {
    line,
    column: 'stock',
    reason: `${stock} on the shelf, ${(stock ?? 0) + oversold} sold: ${oversold} are missing`,
  }
}

type InvalidOffer = Awaited<ReturnType<typeof queries.selectInvalidOffers>>[number]

function toFault(row: InvalidOffer) {
  const { line } = row
  if (row.productId === null) return { line, column: productColumnOf(row), reason: 'is no product of the shop' }
  if (row.branchId === null) return { line, column: 'branch_id', reason: 'is no branch of the shop' }
  if (row.priceCents === null) {
    return { line, column: 'price', reason: 'is empty, yet the product has no price in this branch' }
  }
  const ceilingReais = ((row.ceilingPriceCents ?? 0) / 100).toFixed(2)
  return { line, column: 'price', reason: `is above the legal ceiling of ${ceilingReais} (CMED)` }
}

/** The column in which a staged row names its product. */
function productColumnOf({ sku, ean, slug }: Record<'sku' | 'ean' | 'slug', string | null>): ProductKeyColumn {
  if (sku !== null) return 'sku'
  if (ean !== null) return 'ean'
  return slug === null ? 'id' : 'slug'
}
