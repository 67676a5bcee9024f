import { z } from 'zod'
import { parseHundredths } from '../../platform/exact-decimal.ts'
import { lenientListOf } from '../../platform/lenient.ts'

/** Percent with two decimals, such as "25.00". */
const percentSchema = z.string().regex(/^\d{1,2}\.\d{2}$/)
const unitCountSchema = z.number().int().min(0).max(1_000_000)
const productSchema = z.object({
  id: z.string(),
  ean: z.string().nullable(),
  list_price: z.string().regex(/^\d{1,7}\.\d{2}$/),
})

/** The requests to a programme, and its responses. */
export const EligibilityRequestDto = z.object({ cpf: z.string().regex(/^\d{11}$/), products: z.array(productSchema) })
export const EligibilityResponseDto = z.object({
  products: z.array(z.object({ id: z.string(), discount: percentSchema, units: unitCountSchema })),
})

/** Hundredths of a percent, exact or not read: "25.00", "25", 25. */
const BasisPoints = z.unknown().transform((percent, context): number => {
  const basisPoints = parseHundredths(percent)
  if (basisPoints !== null && basisPoints < 10_000) return basisPoints
  context.addIssue('no exact percentage')
  return z.NEVER
})
const UnitCount = z.coerce.number().pipe(unitCountSchema)

/** The responses as the shop reads them: an odd product spoils itself alone. */
export const EligibilityAnswer = z.object({
  products: lenientListOf(
    z.object({ id: z.coerce.number().int().positive(), discount: BasisPoints, units: UnitCount }),
  ),
})
export const AuthorisationAnswer = z.object({ discount: BasisPoints, units: UnitCount })
export const AuthorisationRequestDto = z.object({
  cpf: z.string().regex(/^\d{11}$/),
  product: productSchema,
  units: unitCountSchema,
})
export const AuthorisationResponseDto = z.object({ discount: percentSchema, units: unitCountSchema })
/** The units delivered, in a confirmation; the units that remain, in a cancellation. */
export const UnitsDto = z.object({ units: unitCountSchema })

export function formatPercent(basisPoints: number): string {
  return (basisPoints / 100).toFixed(2)
}
