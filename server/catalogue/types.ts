import { placeholderPictureAlt } from '../../app/texts/product.ts'
import type { PrescriptionClass, ProductKind } from '../database/schema.ts'
import type { Facets } from './listing/facet-counts.ts'
import type { Discount, UnitPrice } from './pricing.ts'
import type { ProductDetails } from './product-details.ts'

/** The icons a category may have, each a drawing of `app/ui/icon`. */
export const categoryIcons = [
  ...(['pill', 'leaf', 'drop', 'brush', 'baby', 'pulse'] as const),
  ...(['bottle', 'tube', 'heart', 'tag', 'package'] as const),
] as const
export type CategoryIcon = (typeof categoryIcons)[number]

/** For a product without a picture, or whose picture the law forbids. Its files are part of the software. */
export const placeholderPicture = { key: 'receita', alt: placeholderPictureAlt }

export interface Subcategory {
  id: number
  name: string
  slug: string
  categoryId: number
}

export interface Category {
  id: number
  name: string
  slug: string
  /** Of its tile on the home page. */
  icon: CategoryIcon
  /** The shop has not picked it: the tile has the drawing of a pack instead. */
  isDefaultIcon: boolean
  subcategories: Subcategory[]
}

/** A product as cards show it, at one branch's price and stock. */
export interface ProductSummary extends UnitPrice {
  id: number
  slug: string
  name: string
  brand: string
  kind: ProductKind
  requiresPrescription: boolean
  isMedicine: boolean
  isPbm: boolean
  isPromoAllowed: boolean
  isSellableOnline: boolean
  /** Not for sale for now, by the operator's decision: treated as out of stock. */
  isPaused: boolean
  /** Undiscounted, also where no discount may be shown. */
  listPriceCents: number
  stock: number
  /** What a customer gets of it, in an order and in 30 days; null: no limit. */
  maxUnits: number | null
  /** Of a promotion whose price depends on the bag: 'Leve 3, pague 2'. */
  promotionTitle: string | null
  /** "500 mg, 20 comprimidos". */
  presentation: string
  pictureKey: string
}

export interface Product extends ProductSummary {
  sku: string
  manufacturer: string
  activeIngredient: string
  description: string
  prescriptionClass: PrescriptionClass
  anvisaRegistration: string | null
  ean: string | null
  leafletUrl: string | null
  details: ProductDetails
  categoryId: number
  subcategoryId: number
  pictures: { key: string; alt: string }[]
}

/** A product whether a branch offers it or not: the data that orders and prescriptions refer to. */
export interface ProductRecord {
  sku: string
  ean: string | null
  name: string
  slug: string
  anvisaRegistration: string | null
  prescriptionClass: PrescriptionClass
  isMedicine: boolean
  isPbm: boolean
  isPromoAllowed: boolean
  /** Null without a picture. */
  pictureKey: string | null
}

/** The properties of a product that API calls return. */
export interface ProductOverview extends ProductSummary {
  description: string
  categoryId: number
  subcategoryId: number
  /** Includes a laboratory's, which no price shows before the customer opts in. */
  discount: Discount | null
}

export interface ListingPage {
  products: ProductSummary[]
  /** Exact, unless `isCapped`: then there are more, not counted. */
  productCount: number
  isCapped: boolean
  /** Of 24 products each; 1 where there are none, 200 at most. */
  pageCount: number
  /** The words actually searched, if the typed ones were corrected; else null. */
  correctedQuery: string | null
  /** Typed words that no product has together with the others. */
  droppedWords?: string
  /** What the filters offer. */
  facets: Facets
}

export interface Banner {
  id: number
  title: string
  text: string
  linkText: string
  /** Where it leads: a category, a product, or (neither known) the home page. */
  categorySlug: string | null
  /** A part of that category. */
  subcategorySlug: string | null
  productSlug: string | null
  pictureKey: string | null
  /** The picture fills its side of the banner. */
  isPhoto: boolean
}

/** The part of an order line that stock depends on. */
export interface StockLine {
  productId: number
  quantity: number
  name: string
}
