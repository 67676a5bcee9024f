import type { Context } from '../context.ts'
import { ShopError } from '../platform/errors.ts'

export async function listBannerIdsWithPicture(ctx: Context): Promise<Set<number>> {
  const rows = await ctx.db.selectFrom('banner').select('id').where('pictureKey', 'is not', null).execute()
  return new Set(rows.map(({ id }) => id))
}

/** @param pictureKey null: the banner shows its product's picture, if it links to one */
export async function setPicture(ctx: Context, id: number, pictureKey: string | null): Promise<void> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('banner')
    .set({ pictureKey })
    .where('id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new ShopError('banner.unknown')
}
