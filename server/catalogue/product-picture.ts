import type { Database, TransactionHook } from '../database/connection.ts'
import { ShopError } from '../platform/errors.ts'
import type { PictureUploader } from './picture-uploader.ts'

export type ProductPictureService = ReturnType<typeof createProductPictureService>

/** Replaces a product's first picture by one that an employee uploads. */
export function createProductPictureService({ db, transact, engine }: Database, pictureUploader: PictureUploader) {
  return { replaceFirstPicture }

  /**
   * Puts a picture in the place of the first one; the others stay.
   * @param expectedPictureKey the key of the first picture as the form showed it; null for none
   * @throws ShopError "product.unknown", "picture.forbidden", "picture.missing", "picture.tooLarge", "picture.unsupported",
   *   "picture.damaged", "picture.changed", "upload.busy", "files.unavailable"
   */
  async function replaceFirstPicture(
    productId: number,
    content: Uint8Array,
    expectedPictureKey: string | null,
    transactionHook: TransactionHook,
  ): Promise<void> {
    const product = await db
      .selectFrom('product')
      .select(['sku', 'show_image'])
      .where('id', '=', productId)
      .executeTakeFirst()
    if (!product) throw new ShopError('product.unknown')
    if (product.show_image === 0) throw new ShopError('picture.forbidden', { input: 'picture' })
    const pictureKey = await pictureUploader.savePicture(content, product.sku)
    await transact(async (tx) => {
      const productQuery = tx.selectFrom('product').select(['name', 'show_image']).where('id', '=', productId)
      const currentProduct = await (engine === 'postgres'
        ? productQuery.forUpdate()
        : productQuery
      ).executeTakeFirstOrThrow()
      // An import may have forbidden it meanwhile (RDC 44/2009, art. 54).
      if (currentProduct.show_image === 0) throw new ShopError('picture.forbidden', { input: 'picture' })
      const firstPicture = await tx
        .selectFrom('product_picture')
        .select('picture_key')
        .where('product_id', '=', productId)
        .where('position', '=', 1)
        .executeTakeFirst()
      if ((firstPicture?.picture_key ?? null) !== expectedPictureKey)
        throw new ShopError('picture.changed', { input: 'picture' })
      await tx
        .insertInto('product_picture')
        .values({ product_id: productId, position: 1, picture_key: pictureKey, alt: currentProduct.name })
        .onConflict((conflict) =>
          conflict
            .columns(['product_id', 'position'])
            .doUpdateSet({ picture_key: pictureKey, alt: currentProduct.name }),
        )
        .execute()
      await transactionHook(tx)
    })
  }
}
