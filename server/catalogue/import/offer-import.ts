import {
  createFaultList,
  defaultMaxFaults,
  type ImportFile,
  type ImportResult,
} from '../../platform/csv/checked-rows.ts'
import type { CsvRow } from '../../platform/csv/table.ts'
import { reindex } from '../reindex.ts'
import * as queries from './imports.sql.ts'
import { OfferRow, type ProductKeyColumn } from './offer-row.ts'
import { planOffers } from './planned-changes.ts'
import type { CatalogueImportOptions, ImportDatabase, Staging } from './staging.ts'

/**
 * Sets price, stock or both of products in branches. Prices above a product's legal ceiling are refused. Those of withdrawn
 * products are kept for their return.
 */
export async function importOffers(
  { db, transact }: ImportDatabase,
  staging: Staging,
  file: ImportFile,
  { maxFaults = defaultMaxFaults, maxChanges = 0, transactionHook = async () => {} }: CatalogueImportOptions = {},
): Promise<ImportResult> {
  const importId = await staging.begin()
  const faults = createFaultList(maxFaults)
  try {
    const toRecord = async ({ line, values }: CsvRow) => {
      const parsed = OfferRow.safeParse(values)
      if (!parsed.success) return faults.addIssues(line, parsed.error, values)
      const { sku, slug, id, branch_id, price: price_cents, stock } = parsed.data
      const productReference = { sku: sku || null, slug: slug || null, product_id: id }
      return { import_id: importId, line, branch_id, ...productReference, price_cents, stock }
    }
    const readCount = await staging.stage('staged_offer', file, faults, toRecord, (records) =>
      queries.resolveProductIds(db, records),
    )
    for (const row of await queries.selectWrongOffers(db, importId, maxFaults)) faults.add(toFault(row))
    for (const { line, first, ...row } of await queries.selectRepeatedOffers(db, importId, maxFaults)) {
      faults.add({ line, column: productColumnOf(row), reason: `is in line ${first} too, for this branch` })
    }
    if (faults.count > 0) return faults.toResult()

    return await transact(async (tx) => {
      const changes = maxChanges > 0 ? await planOffers(tx, importId, maxChanges) : undefined
      const changedCount =
        (await queries.updateOffers(tx, importId)) + (await queries.updateOffers(tx, importId, 'withdrawn_offer'))
      const relistedCount = await queries.insertOffers(tx, importId, 'withdrawn_offer')
      const addedCount = await queries.insertOffers(tx, importId)
      if (addedCount > 0) await reindex(tx)
      const result = {
        read: readCount,
        changed: changedCount,
        added: addedCount + relistedCount,
        withdrawn: 0,
        ...(changes && { changes }),
      }
      await transactionHook(tx, result)
      return result
    })
  } finally {
    await staging.clear('staged_offer', importId)
  }
}

type WrongOffer = Awaited<ReturnType<typeof queries.selectWrongOffers>>[number]

function toFault(row: WrongOffer) {
  const { line } = row
  if (row.product_id === null) return { line, column: productColumnOf(row), reason: 'is no product of the shop' }
  if (row.branch_id === null) return { line, column: 'branch_id', reason: 'is no branch of the shop' }
  if (row.price_cents === null) {
    return { line, column: 'price', reason: 'is empty, yet the product has no price in this branch' }
  }
  const ceiling = ((row.ceiling_price_cents ?? 0) / 100).toFixed(2)
  return { line, column: 'price', reason: `is above the legal ceiling of ${ceiling} (CMED)` }
}

/** The column in which a staged row names its product. */
function productColumnOf({ sku, slug }: { sku: string | null; slug: string | null }): ProductKeyColumn {
  if (sku !== null) return 'sku'
  return slug === null ? 'id' : 'slug'
}
