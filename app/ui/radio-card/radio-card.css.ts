import { globalStyle, style } from '@vanilla-extract/css'
import { color, radius, space } from '../../styles/tokens.css.ts'

export const radioCard = style({
  border: `1px solid ${color.hairline}`,
  borderRadius: radius,
  selectors: {
    '&&': { padding: space.s2, lineHeight: 1.5 },
    '&:has(:checked)': { borderColor: color.action, background: color.actionSoft },
    '&:has(:focus-visible)': { outline: `3px solid ${color.info}`, outlineOffset: 2 },
  },
})
globalStyle(`${radioCard} input:focus-visible`, { outline: 0 })
globalStyle(`${radioCard} > span`, { minWidth: 0 })
globalStyle(`${radioCard} b`, { display: 'block', textWrap: 'balance' })
globalStyle(`${radioCard} span span`, { color: color.muted })
globalStyle(`${radioCard} + ${radioCard}`, { marginTop: space.half })
