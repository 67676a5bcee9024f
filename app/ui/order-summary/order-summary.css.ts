import { globalStyle, style } from '@vanilla-extract/css'
import { color, space, text } from '../../styles/tokens.css.ts'

export const orderSummary = style({ display: 'grid', gap: space.s1 })
globalStyle(`${orderSummary} > div`, { display: 'flex', justifyContent: 'space-between', gap: space.s2 })
globalStyle(`${orderSummary} dd`, { whiteSpace: 'nowrap' })
globalStyle(`${orderSummary} > div:last-child`, {
  alignItems: 'baseline',
  marginTop: space.s1,
  paddingTop: space.s2,
  borderTop: `1px solid ${color.line}`,
  fontWeight: 700,
})
globalStyle(`${orderSummary} > div:last-child dd`, { fontSize: text.title })

export const discountLine = style({ color: color.action })
