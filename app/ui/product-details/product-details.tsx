import type { MouseEvent } from 'react'
import type { Product } from '#server/catalogue/shapes.ts'
import { muted, outdent, row, small, stack, tightStack } from '../../styles/shared.css.ts'
import { componentTexts } from '../../texts/components.ts'
import { type Contents, formatMoney, formatUnitPrice, formatZipcode, keepUnits } from '../../texts/format.ts'
import { formatEstimate } from '../../texts/pages.ts'
import { descriptionOf, shortDescription, productTexts as texts } from '../../texts/product.ts'
import { Badge, DiscountBadge, StockBadge } from '../badge/badge.tsx'
import { Button, ButtonLink } from '../button/button.tsx'
import { ExplainedBadge } from '../explained-badge/explained-badge.tsx'
import { Icon } from '../icon/icon.tsx'
import { Message } from '../message/message.tsx'
import { PostForm } from '../post-form/post-form.tsx'
import { Price } from '../price/price.tsx'
import { Quantity } from '../quantity/quantity.tsx'
import { bar, buy, promises } from './product-details.css.ts'

/** Estimated delivery in minutes, counted from the branch's opening while it is closed. */
interface ShippingPromise {
  estimateMinutes: number
  /** For one unit, in cents; left out: free. */
  feeCents?: number
  opensAt: string | null
}

/** What an open branch promises at best (specification, section 9). */
const soonestMinutes = 30

/** A product as its page shows it, without fields the page does not need: all of them are sent to the browser. */
export type ShownProduct = Omit<Product, 'listPriceCents' | 'categoryId' | 'subcategoryId'> & {
  /** For the price of one; null where it may not or cannot be told. */
  contents: Contents | null
  /** What the law says of its substances. */
  substanceWarnings: string[]
  /** Into how many parts a card divides its price. */
  installments: string | null
  /** Of a laboratory’s discount that the shop’s sites do not give. */
  isDiscountInStore?: boolean
}

export type ProductDetailsProps = {
  product: ShownProduct
  /** Eight digits; null before a postal code is known. */
  zipcode: string | null
  /** Whether the shop delivers there. */
  isCovered: boolean
  quantityInBag: number
  /** Null where the shipping estimate is switched off (SHIPPING_DESIGN) or nothing can be promised. */
  shipping: ShippingPromise | null
  /** In how many stores it can be picked up today. */
  pickup?: number
  /** Where it can be bought; only for what is not sold online. */
  store?: { name: string; address: string; phone: string } | null | undefined
  /** Of the demonstration only; null in a live shop and for prescription items. */
  rating: number | null
  /** Whether it is a favourite and in the compare list. */
  toggles: { isFavourite: boolean; isCompared: boolean }
  /** In a dialog over a list, where favourites are hidden (specification, section 2). */
  inQuickView?: boolean
  /** What the server corrected in the quantity. */
  quantityNote?: string | undefined
  /** The page to return to after adding; the quick view returns to its list. */
  returnTo?: string | undefined
}

/** The panel beside the pictures: name, price, and the form that adds it to the bag. */
export function ProductDetails({
  product,
  zipcode,
  isCovered,
  quantityInBag,
  shipping,
  pickup = 0,
  store,
  rating,
  toggles,
  inQuickView = false,
  quantityNote,
  returnTo,
}: ProductDetailsProps) {
  // In the quick view, the page's h1 is the list's.
  const Name = inQuickView ? 'h2' : 'h1'
  const isOutside = zipcode !== null && !isCovered
  const buyable = product.stock > 0 && product.sellableOnline && !isOutside
  return (
    <div className={stack}>
      <Name>{product.name}</Name>
      {product.stock > 0 && (
        <div>
          <div className={row}>
            <Price big priceCents={product.priceCents} fullPriceCents={product.fullPriceCents} />
            {product.discountPercent !== null && <DiscountBadge percent={product.discountPercent} />}
          </div>
          {product.installments && <p className={small}>{product.installments}</p>}
          <UnitPrice product={product} />
          <p className={`${muted} ${small}`}>
            <PriceNote slug={product.slug} zipcode={zipcode} isCovered={isCovered} />
          </p>
        </div>
      )}
      {buyable ? (
        <BuyForm product={product} quantityInBag={quantityInBag} quantityNote={quantityNote} returnTo={returnTo} />
      ) : (
        <Unavailable product={product} zipcode={zipcode} isOutside={isOutside} store={store} />
      )}
      {product.requiresPrescription && product.sellableOnline && <p>{texts.needsPrescription}</p>}
      <div className={tightStack}>
        <p className={row}>
          <Availability product={product} isOutside={isOutside} />
          {product.requiresPrescription && <ExplainedBadge seal="receita" />}
          {product.kind === 'generico' && <Badge tone="generic">{texts.generic}</Badge>}
          {product.isPbm && (
            <ExplainedBadge
              seal={product.isDiscountInStore ? 'laboratorio-na-loja' : 'laboratorio'}
              productId={product.id}
            />
          )}
        </p>
        <p className={muted}>
          {keepUnits([product.brand, product.activeIngredient, product.presentation].filter(Boolean).join(', '))}
        </p>
      </div>
      <Keep product={product} {...toggles} inQuickView={inQuickView} returnTo={returnTo} />
      {buyable && shipping && <Promises shipping={shipping} pickup={pickup} cashback={earnsCashback(product)} />}
      <p>
        {`${keepUnits(shortDescription(descriptionOf(product)))} `}
        <a href={`${inQuickView ? `/produto/${product.slug}` : ''}#detalhes`}>{texts.seeMore}</a>
      </p>
      {rating !== null && <p className={`${muted} ${small}`}>{texts.rating(rating)}</p>}
    </div>
  )
}

/** Medicines earn none (RDC 96/2008, art. 10). */
function earnsCashback({ promoAllowed, isMedicine }: ProductDetailsProps['product']): boolean {
  return promoAllowed && !isMedicine
}

function Availability({ product, isOutside }: Pick<ProductDetailsProps, 'product'> & { isOutside: boolean }) {
  return product.sellableOnline && !isOutside ? <StockBadge stock={product.stock} /> : null
}

function UnitPrice({ product: { priceCents, contents } }: Pick<ProductDetailsProps, 'product'>) {
  return contents === null ? null : <p className={`${muted} ${small}`}>{formatUnitPrice(priceCents, contents)}</p>
}

/** Says that the price may be another region's while no covered postal code is known. */
function PriceNote({ slug, zipcode, isCovered }: { slug: string; zipcode: string | null; isCovered: boolean }) {
  const href = `/cep?redirectTo=/produto/${slug}`
  if (zipcode === null) return <a href={href}>{texts.priceWithoutZipcode}</a>
  if (isCovered) return texts.priceFor(formatZipcode(zipcode))
  return (
    <>
      {texts.priceUncovered} <a href={href}>{texts.changeZipcode}</a>
    </>
  )
}

function BuyForm({
  product,
  quantityInBag,
  quantityNote,
  returnTo,
}: Pick<ProductDetailsProps, 'product' | 'quantityInBag' | 'quantityNote' | 'returnTo'>) {
  const present = quantityInBag > 0
  return (
    <PostForm className={buy} action={`/produto/${product.slug}`} data-enhanced noValidate>
      <input type="hidden" name="id" value={product.id} />
      {returnTo && <input type="hidden" name="redirectTo" value={returnTo} />}
      <Quantity
        key={quantityInBag}
        defaultValue={present ? quantityInBag : 1}
        max={maxQuantity(product)}
        note={quantityNote}
      />
      <Button size="big" name="intent" value={present ? 'replace' : 'add'}>
        <Icon name="bag" />
        {present ? texts.update : texts.add}
      </Button>
      {!returnTo && <BuyingBar product={product} present={present} />}
    </PostForm>
  )
}

/**
 * The form's button again, on phones above the bottom bar while the button itself is out of sight. Only for the eye: whoever
 * does not see the page has the button.
 */
function BuyingBar({ product, present }: Pick<ProductDetailsProps, 'product'> & { present: boolean }) {
  return (
    <div className={bar} aria-hidden>
      <b>{formatMoney(product.priceCents)}</b>{' '}
      <Button name="intent" value={present ? 'replace' : 'add'} tabIndex={-1}>
        {present ? texts.updateShort : componentTexts.add}
      </Button>
    </div>
  )
}

/** How many there are, where the page says so: of more, the server takes as many as there are, and says so. */
function maxQuantity({ stock }: Pick<Product, 'stock'>): number | undefined {
  return stock > componentTexts.lowStockLimit ? undefined : stock
}

function Unavailable({
  product: { sellableOnline, isPaused, slug },
  zipcode,
  isOutside,
  store,
}: Pick<ProductDetailsProps, 'product' | 'zipcode' | 'store'> & { isOutside: boolean }) {
  if (!sellableOnline) {
    return (
      <Message tone="warn">
        <p>{texts.notSoldOnline}</p>
        {store && <p>{texts.soldAt(store.name, store.address, store.phone)}</p>}
      </Message>
    )
  }
  if (isOutside && !isPaused) {
    return (
      <Message tone="warn">
        {texts.outside(formatZipcode(zipcode ?? ''))}{' '}
        <a href={`/cep/avise-me?redirectTo=/produto/${slug}`}>{texts.notifyOutside}</a>{' '}
        <a href="/lojas">{texts.pickUpOutside}</a>
      </Message>
    )
  }
  const hasZipcode = zipcode !== null
  return (
    <>
      <Message tone="warn">
        {isPaused ? (
          texts.paused
        ) : (
          <>
            {hasZipcode ? texts.unavailable : texts.unavailableWithoutZipcode}{' '}
            <a href={`/cep?redirectTo=/produto/${slug}`}>{hasZipcode ? texts.changeZipcode : texts.giveZipcode}</a>
          </>
        )}
      </Message>
      <form action={`/produto/${slug}/avise-me`}>
        <Button size="big">{texts.notifyMe}</Button>
      </form>
    </>
  )
}

/** Favourites and compare, each a form with one toggle button; and the link to send on. */
function Keep({
  product: { id, slug },
  isFavourite,
  isCompared,
  inQuickView,
  returnTo = `/produto/${slug}`,
}: Pick<ProductDetailsProps, 'product' | 'inQuickView' | 'returnTo'> & ProductDetailsProps['toggles']) {
  const forms = [
    {
      action: '/favoritos',
      isOn: isFavourite,
      icon: isFavourite ? 'heart-full' : 'heart',
      name: isFavourite ? componentTexts.removeFavourite : componentTexts.addFavourite,
    },
    {
      action: '/comparar',
      isOn: isCompared,
      icon: 'compare',
      name: isCompared ? texts.removeCompare : texts.compare,
    },
  ] as const
  return (
    <div className={`${row} ${outdent}`}>
      {forms.slice(inQuickView ? 1 : 0).map(({ action, isOn, icon, name }) => (
        <PostForm key={action} action={action} data-enhanced>
          <input type="hidden" name="redirectTo" value={returnTo} />
          {isOn && <input type="hidden" name="intent" value="remove" />}
          <Button variant="text" name="id" value={id}>
            <Icon name={icon} />
            {name}
          </Button>
        </PostForm>
      ))}
      {!inQuickView && (
        <ButtonLink variant="text" href={`/produto/${slug}/compartilhar`} onClick={(event) => share(event, slug)}>
          <Icon name="upload" />
          {texts.share}
        </ButtonLink>
      )}
    </div>
  )
}

/** The device's own sheet, where there is one; else the link's page. */
function share(event: MouseEvent<HTMLAnchorElement>, slug: string): void {
  if (!('share' in navigator)) return
  event.preventDefault()
  // Closing the sheet is no fault.
  navigator.share({ url: new URL(`/produto/${slug}`, location.href).href }).catch(() => {})
}

function Promises({ shipping, pickup, cashback }: { shipping: ShippingPromise; pickup: number; cashback: boolean }) {
  const { estimateMinutes, feeCents = 0, opensAt } = shipping
  const fee = feeCents > 0 ? formatMoney(feeCents) : null
  return (
    <ul className={promises}>
      <li>
        <Icon name="delivery" />
        {opensAt === null
          ? texts.shipping(formatEstimate(Math.max(estimateMinutes, soonestMinutes)), fee)
          : texts.shippingAfterOpening(formatEstimate(estimateMinutes), fee, opensAt)}
      </li>
      {pickup > 0 && (
        <li>
          <Icon name="pin" />
          <a href="/lojas">{texts.pickup(pickup)}</a>
        </li>
      )}
      {cashback && (
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
