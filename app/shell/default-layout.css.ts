import { type GlobalStyleRule, globalStyle, style } from '@vanilla-extract/css'
import { media } from '../styles/media.ts'
import { color, radius, space, tapTarget } from '../styles/tokens.css.ts'

export const skipLink = style({
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
  // Keeps the footer at the window's bottom on short pages.
  minHeight: '50vh',
  // Chrome loads lazy pictures far ahead in a sideways scroll, but not those that another box clips.
  overflowX: 'clip',
  '@media': {
    [media.tablet]: { paddingTop: space.s3 },
    // Keeps the footer's links from lying behind the bottom bar, where they could not be touched.
    [media.tallPhone]: { minHeight: '85vh' },
  },
})

/**
 * The link back to the top. Its track begins 200 px below the first viewport, so that it appears after 200 px of scrolling
 * (specification, section 9) and then sticks, without script or animation. On short pages the track has no length. At the very
 * edge of the window, where it covers a card's padding, not prices or fields; and where the browser knows the direction, only
 * while one scrolls up.
 */
export const backToTop = style({
  position: 'absolute',
  top: 'calc(100vh + 200px)',
  right: 0,
  bottom: 0,
  zIndex: 3,
  width: tapTarget,
  overflow: 'clip',
  pointerEvents: 'none',
  '@media': { [media.print]: { display: 'none' } },
})
globalStyle('html', { containerType: 'scroll-state' } as GlobalStyleRule)
globalStyle(`${backToTop} a`, {
  position: 'sticky',
  // Above the bars at a phone's bottom: this one, and the one that buys or filters.
  top: 'calc(100vh - 12rem)',
  display: 'grid',
  placeItems: 'center',
  height: tapTarget,
  border: `1px solid ${color.controlBorder}`,
  borderRadius: `${radius} 0 0 ${radius}`,
  outlineOffset: -3,
  background: color.surface,
  pointerEvents: 'auto',
  '@container': { 'scroll-state(scrolled: bottom)': { opacity: 0, pointerEvents: 'none' } },
})
globalStyle(`${backToTop} a:focus-visible`, { opacity: 1 })
globalStyle(`${backToTop} svg`, { rotate: '180deg' })
