import type { ReactNode } from 'react'
import { muted, row, small, stack, tightStack } from '../../styles/shared.css.ts'
import { preventUnitBreaks } from '../../texts/format.ts'
import { buildProductDescription, shortenDescription, productTexts as texts } from '../../texts/product.ts'
import { Badge, StockBadge } from '../badge/badge.tsx'
import { ExplainedBadge } from '../explained-badge/explained-badge.tsx'
import { BuyForm } from './buy-form.tsx'
import { DeliveryPanel } from './delivery-panel.tsx'
import { ProductPrice } from './product-price.tsx'
import { ProductToggles } from './product-toggles.tsx'
import type { ProductView } from './product-view.ts'
import type { ShippingPromise } from './purchase-promises.tsx'
import { UnavailableNotice } from './unavailable-notice.tsx'

export type ProductDetailsProps = {
  product: ProductView
  /** Eight digits; null before a postal code is known. */
  zipcode: string | null
  /** Whether the shop delivers there. */
  isCovered: boolean
  quantityInBag: number
  /** Null where the shipping estimate is switched off (SHIPPING_DESIGN) or nothing can be promised. */
  shipping: ShippingPromise | null
  /** In how many stores it can be picked up today. */
  pickupStoreCount?: number
  /** Whether what may be promoted and is no medicine earns some. */
  hasCashback?: boolean
  /** Where it can be bought; only for what is not sold online. */
  store?: { name: string; address: string; phone: string } | null | undefined
  /** Of the demonstration only; null in a live shop and for prescription items. */
  rating: number | null
  /** Whether it is a favourite and in the compare list. */
  toggles: { isFavourite: boolean; isCompared: boolean }
  /** In a dialog over a list, where favourites are hidden (specification, section 2). */
  isInQuickView?: boolean
  /** What the server corrected in the quantity. */
  quantityNote?: string | undefined
  /** The page to return to after adding; the quick view returns to its list. */
  returnTo?: string | undefined
  /** What stands below the delivery. */
  children?: ReactNode
}

/** The panel beside the pictures: name, price, and the form that adds it to the bag. */
export function ProductDetails({
  product,
  zipcode,
  isCovered,
  quantityInBag,
  shipping,
  pickupStoreCount = 0,
  hasCashback = false,
  store,
  rating,
  toggles,
  isInQuickView = false,
  quantityNote,
  returnTo,
  children,
}: ProductDetailsProps) {
  // In the quick view, the page's h1 is the list's.
  const Heading = isInQuickView ? 'h2' : 'h1'
  const isOutsideCoverage = zipcode !== null && !isCovered
  const isBuyable = product.stock > 0 && product.isSellableOnline && !isOutsideCoverage
  return (
    <div className={stack}>
      <Heading>{product.name}</Heading>
      {product.stock > 0 && <ProductPrice product={product} />}
      {isBuyable ? (
        <BuyForm product={product} quantityInBag={quantityInBag} quantityNote={quantityNote} returnTo={returnTo} />
      ) : (
        <UnavailableNotice product={product} zipcode={zipcode} isOutsideCoverage={isOutsideCoverage} store={store} />
      )}
      {isBuyable && product.isPromoAllowed && (
        <a href={`/produto/${product.slug}/avise-me`}>{texts.notifyOfLowerPrice}</a>
      )}
      {product.requiresPrescription && product.isSellableOnline && <p>{texts.needsPrescription}</p>}
      {product.stock > 0 && (
        <DeliveryPanel
          slug={product.slug}
          zipcode={zipcode}
          isCovered={isCovered}
          promises={
            isBuyable && shipping
              ? { shipping, pickupStoreCount, earnsCashback: hasCashback && earnsCashback(product) }
              : null
          }
        />
      )}
      {children}
      <div className={tightStack}>
        <DetailBadges product={product} isOutsideCoverage={isOutsideCoverage} />
        <p className={muted}>
          {preventUnitBreaks(
            [product.brand, product.activeIngredient, product.presentation].filter(Boolean).join(', '),
          )}
        </p>
      </div>
      <ProductToggles product={product} {...toggles} isInQuickView={isInQuickView} returnTo={returnTo} />
      <p>
        {`${preventUnitBreaks(shortenDescription(buildProductDescription(product)))} `}
        <a href={`${isInQuickView ? `/produto/${product.slug}` : ''}#detalhes`}>{texts.seeMore}</a>
      </p>
      {rating !== null && <p className={`${muted} ${small}`}>{texts.rating(rating)}</p>}
    </div>
  )
}

/** Medicines earn none (RDC 96/2008, art. 10). */
function earnsCashback({ isPromoAllowed, isMedicine }: ProductView): boolean {
  return isPromoAllowed && !isMedicine
}

/** The product's availability, and what distinguishes it. */
function DetailBadges({ product, isOutsideCoverage }: { product: ProductView; isOutsideCoverage: boolean }) {
  return (
    <p className={row}>
      {product.isSellableOnline && !isOutsideCoverage && <StockBadge stock={product.stock} />}
      {product.requiresPrescription && <ExplainedBadge badgeKind="receita" />}
      {product.kind === 'generico' && <Badge tone="generic">{texts.generic}</Badge>}
      {product.isPbm && (
        <ExplainedBadge
          badgeKind={product.isLaboratoryDiscountStoreOnly ? 'laboratorio-na-loja' : 'laboratorio'}
          productId={product.id}
        />
      )}
    </p>
  )
}
