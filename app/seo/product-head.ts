import { toPlainDescription } from '../texts/product.ts'
import { buildPictureUrl, hasPicture } from '../ui/picture/picture.tsx'
import type { ProductView } from '../ui/product-details/product-view.ts'

/** For a prescription item only name, ingredient and presentation (RDC 44/2009, art. 54). */
export function toMetaDescription(product: ProductView): string {
  const text = product.requiresPrescription
    ? [product.name, [product.activeIngredient, product.presentation].filter(Boolean).join(', ')]
        .filter(Boolean)
        .map((sentence) => `${sentence}.`)
        .join(' ')
    : toPlainDescription(product.description)
  return text.length <= 160 ? text : `${text.slice(0, text.lastIndexOf(' ', 157))}...`
}

/** A product's picture elsewhere: none of a prescription item (RDC 44/2009, art. 54). */
export function getPublicPicturePath(product: ProductView): string | undefined {
  return product.requiresPrescription || !hasPicture(product) ? undefined : buildPictureUrl(product.pictureKey, 800)
}
