import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../styles/media.ts'
import { color, innerRadius, radius, space, tapTarget } from '../styles/tokens.css.ts'

/** Floats under the search field. */
export const suggestions = style({
  position: 'absolute',
  inset: '100% 0 auto',
  zIndex: 5,
  marginTop: space.half,
  padding: space.s1,
  borderRadius: radius,
  background: color.surface,
  boxShadow: color.shadow,
  '@media': { [media.forcedColors]: { border: '1px solid' } },
})
// In a low window the field shares the header's line: its suggestions lie under what is beside it, too.
globalStyle(`header ${suggestions}`, { '@media': { [media.short]: { insetInline: '-5.5rem -5rem' } } })
globalStyle(`${suggestions} > p`, { padding: space.s1, color: color.muted })
globalStyle(`${suggestions} a`, {
  display: 'flex',
  alignItems: 'center',
  gap: space.card,
  minHeight: tapTarget,
  padding: `${space.half} ${space.s1}`,
  borderRadius: innerRadius,
  color: color.text,
  textDecoration: 'none',
})
globalStyle(`${suggestions} a:is(:hover, [aria-selected=true])`, { background: color.actionSoft, color: color.action })
globalStyle(`${suggestions} a[aria-selected=true]`, { outline: `2px solid ${color.info}`, outlineOffset: -2 })
globalStyle(`${suggestions} a > span`, { flex: 1, minWidth: 0 })
globalStyle(`${suggestions} a > b`, { whiteSpace: 'nowrap' })
// On phones the price is below the name, which has the whole line.
globalStyle(`${suggestions} a:has(> img)`, {
  '@media': { [media.phone]: { display: 'grid', grid: 'auto-flow / 3rem minmax(0,1fr)', rowGap: 0 } },
})
globalStyle(`${suggestions} a > img`, {
  gridRow: 'span 2',
  width: '3rem',
  height: '3rem',
  padding: space.half,
  borderRadius: innerRadius,
  background: color.pictureBackground,
})
globalStyle(`${suggestions} > button`, { position: 'static' })
