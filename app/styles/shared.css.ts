import { style } from '@vanilla-extract/css'
import { media } from './media.ts'
import { color, fontSizes, gutter, space } from './tokens.css.ts'

/** The page's column: 1216 px of content at most. */
export const container = style({ maxWidth: '80rem', marginInline: 'auto', paddingInline: gutter })

/** Children one below the other. */
export const stack = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0,1fr)',
  gap: space.s2,
  alignContent: 'start',
})
export const tightStack = style([stack, { gap: space.s1 }])

/** Children side by side, wrapping. */
export const row = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: space.s1 })
/** The same, pushed to both ends. */
export const spreadRow = style([row, { justifyContent: 'space-between' }])

/** Around a text button at an edge: aligns its text with the edge, not its padding. In forced colours it has a border. */
export const outdent = style({
  marginInline: `calc(-1*${space.card})`,
  '@media': { [media.forcedColors]: { margin: `${space.s1} 0` } },
})

/** Two short fields side by side: from and to, number and complement. */
export const fieldPair = style({ display: 'grid', gridTemplateColumns: 'repeat(2,minmax(0,1fr))', gap: space.s1 })

export const muted = style({ color: color.muted })
export const centred = style({ textAlign: 'center' })
export const small = style({ fontSize: fontSizes.small })

/** On what is `hidden` until scripts show it: it has its place from the start, since a link that moves away misses its click. */
export const reserveSpace = style({
  selectors: { '&[hidden]': { '@media': { [media.scripts]: { display: 'block', visibility: 'hidden' } } } },
})

/** For screen readers only. */
export const visuallyHidden = style({
  position: 'absolute',
  width: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
})
