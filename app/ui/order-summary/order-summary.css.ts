import { globalStyle, style } from '@vanilla-extract/css'
import { color, space, text } from '../../styles/tokens.css.ts'

export const summary = style({ display: 'grid', gap: space.s1 })
globalStyle(`${summary} > div`, { display: 'flex', justifyContent: 'space-between', gap: space.s2 })
globalStyle(`${summary} dd`, { whiteSpace: 'nowrap' })
globalStyle(`${summary} > div:last-child`, {
  alignItems: 'baseline',
  marginTop: space.s1,
  paddingTop: space.s2,
  borderTop: `1px solid ${color.line}`,
  fontWeight: 700,
})
globalStyle(`${summary} > div:last-child dd`, { fontSize: text.title })

export const discountLine = style({ color: color.action })
