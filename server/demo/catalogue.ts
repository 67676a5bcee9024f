import { fileURLToPath } from 'node:url'
import { replaceCeilings } from '../catalogue/import/ceiling-import.ts'
import type { CmedList } from '../catalogue/import/cmed-list.ts'
import { importOffers } from '../catalogue/import/offer-import.ts'
import { importProducts } from '../catalogue/import/product-import.ts'
import { productColumns } from '../catalogue/import/product-row.ts'
import type { TransactionContext } from '../context.ts'
import { buildReservedUnitsQuery } from '../orders/reserved-units.ts'
import type { ImportResult } from '../platform/csv/checked-rows.ts'
import type { ImportRow } from '../platform/csv/table.ts'
import { readTable } from '../platform/csv/table-file.ts'
import { branches } from './branches.ts'
import { listPictures } from './pictures.ts'

const catalogueFile = fileURLToPath(new URL('./catalogue.csv', import.meta.url))

/** Imports the demo's products like an operator's files, then adds their pictures. */
export async function importCatalogue(ctx: TransactionContext): Promise<void> {
  assertImported(await importProducts(ctx, readTable(catalogueFile, productColumns)))
  assertImported(await importOffers(ctx, buildReservedUnitsQuery, generateBranchOffers(ctx)))
  await replaceCeilings(ctx, demoCeilingList)
  await setPriceAboveCeiling(ctx)
  await insertPictures(ctx)
}

/** One medicine of the CMED's list, for the demo's other products the catalogue's own ceilings count. */
const demoCeilingList: CmedList = {
  publishedOn: '2026-08-11',
  rates: ['0 %', '12 %', '18 %'],
  medicines: [
    {
      line: 1,
      ggrem: '504614110025017',
      registration: '1558403370026',
      eans: ['7896714221519'],
      substance: 'DICLOFENACO SÓDICO',
      laboratory: 'NEO QUÍMICA',
      product: 'DICLOFENACO SÓDICO',
      presentation: '50 MG, 20 COMPRIMIDOS REVESTIDOS',
      therapeuticClass: '',
      productType: 'Genérico',
      stripe: 'Tarja Vermelha',
      priceRegime: 'Regulado',
      isGeneric: true,
      isIcmsFree: false,
      isForHospitals: false,
      ceilings: { '0 %': 2587, '12 %': 2940, '18 %': 3155 },
    },
  ],
}

/** A generic between its ceilings of 12 % and 18 %, in one branch: an older price, which the check of prices finds. */
async function setPriceAboveCeiling(ctx: TransactionContext): Promise<void> {
  await ctx.db
    .updateTable('offer')
    .set({ priceCents: 3049 })
    .where('branchId', '=', 4)
    .where('productId', 'in', ctx.db.selectFrom('product').select('id').where('sku', '=', 'FD0039'))
    .execute()
}

function assertImported(result: ImportResult): void {
  if ('faults' in result) throw new Error(`the demo's catalogue: ${JSON.stringify(result.faults)}`)
}

/**
 * Each branch's prices and stock, derived from the typical price by a rule: never above the legal ceiling (CMED, PMC 18 % in
 * São Paulo).
 */
async function* generateBranchOffers(ctx: TransactionContext): AsyncGenerator<ImportRow> {
  const products = await ctx.db
    .selectFrom('product')
    .innerJoin('offer', 'offer.productId', 'product.id')
    .where('offer.branchId', '=', 1)
    .select(['product.id', 'product.sku', 'product.ceilingPriceCents', 'offer.priceCents'])
    .orderBy('product.id')
    .execute()
  let line = 1
  for (const branch of branches) {
    for (const { id, sku, priceCents: firstPriceCents, ceilingPriceCents } of products) {
      const priceCents = Math.floor((firstPriceCents * branch.priceLevelPercent + 50) / 100)
      const values = {
        sku,
        branch_id: String(branch.id),
        price: (Math.min(priceCents, ceilingPriceCents ?? priceCents) / 100).toFixed(2),
        stock: String((id * 7 + branch.id * 13) % 41),
      }
      line += 1
      yield { line, values }
    }
  }
}

async function insertPictures(ctx: TransactionContext): Promise<void> {
  const products = await ctx.db.selectFrom('product').select('id').execute()
  const pictures = products.flatMap(({ id }) =>
    listPictures(id).map(({ key, alt }, index) => ({ productId: id, position: index + 1, pictureKey: key, alt })),
  )
  await ctx.db.deleteFrom('productPicture').execute()
  await ctx.db.insertInto('productPicture').values(pictures).execute()
}
