import { z } from 'zod'
import { limits } from '../../app/texts/limits.ts'

/**
 * Reads units of a product that no branch sells online, as they are typed or stand in a file; null where it is empty: each branch's own
 * number.
 */
export function createSafetyStockReader(errorMessage: string) {
  return (text: string, context: z.core.$RefinementCtx<string>): number | null => {
    const units = text.trim()
    if (units === '') return null
    if (/^\d{1,9}$/.test(units) && Number(units) <= limits.units) return Number(units)
    context.addIssue({ code: 'custom', message: errorMessage, input: text })
    return z.NEVER
  }
}
