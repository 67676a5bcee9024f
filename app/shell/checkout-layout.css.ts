import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../styles/media.ts'
import { color, space } from '../styles/tokens.css.ts'

export const header = style({
  background: color.surface,
  borderBottom: `1px solid ${color.hairline}`,
  '@media': { [media.print]: { display: 'none' } },
})
globalStyle(`${header} > div`, { paddingBlock: space.s1 })
