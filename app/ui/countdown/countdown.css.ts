import { style } from '@vanilla-extract/css'
import { text } from '../../styles/tokens.css.ts'

export const countdown = style({
  fontSize: text.display,
  fontWeight: 700,
  lineHeight: 1.25,
  fontVariantNumeric: 'tabular-nums',
})
