import { style } from '@vanilla-extract/css'

/** What reads as one word. */
export const whole = style({ whiteSpace: 'nowrap' })
