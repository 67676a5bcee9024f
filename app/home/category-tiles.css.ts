import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../styles/media.ts'
import { color, radius, space } from '../styles/tokens.css.ts'

export const categoryTiles = style({
  display: 'grid',
  gap: space.s1,
  gridTemplateColumns: 'repeat(auto-fit,minmax(min(9.5rem,100%),1fr))',
  '@media': {
    [media.tablet]: { gap: space.s2, gridTemplateColumns: 'repeat(3,1fr)' },
    [media.desktop]: { gridTemplateColumns: 'repeat(6,1fr)' },
  },
})
globalStyle(`${categoryTiles} a`, {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  alignContent: 'start',
  gap: space.s1,
  height: '100%',
  padding: space.card,
  border: `1px solid ${color.hairline}`,
  borderRadius: radius,
  background: color.surface,
  color: color.text,
  fontWeight: 600,
  lineHeight: 1.25,
  overflowWrap: 'anywhere',
  textDecoration: 'none',
  '@media': { [media.tablet]: { padding: space.s2 } },
})
// Under the icon, or beside it where the tile has the whole line.
globalStyle(`${categoryTiles} a > span`, { flex: '1 1 8rem', '@media': { [media.tablet]: { flexBasis: '100%' } } })
globalStyle(`${categoryTiles} a:hover`, { borderColor: color.action, color: color.action })
globalStyle(`${categoryTiles} svg`, { width: '2rem', height: '2rem', strokeWidth: 1.5, color: color.action })
