import { z } from 'zod'
import { limits } from '../../app/texts/limits.ts'

/** Units of a product that no branch sells online, as they are typed or stand in a file; null where it is empty: each branch's own number. */
export const createSafetyStockSchema = (errorMessage: string) =>
  z
    .string()
    .trim()
    .regex(/^\d{0,9}$/, errorMessage)
    .transform((text) => (text === '' ? null : Number(text)))
    .refine((units) => (units ?? 0) <= limits.units, errorMessage)
