import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../../styles/media.ts'
import { color, radius, space } from '../../styles/tokens.css.ts'

export const steps = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: space.half,
  marginBottom: space.half,
  '@media': { [media.print]: { display: 'none' } },
})
globalStyle(`${steps} li`, { flex: 1, color: color.muted, lineHeight: 1.25 })
globalStyle(`${steps} li::before`, {
  content: '',
  display: 'block',
  height: '.25rem',
  marginBottom: space.s1,
  borderRadius: radius,
  background: color.hairline,
  '@media': { [media.forcedColors]: { border: '1px solid CanvasText' } },
})
globalStyle(`${steps} :is([aria-current], [data-done])::before`, {
  background: color.action,
  '@media': { [media.forcedColors]: { background: 'Highlight' } },
})
globalStyle(`${steps} [aria-current]`, { color: color.text, fontWeight: 600 })
globalStyle(`${steps} [data-done]`, { color: color.action })
