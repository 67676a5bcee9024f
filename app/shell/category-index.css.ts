import { globalStyle, style } from '@vanilla-extract/css'
import { color, space, tapTarget } from '../styles/tokens.css.ts'

export const categoryIndex = style({ columns: '15rem', columnGap: space.s4 })
globalStyle(`${categoryIndex} > li`, { paddingBottom: space.s2, breakInside: 'avoid' })
globalStyle(`${categoryIndex} a`, {
  display: 'flex',
  alignItems: 'center',
  minHeight: tapTarget,
  color: color.text,
  textDecoration: 'none',
  lineHeight: 1.25,
})
globalStyle(`${categoryIndex} a:hover`, { color: color.action, textDecoration: 'underline' })
globalStyle(`${categoryIndex} > li > a`, { color: color.action })
globalStyle(`${categoryIndex} b`, { overflowWrap: 'anywhere' })
