import { globalStyle, style } from '@vanilla-extract/css'
import { color, space } from '../../styles/tokens.css.ts'

export const facts = style({ minWidth: 0 })
globalStyle(`${facts} > div`, {
  display: 'grid',
  gridTemplateColumns: 'minmax(min-content,min(14rem,36%)) minmax(0,1fr)',
  gap: space.card,
  paddingBlock: space.card,
  borderBottom: `1px solid ${color.line}`,
})
globalStyle(`${facts} > div:last-child`, { paddingBottom: 0, border: 0 })
globalStyle(`${facts} > div:first-child`, { paddingTop: 0 })
globalStyle(`${facts} dt`, { color: color.muted })
