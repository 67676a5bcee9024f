import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../styles/media.ts'
import { color, fontSizes, radius, space, tapTarget } from '../styles/tokens.css.ts'

export const quickLinks = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit,minmax(9.5rem,1fr))',
  gap: space.s1,
  marginTop: space.card,
  '@media': {
    [media.grid]: { gridTemplateColumns: 'repeat(3,1fr)', gap: space.s2 },
    [media.print]: { display: 'none' },
  },
})
// Of an odd number of links in two columns.
globalStyle(`${quickLinks} li:last-child`, { '@media': { [media.phone]: { gridColumn: '1/-1' } } })
globalStyle(`${quickLinks} a`, {
  display: 'flex',
  alignItems: 'center',
  gap: space.card,
  minHeight: tapTarget,
  height: '100%',
  padding: `${space.s1} ${space.card}`,
  border: `1px solid ${color.hairline}`,
  borderRadius: radius,
  background: color.surface,
  color: color.text,
  fontWeight: 600,
  lineHeight: 1.25,
  textDecoration: 'none',
})
globalStyle(`${quickLinks} a:hover`, { borderColor: color.action, color: color.action })
globalStyle(`${quickLinks} svg`, { color: color.action })
globalStyle(`${quickLinks} small`, {
  display: 'block',
  color: color.muted,
  fontSize: fontSizes.small,
  fontWeight: 400,
  '@media': { [media.phone]: { display: 'none' } },
})
