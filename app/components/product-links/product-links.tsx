import { muted } from '../../styles/shared.css.ts'
import { formatMoney } from '../../texts/format.ts'
import { Picture } from '../picture/picture.tsx'
import { links } from './product-links.css.ts'

export type LinkedProduct = {
  id: number
  slug: string
  name: string
  pictureKey: string
  /** In whole cents. */
  priceCents: number
  /** A word on it, under the price. */
  note?: string
}

/** Products in passing, beside the one the page is about: no badges, no buttons, few bytes. */
export function ProductLinks({ products }: { products: LinkedProduct[] }) {
  return (
    <ul className={links}>
      {products.map(({ id, slug, name, pictureKey, priceCents, note }) => (
        <li key={id}>
          <Picture pictureKey={pictureKey} width={80} alt="" />
          <a href={`/produto/${slug}`}>{name}</a>
          <b>{formatMoney(priceCents)}</b>
          {note && <p className={muted}>{note}</p>}
        </li>
      ))}
    </ul>
  )
}
