import { style } from '@vanilla-extract/css'

/** A page with one form: a narrow column. */
export const narrow = style({ maxWidth: '32rem', marginInline: 'auto' })
