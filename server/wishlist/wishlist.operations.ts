import { z } from 'zod'
import { refusals } from '../../app/texts/refusals.ts'
import { customerOperation } from '../api/operation.ts'
import { largestId } from '../api/wire.ts'
import type { Wishlist } from './wishlist.ts'

const ProductChoice = z.object({
  id: z.coerce.number(refusals['wishlist.notAdded']({})).int().min(1, refusals['wishlist.notAdded']({})).max(largestId),
})
const ProductIds = z.array(z.number()).meta({ description: 'product ids, the newest favourite first' })

export function wishlistOperations({ wishlist }: { wishlist: Wishlist }) {
  return {
    'wishlist/getWishlist': customerOperation({
      input: z.object({}),
      output: ProductIds,
      run: (_input, { customerId }) => wishlist.listFavourites(customerId),
    }),
    'wishlist/addProduct': customerOperation({
      input: ProductChoice,
      example: { id: 1 },
      output: ProductIds,
      run: ({ id }, { customerId }) => wishlist.addFavourite(customerId, id),
    }),
    'wishlist/removeProduct': customerOperation({
      input: ProductChoice,
      example: { id: 1 },
      output: ProductIds,
      run: ({ id }, { customerId }) => wishlist.removeFavourite(customerId, id),
    }),
  }
}
