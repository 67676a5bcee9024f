import { useEffect, useRef } from 'react'
import { useHydrated } from '../../client/use-hydrated.ts'
import { visuallyHidden } from '../../styles/shared.css.ts'
import { componentTexts as texts } from '../../texts/components.ts'
import { formatUnitPrice, type PackContents } from '../../texts/format.ts'
import { parsePackContents, splitProductName } from '../../texts/presentation.ts'
import { Badge, PrescriptionBadge, StockBadge } from '../badge/badge.tsx'
import { Button, ButtonLink } from '../button/button.tsx'
import { Icon } from '../icon/icon.tsx'
import { PostForm } from '../post-form/post-form.tsx'
import { Price } from '../price/price.tsx'
import { ProductPicture } from '../product-picture/product-picture.tsx'
import * as css from './product-card.css.ts'

export type CardProduct = {
  id: number
  slug: string
  name: string
  /**
   * Its id's, where it is left out. For prescription items the shop gives the neutral picture's: the law allows no other (RDC
   * 44/2009, art. 54).
   */
  pictureKey?: string
  priceCents: number
  fullPriceCents?: number | null
  discountPercent?: number | null
  /** Left out where there are more than a few. */
  stock?: number
  requiresPrescription?: boolean
  /** 'Leve 3, pague 2'. */
  promotionTitle?: string | null
  /** Of a generic whose name does not say so. */
  isGeneric?: boolean
  /** Not sold online. */
  isStoreOnly?: boolean
  /** Nothing is delivered to the visitor's postal code. */
  isOutsideCoverage?: boolean
  /** For the price of one, where no discount stands in its place. */
  packContents?: PackContents | null
  /** Units in the visitor's bag. */
  quantityInBag?: number
}

type CardProductSource = Omit<
  CardProduct,
  'pictureKey' | 'stock' | 'isGeneric' | 'isStoreOnly' | 'isOutsideCoverage' | 'packContents' | 'quantityInBag'
> & {
  pictureKey: string
  stock: number
  kind: string
  isSellableOnline: boolean
  presentation: string
}

interface CardVisitor {
  bag: { lines: readonly { productId: number; quantity: number }[] }
  /** Null before a postal code is known. */
  destination: object | null
  isCovered: boolean
}

/** Only the fields that a card shows, since they are also sent to the browser; the last ones are left out where falsy. */
export function toCardProduct(product: CardProductSource, { bag, destination, isCovered }: CardVisitor): CardProduct {
  const { id, slug, name, pictureKey, priceCents } = product
  const { fullPriceCents, discountPercent, requiresPrescription, presentation } = product
  // Of prescription items the law allows the price alone (RDC 44/2009, art. 54).
  const packContents = !requiresPrescription && !discountPercent && parsePackContents(presentation)
  const quantityInBag = bag.lines.find(({ productId }) => productId === id)?.quantity
  return {
    ...{ id, slug, name, priceCents },
    ...(product.stock <= texts.scarceStockLimit && { stock: product.stock }),
    ...(pictureKey !== String(id) && { pictureKey }),
    ...(fullPriceCents && { fullPriceCents }),
    ...(discountPercent && { discountPercent }),
    ...(requiresPrescription && { requiresPrescription }),
    ...(product.promotionTitle && { promotionTitle: product.promotionTitle }),
    ...(product.kind === 'generico' && !name.includes(texts.generic) && { isGeneric: true }),
    ...(!product.isSellableOnline && { isStoreOnly: true }),
    ...(destination && !isCovered && { isOutsideCoverage: true }),
    ...(packContents && { packContents }),
    ...(quantityInBag && { quantityInBag }),
  }
}

export type ProductCardProps = {
  product: CardProduct
  href: string
  /** Whether it is one of the visitor's favourites; left out, there is no heart. */
  isFavourite?: boolean | undefined
  /** The page to return to after adding (field `redirectTo`). */
  returnTo?: string | undefined
  /** In the first viewport: its picture does not load lazily. */
  isEager?: boolean
}

/**
 * A product in a list. Adding posts `id` to the product's page, the heart posts `id` to /favoritos, with
 * `intent=remove` to take it away.
 */
export function ProductCard(props: ProductCardProps) {
  const { product, href, isFavourite, isEager } = props
  // Without scripts it would be the name's link once more.
  const isHydrated = useHydrated()
  const isInStock = product.stock !== 0
  // A prescription item never shows a discount, even if it is given one.
  const discountPercent =
    isInStock && !product.isStoreOnly && !product.requiresPrescription ? product.discountPercent : undefined
  return (
    <li className={listClasses(product)}>
      <ProductPicture
        product={{ ...product, pictureKey: product.pictureKey ?? String(product.id) }}
        width={320}
        alt=""
        isEager={isEager}
      />
      <h3>
        <a href={href}>
          <CardName name={product.name} />
        </a>
      </h3>
      <CardBadges product={product} />
      {isHydrated && (
        <a className={css.quickViewLink} href={href} data-enhanced="quick" aria-label={texts.quickView}>
          <Icon name="search" />
          <span>{texts.quickView}</span>
        </a>
      )}
      {isInStock && product.packContents && (
        <>
          {' '}
          <small>{formatUnitPrice(product.priceCents, product.packContents)}</small>
        </>
      )}
      {isInStock && (
        <Price
          priceCents={product.priceCents}
          fullPriceCents={discountPercent == null ? null : product.fullPriceCents}
          discountPercent={discountPercent}
        />
      )}
      {!product.isStoreOnly && <CardBagForm {...props} />}
      {isFavourite !== undefined && <FavouriteForm {...props} isFavourite={isFavourite} />}
    </li>
  )
}

function listClasses({ name, stock, isGeneric }: CardProduct): string {
  const hasGenericMark = isGeneric || name.includes(texts.generic)
  return [css.productCard, stock === 0 ? css.outOfStockCard : '', hasGenericMark ? css.genericCard : '']
    .filter(Boolean)
    .join(' ')
}

/** What it is, then its strength or size, then the rest. */
function CardName({ name }: { name: string }) {
  const [head, dose, rest] = splitProductName(name)
  return (
    <>
      <b>{head}</b>
      {dose && (
        <>
          {' '}
          <i>{dose}</i>
        </>
      )}
      {rest && ` ${rest}`}
    </>
  )
}

function CardBagForm({ product, href, returnTo }: ProductCardProps) {
  const formRef = useRestoreFocus(Boolean(product.quantityInBag))
  if (product.isOutsideCoverage) {
    return (
      <span className={css.buyForm}>
        <ButtonLink variant="outline" href={href}>
          {texts.uncovered}
        </ButtonLink>
      </span>
    )
  }
  if (product.stock === 0) {
    return (
      <span className={css.buyForm}>
        <ButtonLink variant="outline" href={href}>
          {texts.notifyMe}
        </ButtonLink>
      </span>
    )
  }
  return (
    <PostForm ref={formRef} className={css.buyForm} action={`/produto/${product.slug}`} data-enhanced>
      <ReturnToField returnTo={returnTo} />
      {product.quantityInBag ? (
        <QuantityStepper name={product.name} quantity={product.quantityInBag} id={product.id} />
      ) : (
        <Button variant="soft" name="id" value={product.id} aria-label={texts.addToBagLabel(product.name)}>
          {texts.addToBag}
          <span className={visuallyHidden}>{texts.addToBagSuffix}</span>
        </Button>
      )}
    </PostForm>
  )
}

/** Where the button that was pressed gives way to others, the last of them takes the focus: it would be lost with the button. */
function useRestoreFocus(isInBag: boolean) {
  const formRef = useRef<HTMLFormElement>(null)
  const wasInBag = useRef(isInBag)
  useEffect(() => {
    const hasChanged = wasInBag.current !== isInBag
    wasInBag.current = isInBag
    if (!hasChanged || document.activeElement !== document.body) return
    formRef.current?.querySelector<HTMLElement>('button:last-of-type')?.focus({ preventScroll: true })
  }, [isInBag])
  return formRef
}

/** How many there are, one less, one more; none: out of the bag. */
function QuantityStepper({ id, name, quantity }: { id: number; name: string; quantity: number }) {
  return (
    <div className={css.quantityStepper}>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="intent" value="replace" />
      <Button variant="text" size="icon" name="quantity" value={quantity - 1}>
        <Icon name="minus" />
        <span className={visuallyHidden}>{texts.decreaseLabel(name)}</span>
      </Button>{' '}
      <span>{texts.inBag(quantity)}</span>{' '}
      <Button variant="text" size="icon" name="quantity" value={quantity + 1}>
        <Icon name="plus" />
        <span className={visuallyHidden}>{texts.increaseLabel(name)}</span>
      </Button>
    </div>
  )
}

function FavouriteForm({ product, isFavourite, returnTo }: ProductCardProps & { isFavourite: boolean }) {
  return (
    <PostForm className={css.favouriteForm} action="/favoritos" data-enhanced>
      <ReturnToField returnTo={returnTo} />
      {isFavourite && <input type="hidden" name="intent" value="remove" />}
      <Button variant="text" size="icon" name="id" value={product.id}>
        <Icon name={isFavourite ? 'heart-full' : 'heart'} />
        <span className={visuallyHidden}>{isFavourite ? texts.removeFavourite : texts.addFavourite}</span>
      </Button>
    </PostForm>
  )
}

function ReturnToField({ returnTo }: { returnTo: string | undefined }) {
  return returnTo && <input type="hidden" name="redirectTo" value={returnTo} />
}

/** A generic says so in its name, else here. */
function CardBadges({ product }: { product: CardProduct }) {
  const { requiresPrescription, promotionTitle, isGeneric, isStoreOnly, stock } = product
  const isLowStock = !isStoreOnly && stock !== undefined && stock <= texts.scarceStockLimit
  if (!requiresPrescription && !promotionTitle && !isGeneric && !isStoreOnly && !isLowStock) return null
  return (
    <div>
      {requiresPrescription && <PrescriptionBadge />}
      {promotionTitle && <Badge tone="info">{promotionTitle}</Badge>}
      {isGeneric && <Badge tone="generic">{texts.generic}</Badge>}
      {isStoreOnly && <Badge>{texts.storeOnly}</Badge>}
      {isLowStock && <StockBadge stock={stock} isCompact />}
    </div>
  )
}
