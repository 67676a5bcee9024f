import { style } from '@vanilla-extract/css'
import { black, white } from '../styles/tokens.css.ts'

/** Black on white in the dark scheme and in forced colours, too: a scanner reads it from a screen as well. */
export const bars = style({
  display: 'block',
  background: white,
  fill: black,
  forcedColorAdjust: 'none',
  printColorAdjust: 'exact',
})
