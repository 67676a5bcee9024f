import { z } from 'zod'
import { refusals } from '../../app/texts/refusals.ts'
import { createIntegerSchema, maxId } from '../wire/values.ts'

const notAddedMessage = refusals['wishlist.notAdded']()

export const FavouriteSchema = z.object({
  productId: createIntegerSchema(z.number(notAddedMessage).int().min(1, notAddedMessage).max(maxId)),
})
