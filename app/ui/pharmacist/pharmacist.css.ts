import { globalStyle, style } from '@vanilla-extract/css'
import { color, radius, space } from '../../styles/tokens.css.ts'

/** A card: who it is beside a disc, and how to reach them below, both ways on one line where there is room. */
export const pharmacistCard = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0,1fr)',
  gap: space.card,
  padding: space.s2,
  border: `1px solid ${color.hairline}`,
  borderRadius: radius,
  background: color.surface,
  breakInside: 'avoid',
})
globalStyle(`${pharmacistCard} > svg`, {
  width: '3rem',
  height: '3rem',
  padding: space.card,
  borderRadius: '50%',
  background: color.actionSoft,
  color: color.action,
})
globalStyle(`${pharmacistCard} h2`, { fontSize: '1rem' })
globalStyle(`${pharmacistCard} > p`, { gridColumn: '1/3' })
globalStyle(`${pharmacistCard} > p > *`, { flex: 'auto' })
