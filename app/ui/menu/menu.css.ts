import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../../styles/media.ts'
import { color, innerRadius, radius, space, tapTarget } from '../../styles/tokens.css.ts'

export const menu = style({ position: 'relative' })
globalStyle(`${menu} > div`, {
  position: 'absolute',
  inset: '100% 0 auto auto',
  zIndex: 3,
  minWidth: '15rem',
  padding: space.s1,
  borderRadius: radius,
  background: color.surface,
  boxShadow: color.shadow,
  '@media': { [media.forcedColors]: { border: '1px solid' } },
})
globalStyle(`${menu} > div :is(a, button)`, {
  display: 'flex',
  alignItems: 'center',
  gap: space.card,
  width: '100%',
  minHeight: tapTarget,
  padding: '0 .75rem',
  border: 0,
  borderRadius: innerRadius,
  background: 'none',
  color: color.text,
  textDecoration: 'none',
  cursor: 'pointer',
})
globalStyle(`${menu} > div :is(:hover, [aria-current]):is(a, button)`, {
  background: color.actionSoft,
  color: color.action,
})
