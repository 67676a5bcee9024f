import { z } from 'zod'

/** Percent with two decimals, such as "25.00". */
const Percent = z.string().regex(/^\d{1,2}\.\d{2}$/)
const Units = z.number().int().min(0).max(1_000_000)
const Product = z.object({
  id: z.string(),
  ean: z.string().nullable(),
  list_price: z.string().regex(/^\d{1,7}\.\d{2}$/),
})

/** The requests to a programme, and its responses. */
export const EligibilityRequest = z.object({ cpf: z.string().regex(/^\d{11}$/), products: z.array(Product) })
export const EligibilityResponse = z.object({
  products: z.array(z.object({ id: z.string(), discount: Percent, units: Units })),
})
export const AuthorisationBody = z.object({ cpf: z.string().regex(/^\d{11}$/), product: Product, units: Units })
export const AuthorisationResponse = z.object({ discount: Percent, units: Units })
/** The units delivered, in a confirmation; the units that remain, in a cancellation. */
export const UnitsDto = z.object({ units: Units })

export function formatPercent(basisPoints: number): string {
  return (basisPoints / 100).toFixed(2)
}

export function parseBasisPoints(percent: string): number {
  return Number(percent.replace('.', ''))
}
