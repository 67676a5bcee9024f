import { style } from '@vanilla-extract/css'

export const mailText = style({ whiteSpace: 'pre-line', overflowWrap: 'anywhere' })
