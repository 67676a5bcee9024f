import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../../styles/media.ts'
import { color, gutter, radius, space, tapTarget } from '../../styles/tokens.css.ts'

/** A line that scrolls sideways under a finger, and wraps where there is a mouse. */
export const chips = style({
  display: 'flex',
  gap: space.s1,
  overflowX: 'auto',
  scrollbarWidth: 'none',
  scrollPaddingInline: gutter,
  marginInline: `calc(-1*${gutter})`,
  padding: `${space.s1} ${gutter}`,
  '@media': {
    [media.desktop]: { flexWrap: 'wrap', overflow: 'visible', marginInline: 0, paddingInline: 0 },
    [media.print]: { display: 'none' },
  },
})

export const chip = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: space.s1,
  minHeight: tapTarget,
  paddingInline: '.875rem',
  border: `1px solid ${color.hairline}`,
  borderRadius: radius,
  background: color.surface,
  color: color.text,
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  ':hover': { borderColor: color.action, color: color.action },
  selectors: {
    '&[aria-current]': {
      borderColor: color.action,
      background: color.actionSoft,
      color: color.action,
      fontWeight: 600,
    },
  },
  '@media': {
    // The current chip is in view from the start; only where the line scrolls, as otherwise the page itself would scroll.
    [media.belowDesktop]: { selectors: { '&[aria-current]': { scrollInitialTarget: 'nearest' } } },
    [media.forcedColors]: { selectors: { '&[aria-current]': { outline: '2px solid Highlight' } } },
  },
})
globalStyle(`${chip} svg`, { color: color.action })
globalStyle(`${chip} svg:last-child`, { width: '1.25rem', height: '1.25rem' })
