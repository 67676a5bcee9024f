import { style } from '@vanilla-extract/css'
import { gutter, space } from '../styles/tokens.css.ts'

export const main = style({
  // The width of a form with its margins, so that the logo is aligned with it.
  maxWidth: `calc(32rem + 2*${gutter})`,
  marginInline: 'auto',
  display: 'grid',
  // The logo is placed in a named grid area, as in the header: without that area it would create a second column.
  gridTemplate: '"logo" auto / minmax(0,1fr)',
  gap: space.s3,
  alignContent: 'center',
  minHeight: '100vh',
  padding: `${space.s3} ${gutter}`,
})
