import { style } from '@vanilla-extract/css'
import { media } from '../../styles/media.ts'
import { color, radius, space } from '../../styles/tokens.css.ts'

export const panel = style({
  minWidth: 0,
  padding: space.s2,
  border: `1px solid ${color.hairline}`,
  borderRadius: radius,
  background: color.surface,
  breakInside: 'avoid',
  '@media': { [media.tablet]: { padding: space.s3 } },
})
