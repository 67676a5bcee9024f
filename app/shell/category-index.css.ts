import { globalStyle, style } from '@vanilla-extract/css'
import { color, space, tap } from '../styles/tokens.css.ts'

export const index = style({ columns: '15rem', columnGap: space.s4 })
globalStyle(`${index} > li`, { paddingBottom: space.s2, breakInside: 'avoid' })
globalStyle(`${index} a`, {
  display: 'flex',
  alignItems: 'center',
  minHeight: tap,
  color: color.text,
  textDecoration: 'none',
  lineHeight: 1.25,
})
globalStyle(`${index} a:hover`, { color: color.action, textDecoration: 'underline' })
globalStyle(`${index} > li > a`, { color: color.action })
globalStyle(`${index} b`, { overflowWrap: 'anywhere' })
