import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../styles/media.ts'
import { color, gutter, innerRadius, radius, space, tap } from '../styles/tokens.css.ts'

/** Floats below the header, over the page. */
export const panel = style({
  position: 'absolute',
  top: '100%',
  right: gutter,
  zIndex: 5,
  display: 'grid',
  gridTemplateColumns: 'minmax(0,1fr)',
  gap: space.card,
  width: 'min(24rem, calc(100% - 2rem))',
  maxHeight: 'calc(100dvh - 100% - 10rem)',
  padding: space.s2,
  overflowY: 'auto',
  borderRadius: radius,
  background: color.surface,
  boxShadow: color.shadow,
  '@media': { [media.forced]: { border: '1px solid' } },
})
export const wide = style({ width: 'auto', left: gutter })

export const children = style({ columns: '14rem', columnGap: space.s2 })
globalStyle(`${children} li`, { breakInside: 'avoid' })
globalStyle(`${children} a`, {
  display: 'flex',
  alignItems: 'center',
  minHeight: tap,
  paddingInline: space.s1,
  borderRadius: innerRadius,
  color: color.text,
  textDecoration: 'none',
})
globalStyle(`${children} a:hover`, { background: color.actionSoft, color: color.action })

export const lines = style({ display: 'grid', gap: space.s1 })
globalStyle(`${lines} li`, { display: 'flex', justifyContent: 'space-between', gap: space.s2 })
globalStyle(`${lines} a`, { color: color.text })
globalStyle(`${lines} b`, { whiteSpace: 'nowrap' })
