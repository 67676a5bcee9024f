import { z } from 'zod'
import { addFavourite, listFavourites, removeFavourite } from '../wishlist/wishlist.ts'
import { FavouriteSchema } from '../wishlist/wishlist-forms.ts'
import { createCustomerOperation } from './operation.ts'

const productIdsSchema = z.array(z.number()).meta({ description: 'product ids, the newest favourite first' })

export const wishlistOperations = {
  'wishlist/getWishlist': createCustomerOperation({
    input: z.object({}),
    output: productIdsSchema,
    run: (ctx, _input, { customerId }) => listFavourites(ctx, customerId),
  }),
  'wishlist/addProduct': createCustomerOperation({
    input: FavouriteSchema,
    wireNames: { productId: 'id' },
    example: { productId: 1 },
    output: productIdsSchema,
    run: (ctx, { productId }, { customerId }) => addFavourite(ctx, customerId, productId),
  }),
  'wishlist/removeProduct': createCustomerOperation({
    input: FavouriteSchema,
    wireNames: { productId: 'id' },
    example: { productId: 1 },
    output: productIdsSchema,
    run: (ctx, { productId }, { customerId }) => removeFavourite(ctx, customerId, productId),
  }),
}
