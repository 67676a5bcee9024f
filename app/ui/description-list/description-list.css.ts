import { globalStyle, style } from '@vanilla-extract/css'
import { color, space } from '../../styles/tokens.css.ts'

export const descriptionList = style({ minWidth: 0 })
globalStyle(`${descriptionList} > div`, {
  display: 'grid',
  gridTemplateColumns: 'minmax(min-content,min(14rem,36%)) minmax(0,1fr)',
  gap: space.card,
  paddingBlock: space.card,
  borderBottom: `1px solid ${color.hairline}`,
})
globalStyle(`${descriptionList} > div:last-child`, { paddingBottom: 0, border: 0 })
globalStyle(`${descriptionList} > div:first-child`, { paddingTop: 0 })
globalStyle(`${descriptionList} dt`, { color: color.muted })
