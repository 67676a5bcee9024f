import { style } from '@vanilla-extract/css'
import { space } from '../styles/tokens.css.ts'

/** What the door asks stands below its card, and only while that is chosen. */
export const doorFields = style({
  padding: `${space.s1} ${space.s2}`,
  selectors: { ':not(:has(> label :checked)) > &': { display: 'none' } },
})

export const way = style({ selectors: { '& + &': { marginTop: space.half } } })
