import { z } from 'zod'
import { refusals } from '../../app/texts/refusals.ts'
import { maxId } from '../wire/values.ts'

const notAdded = refusals['wishlist.notAdded']()

export const Favourite = z.object({
  productId: z.coerce.number(notAdded).int().min(1, notAdded).max(maxId),
})
