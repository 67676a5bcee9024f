import { formatCeilingColumn } from '../../../app/texts/ceilings.ts'
import type { BareContext } from '../../bare-context.ts'
import {
  createFaultList,
  defaultMaxFaults,
  type ImportOptions,
  type ImportResult,
  type ImportRowStream,
} from '../../platform/csv/checked-rows.ts'
import type { ImportRow, RowFault } from '../../platform/csv/table.ts'
import type { Ceiling } from '../ceiling-rates.ts'
import { loadCeilings } from '../ceilings.ts'
import { reindex } from '../reindex.ts'
import type { ReservedUnitsQueryBuilder } from '../stock.ts'
import * as queries from './imports.sql.ts'
import { isBelowZero, OfferRowSchema, type ProductKeyColumn } from './offer-row.ts'
import { planOfferChanges } from './planned-changes.ts'
import { beginImport, deleteStagedRows, stageRows } from './staging.ts'

/**
 * Sets price, stock as counted on the shelf, or both of products in branches. Those of withdrawn products are kept for their return.
 * Of a row with a price above its legal ceiling the stock is taken, the price is not, and a stock below zero is taken as 0: notes say so.
 */
export async function importOffers(
  ctx: BareContext,
  buildReservedUnitsQuery: ReservedUnitsQueryBuilder,
  file: ImportRowStream,
  { maxFaults = defaultMaxFaults, maxChanges = 0 }: ImportOptions = {},
): Promise<ImportResult> {
  const importId = await beginImport(ctx)
  const faults = createFaultList(maxFaults)
  const stockNotes: RowFault[] = []
  try {
    const toStagedOffer = async ({ line, values }: ImportRow) => {
      const parseResult = OfferRowSchema.safeParse(values)
      if (!parseResult.success) return faults.addIssues(line, parseResult.error, values)
      const { sku, ean, slug, id, branch_id: branchId, price: priceCents, stock } = parseResult.data
      if (isBelowZero(values.stock ?? '')) stockNotes.push(toNegativeStockNote(line, values.stock))
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
    const ceilingNotes = await refusePricesAboveCeiling(ctx, importId)

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
      const shortageNotes = (await queries.selectOversoldOffers(ctx, importId, maxFaults)).map(toShortageNote)
      const notes = [...ceilingNotes, ...stockNotes, ...shortageNotes].slice(0, maxFaults)
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

/** Rows read at a time. */
const pricesPageSize = 5000

/**
 * Takes the prices above their ceiling out of the staged rows, and rows that would be a branch's first price altogether. A price
 * that the branch has already is no new one: the check of prices names it.
 */
async function refusePricesAboveCeiling(ctx: BareContext, importId: string): Promise<RowFault[]> {
  const notes: RowFault[] = []
  let lastLine = 0
  for (;;) {
    const rows = await queries.selectStagedPrices(ctx, importId, lastLine, pricesPageSize)
    const findCeiling = await loadCeilings(ctx, rows)
    const refusedRows = rows.flatMap((row) => {
      const ceiling = row.priceCents === row.currentPriceCents ? null : findCeiling(row, row.branchId)
      return ceiling && (row.priceCents ?? 0) > ceiling.cents ? [{ ...row, ceiling }] : []
    })
    const isFirstPrice = (row: (typeof rows)[number]) => row.currentPriceCents === null
    const toLines = (isFirst: boolean) =>
      refusedRows.filter((row) => isFirstPrice(row) === isFirst).map(({ line }) => line)
    await queries.removeStagedPrices(ctx, importId, toLines(false))
    await queries.deleteStagedOffers(ctx, importId, toLines(true))
    notes.push(...refusedRows.map(toCeilingNote))
    if (rows.length < pricesPageSize) return notes
    lastLine = rows.at(-1)?.line ?? 0
  }
}

interface RefusedPrice {
  line: number
  stock: number | null
  currentPriceCents: number | null
  ceiling: Ceiling
}

function toCeilingNote({ line, stock, currentPriceCents, ceiling }: RefusedPrice): RowFault {
  const hint = ceiling.doubt === null ? '' : '; check the rate'
  const limit = `is above the legal ceiling of ${(ceiling.cents / 100).toFixed(2)} (${formatCeilingColumn(ceiling)}${hint})`
  const consequence =
    currentPriceCents === null
      ? 'the branch has no price of it yet, and the row was left out'
      : `the price stays as it was${stock === null ? '' : ', the stock is taken'}`
  return { line, column: 'price', reason: `${limit}: ${consequence}` }
}

function toNegativeStockNote(line: number, stock = ''): RowFault {
  return { line, column: 'stock', reason: `has the stock ${stock.trim()}, which was taken as 0` }
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
  return { line, column: 'price', reason: 'is empty, yet the product has no price in this branch' }
}

/** The column in which a staged row names its product. */
function productColumnOf({ sku, ean, slug }: Record<'sku' | 'ean' | 'slug', string | null>): ProductKeyColumn {
  if (sku !== null) return 'sku'
  if (ean !== null) return 'ean'
  return slug === null ? 'id' : 'slug'
}
