import { visuallyHidden } from '../../styles/shared.css.ts'
import { componentTexts as texts } from '../../texts/components.ts'
import { formatMoney } from '../../texts/format.ts'
import * as css from './price.css.ts'

type PriceProps = {
  priceCents: number
  /** The price before a discount, struck through; only where it is higher. */
  fullPriceCents?: number | null | undefined
  discountPercent?: number | null | undefined
  isBig?: boolean
}

/**
 * A price; with a discount it reads "De R$ 22,90 por R$ 19,47". Browsers that translate a page leave it: they would put elements
 * of their own in place of the text, and a changed price would not show.
 */
export function Price({ priceCents, fullPriceCents, discountPercent, isBig }: PriceProps) {
  return (
    <p translate="no" className={isBig ? `${css.price} ${css.bigPrice}` : css.price}>
      {fullPriceCents != null && fullPriceCents > priceCents && (
        <>
          {discountPercent != null && (
            <small>
              {texts.percent(discountPercent)}
              <span className={visuallyHidden}>{texts.discountSuffix}</span>{' '}
            </small>
          )}
          <s>
            <span className={visuallyHidden}>{texts.priceBeforePrefix}</span>
            {formatMoney(fullPriceCents)}
          </s>
          <span className={visuallyHidden}>{texts.priceNowPrefix}</span>
        </>
      )}
      <b>{formatMoney(priceCents)}</b>
    </p>
  )
}
