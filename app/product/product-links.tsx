import type { ProductKind } from '#server/database/schema.ts'
import { muted } from '../styles/shared.css.ts'
import { componentTexts } from '../texts/components.ts'
import { formatMoney } from '../texts/format.ts'
import { productTexts as texts } from '../texts/product.ts'
import { ProductPicture } from '../ui/product-picture/product-picture.tsx'
import { productLinks } from './product-links.css.ts'

export type LinkedProduct = {
  id: number
  slug: string
  name: string
  pictureKey: string
  requiresPrescription: boolean
  kind: ProductKind
  /** In whole cents; null where there are none. */
  priceCents: number | null
}

type ProductLinksProps = {
  products: LinkedProduct[]
  /** In whole cents: the price that theirs are compared with. */
  referencePriceCents?: number
}

/** Secondary products on another product's page, kept small: no badges, no buttons. */
export function ProductLinks({ products, referencePriceCents }: ProductLinksProps) {
  return (
    <ul className={productLinks}>
      {products.map((product) => {
        const { id, slug, name, kind, priceCents } = product
        return (
          <li key={id}>
            <ProductPicture product={product} width={80} alt="" />
            <a href={`/produto/${slug}`}>{name}</a>{' '}
            {priceCents === null ? (
              <span className={muted}>{componentTexts.outOfStock}</span>
            ) : (
              <b>{formatMoney(priceCents)}</b>
            )}
            {referencePriceCents !== undefined && priceCents !== null && (
              <p
                className={muted}
              >{`${texts.kinds[kind]}. ${formatPriceDifference(priceCents - referencePriceCents)}`}</p>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function formatPriceDifference(differenceCents: number): string {
  if (differenceCents === 0) return texts.samePrice
  return differenceCents < 0
    ? texts.cheaper(formatMoney(-differenceCents))
    : texts.moreExpensive(formatMoney(differenceCents))
}
