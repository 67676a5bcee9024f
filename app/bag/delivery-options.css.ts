import { globalStyle, style } from '@vanilla-extract/css'
import { color, radius, space } from '../styles/tokens.css.ts'

/** A delivery option with several choices: its summary is styled like a choice, since it leads to some. */
export const optionGroup = style({
  border: `1px solid ${color.hairline}`,
  borderRadius: radius,
  marginTop: space.s1,
  selectors: { '&:has(:checked)': { borderColor: color.action } },
})
globalStyle(`${optionGroup} > summary`, { padding: space.s2, cursor: 'pointer', lineHeight: 1.5 })
globalStyle(`${optionGroup} > summary b`, { display: 'block' })
globalStyle(`${optionGroup} > div`, { padding: `0 ${space.s2} ${space.s2}` })

export const windowGrid = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(8.75rem, 45%), 1fr))',
  gap: space.s1,
})
globalStyle(`${windowGrid}${windowGrid} > label`, { marginTop: 0, padding: space.s1 })
globalStyle(`${windowGrid} fieldset legend`, { fontWeight: 600 })

export const fee = style({ float: 'right', display: 'flex', gap: space.s1, whiteSpace: 'nowrap' })
