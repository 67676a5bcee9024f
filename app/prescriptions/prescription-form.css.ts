import { globalStyle, style } from '@vanilla-extract/css'
import { fileButton } from '../ui/field/control.css.ts'

/** Styles the browser's own file button. */
export const upload = style({})
globalStyle(`${upload} ::file-selector-button`, fileButton)

/** Asked of a digital one only. Not of the form that is shown again for them, and not in browsers without `:has`. */
export const digital = style({
  selectors: { [`${upload}:has([name=type][value="2"]:checked) &`]: { display: 'none' } },
})
