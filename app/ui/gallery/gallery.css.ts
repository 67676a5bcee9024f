import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../../styles/media.ts'
import { color, innerRadius, radius, space, tapTarget } from '../../styles/tokens.css.ts'

/** Clips the list, so that a lazy picture loads only when it slides into view: Chrome loads far ahead in a sideways scroll. */
export const viewport = style({ overflow: 'clip', overflowClipMargin: '5px' })

/** One picture in view, the others reached by swiping, arrow keys or thumbnails. */
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
  height: '12.5rem',
  borderRadius: radius,
  aspectRatio: 'auto',
  '@media': { [media.tablet]: { height: '22rem' }, [media.desktop]: { height: '34rem' } },
})

/** While scripts move the pictures. It stays a grid: a change of `display` would count as a layout shift of the whole list. */
export const slidingList = style({
  selectors: { '&&': { gap: 0, overflow: 'hidden', scrollSnapType: 'none', touchAction: 'pan-y' } },
})

/** On phones, where one swipes, only a dot for each picture, at its bottom. */
export const thumbnails = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'center',
  position: 'relative',
  marginTop: `calc(-1*${tapTarget})`,
  '@supports': { '(scroll-target-group: auto)': { scrollTargetGroup: 'auto' } },
  '@media': { [media.tablet]: { justifyContent: 'start', gap: space.s1, marginTop: space.s1 } },
})
globalStyle(`${thumbnails} a`, {
  display: 'grid',
  placeItems: 'center',
  width: tapTarget,
  height: tapTarget,
  border: '1px solid transparent',
  borderRadius: innerRadius,
  '@media': { [media.tablet]: { width: '4.5rem', height: 'auto', borderColor: color.hairline } },
})
globalStyle(`${thumbnails} a::before`, {
  content: '',
  width: '.75rem',
  height: '.75rem',
  border: `2px solid ${color.controlBorder}`,
  borderRadius: '50%',
  '@media': { [media.tablet]: { display: 'none' } },
})
// A lazy picture that is not shown is not fetched.
globalStyle(`${thumbnails} img`, { '@media': { [media.belowTablet]: { display: 'none' } } })
globalStyle(`${thumbnails} a:hover`, { '@media': { [media.tablet]: { borderColor: color.action } } })
// The script marks one; before it, a browser that can does. In `:is`, one that cannot drops what it does not know.
const currentThumbnail = `${thumbnails} a:is([aria-current], :not(:has([aria-current])) > :target-current)`
globalStyle(currentThumbnail, {
  '@media': {
    [media.tablet]: { borderColor: color.action, boxShadow: `inset 0 0 0 1px ${color.action}` },
    [media.forcedColors]: { borderBottom: '4px solid Highlight' },
  },
})
globalStyle(`${currentThumbnail}::before`, { borderColor: color.action, background: color.action })
