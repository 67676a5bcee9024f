import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../styles/media.ts'
import { color, fontSizes, ink, paper, space } from '../styles/tokens.css.ts'

export const printSheet = style({
  background: paper,
  color: ink,
  padding: space.s3,
  border: `1px solid ${color.hairline}`,
})
// Black on white in the dark scheme, too.
globalStyle(`${printSheet} :is(th, small)`, { color: `${ink} !important` })
export const orderLabel = style([printSheet, { maxWidth: '100mm', fontSize: fontSizes.title }])
export const noPrint = style({ '@media': { [media.print]: { display: 'none !important' } } })
