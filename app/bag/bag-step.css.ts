import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../styles/media.ts'

/** The first column, where the second one has a panel above its form. */
export const spansTwoRows = style({ '@media': { [media.desktop]: { gridRow: 'span 2' } } })
// What it is taller is the form's, not the panel's.
globalStyle(`:has(> ${spansTwoRows})`, { '@media': { [media.desktop]: { gridTemplateRows: 'auto 1fr' } } })
