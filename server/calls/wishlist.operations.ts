import { z } from 'zod'
import type { Context } from '../context.ts'
import { createCustomerOperation } from '../wire/operation.ts'
import { addFavourite, listFavourites, removeFavourite } from '../wishlist/wishlist.ts'
import { FavouriteSchema } from '../wishlist/wishlist-forms.ts'

const productIdsSchema = z.array(z.number()).meta({ description: 'product ids, the newest favourite first' })

export function createWishlistOperations(ctx: Context) {
  return {
    'wishlist/getWishlist': createCustomerOperation({
      input: z.object({}),
      output: productIdsSchema,
      run: (_input, { customerId }) => listFavourites(ctx, customerId),
    }),
    'wishlist/addProduct': createCustomerOperation({
      input: FavouriteSchema,
      wireNames: { productId: 'id' },
      example: { productId: 1 },
      output: productIdsSchema,
      run: ({ productId }, { customerId }) => addFavourite(ctx, customerId, productId),
    }),
    'wishlist/removeProduct': createCustomerOperation({
      input: FavouriteSchema,
      wireNames: { productId: 'id' },
      example: { productId: 1 },
      output: productIdsSchema,
      run: ({ productId }, { customerId }) => removeFavourite(ctx, customerId, productId),
    }),
  }
}
