import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../styles/media.ts'
import { color, gutter, innerRadius, radius, space, tapTarget } from '../styles/tokens.css.ts'

/** Floats below the header, over the page. */
export const headerPanel = style({
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
  '@media': { [media.forcedColors]: { border: '1px solid' } },
})
export const widePanel = style({ width: 'auto', left: gutter })

export const subcategoryList = style({ columns: '14rem', columnGap: space.s2 })
globalStyle(`${subcategoryList} li`, { breakInside: 'avoid' })
globalStyle(`${subcategoryList} a`, {
  display: 'flex',
  alignItems: 'center',
  minHeight: tapTarget,
  paddingInline: space.s1,
  borderRadius: innerRadius,
  color: color.text,
  textDecoration: 'none',
})
globalStyle(`${subcategoryList} a:hover`, { background: color.actionSoft, color: color.action })

export const miniBagLines = style({ display: 'grid', gap: space.s1 })
globalStyle(`${miniBagLines} li`, { display: 'flex', justifyContent: 'space-between', gap: space.s2 })
globalStyle(`${miniBagLines} a`, { color: color.text })
globalStyle(`${miniBagLines} b`, { whiteSpace: 'nowrap' })
