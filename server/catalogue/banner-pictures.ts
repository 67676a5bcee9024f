import type { Database, TransactionHook } from '../database/connection.ts'
import { ShopError } from '../platform/errors.ts'
import type { UploadedPictures } from './uploaded-pictures.ts'

export type BannerPictures = ReturnType<typeof createBannerPictures>

/** The pictures that banners have of their own: the others show their product's. */
export function createBannerPictures({ db, transact }: Database, uploads: UploadedPictures) {
  return { listBannerIdsWithPicture, changePicture, removePicture }

  /** The ids of the banners that have one. */
  async function listBannerIdsWithPicture(): Promise<Set<number>> {
    const rows = await db.selectFrom('banner').select('id').where('picture_key', 'is not', null).execute()
    return new Set(rows.map(({ id }) => id))
  }

  /** @throws ShopError "banner.unknown", and those of `uploads.keep` */
  async function changePicture(id: number, content: Uint8Array, transactionHook: TransactionHook): Promise<void> {
    await setPictureKey(id, await uploads.savePicture(content, `banner-${id}`), transactionHook)
  }

  /** It shows its product's again, if it leads to one. @throws ShopError "banner.unknown" */
  async function removePicture(id: number, transactionHook: TransactionHook): Promise<void> {
    await setPictureKey(id, null, transactionHook)
  }

  async function setPictureKey(
    id: number,
    picture_key: string | null,
    transactionHook: TransactionHook,
  ): Promise<void> {
    await transact(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('banner')
        .set({ picture_key })
        .where('id', '=', id)
        .executeTakeFirst()
      if (numUpdatedRows !== 1n) throw new ShopError('banner.unknown')
      await transactionHook(tx)
    })
  }
}
