import { globalStyle, style } from '@vanilla-extract/css'
import { color, innerRadius, space } from '../styles/tokens.css.ts'

/** Styles the browser's own file button. */
export const upload = style({})
globalStyle(`${upload} ::file-selector-button`, {
  minHeight: '2rem',
  marginRight: space.card,
  paddingInline: space.card,
  border: 0,
  borderRadius: innerRadius,
  background: color.actionSoft,
  color: color.action,
  font: 'inherit',
  fontWeight: 600,
  cursor: 'pointer',
})

/** Asked of a digital one only. Not of the form that is shown again for them, and not in browsers without `:has`. */
export const digital = style({
  selectors: { [`${upload}:has([name=type][value="2"]:checked) &`]: { display: 'none' } },
})
