import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../styles/media.ts'
import { color, space, tapTarget } from '../styles/tokens.css.ts'

export const logo = style({
  gridArea: 'logo',
  display: 'flex',
  alignItems: 'center',
  gap: space.s1,
  justifySelf: 'start',
  minWidth: 0,
  minHeight: tapTarget,
  lineHeight: 1.1,
  textDecoration: 'none',
  '@media': { [media.desktop]: { fontSize: '1.25rem' } },
})
globalStyle(`${logo} svg`, {
  width: '2.25rem',
  height: '2.25rem',
  '@media': { [media.desktop]: { width: '2.75rem', height: '2.75rem' } },
})
globalStyle(`${logo} > span`, {
  color: color.action,
  letterSpacing: '-.01em',
  '@media': { [media.short]: { display: 'none' } },
})
