import { style } from '@vanilla-extract/css'

/** A page of one form: a column the eye takes in at once. */
export const narrow = style({ maxWidth: '32rem', marginInline: 'auto' })
