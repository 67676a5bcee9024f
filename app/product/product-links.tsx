import type { ProductKind } from '#server/database/schema.ts'
import { muted } from '../styles/shared.css.ts'
import { componentTexts } from '../texts/components.ts'
import { formatMoney } from '../texts/format.ts'
import { productTexts as texts } from '../texts/product.ts'
import { Picture } from '../ui/picture/picture.tsx'
import { links } from './product-links.css.ts'

export type LinkedProduct = {
  id: number
  slug: string
  name: string
  pictureKey: string
  kind: ProductKind
  /** In whole cents; null where there are none. */
  priceCents: number | null
}

type Props = {
  products: LinkedProduct[]
  /** In whole cents: the price that theirs are compared with. */
  insteadOfCents?: number
}

/** Secondary products on another product's page, kept small: no badges, no buttons. */
export function ProductLinks({ products, insteadOfCents }: Props) {
  return (
    <ul className={links}>
      {products.map(({ id, slug, name, pictureKey, kind, priceCents }) => (
        <li key={id}>
          <Picture pictureKey={pictureKey} width={80} alt="" />
          <a href={`/produto/${slug}`}>{name}</a>{' '}
          {priceCents === null ? (
            <span className={muted}>{componentTexts.outOfStock}</span>
          ) : (
            <b>{formatMoney(priceCents)}</b>
          )}
          {insteadOfCents !== undefined && priceCents !== null && (
            <p className={muted}>{`${texts.kinds[kind]}. ${differenceNote(priceCents - insteadOfCents)}`}</p>
          )}
        </li>
      ))}
    </ul>
  )
}

function differenceNote(cents: number): string {
  if (cents === 0) return texts.samePrice
  return cents < 0 ? texts.cheaper(formatMoney(-cents)) : texts.dearer(formatMoney(cents))
}
