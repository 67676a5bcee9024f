import { globalStyle, style } from '@vanilla-extract/css'
import { color, radius, space } from '../../styles/tokens.css.ts'

export const legalNote = style({
  display: 'grid',
  gap: space.s1,
  padding: space.s2,
  borderLeft: `4px solid ${color.controlBorder}`,
  borderRadius: `0 ${radius} ${radius} 0`,
  background: color.sunken,
  // It begins with the name of a substance, which may be very long.
  overflowWrap: 'anywhere',
})
globalStyle(`${legalNote} p:first-child:not(:last-child)`, { fontWeight: 700 })
