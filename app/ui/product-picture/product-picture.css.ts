import { globalStyle, style, styleVariants } from '@vanilla-extract/css'
import { media } from '../../styles/media.ts'
import { color, innerRadius, packInk, packTints } from '../../styles/tokens.css.ts'

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

const pack = style([
  plate,
  {
    overflow: 'hidden',
    // On its label, which is white in both schemes.
    '::after': {
      content: 'attr(data-label)',
      position: 'absolute',
      top: '57%',
      translate: '0 -50%',
      color: packInk,
      fontSize: '14cqmin',
      fontWeight: 700,
      lineHeight: 1,
    },
    '@media': { [media.forcedColors]: { forcedColorAdjust: 'none' } },
  },
])
globalStyle(`${pack} > svg`, { width: '80cqmin', height: '80cqmin', fill: 'inherit', stroke: 'none' })

/** Ground, surface and edge of a drawing; in the dark the ground gives way, and the drawing stays. */
export const packs = styleVariants(packTints, ([ground, surface, edge]) => [
  pack,
  {
    background: ground,
    fill: surface,
    color: edge,
    '@media': { [media.dark]: { background: color.pictureBackground } },
  },
])
