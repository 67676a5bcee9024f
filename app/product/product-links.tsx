import { muted } from '../styles/shared.css.ts'
import { componentTexts } from '../texts/components.ts'
import { formatMoney } from '../texts/format.ts'
import { Picture } from '../ui/picture/picture.tsx'
import { links } from './product-links.css.ts'

export type LinkedProduct = {
  id: number
  slug: string
  name: string
  pictureKey: string
  /** In whole cents; null where there are none. */
  priceCents: number | null
  /** A short note under the price. */
  note?: string
}

/** Secondary products on another product's page, kept small: no badges, no buttons. */
export function ProductLinks({ products }: { products: LinkedProduct[] }) {
  return (
    <ul className={links}>
      {products.map(({ id, slug, name, pictureKey, priceCents, note }) => (
        <li key={id}>
          <Picture pictureKey={pictureKey} width={80} alt="" />
          <a href={`/produto/${slug}`}>{name}</a>{' '}
          {priceCents === null ? (
            <span className={muted}>{componentTexts.outOfStock}</span>
          ) : (
            <b>{formatMoney(priceCents)}</b>
          )}
          {note && <p className={muted}>{note}</p>}
        </li>
      ))}
    </ul>
  )
}
