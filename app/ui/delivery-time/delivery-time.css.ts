import { globalStyle, style } from '@vanilla-extract/css'
import { color, space } from '../../styles/tokens.css.ts'

export const deliveryTimeBlock = style({ display: 'flex', gap: space.card, lineHeight: 1.375 })
globalStyle(`${deliveryTimeBlock} svg`, { color: color.action })
globalStyle(`${deliveryTimeBlock} p`, { color: color.muted })
globalStyle(`${deliveryTimeBlock} b`, { display: 'block', color: color.text })
// Their own height, without making the line taller.
globalStyle(`${deliveryTimeBlock} a`, { display: 'inline-block', paddingBlock: '.6875rem', marginBlock: '-.6875rem' })
