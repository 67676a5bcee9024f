import type { Context, TransactionContext } from '../context.ts'
import { ShopError } from '../platform/errors.ts'
import { savePicture } from './picture-uploader.ts'
import { findProduct, lockProduct, type StaffProduct } from './staff-products.ts'

/**
 * Converts and saves a picture, which `replaceFirstPicture` then shows.
 * @returns its key
 */
export async function saveProductPicture(ctx: Context, productId: number, content: Uint8Array): Promise<string> {
  const product = await findProduct(ctx, productId)
  if (!product) throw new ShopError('product.unknown')
  assertShowsPicture(product)
  return savePicture(ctx, content, product.sku)
}

/**
 * Puts a picture in the place of the first one; the others stay.
 * @param expectedPictureKey the key of the first picture as the form showed it; null for none
 * @returns the product as it was
 */
export async function replaceFirstPicture(
  ctx: TransactionContext,
  productId: number,
  pictureKey: string,
  expectedPictureKey: string | null,
): Promise<StaffProduct> {
  const product = await lockProduct(ctx, productId)
  // An import may have forbidden it meanwhile (RDC 44/2009, art. 54).
  assertShowsPicture(product)
  if (product.pictureKey !== expectedPictureKey) throw new ShopError('picture.changed', { input: 'picture' })
  const row = { pictureKey, alt: product.name }
  await ctx.db
    .insertInto('productPicture')
    .values({ productId, position: 1, ...row })
    .onConflict((conflict) => conflict.columns(['productId', 'position']).doUpdateSet(row))
    .execute()
  return product
}

function assertShowsPicture({ isImageShown }: StaffProduct): void {
  if (!isImageShown) throw new ShopError('picture.forbidden', { input: 'picture' })
}
