import { z } from 'zod'
import { customerOperation } from '../wire/operation.ts'
import type { Wishlist } from './wishlist.ts'
import { Favourite } from './wishlist-forms.ts'

const ProductIds = z.array(z.number()).meta({ description: 'product ids, the newest favourite first' })

export function wishlistOperations({ wishlist }: { wishlist: Wishlist }) {
  return {
    'wishlist/getWishlist': customerOperation({
      input: z.object({}),
      output: ProductIds,
      run: (_input, { customerId }) => wishlist.listFavourites(customerId),
    }),
    'wishlist/addProduct': customerOperation({
      input: Favourite,
      wireNames: { productId: 'id' },
      example: { productId: 1 },
      output: ProductIds,
      run: ({ productId }, { customerId }) => wishlist.addFavourite(customerId, productId),
    }),
    'wishlist/removeProduct': customerOperation({
      input: Favourite,
      wireNames: { productId: 'id' },
      example: { productId: 1 },
      output: ProductIds,
      run: ({ productId }, { customerId }) => wishlist.removeFavourite(customerId, productId),
    }),
  }
}
