/** A customer's favourite products. Every verb takes the customer and returns the resulting list, newest first. */

import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { isDatabaseUnavailable, isForeignKeyViolation } from '../database/database-errors.ts'
import type { Row } from '../database/schema.ts'
import { ShopError } from '../platform/errors.ts'
import { isId } from '../wire/values.ts'

/** @returns product ids */
export async function listFavourites(ctx: Context, customerId: number): Promise<number[]> {
  return selectProductIds(ctx, customerId).catch((cause) => {
    if (!isDatabaseUnavailable(cause)) throw cause
    throw new ShopError('wishlist.unavailable', {}, { cause })
  })
}

/**
 * Idempotent.
 * @throws ShopError "wishlist.notAdded" for a product that does not exist
 */
export async function addFavourite(ctx: Context, customerId: number, productId: number): Promise<number[]> {
  if (!isId(productId)) throw new ShopError('wishlist.notAdded')
  try {
    await ctx.db
      .insertInto('wishlistItem')
      .values({ customerId, productId, addedAt: ctx.clock.now() })
      .onConflict((conflict) => conflict.columns(['customerId', 'productId']).doNothing())
      .execute()
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error
    throw new ShopError('wishlist.notAdded', { input: 'productId' }, { cause: error })
  }
  return listFavourites(ctx, customerId)
}

export async function removeFavourite(ctx: Context, customerId: number, productId: number): Promise<number[]> {
  await ctx.db
    .deleteFrom('wishlistItem')
    .where('customerId', '=', customerId)
    .where('productId', '=', productId)
    .execute()
  return listFavourites(ctx, customerId)
}

export async function clearFavourites(ctx: Context, customerId: number): Promise<number[]> {
  await ctx.db.deleteFrom('wishlistItem').where('customerId', '=', customerId).execute()
  return listFavourites(ctx, customerId)
}

async function selectProductIds(ctx: Context, customerId: number): Promise<number[]> {
  const { rows } = await sql<Pick<Row<'wishlistItem'>, 'productId'>>`
    select product_id from wishlist_item where customer_id = ${customerId} order by added_at desc, product_id
  `.execute(ctx.db)
  return rows.map((row) => row.productId)
}
