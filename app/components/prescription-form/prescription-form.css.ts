import { globalStyle, style } from '@vanilla-extract/css'
import { color, innerRadius, space } from '../../styles/tokens.css.ts'

/** The browser's own button that chooses a file, in the shop's clothes. */
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
