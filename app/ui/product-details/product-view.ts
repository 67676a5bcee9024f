import type { Product } from '#server/catalogue/types.ts'
import type { PackContents } from '../../texts/format.ts'

/** A product as its page shows it, without fields the page does not need: all of them are sent to the browser. */
export type ProductView = Omit<Product, 'listPriceCents' | 'categoryId' | 'subcategoryId'> & {
  /** For the price of one; null where it may not or cannot be told. */
  packContents: PackContents | null
  /** What the law says of its substances. */
  substanceWarnings: string[]
  /** Into how many parts a card divides its price. */
  installmentsText: string | null
  /** Of the 30 days before the price that is told beside another one; left out where none is known. */
  lowestPriceCents?: number
  /** What else its kit is of; left out without one. */
  kitLinks?: { name: string; href: string }[]
  /** Of a laboratory’s discount that the shop’s sites do not give. */
  isLaboratoryDiscountStoreOnly?: boolean
}
