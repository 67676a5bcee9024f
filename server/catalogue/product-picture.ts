import type { Database, TransactionHook } from '../database/connection.ts'
import { ShopError } from '../platform/errors.ts'
import type { UploadedPictures } from './uploaded-pictures.ts'

export type ProductPictures = ReturnType<typeof createProductPictures>

/** A product's first picture, by hand. */
export function createProductPictures({ db, transact, engine }: Database, uploads: UploadedPictures) {
  return { changePicture }

  /**
   * Puts a picture in the place of the first one; the others stay.
   * @param expectedKey the key of the picture that the form showed; null for none
   * @throws ShopError "product.unknown", "picture.forbidden", "picture.missing", "picture.tooLarge", "picture.unsupported",
   *   "picture.damaged", "picture.changed", "upload.busy", "files.unavailable"
   */
  async function changePicture(
    productId: number,
    content: Uint8Array,
    expectedKey: string | null,
    transactionHook: TransactionHook,
  ): Promise<void> {
    const product = await db
      .selectFrom('product')
      .select(['sku', 'show_image'])
      .where('id', '=', productId)
      .executeTakeFirst()
    if (!product) throw new ShopError('product.unknown')
    if (product.show_image === 0) throw new ShopError('picture.forbidden', { input: 'picture' })
    const key = await uploads.savePicture(content, product.sku)
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
      if ((firstPicture?.picture_key ?? null) !== expectedKey)
        throw new ShopError('picture.changed', { input: 'picture' })
      await tx
        .insertInto('product_picture')
        .values({ product_id: productId, position: 1, picture_key: key, alt: currentProduct.name })
        .onConflict((on) =>
          on.columns(['product_id', 'position']).doUpdateSet({ picture_key: key, alt: currentProduct.name }),
        )
        .execute()
      await transactionHook(tx)
    })
  }
}
