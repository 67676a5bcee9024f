import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../styles/media.ts'

/** The order's buttons, hidden in print. `form` raises the specificity, so that the order of the style sheets is irrelevant. */
export const hiddenInPrint = style({})
globalStyle(`form.${hiddenInPrint}`, { '@media': { [media.print]: { display: 'none' } } })
