import { globalStyle, style } from '@vanilla-extract/css'
import { color, radius, space } from '../../styles/tokens.css.ts'

export const card = style({
  border: `1px solid ${color.line}`,
  borderRadius: radius,
  selectors: {
    '&&': { padding: space.s2, lineHeight: 1.5 },
    '&:has(:checked)': { borderColor: color.action, background: color.actionSoft },
    '&:has(:focus-visible)': { outline: `3px solid ${color.info}`, outlineOffset: 2 },
  },
})
globalStyle(`${card} input:focus-visible`, { outline: 0 })
globalStyle(`${card} > span`, { minWidth: 0 })
globalStyle(`${card} b`, { display: 'block', textWrap: 'balance' })
globalStyle(`${card} span span`, { color: color.muted })
globalStyle(`${card} + ${card}`, { marginTop: space.half })
