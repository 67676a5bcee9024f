import { globalStyle, style } from '@vanilla-extract/css'
import { color, space } from '../../styles/tokens.css.ts'

export const period = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: space.s2 })
globalStyle(`${period} > div`, { flex: '1 1 9rem', maxWidth: '16rem' })
// As tall as the fields beside it.
globalStyle(`${period} > button`, { minHeight: '3rem' })

export const entries = style({})
globalStyle(`${entries} > li`, { paddingBlock: space.card, borderTop: `1px solid ${color.line}` })
globalStyle(`${entries} > li:last-child`, { paddingBottom: 0 })

export const came = style({ color: color.action })
