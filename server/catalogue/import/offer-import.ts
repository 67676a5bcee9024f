import { z } from 'zod'
import { price, wholeNumber } from '../../import/cells.ts'
import { type ImportFile, type ImportResult, openFaultList } from '../../import/checked-rows.ts'
import type { Columns } from '../../import/csv-file.ts'
import { reindex } from '../reindex.ts'
import * as rows from './imports.sql.ts'
import type { ImportDatabase, Staging } from './staging.ts'

const OfferRow = z.object({
  sku: z.string().trim().min(1, 'is empty'),
  branch_id: wholeNumber(1, 9999),
  price,
  stock: wholeNumber(0, 999_999_999),
})
export const offerColumns: Columns = { required: Object.keys(OfferRow.shape), optional: [] }

/** Sets price and stock of products in branches. Prices above a product's legal ceiling are refused. */
export async function importOffers(
  { query, transact }: ImportDatabase,
  staging: Staging,
  file: ImportFile,
): Promise<ImportResult> {
  const importId = await staging.begin()
  const faults = openFaultList()
  const seen = new Map<string, number>()
  try {
    const read = await staging.stage('staged_offer', file, faults, async ({ line, values }) => {
      const parsed = OfferRow.safeParse(values)
      if (!parsed.success) return faults.refuse(line, parsed.error, values)
      const { sku, branch_id, price: price_cents, stock } = parsed.data
      const key = `${branch_id} ${sku}`
      const first = seen.get(key)
      if (first !== undefined)
        return faults.add({ line, column: 'sku', reason: `is in line ${first} too, for this branch` })
      seen.set(key, line)
      return { import_id: importId, line, branch_id, sku, price_cents, stock }
    })
    for (const { line, product_id, branch_id, ceiling_price_cents } of await rows.selectWrongOffers(query, importId)) {
      if (product_id === null) faults.add({ line, column: 'sku', reason: 'is no product of the shop' })
      else if (branch_id === null) faults.add({ line, column: 'branch_id', reason: 'is no branch of the shop' })
      else {
        const ceiling = ((ceiling_price_cents ?? 0) / 100).toFixed(2)
        faults.add({ line, column: 'price', reason: `is above the legal ceiling of ${ceiling} (CMED)` })
      }
    }
    if (faults.count > 0) return faults.result()

    return await transact(async (tx) => {
      const changed = await rows.updateOffers(tx, importId)
      const added = await rows.insertOffers(tx, importId)
      if (added > 0) await reindex(tx)
      return { read, changed, added, withdrawn: 0 }
    })
  } finally {
    await staging.clear('staged_offer', importId)
  }
}
