import type { BagLine as Line } from '#server/bag/bag.ts'
import { bagTexts as texts } from '../../texts/bag.ts'
import { formatMoney } from '../../texts/format.ts'
import { ProductBadges } from '../product-badges/product-badges.tsx'
import { BagLine } from './bag-line.tsx'

/** The bag's lines; read-only without an action. */
export function BagLines({
  lines,
  action,
  corrected,
}: {
  lines: Line[]
  action?: string
  /** The line whose quantity was corrected, and how. */
  corrected?: { productId: number; sentences: string[] } | null
}) {
  return (
    <ul>
      {lines.map(({ product, quantity, totalCents, fullTotalCents, laboratoryCents }) => (
        <BagLine
          key={product.id}
          product={product}
          href={`/produto/${product.slug}`}
          quantity={quantity}
          priceCents={totalCents}
          fullPriceCents={product.fullPriceCents === null ? null : fullTotalCents}
          badges={
            <>
              <ProductBadges product={product} />
              {product.isPbm && (
                <LaboratoryLine productId={product.id} cents={laboratoryCents} isChangeable={!!action} />
              )}
            </>
          }
          action={action}
          note={corrected?.productId === product.id ? corrected.sentences.join(' ') : undefined}
          stock={product.stock}
        />
      ))}
    </ul>
  )
}

/** Text only, and only after the customer's opt-in: a prescription medicine carries no promotion (RDC 44/2009, art. 54). */
function LaboratoryLine(line: { productId: number; cents: number | null; isChangeable: boolean }) {
  const href = `/desconto-laboratorio?id=${line.productId}`
  return (
    <small>
      {line.cents !== null && texts.laboratoryPrice(formatMoney(line.cents))}{' '}
      {line.isChangeable && <a href={href}>{line.cents === null ? texts.laboratory : texts.laboratoryChange}</a>}
    </small>
  )
}
