import { style } from '@vanilla-extract/css'
import { pair } from '../../styles/shared.css.ts'

/** Beside a label of two lines; but what is said under a refused field must not push it up. */
export const evenPair = style([pair, { selectors: { '&:not(:has([aria-invalid=true]))': { alignItems: 'end' } } }])
