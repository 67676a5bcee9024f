import { globalStyle, style } from '@vanilla-extract/css'
import { color } from '../styles/tokens.css.ts'

/** Its area in the header's grid. */
export const searchBox = style({ gridArea: 'search', position: 'relative' })
globalStyle(`${searchBox} input`, { paddingRight: '3.25rem', background: color.bg })
globalStyle(`${searchBox} button`, { position: 'absolute', inset: '.125rem .125rem auto auto' })
