import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../../styles/media.ts'

/** What can be done with the order: on paper, nothing, whichever of its sheets comes last. */
export const actions = style({})
globalStyle(`form.${actions}`, { '@media': { [media.print]: { display: 'none' } } })
