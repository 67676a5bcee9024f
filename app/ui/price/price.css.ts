import { globalStyle, style } from '@vanilla-extract/css'
import { color, fontSizes, space } from '../../styles/tokens.css.ts'

export const price = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: space.s1 })
globalStyle(`${price} s`, { color: color.muted, fontSize: fontSizes.small })
// Read before both prices, seen after the one that it is taken off.
globalStyle(`${price} small`, { order: 1, color: color.action, fontSize: fontSizes.small, fontWeight: 600 })
globalStyle(`${price} small::before`, { content: '"\\2212" / ""' })
globalStyle(`${price} small ~ b`, { order: 2, flexBasis: '100%' })
globalStyle(`${price} b`, { fontSize: fontSizes.title, lineHeight: 1.25, whiteSpace: 'nowrap' })

export const bigPrice = style({})
globalStyle(`.${price}.${bigPrice} b`, { fontSize: fontSizes.display })
