import { componentTexts } from '../../texts/components.ts'
import { formatMoney } from '../../texts/format.ts'
import { productTexts as texts } from '../../texts/product.ts'
import { Button } from '../button/button.tsx'
import { Icon } from '../icon/icon.tsx'
import { PostForm } from '../post-form/post-form.tsx'
import { QuantityField } from '../quantity/quantity.tsx'
import { buyForm, stickyBuyBar } from './product-details.css.ts'
import type { ProductView } from './product-view.ts'

type BuyFormProps = {
  product: Pick<ProductView, 'id' | 'slug' | 'stock' | 'priceCents'>
  quantityInBag: number
  /** What the server corrected in the quantity. */
  quantityNote: string | undefined
  /** The page to return to after adding; the quick view returns to its list. */
  returnTo: string | undefined
}

/** The quantity, and the button that adds the product to the bag or changes how many are in it. */
export function BuyForm({ product, quantityInBag, quantityNote, returnTo }: BuyFormProps) {
  const isInBag = quantityInBag > 0
  return (
    <PostForm className={buyForm} action={`/produto/${product.slug}`} data-enhanced noValidate>
      <input type="hidden" name="id" value={product.id} />
      {returnTo && <input type="hidden" name="redirectTo" value={returnTo} />}
      <QuantityField
        key={quantityInBag}
        defaultValue={isInBag ? quantityInBag : 1}
        maxQuantity={getMaxQuantity(product)}
        note={quantityNote}
      />
      <Button size="big" name="intent" value={isInBag ? 'replace' : 'add'}>
        <Icon name="bag" />
        {isInBag ? texts.updateBag : texts.addToBag}
      </Button>
      {!returnTo && <StickyBuyBar priceCents={product.priceCents} isInBag={isInBag} />}
    </PostForm>
  )
}

/**
 * The form's button again, on phones above the bottom bar while the button itself is out of sight. Only for the eye: whoever
 * does not see the page has the button.
 */
function StickyBuyBar({ priceCents, isInBag }: { priceCents: number; isInBag: boolean }) {
  return (
    <div className={stickyBuyBar} aria-hidden>
      <b>{formatMoney(priceCents)}</b>{' '}
      <Button name="intent" value={isInBag ? 'replace' : 'add'} tabIndex={-1}>
        {isInBag ? texts.updateBagShort : componentTexts.addToBag}
      </Button>
    </div>
  )
}

/** How many there are, where the page says so: of more, the server takes as many as there are, and says so. */
function getMaxQuantity({ stock }: Pick<ProductView, 'stock'>): number | undefined {
  return stock > componentTexts.lowStockLimit ? undefined : stock
}
