import { fileTypeFromBuffer } from 'file-type'
import type { Alongside, Database } from '../database/connection.ts'
import { openConcurrencyLimit } from '../platform/concurrency.ts'
import { ShopError } from '../platform/errors.ts'
import type { FileStorage } from '../platform/files/file-storage.ts'
import { keepPicture, NoPicture } from './import/pictures.ts'

/** Bytes: 10 MB. */
const maxBytes = 10 * 1024 * 1024
const types = new Set(['image/jpeg', 'image/png', 'image/webp'])

export type ProductPictures = ReturnType<typeof openProductPictures>

/** A product's first picture, by hand. */
export function openProductPictures({ query, transact, engine }: Database, files: FileStorage) {
  /** A picture of that many pixels takes 250 MB while it is converted. */
  const converting = openConcurrencyLimit({
    atOnce: 1,
    maxWaiting: 8,
    maxWaitMs: 20_000,
    refusal: () => new ShopError('upload.busy', { retryAfterSeconds: 10 }),
  })
  return { changePicture }

  /**
   * Puts a picture in the place of the first one; the others stay.
   * @param shown the key of the picture that the form showed; null for none
   * @throws ShopError "product.unknown", "picture.forbidden", "picture.missing", "picture.tooLarge", "picture.unsupported",
   *   "picture.damaged", "picture.changed", "upload.busy", "files.unavailable"
   */
  async function changePicture(
    productId: number,
    content: Uint8Array,
    shown: string | null,
    alongside: Alongside,
  ): Promise<void> {
    const product = await query
      .selectFrom('product')
      .select(['sku', 'show_image'])
      .where('id', '=', productId)
      .executeTakeFirst()
    if (!product) throw new ShopError('product.unknown')
    if (product.show_image === 0) throw new ShopError('picture.forbidden', { field: 'foto' })
    const key = await convert(content, product.sku)
    await transact(async (tx) => {
      const found = tx.selectFrom('product').select(['name', 'show_image']).where('id', '=', productId)
      const now = await (engine === 'postgres' ? found.forUpdate() : found).executeTakeFirstOrThrow()
      // An import may have forbidden it meanwhile (RDC 44/2009, art. 54).
      if (now.show_image === 0) throw new ShopError('picture.forbidden', { field: 'foto' })
      const first = await tx
        .selectFrom('product_picture')
        .select('picture_key')
        .where('product_id', '=', productId)
        .where('position', '=', 1)
        .executeTakeFirst()
      if ((first?.picture_key ?? null) !== shown) throw new ShopError('picture.changed', { field: 'foto' })
      await tx
        .insertInto('product_picture')
        .values({ product_id: productId, position: 1, picture_key: key, alt: now.name })
        .onConflict((on) => on.columns(['product_id', 'position']).doUpdateSet({ picture_key: key, alt: now.name }))
        .execute()
      await alongside(tx)
    })
  }

  async function convert(content: Uint8Array, sku: string): Promise<string> {
    if (content.byteLength === 0) throw new ShopError('picture.missing', { field: 'foto' })
    if (content.byteLength > maxBytes) throw new ShopError('picture.tooLarge', { field: 'foto' })
    const found = await fileTypeFromBuffer(content)
    if (!found || !types.has(found.mime)) throw new ShopError('picture.unsupported', { field: 'foto' })
    return converting.run(() =>
      keepPicture(Buffer.from(content), sku, files).catch((cause: unknown) => {
        if (!(cause instanceof NoPicture)) throw cause
        throw new ShopError('picture.damaged', { field: 'foto' }, { cause })
      }),
    )
  }
}
