import type { BagLine as Line } from '#server/bag/bag.ts'
import { bagTexts as texts } from '../../texts/bag.ts'
import { formatMoney } from '../../texts/format.ts'
import { ProductBadges } from '../product-badges/product-badges.tsx'
import { BagLine } from './bag-line.tsx'

/** The bag's lines; read-only without an action. */
export function BagLines({
  lines,
  action,
  correctedLine,
}: {
  lines: Line[]
  action?: string
  /** The line whose quantity was corrected, and how. */
  correctedLine?: { productId: number; messages: string[] } | null
}) {
  return (
    <ul>
      {lines.map(({ product, quantity, totalCents, fullTotalCents, ...line }) => (
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
                <LaboratoryLine productId={product.id} note={laboratoryNote(line)} isChangeable={!!action} />
              )}
            </>
          }
          action={action}
          note={correctedLine?.productId === product.id ? correctedLine.messages.join(' ') : undefined}
          stock={product.stock}
        />
      ))}
    </ul>
  )
}

/** Per unit, as programmes tell it. */
function laboratoryNote({
  unitCents,
  laboratory,
  laboratoryUnits,
}: Pick<Line, 'unitCents' | 'laboratory' | 'laboratoryUnits'>) {
  if (laboratory) return texts.laboratoryPrice(formatMoney(unitCents), formatMoney(laboratory.listCents))
  return laboratoryUnits === null ? null : texts.laboratoryUnits(laboratoryUnits)
}

/** Text only, and only after the customer's opt-in: a prescription medicine carries no promotion (RDC 44/2009, art. 54). */
function LaboratoryLine(line: { productId: number; note: string | null; isChangeable: boolean }) {
  const href = `/desconto-laboratorio?id=${line.productId}`
  return (
    <small>
      {line.note}{' '}
      {line.isChangeable && <a href={href}>{line.note === null ? texts.laboratory : texts.laboratoryChange}</a>}
    </small>
  )
}
