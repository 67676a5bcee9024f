import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../styles/media.ts'
import { color, tapTarget } from '../styles/tokens.css.ts'

/** The order's buttons, hidden in print. `form` raises the specificity, so that the order of the style sheets is irrelevant. */
export const hiddenInPrint = style({})
globalStyle(`form.${hiddenInPrint}`, { '@media': { [media.print]: { display: 'none' } } })

/** A form that its customer opens: as tall as a button. */
export const foldedForm = style({})
globalStyle(`${foldedForm} > summary`, {
  display: 'flex',
  alignItems: 'center',
  minHeight: tapTarget,
  color: color.action,
  fontWeight: 600,
  cursor: 'pointer',
})
