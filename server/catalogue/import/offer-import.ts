import { createFaultList, type ImportFile, type ImportResult, usualMaxFaults } from '../../platform/csv/checked-rows.ts'
import type { CsvRow } from '../../platform/csv/table.ts'
import { reindex } from '../reindex.ts'
import * as rows from './imports.sql.ts'
import { type OfferName, OfferRow } from './offer-row.ts'
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
  { maxFaults = usualMaxFaults, maxChanges = 0, alsoWrite = async () => {} }: CatalogueImportOptions = {},
): Promise<ImportResult> {
  const importId = await staging.begin()
  const faults = createFaultList(maxFaults)
  try {
    const record = async ({ line, values }: CsvRow) => {
      const parsed = OfferRow.safeParse(values)
      if (!parsed.success) return faults.refuse(line, parsed.error, values)
      const { sku, slug, id, branch_id, price: price_cents, stock } = parsed.data
      const name = { sku: sku || null, slug: slug || null, product_id: id }
      return { import_id: importId, line, branch_id, ...name, price_cents, stock }
    }
    const read = await staging.stage('staged_offer', file, faults, record, (records) =>
      rows.resolveProductIds(db, records),
    )
    for (const row of await rows.selectWrongOffers(db, importId, maxFaults)) faults.add(faultOf(row))
    for (const { line, first, ...row } of await rows.selectRepeatedOffers(db, importId, maxFaults)) {
      faults.add({ line, column: nameOf(row), reason: `is in line ${first} too, for this branch` })
    }
    if (faults.count > 0) return faults.result()

    return await transact(async (tx) => {
      const changes = maxChanges > 0 ? await planOffers(tx, importId, maxChanges) : undefined
      const changed =
        (await rows.updateOffers(tx, importId)) + (await rows.updateOffers(tx, importId, 'withdrawn_offer'))
      const back = await rows.insertOffers(tx, importId, 'withdrawn_offer')
      const added = await rows.insertOffers(tx, importId)
      if (added > 0) await reindex(tx)
      const imported = { read, changed, added: added + back, withdrawn: 0, ...(changes && { changes }) }
      await alsoWrite(tx, imported)
      return imported
    })
  } finally {
    await staging.clear('staged_offer', importId)
  }
}

type WrongOffer = Awaited<ReturnType<typeof rows.selectWrongOffers>>[number]

function faultOf(row: WrongOffer) {
  const { line } = row
  if (row.product_id === null) return { line, column: nameOf(row), reason: 'is no product of the shop' }
  if (row.branch_id === null) return { line, column: 'branch_id', reason: 'is no branch of the shop' }
  if (row.price_cents === null) {
    return { line, column: 'price', reason: 'is empty, yet the product has no price in this branch' }
  }
  const ceiling = ((row.ceiling_price_cents ?? 0) / 100).toFixed(2)
  return { line, column: 'price', reason: `is above the legal ceiling of ${ceiling} (CMED)` }
}

/** The column in which a staged row names its product. */
function nameOf({ sku, slug }: { sku: string | null; slug: string | null }): OfferName {
  if (sku !== null) return 'sku'
  return slug === null ? 'id' : 'slug'
}
