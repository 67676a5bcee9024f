import type { ChangeHook, Context } from '../context.ts'
import { ShopError } from '../platform/errors.ts'
import { lockBanners } from './banners.ts'
import { savePicture } from './picture-uploader.ts'
import type { Banner } from './types.ts'

/** The ids of the banners that have a picture of their own. */
export async function listBannerIdsWithPicture(ctx: Context): Promise<Set<number>> {
  const rows = await ctx.db.selectFrom('banner').select('id').where('picture_key', 'is not', null).execute()
  return new Set(rows.map(({ id }) => id))
}

/** @param transactionHook is given all banners as they were @throws ShopError "banner.unknown", and those of `savePicture` */
export async function changePicture(
  ctx: Context,
  id: number,
  content: Uint8Array,
  transactionHook: ChangeHook<Banner[]>,
): Promise<void> {
  await setPictureKey(ctx, id, await savePicture(ctx, content, `banner-${id}`), transactionHook)
}

/** The banner shows its product's picture again, if it links to one. @throws ShopError "banner.unknown" */
export async function removePicture(ctx: Context, id: number, transactionHook: ChangeHook<Banner[]>): Promise<void> {
  await setPictureKey(ctx, id, null, transactionHook)
}

async function setPictureKey(
  ctx: Context,
  id: number,
  pictureKey: string | null,
  transactionHook: ChangeHook<Banner[]>,
): Promise<void> {
  await ctx.transact(async (ctx) => {
    const before = await lockBanners(ctx)
    const { numUpdatedRows } = await ctx.db
      .updateTable('banner')
      .set({ picture_key: pictureKey })
      .where('id', '=', id)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw new ShopError('banner.unknown')
    await transactionHook(ctx, before)
  })
}
