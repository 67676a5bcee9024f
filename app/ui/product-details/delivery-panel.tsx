import { formatZipcode } from '../../texts/format.ts'
import { productTexts as texts } from '../../texts/product.ts'
import { Button } from '../button/button.tsx'
import { PostForm } from '../post-form/post-form.tsx'
import { deliveryPanel } from './product-details.css.ts'
import { PurchasePromises, type PurchasePromisesProps } from './purchase-promises.tsx'

type DeliveryPanelProps = {
  slug: string
  /** Eight digits; null before a postal code is known. */
  zipcode: string | null
  isCovered: boolean
  /** Null where there is nothing to promise. */
  promises: PurchasePromisesProps | null
}

/** Where the price holds, the postal code in place, and how the product gets there. */
export function DeliveryPanel({ slug, zipcode, isCovered, promises }: DeliveryPanelProps) {
  return (
    <section className={deliveryPanel} aria-label={texts.deliveryPanel}>
      {/* No more than it needs: of the form kit this page carries nothing. */}
      <PostForm action="/cep" noValidate>
        <input type="hidden" name="redirectTo" value={`/produto/${slug}`} />
        <label htmlFor="product-zipcode">{toLabel(zipcode, isCovered)}</label>
        <input
          id="product-zipcode"
          name="zipcode"
          inputMode="numeric"
          autoComplete="postal-code"
          defaultValue={zipcode ? formatZipcode(zipcode) : ''}
        />{' '}
        <Button variant="outline">{zipcode ? texts.changeZipcode : texts.checkZipcode}</Button>
      </PostForm>
      {promises && <PurchasePromises {...promises} />}
    </section>
  )
}

/** Says that the price may be another region's while no covered postal code is known. */
function toLabel(zipcode: string | null, isCovered: boolean): string {
  if (zipcode === null) return texts.priceWithoutZipcode
  return isCovered ? texts.priceFor(formatZipcode(zipcode)) : texts.uncoveredPriceHint
}
