import type { Context, TransactionHook } from '../context.ts'
import { ShopError } from '../platform/errors.ts'
import { savePicture } from './picture-uploader.ts'

/**
 * Puts a picture in the place of the first one; the others stay.
 * @param expectedPictureKey the key of the first picture as the form showed it; null for none
 * @throws ShopError "product.unknown", "picture.forbidden", "picture.missing", "picture.tooLarge", "picture.unsupported",
 *   "picture.damaged", "picture.changed", "upload.busy", "files.unavailable"
 */
export async function replaceFirstPicture(
  ctx: Context,
  productId: number,
  content: Uint8Array,
  expectedPictureKey: string | null,
  transactionHook: TransactionHook,
): Promise<void> {
  const product = await ctx.db
    .selectFrom('product')
    .select(['sku', 'show_image'])
    .where('id', '=', productId)
    .executeTakeFirst()
  if (!product) throw new ShopError('product.unknown')
  if (product.show_image === 0) throw new ShopError('picture.forbidden', { input: 'picture' })
  const pictureKey = await savePicture(ctx, content, product.sku)
  await ctx.transact(async (ctx) => {
    const productQuery = ctx.db.selectFrom('product').select(['name', 'show_image']).where('id', '=', productId)
    const currentProduct = await (ctx.engine === 'postgres'
      ? productQuery.forUpdate()
      : productQuery
    ).executeTakeFirstOrThrow()
    // An import may have forbidden it meanwhile (RDC 44/2009, art. 54).
    if (currentProduct.show_image === 0) throw new ShopError('picture.forbidden', { input: 'picture' })
    const firstPicture = await ctx.db
      .selectFrom('product_picture')
      .select('picture_key')
      .where('product_id', '=', productId)
      .where('position', '=', 1)
      .executeTakeFirst()
    if ((firstPicture?.picture_key ?? null) !== expectedPictureKey)
      throw new ShopError('picture.changed', { input: 'picture' })
    await ctx.db
      .insertInto('product_picture')
      .values({ product_id: productId, position: 1, picture_key: pictureKey, alt: currentProduct.name })
      .onConflict((conflict) =>
        conflict.columns(['product_id', 'position']).doUpdateSet({ picture_key: pictureKey, alt: currentProduct.name }),
      )
      .execute()
    await transactionHook(ctx)
  })
}
