import { globalStyle, style } from '@vanilla-extract/css'
import { color, fontSizes, space } from '../../styles/tokens.css.ts'

export const orderSummary = style({ display: 'grid', gap: space.s1 })
globalStyle(`${orderSummary} > div`, { display: 'flex', justifyContent: 'space-between', gap: space.s2 })
globalStyle(`${orderSummary} dd`, { whiteSpace: 'nowrap' })
globalStyle(`${orderSummary} > div:last-child`, {
  alignItems: 'baseline',
  marginTop: space.s1,
  paddingTop: space.s2,
  borderTop: `1px solid ${color.hairline}`,
  fontWeight: 700,
})
globalStyle(`${orderSummary} > div:last-child dd`, { fontSize: fontSizes.title })

export const discountLine = style({ color: color.action })
