import { z } from 'zod'
import { createCustomerOperation } from '../wire/operation.ts'
import type { WishlistService } from './wishlist.ts'
import { FavouriteSchema } from './wishlist-forms.ts'

const productIdsSchema = z.array(z.number()).meta({ description: 'product ids, the newest favourite first' })

export function createWishlistOperations({ wishlist }: { wishlist: WishlistService }) {
  return {
    'wishlist/getWishlist': createCustomerOperation({
      input: z.object({}),
      output: productIdsSchema,
      run: (_input, { customerId }) => wishlist.listFavourites(customerId),
    }),
    'wishlist/addProduct': createCustomerOperation({
      input: FavouriteSchema,
      wireNames: { productId: 'id' },
      example: { productId: 1 },
      output: productIdsSchema,
      run: ({ productId }, { customerId }) => wishlist.addFavourite(customerId, productId),
    }),
    'wishlist/removeProduct': createCustomerOperation({
      input: FavouriteSchema,
      wireNames: { productId: 'id' },
      example: { productId: 1 },
      output: productIdsSchema,
      run: ({ productId }, { customerId }) => wishlist.removeFavourite(customerId, productId),
    }),
  }
}
