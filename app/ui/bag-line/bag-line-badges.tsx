import type { ProductSummary } from '#server/catalogue/types.ts'
import { componentTexts as texts } from '../../texts/components.ts'
import { Badge, DiscountBadge, PrescriptionBadge, StockBadge } from '../badge/badge.tsx'

/** The badges of a product in the bag; prescription items show no discount (RDC 44/2009, art. 54). */
export function BagLineBadges({ product }: { product: ProductSummary }) {
  return (
    <>
      {product.discountPercent !== null && <DiscountBadge percent={product.discountPercent} />}
      {product.requiresPrescription && <PrescriptionBadge />}
      {product.kind === 'generico' && <Badge tone="generic">{texts.generic}</Badge>}
      <StockBadge stock={product.stock} isCompact />
    </>
  )
}
