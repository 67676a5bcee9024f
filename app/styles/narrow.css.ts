import { globalStyle, style } from '@vanilla-extract/css'

const width = '32rem'

/** A page with one form: a narrow column. */
export const narrow = style({ maxWidth: width, marginInline: 'auto' })

// The steps of a purchase above it are as wide as on its other pages.
const withSteps = `${narrow}:has(> ol:first-child)`
globalStyle(withSteps, { maxWidth: 'none' })
globalStyle(`${withSteps} > :not(ol)`, { width: '100%', maxWidth: width, justifySelf: 'center' })
