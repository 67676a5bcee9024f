import type { Database } from '../../database/connection.ts'
import type { PriceCeiling } from './cmed-list.ts'

/** A price above the legal ceiling. */
interface PriceAboveCeiling {
  sku: string
  name: string
  branchId: number
  priceCents: number
  ceilingCents: number
}

/** Compares the shop's prices with the legal ceilings. */
export function createPriceChecker({ db }: Database) {
  return { findPricesAboveCeiling }

  /**
   * Compares every branch's price with the list: by GGREM code, else registration, else bar code. The price compared is the
   * one charged, after the product's discount.
   * @returns how many of the shop's medicines are in the list, and the prices above their ceiling
   */
  async function findPricesAboveCeiling(ceilings: PriceCeiling[]) {
    const ceilingCentsByCode = new Map(
      ceilings.flatMap(({ priceCents, ...codes }) => listCodes(codes).map((code) => [code, priceCents])),
    )
    const offers = await db
      .selectFrom('offer')
      .innerJoin('product', 'product.id', 'offer.product_id')
      .where('product.is_medicine', '=', 1)
      .select([
        'product.id',
        'product.sku',
        'product.name',
        'product.ggrem',
        'product.anvisa_registration',
        'product.ean',
      ])
      .select(['offer.branch_id', 'offer.effective_price_cents'])
      .orderBy('product.id')
      .orderBy('offer.branch_id')
      .execute()
    const matchedProductIds = new Set<number>()
    const pricesAboveCeiling: PriceAboveCeiling[] = []
    for (const offer of offers) {
      const [ceilingCents] = listCodes({
        ggrem: offer.ggrem ?? '',
        registration: offer.anvisa_registration ?? '',
        eans: [offer.ean ?? ''],
      }).flatMap((code) => ceilingCentsByCode.get(code) ?? [])
      if (ceilingCents === undefined) continue
      matchedProductIds.add(offer.id)
      if (offer.effective_price_cents <= ceilingCents) continue
      pricesAboveCeiling.push({
        sku: offer.sku,
        name: offer.name,
        branchId: offer.branch_id,
        priceCents: offer.effective_price_cents,
        ceilingCents,
      })
    }
    return { matchedProductCount: matchedProductIds.size, pricesAboveCeiling }
  }
}

/** The codes that identify a medicine, the most reliable first; without the leading zeros that spreadsheets drop. */
function listCodes({ ggrem, registration, eans }: Omit<PriceCeiling, 'priceCents'>): string[] {
  const stripCode = (code: string) => code.replace(/\D/g, '').replace(/^0+/, '')
  return [`g${stripCode(ggrem)}`, `r${stripCode(registration)}`, ...eans.map((ean) => `e${stripCode(ean)}`)].filter(
    (code) => code.length > 1,
  )
}
