import { style } from '@vanilla-extract/css'

/** Never broken into lines. */
export const whole = style({ whiteSpace: 'nowrap' })
