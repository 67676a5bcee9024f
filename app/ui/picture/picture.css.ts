import { style } from '@vanilla-extract/css'
import { media } from '../../styles/media.ts'
import { color, innerRadius } from '../../styles/tokens.css.ts'

/** The picture has its own background, so that a card needs no box around it. */
export const picture = style({
  width: '100%',
  padding: '5%',
  borderRadius: innerRadius,
  background: color.pictureBackground,
  aspectRatio: '1',
  objectFit: 'contain',
  '@media': { [media.forcedColors]: { forcedColorAdjust: 'none' } },
})
