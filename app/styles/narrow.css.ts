import { globalStyle, style } from '@vanilla-extract/css'

const columnWidth = '32rem'

/** A page with one form: a narrow column. */
export const narrowColumn = style({ maxWidth: columnWidth, marginInline: 'auto' })

// The steps of a purchase above it are as wide as on its other pages.
const columnWithSteps = `${narrowColumn}:has(> ol:first-child)`
globalStyle(columnWithSteps, { maxWidth: 'none' })
globalStyle(`${columnWithSteps} > :not(ol)`, { width: '100%', maxWidth: columnWidth, justifySelf: 'center' })
