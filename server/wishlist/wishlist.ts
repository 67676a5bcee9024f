import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import { isDatabaseUnavailable, isForeignKeyViolation } from '../database/database-errors.ts'
import type { Row } from '../database/schema.ts'
import type { Clock } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import { isId } from '../wire/values.ts'
import * as forms from './wishlist-forms.ts'

export type WishlistService = ReturnType<typeof createWishlistService>

/** A customer's favourite products. Every verb takes the customer and returns the resulting list, newest first. */
export function createWishlistService({ db }: Database, clock: Clock) {
  return { forms, listFavourites, addFavourite, removeFavourite, clearFavourites }

  /**
   * @returns product ids
   * @throws ShopError "wishlist.unavailable"
   */
  async function listFavourites(customerId: number): Promise<number[]> {
    return selectProductIds(customerId).catch((cause) => {
      if (!isDatabaseUnavailable(cause)) throw cause
      throw new ShopError('wishlist.unavailable', {}, { cause })
    })
  }

  /**
   * Idempotent.
   * @throws ShopError "wishlist.notAdded" for a product that does not exist
   */
  async function addFavourite(customerId: number, productId: number): Promise<number[]> {
    if (!isId(productId)) throw new ShopError('wishlist.notAdded')
    try {
      await db
        .insertInto('wishlist_item')
        .values({ customer_id: customerId, product_id: productId, added_at: clock.now().toISOString() })
        .onConflict((conflict) => conflict.columns(['customer_id', 'product_id']).doNothing())
        .execute()
    } catch (error) {
      if (!isForeignKeyViolation(error)) throw error
      throw new ShopError('wishlist.notAdded', { input: 'productId' }, { cause: error })
    }
    return listFavourites(customerId)
  }

  async function removeFavourite(customerId: number, productId: number): Promise<number[]> {
    await db
      .deleteFrom('wishlist_item')
      .where('customer_id', '=', customerId)
      .where('product_id', '=', productId)
      .execute()
    return listFavourites(customerId)
  }

  async function clearFavourites(customerId: number): Promise<number[]> {
    await db.deleteFrom('wishlist_item').where('customer_id', '=', customerId).execute()
    return listFavourites(customerId)
  }

  async function selectProductIds(customerId: number): Promise<number[]> {
    const { rows } = await sql<Pick<Row<'wishlist_item'>, 'product_id'>>`
      select product_id from wishlist_item where customer_id = ${customerId} order by added_at desc, product_id
    `.execute(db)
    return rows.map((row) => row.product_id)
  }
}
