import { formatMoney } from '../../texts/format.ts'
import { formatDeliveryEstimate } from '../../texts/pages.ts'
import { productTexts as texts } from '../../texts/product.ts'
import { Icon } from '../icon/icon.tsx'
import { promiseList } from './product-details.css.ts'

/** Estimated delivery in minutes, counted from the branch's opening while it is closed. */
export interface ShippingPromise {
  estimateMinutes: number
  /** For one unit, in cents; left out: free. */
  feeCents?: number
  /** `a partir das 7h`; null while it is open. */
  nextOpening: string | null
}

export interface PurchasePromisesProps {
  shipping: ShippingPromise
  /** In how many stores it can be picked up today. */
  pickupStoreCount: number
  earnsCashback: boolean
}

/** What an open branch promises at best (specification, section 9). */
const minEstimateMinutes = 30

/** When it comes and what that costs, and what else the purchase brings. */
export function PurchasePromises({ shipping, pickupStoreCount, earnsCashback }: PurchasePromisesProps) {
  const { estimateMinutes, feeCents = 0, nextOpening } = shipping
  const feeText = feeCents > 0 ? formatMoney(feeCents) : null
  return (
    <ul className={promiseList}>
      <li>
        <Icon name="delivery" />
        {nextOpening === null
          ? texts.shipping(formatDeliveryEstimate(Math.max(estimateMinutes, minEstimateMinutes)), feeText)
          : texts.shippingAfterOpening(formatDeliveryEstimate(estimateMinutes), feeText, nextOpening)}
      </li>
      {pickupStoreCount > 0 && (
        <li>
          <Icon name="pin" />
          <a href="/lojas">{texts.pickupToday(pickupStoreCount)}</a>
        </li>
      )}
      {earnsCashback && (
        <li>
          <Icon name="wallet" />
          {texts.cashback}
        </li>
      )}
      <li>
        <Icon name="repeat" />
        {texts.withdrawal}
      </li>
    </ul>
  )
}
