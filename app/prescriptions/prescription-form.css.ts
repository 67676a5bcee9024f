import { globalStyle, style } from '@vanilla-extract/css'
import { fileButtonRules } from '../ui/field/control.css.ts'

export const uploadForm = style({})
globalStyle(`${uploadForm} ::file-selector-button`, fileButtonRules)

/** Asked of a digital one only. Not of the form that is shown again for them, and not in browsers without `:has`. */
export const digitalPrescriptionFields = style({
  selectors: { [`${uploadForm}:has([name=type][value="2"]:checked) &`]: { display: 'none' } },
})
