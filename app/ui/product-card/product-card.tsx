import { visuallyHidden } from '../../styles/shared.css.ts'
import { shownStock, componentTexts as texts } from '../../texts/components.ts'
import { Badge, DiscountBadge, PrescriptionBadge, StockBadge } from '../badge/badge.tsx'
import { Button, ButtonLink } from '../button/button.tsx'
import { Icon } from '../icon/icon.tsx'
import { Picture } from '../picture/picture.tsx'
import { Price } from '../price/price.tsx'
import * as css from './product-card.css.ts'

export type CardProduct = {
  id: number
  slug: string
  name: string
  brand: string
  /** For prescription items the shop gives the neutral picture's key: the law allows no other (RDC 44/2009, art. 54). */
  pictureKey: string
  priceCents: number
  fullPriceCents?: number | null
  discountPercent?: number | null
  stock: number
  requiresPrescription?: boolean
  kind: 'generico' | 'similar' | 'referencia' | 'nao_medicamento'
  sellableOnline: boolean
}

/** Only the fields that a card shows, since they are also sent to the browser. The last three are left out where falsy. */
export function cardOf(product: CardProduct): CardProduct {
  const { id, slug, name, brand, pictureKey, priceCents, kind, sellableOnline } = product
  const stock = shownStock(product.stock)
  const { fullPriceCents, discountPercent, requiresPrescription } = product
  return {
    ...{ id, slug, name, brand, pictureKey, priceCents, stock, kind, sellableOnline },
    ...(fullPriceCents && { fullPriceCents }),
    ...(discountPercent && { discountPercent }),
    ...(requiresPrescription && { requiresPrescription }),
  }
}

export type ProductCardProps = {
  product: CardProduct
  href: string
  /** Whether it is one of the visitor's favourites; left out, there is no heart. */
  favourite?: boolean | undefined
  /** The page to return to after adding (field `redirectTo`). */
  returnTo?: string | undefined
  /** In the first viewport: its picture does not load lazily. */
  eager?: boolean
}

/**
 * A product in a list. Adding posts `id` to the product's page, the heart posts `id` to /favoritos, with
 * `intent=remove` to take it away.
 */
export function ProductCard(props: ProductCardProps) {
  return (
    <li className={props.product.stock > 0 ? css.card : `${css.card} ${css.out}`}>
      <Contents {...props} />
    </li>
  )
}

function Contents({ product, href, favourite, returnTo, eager }: ProductCardProps) {
  const { id, stock, sellableOnline, requiresPrescription } = product
  const inStock = stock > 0
  // A prescription item never shows a discount, even if it is given one.
  const discount = inStock && sellableOnline && !requiresPrescription ? product.discountPercent : undefined
  const back = returnTo && <input type="hidden" name="redirectTo" value={returnTo} />
  return (
    <>
      <Picture pictureKey={product.pictureKey} width={160} alt="" priority={eager ? 'eager' : undefined} />
      {discount != null && (
        <span className={css.discount}>
          <DiscountBadge percent={discount} />
        </span>
      )}
      <p>{product.brand}</p>
      <h3>
        <a href={href}>{product.name}</a>
      </h3>
      <Badges product={product} />
      <a className={css.quick} href={href} data-enhanced="quick">
        {texts.quickView}
      </a>
      {inStock && (
        <Price priceCents={product.priceCents} fullPriceCents={discount == null ? null : product.fullPriceCents} />
      )}
      {sellableOnline &&
        (inStock ? (
          <form className={css.buy} method="post" action={`/produto/${product.slug}`} data-enhanced>
            {back}
            <Button variant="soft" name="id" value={id}>
              {texts.add}
              <span className={visuallyHidden}>{texts.addRest}</span>
            </Button>
          </form>
        ) : (
          <span className={css.buy}>
            <ButtonLink variant="outline" href={href}>
              {texts.notifyMe}
            </ButtonLink>
          </span>
        ))}
      {favourite !== undefined && (
        <form className={css.favourite} method="post" action="/favoritos" data-enhanced>
          {back}
          {favourite && <input type="hidden" name="intent" value="remove" />}
          <Button
            variant="text"
            size="icon"
            name="id"
            value={id}
            aria-label={favourite ? texts.removeFavourite : texts.addFavourite}
          >
            <Icon name={favourite ? 'heart-full' : 'heart'} />
          </Button>
        </form>
      )}
    </>
  )
}

function Badges({ product: { requiresPrescription, kind, sellableOnline, stock } }: { product: CardProduct }) {
  const generic = kind === 'generico'
  const scarce = sellableOnline && stock <= texts.lowStockLimit
  if (!requiresPrescription && !generic && sellableOnline && !scarce) return null
  return (
    <div>
      {requiresPrescription && <PrescriptionBadge />}
      {generic && <Badge tone="generic">{texts.generic}</Badge>}
      {!sellableOnline && <Badge>{texts.onlyInShop}</Badge>}
      {scarce && <StockBadge stock={stock} short />}
    </div>
  )
}
