import { globalStyle, style } from '@vanilla-extract/css'
import { color, innerRadius, radius, space } from '../styles/tokens.css.ts'

/** The prescription's picture; links enlarge and turn it without scripts. */
export const document = style({
  position: 'relative',
  overflow: 'auto',
  maxHeight: '48rem',
  minHeight: '20rem',
  padding: space.s2,
  background: color.plate,
  borderRadius: innerRadius,
})
globalStyle(`${document} img`, { display: 'block', marginInline: 'auto', width: '100%', maxWidth: '40rem' })
globalStyle(`${document} > [data-zoom]:target ~ img`, { width: '200%', maxWidth: 'none' })
globalStyle(`${document} > [data-turn]:target ~ img`, { rotate: '90deg' })

export const decision = style({ borderRadius: radius, ':focus': { outline: `3px solid ${color.info}` } })
