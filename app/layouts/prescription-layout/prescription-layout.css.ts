import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../../styles/media.ts'
import { color, space, tap } from '../../styles/tokens.css.ts'

export const header = style({
  background: color.surface,
  borderBottom: `1px solid ${color.line}`,
  '@media': { [media.print]: { display: 'none' } },
})
globalStyle(`${header} > div`, {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '0 1rem',
  paddingBlock: space.s1,
})
globalStyle(`${header} div div`, { marginInline: `calc(-1*${space.s1})` })
globalStyle(`${header} div div a`, {
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: tap,
  paddingInline: space.s1,
})
