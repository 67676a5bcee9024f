import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../../styles/media.ts'

/** Not on paper, nor the card around it: what it takes off stands in the sums. */
export const coupon = style({})
globalStyle(`:has(> ${coupon})`, { '@media': { [media.print]: { display: 'none' } } })
