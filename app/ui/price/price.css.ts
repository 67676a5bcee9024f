import { globalStyle, style } from '@vanilla-extract/css'
import { color, fontSizes, space } from '../../styles/tokens.css.ts'

export const price = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: space.s1 })
globalStyle(`${price} s`, { color: color.muted, fontSize: fontSizes.small })
globalStyle(`${price} b`, { fontSize: fontSizes.title, lineHeight: 1.25, whiteSpace: 'nowrap' })

export const bigPrice = style({})
globalStyle(`.${price}.${bigPrice} b`, { fontSize: fontSizes.display })
