import { style } from '@vanilla-extract/css'
import { space } from '../styles/tokens.css.ts'

export const correctedSearch = style({ paddingBlock: space.s1 })
