import type { BagLine as Line } from '#server/bag/bag.ts'
import { bagTexts as texts } from '../../texts/bag.ts'
import { formatMoney } from '../../texts/format.ts'
import { BagLine } from './bag-line.tsx'
import { BagLineBadges } from './bag-line-badges.tsx'

type BagLinesProps = {
  lines: Line[]
  action?: string
  /** The line whose quantity was corrected, and how. */
  correctedLine?: { productId: number; messages: string[] } | null
}

/** The bag's lines; read-only without an action. */
export function BagLines({ lines, action, correctedLine }: BagLinesProps) {
  return (
    <ul>
      {lines.map(({ product, quantity, totalCents, fullTotalCents, promotionHint, discounts, ...line }) => (
        <BagLine
          key={product.id}
          product={product}
          href={`/produto/${product.slug}`}
          quantity={quantity}
          totalCents={totalCents}
          fullTotalCents={fullTotalCents}
          promotions={discounts.filter(({ promotionId }) => promotionId > 0)}
          promotionHint={action ? promotionHint : null}
          badges={
            <>
              <BagLineBadges product={product} />
              {product.isPbm && (
                <LaboratoryDiscountNote
                  productId={product.id}
                  note={formatLaboratoryDiscountNote(line)}
                  canChange={!!action}
                />
              )}
            </>
          }
          action={action}
          quantityNote={correctedLine?.productId === product.id ? correctedLine.messages.join(' ') : undefined}
          stock={product.stock}
        />
      ))}
    </ul>
  )
}

/** Per unit, as programmes state it. */
function formatLaboratoryDiscountNote({
  unitPriceCents,
  laboratoryDiscount,
  laboratoryUnitLimit,
}: Pick<Line, 'unitPriceCents' | 'laboratoryDiscount' | 'laboratoryUnitLimit'>) {
  if (laboratoryDiscount)
    return texts.laboratoryPrice(formatMoney(unitPriceCents), formatMoney(laboratoryDiscount.listPriceCents))
  return laboratoryUnitLimit === null ? null : texts.laboratoryUnitsHint(laboratoryUnitLimit)
}

/** Text only, and only after the customer's opt-in: a prescription medicine carries no promotion (RDC 44/2009, art. 54). */
function LaboratoryDiscountNote(props: { productId: number; note: string | null; canChange: boolean }) {
  const href = `/desconto-laboratorio?id=${props.productId}`
  return (
    <small>
      {props.note}{' '}
      {props.canChange && (
        <a href={href}>{props.note === null ? texts.seeLaboratoryDiscount : texts.changeLaboratoryDiscount}</a>
      )}
    </small>
  )
}
