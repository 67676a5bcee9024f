import { globalStyle, style } from '@vanilla-extract/css'
import { black, space } from '../styles/tokens.css.ts'

export const sums = style({ maxWidth: '20rem', marginInlineStart: 'auto', breakInside: 'avoid' })
globalStyle(`${sums} dd`, { margin: 0 })

export const slip = style({ border: `1px solid ${black}`, padding: space.s1, breakInside: 'avoid' })

/** The access key's 44 characters, in fours as the printed document has them. */
export const keyBoxes = style({ display: 'flex', flexWrap: 'wrap', gap: '2mm' })
globalStyle(`${keyBoxes} > span`, { display: 'flex', borderLeft: `1px solid ${black}` })
globalStyle(`${keyBoxes} i`, {
  width: '3.5mm',
  height: '6mm',
  border: `solid ${black}`,
  borderWidth: '1px 1px 1px 0',
})
