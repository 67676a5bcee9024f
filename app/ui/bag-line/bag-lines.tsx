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
                <LaboratoryLine productId={product.id} note={formatLaboratoryNote(line)} isChangeable={!!action} />
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
function formatLaboratoryNote({
  unitCents,
  laboratoryDiscount,
  laboratoryUnits,
}: Pick<Line, 'unitCents' | 'laboratoryDiscount' | 'laboratoryUnits'>) {
  if (laboratoryDiscount)
    return texts.laboratoryPrice(formatMoney(unitCents), formatMoney(laboratoryDiscount.listCents))
  return laboratoryUnits === null ? null : texts.laboratoryUnitsHint(laboratoryUnits)
}

/** Text only, and only after the customer's opt-in: a prescription medicine carries no promotion (RDC 44/2009, art. 54). */
function LaboratoryLine(props: { productId: number; note: string | null; isChangeable: boolean }) {
  const href = `/desconto-laboratorio?id=${props.productId}`
  return (
    <small>
      {props.note}{' '}
      {props.isChangeable && <a href={href}>{props.note === null ? texts.seeLaboratory : texts.changeLaboratory}</a>}
    </small>
  )
}
