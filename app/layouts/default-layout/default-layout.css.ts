import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../../styles/media.ts'
import { color, radius, space, tap } from '../../styles/tokens.css.ts'

export const skip = style({
  position: 'absolute',
  inset: '.5rem auto auto .5rem',
  zIndex: 9,
  padding: '.75rem 1rem',
  borderRadius: radius,
  background: color.surface,
  transform: 'translateY(-200%)',
  ':focus': { transform: 'none' },
})

export const main = style({
  paddingBlock: `${space.card} ${space.s6}`,
  // The footer stays at the window's end on short pages.
  minHeight: '50vh',
  // Chrome fetches a lazy picture that a sideways scroll would bring long before; never what another box cuts off.
  overflowX: 'clip',
  '@media': {
    [media.tablet]: { paddingTop: space.s3 },
    // Nor do its links come to lie behind the bar at the bottom, where nobody could touch them.
    [media.tallPhone]: { minHeight: '85vh' },
  },
})

/**
 * The way back up, on phones to the search too. Its track begins 200 px under the first window, so that it comes into view
 * after 200 px of scrolling (specification, section 9), and sticks there: no script, no animation. On short pages the track has
 * no length. At the very edge, where a card's padding keeps prices and fields from under it.
 */
export const toTop = style({
  position: 'absolute',
  top: 'calc(100vh + 200px)',
  right: 0,
  bottom: 0,
  zIndex: 3,
  width: tap,
  overflow: 'clip',
  pointerEvents: 'none',
  '@media': { [media.print]: { display: 'none' } },
})
globalStyle(`${toTop} a`, {
  position: 'sticky',
  top: 'calc(100vh - 9rem)',
  display: 'grid',
  placeItems: 'center',
  height: tap,
  border: `1px solid ${color.edge}`,
  borderRadius: `${radius} 0 0 ${radius}`,
  outlineOffset: -3,
  background: color.surface,
  pointerEvents: 'auto',
})
globalStyle(`${toTop} a:last-child svg`, { rotate: '180deg' })
// Where the header does not stay in view.
globalStyle(`${toTop} a:not(:last-child)`, {
  top: `calc(100vh - 9.5rem - ${tap})`,
  marginBottom: space.s1,
  '@media': { [media.desktop]: { display: 'none' } },
})
