import type { Database, InTransaction } from '../database/connection.ts'
import { ShopError } from '../platform/errors.ts'
import type { UploadedPictures } from './uploaded-pictures.ts'

export type BannerPictures = ReturnType<typeof createBannerPictures>

/** The pictures that banners have of their own: the others show their product's. */
export function createBannerPictures({ db, transact }: Database, uploads: UploadedPictures) {
  return { listOwn, changePicture, removePicture }

  /** The ids of the banners that have one. */
  async function listOwn(): Promise<Set<number>> {
    const rows = await db.selectFrom('banner').select('id').where('picture_key', 'is not', null).execute()
    return new Set(rows.map(({ id }) => id))
  }

  /** @throws ShopError "banner.unknown", and those of `uploads.keep` */
  async function changePicture(id: number, content: Uint8Array, alsoWrite: InTransaction): Promise<void> {
    await write(id, await uploads.keep(content, `banner-${id}`), alsoWrite)
  }

  /** It shows its product's again, if it leads to one. @throws ShopError "banner.unknown" */
  async function removePicture(id: number, alsoWrite: InTransaction): Promise<void> {
    await write(id, null, alsoWrite)
  }

  async function write(id: number, picture_key: string | null, alsoWrite: InTransaction): Promise<void> {
    await transact(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('banner')
        .set({ picture_key })
        .where('id', '=', id)
        .executeTakeFirst()
      if (numUpdatedRows !== 1n) throw new ShopError('banner.unknown')
      await alsoWrite(tx)
    })
  }
}
