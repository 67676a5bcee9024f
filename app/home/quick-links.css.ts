import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../styles/media.ts'
import { color, radius, space, tapTarget } from '../styles/tokens.css.ts'

export const quickLinks = style({
  display: 'grid',
  gap: space.s1,
  marginTop: space.card,
  '@media': {
    [media.grid]: { gridTemplateColumns: 'repeat(3,1fr)', gap: space.s2 },
    [media.print]: { display: 'none' },
  },
})
globalStyle(`${quickLinks} a`, {
  display: 'flex',
  alignItems: 'center',
  gap: space.card,
  minHeight: tapTarget,
  height: '100%',
  padding: `${space.half} ${space.card}`,
  border: `1px solid ${color.hairline}`,
  borderRadius: radius,
  background: color.surface,
  color: color.text,
  textDecoration: 'none',
})
globalStyle(`${quickLinks} a:hover`, { borderColor: color.action, color: color.action })
globalStyle(`${quickLinks} svg`, { color: color.action })
