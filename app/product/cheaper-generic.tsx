import { muted, small } from '../styles/shared.css.ts'
import { formatMoney } from '../texts/format.ts'
import { productTexts as texts } from '../texts/product.ts'
import { cheaperBox } from '../ui/product-details/product-details.css.ts'
import { ProductPicture } from '../ui/product-picture/product-picture.tsx'
import type { LinkedProduct } from './product-links.tsx'

type CheaperGenericProps = { product: LinkedProduct; referencePriceCents: number }

/** Beside a reference medicine, the generic of the same substance, dose and form that costs less. */
export function CheaperGeneric({ product, referencePriceCents }: CheaperGenericProps) {
  const { slug, name, priceCents } = product
  if (priceCents === null) return null
  return (
    <section className={cheaperBox}>
      <ProductPicture product={product} width={80} alt="" />
      <h2 className={small}>{texts.cheaperGeneric}</h2>
      <p>
        <a href={`/produto/${slug}`}>{name}</a>
      </p>
      <p>
        <b>{formatMoney(priceCents)}</b> <em>{texts.saving(formatMoney(referencePriceCents - priceCents))}</em>
      </p>
      <p className={`${muted} ${small}`}>{texts.alternativesNote}</p>
    </section>
  )
}
