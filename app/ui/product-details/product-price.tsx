import { muted, row, small } from '../../styles/shared.css.ts'
import { formatMoney, formatUnitPrice } from '../../texts/format.ts'
import { productTexts as texts } from '../../texts/product.ts'
import { promotionTexts } from '../../texts/promotions.ts'
import { Badge, DiscountBadge } from '../badge/badge.tsx'
import { Price } from '../price/price.tsx'
import type { ProductView } from './product-view.ts'

type ProductPriceProps = {
  product: Pick<
    ProductView,
    | 'promotionTitle'
    | 'kitLinks'
    | 'priceCents'
    | 'fullPriceCents'
    | 'lowestPriceCents'
    | 'discountPercent'
    | 'installmentsText'
    | 'packContents'
  >
}

/** The price, by the unit too. */
export function ProductPrice({ product }: ProductPriceProps) {
  const { promotionTitle, priceCents, fullPriceCents, lowestPriceCents, discountPercent } = product
  const { installmentsText, packContents, kitLinks } = product
  return (
    <div>
      <div className={row}>
        <Price isBig priceCents={priceCents} fullPriceCents={fullPriceCents} />
        {discountPercent !== null && <DiscountBadge percent={discountPercent} />}
      </div>
      {lowestPriceCents !== undefined && (
        <p className={`${muted} ${small}`}>{texts.lowestPriceBefore(formatMoney(lowestPriceCents))}</p>
      )}
      {promotionTitle && (
        <p>
          <Badge tone="info">{promotionTitle}</Badge>
          <span className={small}>{promotionTexts.inBag}</span>
        </p>
      )}
      {kitLinks && (
        <p className={small}>
          {promotionTexts.kit}{' '}
          {kitLinks.map(({ name, href }, index) => (
            <span key={href}>
              {index > 0 && ', '}
              <a href={href}>{name}</a>
            </span>
          ))}
        </p>
      )}
      {installmentsText && <p className={small}>{installmentsText}</p>}
      {packContents !== null && <p className={`${muted} ${small}`}>{formatUnitPrice(priceCents, packContents)}</p>}
    </div>
  )
}
