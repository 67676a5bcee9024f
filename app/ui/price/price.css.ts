import { globalStyle, style } from '@vanilla-extract/css'
import { color, space, text } from '../../styles/tokens.css.ts'

export const price = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: space.s1 })
globalStyle(`${price} s`, { color: color.muted, fontSize: text.small })
globalStyle(`${price} b`, { fontSize: text.title, lineHeight: 1.25, whiteSpace: 'nowrap' })

export const bigPrice = style({})
globalStyle(`.${price}.${bigPrice} b`, { fontSize: text.display })
