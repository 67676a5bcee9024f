import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../../styles/media.ts'
import { color, radius, space, white } from '../../styles/tokens.css.ts'

/** White in the dark scheme too: scanners need dark on light. */
export const qrCodeFrame = style({
  width: 'min(15rem,100%)',
  margin: '0 auto',
  padding: space.s2,
  border: `1px solid ${color.hairline}`,
  borderRadius: radius,
  background: white,
  '@media': { [media.forcedColors]: { forcedColorAdjust: 'none' } },
})
globalStyle(`${qrCodeFrame} img`, { width: '100%', height: 'auto' })
