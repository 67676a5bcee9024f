import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../styles/media.ts'

/** Hidden in print with the card around it: the coupon's discount is in the sums. */
export const couponForm = style({})
globalStyle(`:has(> ${couponForm})`, { '@media': { [media.print]: { display: 'none' } } })
