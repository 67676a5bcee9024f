import { muted, row, small } from '../../styles/shared.css.ts'
import { formatMoney, formatUnitPrice, formatZipcode } from '../../texts/format.ts'
import { productTexts as texts } from '../../texts/product.ts'
import { promotionTexts } from '../../texts/promotions.ts'
import { Badge, DiscountBadge } from '../badge/badge.tsx'
import { Price } from '../price/price.tsx'
import type { ProductView } from './product-view.ts'

type ProductPriceProps = {
  product: Pick<
    ProductView,
    | 'slug'
    | 'promotionTitle'
    | 'priceCents'
    | 'fullPriceCents'
    | 'discountPercent'
    | 'lowestPriceCents'
    | 'installmentsText'
    | 'packContents'
  >
  /** Eight digits; null before a postal code is known. */
  zipcode: string | null
  /** Whether the shop delivers there. */
  isCovered: boolean
}

/** The price, by the unit too, and where it holds. */
export function ProductPrice({ product, zipcode, isCovered }: ProductPriceProps) {
  const { slug, promotionTitle, priceCents, fullPriceCents, lowestPriceCents, discountPercent } = product
  const { installmentsText, packContents } = product
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
      {installmentsText && <p className={small}>{installmentsText}</p>}
      {packContents !== null && <p className={`${muted} ${small}`}>{formatUnitPrice(priceCents, packContents)}</p>}
      <p className={`${muted} ${small}`}>
        <PriceNote slug={slug} zipcode={zipcode} isCovered={isCovered} />
      </p>
    </div>
  )
}

/** Says that the price may be another region's while no covered postal code is known. */
function PriceNote({ slug, zipcode, isCovered }: { slug: string; zipcode: string | null; isCovered: boolean }) {
  const href = `/cep?redirectTo=/produto/${slug}`
  if (zipcode === null) return <a href={href}>{texts.priceWithoutZipcode}</a>
  if (isCovered) return texts.priceFor(formatZipcode(zipcode))
  return (
    <>
      {texts.uncoveredPriceHint} <a href={href}>{texts.changeZipcode}</a>
    </>
  )
}
