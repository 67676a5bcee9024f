import { globalStyle, style } from '@vanilla-extract/css'
import { color, space } from '../../styles/tokens.css.ts'

export const numberedList = style({ display: 'grid', gap: space.s2, counterReset: 'n' })
globalStyle(`${numberedList} > li`, {
  display: 'grid',
  gridTemplateColumns: '2rem minmax(0,1fr)',
  gap: space.card,
  paddingTop: space.half,
  counterIncrement: 'n',
})
globalStyle(`${numberedList} > li::before`, {
  content: 'counter(n)',
  height: '2rem',
  marginTop: '-.25rem',
  borderRadius: '50%',
  background: color.actionSoft,
  color: color.action,
  fontWeight: 700,
  lineHeight: '2rem',
  textAlign: 'center',
})
