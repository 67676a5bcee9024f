import { style } from '@vanilla-extract/css'
import { fontSizes } from '../../styles/tokens.css.ts'

export const countdown = style({
  fontSize: fontSizes.display,
  fontWeight: 700,
  lineHeight: 1.25,
  fontVariantNumeric: 'tabular-nums',
})
