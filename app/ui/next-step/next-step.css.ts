import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../../styles/media.ts'
import { color, gutter, space, text } from '../../styles/tokens.css.ts'

export const nextStep = style({
  '@media': {
    [media.tallPhone]: {
      position: 'sticky',
      // On top of the phone bar.
      bottom: 'calc(3.75rem + 1px + env(safe-area-inset-bottom))',
      zIndex: 3,
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: space.s2,
      marginInline: `calc(-1*${gutter})`,
      padding: `${space.s1} ${gutter}`,
      borderTop: `1px solid ${color.line}`,
      background: color.surface,
    },
  },
})
globalStyle(`${nextStep} p`, {
  display: 'none',
  lineHeight: 1.25,
  '@media': { [media.tallPhone]: { display: 'block' } },
})
globalStyle(`${nextStep} p b`, { display: 'block', fontSize: text.title, whiteSpace: 'nowrap' })
globalStyle(`${nextStep} button`, { '@media': { [media.tallPhone]: { width: 'auto', minHeight: '3rem' } } })

// It sticks for as long as its container is in view: the whole page's column, not the form at its end.
globalStyle(`:has(> form > ${nextStep})`, {
  '@media': { [media.tallPhone]: { display: 'flex', flexDirection: 'column', alignItems: 'stretch' } },
})
globalStyle(`form:has(> ${nextStep})`, { '@media': { [media.tallPhone]: { display: 'contents' } } })
// What has the focus is not behind it.
globalStyle(`html:has(${nextStep})`, { '@media': { [media.tallPhone]: { scrollPaddingBottom: '9rem' } } })
