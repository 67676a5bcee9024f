import { globalStyle, style } from '@vanilla-extract/css'
import { color } from '../styles/tokens.css.ts'

/** Its area in the header's grid. */
export const search = style({ gridArea: 'search', position: 'relative' })
globalStyle(`${search} input`, { paddingRight: '3.25rem', background: color.bg })
globalStyle(`${search} button`, { position: 'absolute', inset: '.125rem .125rem auto auto' })
