import { globalStyle, style } from '@vanilla-extract/css'
import { color, radius, space } from '../styles/tokens.css.ts'

export const swatches = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill,minmax(7.5rem,1fr))',
  gap: space.s2,
})
globalStyle(`${swatches} li::before`, {
  content: '',
  display: 'block',
  height: '4rem',
  border: `1px solid ${color.hairline}`,
  borderRadius: radius,
  background: 'currentColor',
})
globalStyle(`${swatches} span`, { color: color.text })

const { shadow, ...colors } = color
/** One class per colour token, which has the token's colour. */
export const colorTokens = Object.entries(colors).map(([name, value]) => ({
  name,
  swatchClass: style({ color: value }, name),
}))
