import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../../styles/media.ts'
import { color, fontSizes } from '../../styles/tokens.css.ts'

/** Lower than a picture, and without a ground of its own. */
export const medicinePlaceholder = style({
  color: color.muted,
  fontSize: '1.125rem',
  lineHeight: 1.25,
  // Its words stand in the name, too.
  '@media': { [media.short]: { display: 'none' } },
})
globalStyle(`${medicinePlaceholder} > svg`, { color: color.infoInk })
globalStyle(`${medicinePlaceholder} > b`, { display: 'block', color: color.text, fontSize: fontSizes.display })
