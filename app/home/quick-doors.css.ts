import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../styles/media.ts'
import { color, radius, space, tap } from '../styles/tokens.css.ts'

export const doors = style({
  display: 'grid',
  gap: space.s1,
  marginTop: space.card,
  '@media': {
    [media.grid]: { gridTemplateColumns: 'repeat(3,1fr)', gap: space.s2 },
    [media.print]: { display: 'none' },
  },
})
globalStyle(`${doors} a`, {
  display: 'flex',
  alignItems: 'center',
  gap: space.card,
  minHeight: tap,
  height: '100%',
  padding: `${space.half} ${space.card}`,
  border: `1px solid ${color.line}`,
  borderRadius: radius,
  background: color.surface,
  color: color.text,
  textDecoration: 'none',
})
globalStyle(`${doors} a:hover`, { borderColor: color.action, color: color.action })
globalStyle(`${doors} svg`, { color: color.action })
