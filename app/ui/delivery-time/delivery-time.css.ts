import { globalStyle, style } from '@vanilla-extract/css'
import { color, space } from '../../styles/tokens.css.ts'

export const when = style({ display: 'flex', gap: space.card, lineHeight: 1.375 })
globalStyle(`${when} svg`, { color: color.action })
globalStyle(`${when} p`, { color: color.muted })
globalStyle(`${when} b`, { display: 'block', color: color.text })
// Their own height, without making the line taller.
globalStyle(`${when} a`, { display: 'inline-block', paddingBlock: '.6875rem', marginBlock: '-.6875rem' })
