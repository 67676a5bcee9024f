import { style } from '@vanilla-extract/css'

/** Never broken into lines. */
export const unbroken = style({ whiteSpace: 'nowrap' })
