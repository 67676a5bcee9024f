import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../../styles/media.ts'
import { color, radius, space } from '../../styles/tokens.css.ts'

export const toast = style({
  position: 'fixed',
  inset: 'auto 1rem 1rem',
  zIndex: 5,
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'end',
  columnGap: space.card,
  maxWidth: '36rem',
  width: 'fit-content',
  margin: '0 auto',
  padding: '.5rem .5rem .5rem 1rem',
  border: '1px solid transparent',
  borderRadius: radius,
  background: color.text,
  color: color.bg,
  boxShadow: color.shadow,
  // Not on the element itself: a closed dialog must stay hidden.
  selectors: { '&[open]': { display: 'flex' } },
  '@media': {
    [media.tallPhone]: { bottom: '5rem' },
    [media.print]: { display: 'none' },
  },
})
globalStyle(`${toast} p`, {
  flex: 1,
  minWidth: 0,
  lineHeight: 1.375,
  // With a link, a line of its own.
  '@media': { [media.phone]: { flexBasis: '16rem' } },
})
globalStyle(`${toast} a`, {
  padding: space.card,
  margin: `calc(-1*${space.s1}) 0`,
  color: 'inherit',
  fontWeight: 600,
  whiteSpace: 'nowrap',
})
globalStyle(`${toast} button`, { color: 'inherit' })
globalStyle(`${toast} button:hover`, { background: 'none', textDecoration: 'underline' })
