import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../styles/media.ts'
import { color, space } from '../styles/tokens.css.ts'

/** Sticky only where the window is tall enough; otherwise, as under zoom, at the end of the page. */
export const bottomBar = style({
  display: 'flex',
  justifyContent: 'space-between',
  padding: `0 ${space.s1} env(safe-area-inset-bottom)`,
  background: color.surface,
  borderTop: `1px solid ${color.hairline}`,
  '@media': {
    [media.tallPhone]: { position: 'sticky', bottom: 0, zIndex: 4 },
    [media.tablet]: { display: 'none' },
    [media.print]: { display: 'none' },
  },
})
globalStyle(`${bottomBar} a`, {
  flex: 'auto',
  display: 'grid',
  justifyItems: 'center',
  alignContent: 'center',
  minHeight: '3.75rem',
  paddingInline: space.half,
  color: color.muted,
  lineHeight: 1.25,
  textDecoration: 'none',
})
globalStyle(`${bottomBar} [aria-current]`, {
  boxShadow: `inset 0 3px ${color.action}`,
  color: color.action,
  fontWeight: 600,
  '@media': { [media.forcedColors]: { textDecoration: 'underline' } },
})
globalStyle(`${bottomBar} [aria-current] svg`, { fill: color.actionSoft })
globalStyle(`${bottomBar} :focus-visible`, { outlineOffset: -3 })
