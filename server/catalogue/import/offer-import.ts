import {
  createFaultList,
  defaultMaxFaults,
  type ImportResult,
  type ImportRowStream,
} from '../../platform/csv/checked-rows.ts'
import type { ImportRow } from '../../platform/csv/table.ts'
import { reindex } from '../reindex.ts'
import * as queries from './imports.sql.ts'
import { OfferRowSchema, type ProductKeyColumn } from './offer-row.ts'
import { planOfferChanges } from './planned-changes.ts'
import type { CatalogueImportOptions, ImportDatabase, ImportStaging } from './staging.ts'

/**
 * Sets price, stock or both of products in branches. Prices above a product's legal ceiling are refused. Those of withdrawn
 * products are kept for their return.
 */
export async function importOffers(
  { db, transact }: ImportDatabase,
  staging: ImportStaging,
  file: ImportRowStream,
  { maxFaults = defaultMaxFaults, maxChanges = 0, transactionHook = async () => {} }: CatalogueImportOptions = {},
): Promise<ImportResult> {
  const importId = await staging.beginImport()
  const faults = createFaultList(maxFaults)
  try {
    const toStagedOffer = async ({ line, values }: ImportRow) => {
      const parseResult = OfferRowSchema.safeParse(values)
      if (!parseResult.success) return faults.addIssues(line, parseResult.error, values)
      const { sku, slug, id, branch_id: branchId, price: priceCents, stock } = parseResult.data
      const productReference = { sku: sku || null, slug: slug || null, product_id: id }
      return { import_id: importId, line, branch_id: branchId, ...productReference, price_cents: priceCents, stock }
    }
    const readCount = await staging.stageRows('staged_offer', file, faults, toStagedOffer, (records) =>
      queries.resolveProductIds(db, records),
    )
    for (const row of await queries.selectInvalidOffers(db, importId, maxFaults)) faults.add(toFault(row))
    for (const { line, firstLine, ...row } of await queries.selectRepeatedOffers(db, importId, maxFaults)) {
      faults.add({ line, column: productColumnOf(row), reason: `is in line ${firstLine} too, for this branch` })
    }
    if (faults.count > 0) return faults.toResult()

    return await transact(async (tx) => {
      const changes = maxChanges > 0 ? await planOfferChanges(tx, importId, maxChanges) : undefined
      const changedCount =
        (await queries.updateOffers(tx, importId)) + (await queries.updateOffers(tx, importId, 'withdrawn_offer'))
      const addedToWithdrawnCount = await queries.insertOffers(tx, importId, 'withdrawn_offer')
      const addedCount = await queries.insertOffers(tx, importId)
      if (addedCount > 0) await reindex(tx)
      const result = {
        read: readCount,
        changed: changedCount,
        added: addedCount + addedToWithdrawnCount,
        withdrawn: 0,
        ...(changes && { changes }),
      }
      await transactionHook(tx, result)
      return result
    })
  } finally {
    await staging.deleteStagedRows('staged_offer', importId)
  }
}

type InvalidOffer = Awaited<ReturnType<typeof queries.selectInvalidOffers>>[number]

function toFault(row: InvalidOffer) {
  const { line } = row
  if (row.product_id === null) return { line, column: productColumnOf(row), reason: 'is no product of the shop' }
  if (row.branch_id === null) return { line, column: 'branch_id', reason: 'is no branch of the shop' }
  if (row.price_cents === null) {
    return { line, column: 'price', reason: 'is empty, yet the product has no price in this branch' }
  }
  const ceilingReais = ((row.ceiling_price_cents ?? 0) / 100).toFixed(2)
  return { line, column: 'price', reason: `is above the legal ceiling of ${ceilingReais} (CMED)` }
}

/** The column in which a staged row names its product. */
function productColumnOf({ sku, slug }: { sku: string | null; slug: string | null }): ProductKeyColumn {
  if (sku !== null) return 'sku'
  return slug === null ? 'id' : 'slug'
}
