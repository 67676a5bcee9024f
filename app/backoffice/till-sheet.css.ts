import { globalStyle, style } from '@vanilla-extract/css'
import { black, space } from '../styles/tokens.css.ts'

export const sums = style({ maxWidth: '20rem', marginInlineStart: 'auto', breakInside: 'avoid' })
globalStyle(`${sums} dd`, { margin: 0 })

export const slip = style({ border: `1px solid ${black}`, padding: space.s1, breakInside: 'avoid' })

/** The access key's 44 characters, in fours as the printed document has them. */
export const keyBoxes = style({ display: 'flex', flexWrap: 'wrap', gap: '2mm' })
globalStyle(`${keyBoxes} > span`, {
  width: '14mm',
  height: '6mm',
  border: `1px solid ${black}`,
  background: `repeating-linear-gradient(90deg, transparent 0 calc(3.5mm - .5px), ${black} calc(3.5mm - .5px) 3.5mm)`,
})
