import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../styles/media.ts'
import { color, space } from '../styles/tokens.css.ts'

export const period = style({ display: 'flex', flexWrap: 'wrap', gap: space.s2 })
globalStyle(`${period} > div`, { flex: '1 1 9rem', '@media': { [media.grid]: { maxWidth: '16rem' } } })
globalStyle(`${period} > :is(div, button)`, { '@media': { [media.phone]: { flexBasis: '100%' } } })
// As tall as the fields beside it and aligned with them: below the labels' line, whatever messages are shown below.
globalStyle(`${period} > button`, {
  minHeight: '3rem',
  '@media': { [media.grid]: { alignSelf: 'start', marginTop: '1.75rem' } },
})

export const entries = style({})
globalStyle(`${entries} > li`, { flexWrap: 'nowrap', paddingBlock: space.card, borderTop: `1px solid ${color.line}` })
globalStyle(`${entries} > li:last-child`, { paddingBottom: 0 })

export const credit = style({ color: color.action })
