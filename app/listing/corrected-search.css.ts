import { style } from '@vanilla-extract/css'
import { space } from '../styles/tokens.css.ts'

export const corrected = style({ paddingBlock: space.s1 })
