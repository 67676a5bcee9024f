import type { Database } from '../database/connection.ts'
import { inBatches } from '../platform/csv/batches.ts'
import { ShopError } from '../platform/errors.ts'
import { fold } from '../platform/user-input.ts'
import { isId } from '../wire/values.ts'
import { selectOffers, selectPages, selectRecords } from './catalogue.sql.ts'
import { type Discount, discountOf, unitPrice } from './pricing.ts'
import { readDetails } from './product-details.ts'
import { neutralPicture, type Product, type ProductFacts, type ProductRecord, type ProductSummary } from './shapes.ts'

export type Products = ReturnType<typeof createProducts>

/** Looks up products as a branch offers them. */
export function createProducts({ db }: Database) {
  return {
    findProducts,
    findProductBySlug,
    productIdOf,
    findWholeProducts,
    productFacts,
    laboratoryDiscounts,
    productRecords,
  }

  /** The products with these ids that the branch lists, by id; unknown ids are left out. */
  async function findProducts(branchId: number, ids: number[], tx = db): Promise<Map<number, ProductSummary>> {
    const validIds = ids.filter(isId)
    if (validIds.length === 0) return new Map()
    const rows = await selectOffers(tx, branchId).where('product.id', 'in', validIds).execute()
    return new Map(rows.map((row) => [row.id, summary(row)]))
  }

  /**
   * Finds a product by its slug, or by one that it had before, ignoring case and accents.
   * @throws ShopError "product.unknown"; "product.withdrawn" for one that no branch sells any more
   */
  async function findProductBySlug(branchId: number, slug: string): Promise<Product> {
    const [product] = wholeProducts(
      await selectPages(db, branchId).where('product.slug', '=', fold(slug)).execute(),
    ).values()
    if (product) return product
    const id = await productIdOf(slug)
    const [renamed] = id === null ? [] : await findWholeProducts(branchId, [id])
    if (renamed) return renamed
    const offer = db.selectFrom('offer').select('product_id').where('product_id', '=', id).limit(1)
    throw new ShopError(id === null || (await offer.executeTakeFirst()) ? 'product.unknown' : 'product.withdrawn')
  }

  /** The product that has a slug, or had it; also a withdrawn one. */
  async function productIdOf(slug: string): Promise<number | null> {
    const named = await db.selectFrom('product').select('id').where('slug', '=', fold(slug)).executeTakeFirst()
    if (named) return named.id
    const renamed = await db
      .selectFrom('product_slug_history')
      .select('product_id')
      .where('slug', '=', fold(slug))
      .executeTakeFirst()
    return renamed?.product_id ?? null
  }

  /** The products with these ids that the branch lists, in their order, with everything their pages show. */
  async function findWholeProducts(branchId: number, ids: number[]): Promise<Product[]> {
    const possible = ids.filter(isId)
    if (possible.length === 0) return []
    const products = wholeProducts(await selectPages(db, branchId).where('product.id', 'in', possible).execute())
    return possible.flatMap((id) => products.get(id) ?? [])
  }

  /** The products with these ids that the branch lists, in their order; unknown ids are left out. */
  async function productFacts(branchId: number, ids: number[]): Promise<ProductFacts[]> {
    if (ids.length === 0) return []
    const rows = await selectOffers(db, branchId)
      .where('product.id', 'in', ids)
      .select(['product.description', 'product.category_id', 'product.subcategory_id'])
      .execute()
    const byId = new Map(rows.map((row) => [row.id, row]))
    return ids.flatMap((id) => {
      const row = byId.get(id)
      return row
        ? {
            ...summary(row),
            description: row.description,
            categoryId: row.category_id,
            subcategoryId: row.subcategory_id,
            discount: discountOf(row),
          }
        : []
    })
  }

  /** The usual discount of the laboratory, by id, of those products that have one (PBM): whether it is granted its programme says. */
  async function laboratoryDiscounts(ids: number[]): Promise<Map<number, Discount>> {
    const possible = ids.filter(isId)
    if (possible.length === 0) return new Map()
    const rows = await db
      .selectFrom('product')
      .select(['id', 'discount_type', 'discount_value'])
      .where('id', 'in', possible)
      .where('is_pbm', '=', 1)
      .execute()
    return new Map(
      rows.flatMap((row) => {
        const discount = discountOf(row)
        return discount ? [[row.id, discount] as const] : []
      }),
    )
  }

  /** What does not depend on a branch, by id, also of withdrawn products; unknown ids are left out. */
  async function productRecords(ids: number[], tx = db): Promise<Map<number, ProductRecord>> {
    const records = new Map<number, ProductRecord>()
    for (const batch of inBatches([...new Set(ids)].filter(isId))) {
      for (const row of await selectRecords(tx, batch)) {
        records.set(row.id, {
          sku: row.sku,
          ean: row.ean,
          name: row.name,
          slug: row.slug,
          anvisaRegistration: row.anvisa_registration,
          prescriptionClass: row.prescription_class,
          isMedicine: row.is_medicine === 1,
          isPbm: row.is_pbm === 1,
          promoAllowed: row.promo_allowed === 1,
          pictureKey: row.picture_key,
        })
      }
    }
    return records
  }
}

type OfferRow = Awaited<ReturnType<ReturnType<typeof selectOffers>['execute']>>[number]

function summary(row: OfferRow): ProductSummary {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    brand: row.brand,
    kind: row.kind,
    requiresPrescription: row.requires_prescription === 1,
    isMedicine: row.is_medicine === 1,
    isPbm: row.is_pbm === 1,
    promoAllowed: row.promo_allowed === 1,
    sellableOnline: row.sellable_online === 1,
    ...unitPrice(row.price_cents, discountOf(row), row.is_pbm === 1),
    listPriceCents: row.price_cents,
    stock: row.out_of_stock === 1 ? 0 : row.stock,
    isPaused: row.paused_until !== null,
    presentation: row.presentation,
    pictureKey: row.picture_key ?? neutralPicture.key,
  }
}

type PageRow = Awaited<ReturnType<ReturnType<typeof selectPages>['execute']>>[number]

/** By id. */
function wholeProducts(rows: PageRow[]): Map<number, Product> {
  const products = new Map<number, Product>()
  for (const row of rows) {
    const product = products.get(row.id) ?? {
      ...summary(row),
      sku: row.sku,
      manufacturer: row.manufacturer,
      activeIngredient: row.active_ingredient,
      description: row.description,
      prescriptionClass: row.prescription_class,
      anvisaRegistration: row.anvisa_registration,
      ean: row.ean,
      leafletUrl: row.leaflet_url,
      details: readDetails(row.details),
      ceilingPriceCents: row.ceiling_price_cents,
      categoryId: row.category_id,
      subcategoryId: row.subcategory_id,
      pictures: [],
    }
    product.pictures.push(row.picture_key === null ? neutralPicture : { key: row.picture_key, alt: row.alt ?? '' })
    products.set(row.id, product)
  }
  return products
}
