import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../styles/media.ts'
import { color, radius, space } from '../styles/tokens.css.ts'

export const categoryTiles = style({
  display: 'grid',
  gap: space.s1,
  gridTemplateColumns: 'repeat(auto-fit,minmax(min(9.5rem,100%),1fr))',
  '@media': {
    [media.tablet]: { gap: space.card, gridTemplateColumns: 'repeat(3,1fr)' },
    [media.desktop]: { gap: space.s2, gridTemplateColumns: 'repeat(6,1fr)' },
  },
})
globalStyle(`${categoryTiles} a`, {
  position: 'relative',
  display: 'grid',
  alignContent: 'space-between',
  height: '100%',
  minHeight: '5.5rem',
  padding: space.card,
  // A pack's ground ends at the corners.
  overflow: 'hidden',
  border: `1px solid ${color.hairline}`,
  borderRadius: radius,
  background: color.surface,
  color: color.text,
  fontWeight: 600,
  lineHeight: 1.25,
  overflowWrap: 'anywhere',
  textDecoration: 'none',
  '@media': {
    [media.desktop]: {
      alignContent: 'start',
      justifyItems: 'center',
      gap: space.s1,
      padding: `${space.s2} ${space.s1}`,
      textAlign: 'center',
      textWrap: 'balance',
    },
  },
})
globalStyle(`${categoryTiles} a > span`, { position: 'relative' })
globalStyle(`${categoryTiles} a:hover`, { borderColor: color.action, color: color.action })
globalStyle(`${categoryTiles} svg`, {
  order: 1,
  justifySelf: 'end',
  width: '3.5rem',
  height: '3.5rem',
  margin: '-.5rem -.375rem -.375rem',
  overflow: 'visible',
  strokeWidth: 1.25,
  '@media': { [media.desktop]: { order: 0, justifySelf: 'auto', width: '5.5rem', height: '5.5rem', margin: 0 } },
})
globalStyle(`${categoryTiles} svg:not([color])`, { padding: space.half, color: color.action })
globalStyle(`${categoryTiles} svg[color]`, { strokeWidth: 0 })

// In the narrowest of windows a name is cut at twelve letters for the eye (specification, section 9); it is read out whole.
globalStyle(`${categoryTiles} a > span`, {
  '@media': {
    '(max-width: 21.99rem)': { maxWidth: '12ch', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  },
})
