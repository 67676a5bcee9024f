import { style } from '@vanilla-extract/css'
import { gutter, space } from '../../styles/tokens.css.ts'

export const main = style({
  // The width of a form with its margins: the name stands over what it belongs to.
  maxWidth: `calc(32rem + 2*${gutter})`,
  marginInline: 'auto',
  display: 'grid',
  // The logo asks for its area by name, as in the header: without one it would open a second column.
  gridTemplate: '"logo" auto / minmax(0,1fr)',
  gap: space.s3,
  alignContent: 'center',
  minHeight: '100vh',
  padding: `${space.s3} ${gutter}`,
})
