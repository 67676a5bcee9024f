import { style } from '@vanilla-extract/css'

export const emailText = style({ whiteSpace: 'pre-line', overflowWrap: 'anywhere' })
