import { globalStyle, style, styleVariants } from '@vanilla-extract/css'
import { media } from '../../styles/media.ts'
import { color, innerRadius } from '../../styles/tokens.css.ts'

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
      color: '#173a29',
      fontSize: '14cqmin',
      fontWeight: 700,
      lineHeight: 1,
    },
    '@media': { [media.forcedColors]: { forcedColorAdjust: 'none' } },
  },
])
globalStyle(`${pack} > svg`, { width: '80cqmin', height: '80cqmin', fill: 'inherit', stroke: 'none' })

/** Ground, surface and edge of a drawing; in the dark the ground gives way, and the drawing stays. */
export const packs = styleVariants(
  {
    green: ['#ebf2ed', '#bcd8c7', '#74a98b'],
    amber: ['#f7f0de', '#ecd79f', '#cda64b'],
    rose: ['#f8edeb', '#ebc9c5', '#cc918e'],
    blue: ['#e9f1f6', '#c0d6e6', '#7fa7c5'],
    violet: ['#f1eef8', '#d5cbeb', '#a593d0'],
    grey: ['#eff1ef', '#d1d7d3', '#98a39d'],
  },
  ([ground, surface, edge]) => [
    pack,
    {
      background: ground,
      fill: surface,
      color: edge,
      '@media': { [media.dark]: { background: color.pictureBackground } },
    },
  ],
)
