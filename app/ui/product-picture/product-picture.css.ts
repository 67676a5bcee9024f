import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../../styles/media.ts'
import { color, innerRadius, packInk } from '../../styles/tokens.css.ts'

const plate = style({
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  borderRadius: innerRadius,
  aspectRatio: '1',
  containerType: 'size',
})

/** A prescription item's form. */
export const outline = style([plate, { border: `1px solid ${color.hairline}`, color: color.infoInk }])
globalStyle(`${outline} > svg`, { width: 'min(40cqmin,4rem)', height: 'min(40cqmin,4rem)', strokeWidth: 1.25 })

/** A drawing, which brings its ground and its colours. */
export const pack = style([
  plate,
  {
    overflow: 'hidden',
    background: color.surface,
    // On its label, which is white in both schemes.
    '::after': {
      content: 'attr(data-label)',
      position: 'absolute',
      top: '56%',
      translate: '0 -50%',
      color: packInk,
      fontSize: '13cqmin',
      fontWeight: 700,
      lineHeight: 1,
    },
    '@media': { [media.forcedColors]: { forcedColorAdjust: 'none' } },
  },
])
globalStyle(`${pack} > svg`, { width: '100%', height: '100%', stroke: 'none' })
