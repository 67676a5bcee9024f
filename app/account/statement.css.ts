import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../styles/media.ts'
import { color, space } from '../styles/tokens.css.ts'

export const periodForm = style({ display: 'flex', flexWrap: 'wrap', gap: space.s2 })
globalStyle(`${periodForm} > div`, { flex: '1 1 9rem', '@media': { [media.grid]: { maxWidth: '16rem' } } })
globalStyle(`${periodForm} > :is(div, button)`, { '@media': { [media.phone]: { flexBasis: '100%' } } })
// As tall as the fields beside it and aligned with them: below the labels' line, whatever messages are shown below.
globalStyle(`${periodForm} > button`, {
  minHeight: '3rem',
  '@media': { [media.grid]: { alignSelf: 'start', marginTop: '1.75rem' } },
})

export const entryList = style({})
globalStyle(`${entryList} > li`, {
  flexWrap: 'nowrap',
  paddingBlock: space.card,
  borderTop: `1px solid ${color.hairline}`,
})
globalStyle(`${entryList} > li:last-child`, { paddingBottom: 0 })

export const creditAmount = style({ color: color.action })
