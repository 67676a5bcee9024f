import { style } from '@vanilla-extract/css'
import { black, white } from '../styles/tokens.css.ts'

/** Black on white in the dark scheme and in forced colours, too. */
const bars = style({
  display: 'block',
  flexShrink: 0,
  background: white,
  fill: black,
  // Icons have strokes: they would close the spaces.
  stroke: 'none',
  forcedColorAdjust: 'none',
  printColorAdjust: 'exact',
})

/** The standard's full size, at which any scanner reads it: a module is 0.33 mm. No table makes it narrower. */
export const ean13 = style([bars, { width: '37.29mm', minWidth: '37.29mm', height: '17.16mm' }])
export const ean8 = style([bars, { width: '26.73mm', minWidth: '26.73mm', height: '17.16mm' }])
