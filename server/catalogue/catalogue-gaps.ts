import type { Context } from '../context.ts'
import { findStoredCeilingList } from './ceilings.ts'
import { findPricesAboveCeiling } from './import/price-check.ts'

/** How much of the catalogue can be sold, and what it lacks. A product counts that some branch has a price for. */
export interface CatalogueGaps {
  productCount: number
  medicineCount: number
  /** Sold with a prescription. */
  prescriptionCount: number
  /** May have a picture, and has none. */
  withoutPictureCount: number
  /** Sold online with a prescription, and without its registration at Anvisa. */
  unregistered: { count: number; skus: string[] }
  /** Whether the CMED's list was taken in. */
  hasCeilingList: boolean
  /** Prices above the legal ceiling, in any branch. */
  aboveCeiling: { count: number; skus: string[] }
  /** Of each branch that has a price: for how many products, and how many of them one can buy there now: in stock and not paused. */
  branches: { branchId: number; pricedCount: number; buyableCount: number }[]
}

/** Of those with the same fault, so many are named. */
const maxSampleSkus = 3

export async function findCatalogueGaps(ctx: Context): Promise<CatalogueGaps> {
  const pricedProducts = ctx.db
    .selectFrom('product')
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('offer').whereRef('offer.productId', '=', 'product.id').select('offer.productId')),
    )
  const countOf = async (query: typeof pricedProducts) => {
    const { count } = await query.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
    return Number(count)
  }
  const prescriptionProducts = pricedProducts.where('requiresPrescription', '=', true)
  const unregisteredProducts = prescriptionProducts
    .where('isSellableOnline', '=', true)
    .where('anvisaRegistration', 'is', null)
  const sampleRows = await unregisteredProducts.select('sku').orderBy('id').limit(maxSampleSkus).execute()
  const { pricesAboveCeiling } = await findPricesAboveCeiling(ctx)
  const skusAboveCeiling = [...new Set(pricesAboveCeiling.map(({ sku }) => sku))]
  return {
    productCount: await countOf(pricedProducts),
    medicineCount: await countOf(pricedProducts.where('isMedicine', '=', true)),
    prescriptionCount: await countOf(prescriptionProducts),
    withoutPictureCount: await countOf(
      pricedProducts
        .where('isImageShown', '=', true)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('productPicture')
                .whereRef('productPicture.productId', '=', 'product.id')
                .select('productPicture.productId'),
            ),
          ),
        ),
    ),
    unregistered: { count: await countOf(unregisteredProducts), skus: sampleRows.map(({ sku }) => sku) },
    hasCeilingList: (await findStoredCeilingList(ctx)) !== null,
    aboveCeiling: { count: pricesAboveCeiling.length, skus: skusAboveCeiling.slice(0, maxSampleSkus) },
    branches: await countByBranch(ctx),
  }
}

async function countByBranch({ db }: Context): Promise<CatalogueGaps['branches']> {
  const offerCounts = db
    .selectFrom('offer')
    .innerJoin('product', 'product.id', 'offer.productId')
    .groupBy('branchId')
    .select(({ fn }) => ['branchId', fn.countAll<number>().as('count')] as const)
  const buyableRows = await offerCounts.where('isOutOfStock', '=', false).where('isSellableOnline', '=', true).execute()
  const pricedRows = await offerCounts.orderBy('branchId').execute()
  return pricedRows.map(({ branchId, count }) => ({
    branchId,
    pricedCount: Number(count),
    buyableCount: Number(buyableRows.find((row) => row.branchId === branchId)?.count ?? 0),
  }))
}
