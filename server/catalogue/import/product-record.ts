import type { BareContext } from '../../context.ts'
import { detailColumnSchemas, readDetails } from '../product-details.ts'
import type { ProductColumn } from './product-row.ts'

/** A product as a catalogue's file has it: taken in again, it changes nothing. */
export type ProductRecord = Partial<Record<ProductColumn, string>> & { sku: string }

/** Rows read at once: a catalogue of 200,000 products is written while it is read. */
const batchSize = 1000

/** Every product that a branch sells, by id, so that a file taken into another shop keeps their order. */
export async function* listProductRecords(ctx: Pick<BareContext, 'db'>): AsyncGenerator<ProductRecord> {
  let lastId = 0
  for (;;) {
    const rows = await selectRecords(ctx)
      .where('product.id', '>', lastId)
      .where(({ exists, selectFrom }) =>
        exists(selectFrom('offer').whereRef('offer.productId', '=', 'product.id').select('offer.productId')),
      )
      .limit(batchSize)
      .execute()
    for (const row of rows) yield toRecord(row)
    const lastRow = rows.at(-1)
    if (lastRow === undefined) return
    lastId = lastRow.id
  }
}

/** @returns null for an unknown product */
export async function findProductRecord(ctx: Pick<BareContext, 'db'>, id: number): Promise<ProductRecord | null> {
  const row = await selectRecords(ctx).where('product.id', '=', id).executeTakeFirst()
  return row ? toRecord(row) : null
}

/** @returns null where no product has that SKU as it is written */
export async function findProductId(ctx: Pick<BareContext, 'db'>, sku: string): Promise<number | null> {
  const row = await ctx.db.selectFrom('product').where('sku', '=', sku).select('id').executeTakeFirst()
  return row?.id ?? null
}

/** The ends of the products' addresses. */
export async function listSlugs(ctx: Pick<BareContext, 'db'>): Promise<Set<string>> {
  const rows = await ctx.db.selectFrom('product').select('slug').execute()
  return new Set(rows.map(({ slug }) => slug))
}

function selectRecords({ db }: Pick<BareContext, 'db'>) {
  return db
    .selectFrom('product')
    .innerJoin('category', 'category.id', 'product.categoryId')
    .innerJoin('subcategory', 'subcategory.id', 'product.subcategoryId')
    .leftJoin('promotion', (join) =>
      join.onRef('promotion.productId', '=', 'product.id').on('promotion.isRunning', '=', true),
    )
    .selectAll('product')
    .select(['category.name as categoryName', 'subcategory.name as subcategoryName'])
    .select(['promotion.productId as promotedId', 'ownDiscountType', 'ownDiscountValue'])
    .select(({ selectFrom, fn }) => {
      const selectHighestPrice = (table: 'offer' | 'withdrawnOffer') =>
        selectFrom(table)
          .whereRef(`${table}.productId`, '=', 'product.id')
          .select((eb) => eb.fn.max(`${table}.priceCents`).as('priceCents'))
      return fn.coalesce(selectHighestPrice('offer'), selectHighestPrice('withdrawnOffer')).as('highestPriceCents')
    })
    .orderBy('product.id')
}

type RecordRow = Awaited<ReturnType<ReturnType<typeof selectRecords>['execute']>>[number]

function toRecord(row: RecordRow): ProductRecord {
  const isGeneric = row.kind === 'generico'
  const ceiling = toReais(row.ceilingPriceCents)
  const details = readDetails(row.details)
  return {
    sku: row.sku,
    slug: row.slug,
    name: row.name,
    active_ingredient: row.activeIngredient,
    presentation: row.presentation,
    manufacturer: row.manufacturer,
    brand: row.brand,
    category: row.categoryName,
    subcategory: row.subcategoryName,
    kind: row.kind,
    price_typical: toReais(row.highestPriceCents),
    ...toDiscountColumns(row),
    prescription_class: row.prescriptionClass,
    hold_prescription: toFlag(row.requiresPrescription),
    is_pbm: toFlag(row.isPbm),
    is_medical: toFlag(row.isMedicine),
    promo_allowed: toFlag(row.isPromoAllowed),
    show_image: toFlag(row.isImageShown),
    sellable_online: toFlag(row.isSellableOnline),
    ean: row.ean ?? '',
    ggrem: row.ggrem ?? '',
    anvisa_registro: row.anvisaRegistration ?? '',
    pmc_18_sp: isGeneric ? '' : ceiling,
    pmc_12_sp: isGeneric ? ceiling : '',
    description: row.description,
    leaflet_url: row.leafletUrl ?? '',
    max_units: row.maxUnits === null ? '' : String(row.maxUnits),
    safety_stock: row.safetyStock === null ? '' : String(row.safetyStock),
    pictures: '',
    ...Object.fromEntries(
      Object.keys(detailColumnSchemas).map((key) => [key, details[key as keyof typeof details] ?? '']),
    ),
  }
}

/** The product's own discount, which a running promotion stands in for. */
function toDiscountColumns(row: RecordRow): { discount_type: string; discount: string } {
  const [type, value] =
    row.promotedId === null ? [row.discountType, row.discountValue] : [row.ownDiscountType, row.ownDiscountValue]
  if (type === null || value === null) return { discount_type: '', discount: '' }
  return { discount_type: type, discount: type === 'amount' ? toReais(value) : String(value) }
}

function toFlag(isSet: boolean): string {
  return isSet ? '1' : '0'
}

function toReais(cents: number | null): string {
  return cents === null ? '' : (cents / 100).toFixed(2)
}
