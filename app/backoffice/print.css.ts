import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../styles/media.ts'
import { black, color, fontSizes, space, white } from '../styles/tokens.css.ts'

export const printSheet = style({
  background: white,
  color: black,
  padding: space.s3,
  border: `1px solid ${color.hairline}`,
})
// Black on white in the dark scheme, too.
globalStyle(`${printSheet} :is(th, small)`, { color: `${black} !important` })
export const orderLabel = style([printSheet, { maxWidth: '100mm', fontSize: fontSizes.title }])
export const noPrint = style({ '@media': { [media.print]: { display: 'none !important' } } })

/** One of several sheets. */
export const printPage = style({ selectors: { '& + &': { '@media': { [media.print]: { breakBefore: 'page' } } } } })
