import { style } from '@vanilla-extract/css'

/** Never broken into lines. */
export const noWrap = style({ whiteSpace: 'nowrap' })
