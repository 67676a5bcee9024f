import { style } from '@vanilla-extract/css'
import { media } from '../../styles/media.ts'
import { space } from '../../styles/tokens.css.ts'

export const pharmacist = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: space.s1,
  '@media': { [media.print]: { display: 'none' } },
})
