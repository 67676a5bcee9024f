import type { Database, TransactionHook } from '../database/connection.ts'
import { ShopError } from '../platform/errors.ts'
import type { PictureUploader } from './picture-uploader.ts'

export type BannerPictureService = ReturnType<typeof createBannerPictureService>

/** Banners' own pictures. A banner without one shows the picture of its product. */
export function createBannerPictureService({ db, transact }: Database, pictureUploader: PictureUploader) {
  return { listBannerIdsWithPicture, changePicture, removePicture }

  /** The ids of the banners that have a picture of their own. */
  async function listBannerIdsWithPicture(): Promise<Set<number>> {
    const rows = await db.selectFrom('banner').select('id').where('picture_key', 'is not', null).execute()
    return new Set(rows.map(({ id }) => id))
  }

  /** @throws ShopError "banner.unknown", and those of `savePicture` */
  async function changePicture(id: number, content: Uint8Array, transactionHook: TransactionHook): Promise<void> {
    await setPictureKey(id, await pictureUploader.savePicture(content, `banner-${id}`), transactionHook)
  }

  /** The banner shows its product's picture again, if it links to one. @throws ShopError "banner.unknown" */
  async function removePicture(id: number, transactionHook: TransactionHook): Promise<void> {
    await setPictureKey(id, null, transactionHook)
  }

  async function setPictureKey(id: number, pictureKey: string | null, transactionHook: TransactionHook): Promise<void> {
    await transact(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('banner')
        .set({ picture_key: pictureKey })
        .where('id', '=', id)
        .executeTakeFirst()
      if (numUpdatedRows !== 1n) throw new ShopError('banner.unknown')
      await transactionHook(tx)
    })
  }
}
