import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../styles/media.ts'
import { color, fontSizes, gutter, radius, space } from '../styles/tokens.css.ts'

export const actionBar = style({
  // The end of the card before it, whose lower edge it covers.
  marginTop: `calc(-1*(${space.s2} + ${radius}))`,
  padding: `0 ${space.s2} ${space.s2}`,
  border: `1px solid ${color.hairline}`,
  borderTop: 0,
  borderRadius: `0 0 ${radius} ${radius}`,
  background: color.surface,
  '@media': {
    [media.tablet]: { padding: `0 ${space.s3} ${space.s3}` },
    [media.tallPhone]: {
      position: 'sticky',
      // On top of the phone bar.
      bottom: 'calc(3.75rem + 1px + env(safe-area-inset-bottom))',
      zIndex: 3,
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: space.s2,
      margin: `0 calc(-1*${gutter})`,
      padding: `${space.s1} ${gutter}`,
      border: 0,
      borderTop: `1px solid ${color.hairline}`,
      borderRadius: 0,
    },
  },
})
// Elsewhere the sums just before it show it.
globalStyle(`${actionBar} p`, {
  position: 'absolute',
  clipPath: 'inset(50%)',
  lineHeight: 1.25,
  '@media': { [media.tallPhone]: { position: 'static', clipPath: 'none' } },
})
globalStyle(`${actionBar} p b`, { display: 'block', fontSize: fontSizes.title, whiteSpace: 'nowrap' })
globalStyle(`${actionBar} button`, { '@media': { [media.tallPhone]: { width: 'auto', minHeight: '3rem' } } })

// It sticks for as long as its container is in view: the whole page's column, not the form at its end.
globalStyle(`:has(> form > ${actionBar})`, {
  '@media': { [media.tallPhone]: { display: 'flex', flexDirection: 'column', alignItems: 'stretch' } },
})
globalStyle(`form:has(> ${actionBar})`, { '@media': { [media.tallPhone]: { display: 'contents' } } })
// What has the focus is not behind it.
globalStyle(`html:has(${actionBar})`, { '@media': { [media.tallPhone]: { scrollPaddingBottom: '9rem' } } })
// Nor is it behind a message.
globalStyle(`html:has(${actionBar}) dialog[open]`, { '@media': { [media.tallPhone]: { bottom: '9rem' } } })
