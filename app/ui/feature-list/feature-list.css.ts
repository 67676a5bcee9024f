import { globalStyle, style } from '@vanilla-extract/css'
import { color, space, text } from '../../styles/tokens.css.ts'

export const features = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit,minmax(min(14rem,100%),1fr))',
  gap: '1rem 1.5rem',
})
globalStyle(`${features} li`, { display: 'flex', gap: space.card, alignItems: 'center', lineHeight: 1.375 })
globalStyle(`${features} svg`, { width: '2rem', height: '2rem', strokeWidth: 1.5, color: color.action })
globalStyle(`${features} b`, { display: 'block' })
globalStyle(`${features} span`, { color: color.muted, fontSize: text.small })
