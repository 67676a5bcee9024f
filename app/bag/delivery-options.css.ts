import { globalStyle, style } from '@vanilla-extract/css'
import { color, radius, space } from '../styles/tokens.css.ts'

/** A way with several choices: its summary looks like a choice, since it leads to some. */
export const group = style({
  border: `1px solid ${color.line}`,
  borderRadius: radius,
  marginTop: space.s1,
  selectors: { '&:has(:checked)': { borderColor: color.action } },
})
globalStyle(`${group} > summary`, { padding: space.s2, cursor: 'pointer', lineHeight: 1.5 })
globalStyle(`${group} > summary b`, { display: 'block' })
globalStyle(`${group} > div`, { padding: `0 ${space.s2} ${space.s2}` })

export const slots = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(8.75rem, 45%), 1fr))',
  gap: space.s1,
})
globalStyle(`${slots}${slots} > label`, { marginTop: 0, padding: space.s1 })
globalStyle(`${slots} fieldset legend`, { fontWeight: 600 })

export const fee = style({ float: 'right', display: 'flex', gap: space.s1, whiteSpace: 'nowrap' })
