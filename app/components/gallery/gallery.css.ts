import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../../styles/media.ts'
import { color, innerRadius, radius, space } from '../../styles/tokens.css.ts'

/** One picture in view, the others beside it; a finger, the arrow keys or a thumbnail bring them. */
export const pictures = style({
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: '100%',
  gap: space.s1,
  overflowX: 'auto',
  scrollSnapType: 'x mandatory',
  scrollbarWidth: 'none',
  borderRadius: radius,
})
globalStyle(`${pictures} li`, { scrollSnapAlign: 'start' })
globalStyle(`${pictures} img`, {
  height: 'min(24rem,100vw)',
  borderRadius: radius,
  aspectRatio: 'auto',
  '@media': { [media.tablet]: { height: '22rem' }, [media.desktop]: { height: '34rem' } },
})

/** While scripts move the pictures. It stays a grid: another `display` counts as a layout shift of the whole list. */
export const sliding = style({
  selectors: { '&&': { gap: 0, overflow: 'hidden', scrollSnapType: 'none', touchAction: 'pan-y' } },
})

export const thumbnails = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: space.s1,
  marginTop: space.s1,
  '@supports': { '(scroll-target-group: auto)': { scrollTargetGroup: 'auto' } },
})
globalStyle(`${thumbnails} a`, {
  width: '4.5rem',
  border: `1px solid ${color.line}`,
  borderRadius: innerRadius,
})
globalStyle(`${thumbnails} a:hover`, { borderColor: color.action })
const current = { borderColor: color.action, boxShadow: `inset 0 0 0 1px ${color.action}` }
// Apart: a browser that knows only one of them drops a rule that names both.
globalStyle(`${thumbnails}:not(:has([aria-current])) a:target-current`, current)
globalStyle(`${thumbnails} a[aria-current]`, current)
