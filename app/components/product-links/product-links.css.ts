import { globalStyle, style } from '@vanilla-extract/css'
import { color, gutter, space, text } from '../../styles/tokens.css.ts'

/** A line of small cards that scrolls sideways; the name's link covers its card. */
export const links = style({
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: 'minmax(9.5rem,1fr)',
  gap: space.s2,
  overflowX: 'auto',
  marginInline: `calc(-1*${gutter})`,
  padding: `3px ${gutter} ${space.s1}`,
})
globalStyle(`${links} li`, { position: 'relative', maxWidth: '14rem', fontSize: text.small })
globalStyle(`${links} a`, { display: 'block', marginTop: space.s1, color: 'inherit', textDecoration: 'none' })
globalStyle(`${links} a::after`, { content: '', position: 'absolute', inset: 0 })
globalStyle(`${links} a:hover`, { color: color.action })
