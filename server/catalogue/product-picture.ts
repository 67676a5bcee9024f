import type { Database, InTransaction } from '../database/connection.ts'
import { ShopError } from '../platform/errors.ts'
import type { UploadedPictures } from './uploaded-pictures.ts'

export type ProductPictures = ReturnType<typeof createProductPictures>

/** A product's first picture, by hand. */
export function createProductPictures({ db, transact, engine }: Database, uploads: UploadedPictures) {
  return { changePicture }

  /**
   * Puts a picture in the place of the first one; the others stay.
   * @param currentKey the key of the picture that the form showed; null for none
   * @throws ShopError "product.unknown", "picture.forbidden", "picture.missing", "picture.tooLarge", "picture.unsupported",
   *   "picture.damaged", "picture.changed", "upload.busy", "files.unavailable"
   */
  async function changePicture(
    productId: number,
    content: Uint8Array,
    currentKey: string | null,
    alsoWrite: InTransaction,
  ): Promise<void> {
    const product = await db
      .selectFrom('product')
      .select(['sku', 'show_image'])
      .where('id', '=', productId)
      .executeTakeFirst()
    if (!product) throw new ShopError('product.unknown')
    if (product.show_image === 0) throw new ShopError('picture.forbidden', { input: 'picture' })
    const key = await uploads.keep(content, product.sku)
    await transact(async (tx) => {
      const product = tx.selectFrom('product').select(['name', 'show_image']).where('id', '=', productId)
      const now = await (engine === 'postgres' ? product.forUpdate() : product).executeTakeFirstOrThrow()
      // An import may have forbidden it meanwhile (RDC 44/2009, art. 54).
      if (now.show_image === 0) throw new ShopError('picture.forbidden', { input: 'picture' })
      const first = await tx
        .selectFrom('product_picture')
        .select('picture_key')
        .where('product_id', '=', productId)
        .where('position', '=', 1)
        .executeTakeFirst()
      if ((first?.picture_key ?? null) !== currentKey) throw new ShopError('picture.changed', { input: 'picture' })
      await tx
        .insertInto('product_picture')
        .values({ product_id: productId, position: 1, picture_key: key, alt: now.name })
        .onConflict((on) => on.columns(['product_id', 'position']).doUpdateSet({ picture_key: key, alt: now.name }))
        .execute()
      await alsoWrite(tx)
    })
  }
}
