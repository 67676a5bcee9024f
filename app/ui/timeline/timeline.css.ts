import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../../styles/media.ts'
import { color, space } from '../../styles/tokens.css.ts'

export const timeline = style({})
globalStyle(`${timeline} > li`, {
  position: 'relative',
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  columnGap: space.s2,
  paddingInlineStart: space.s4,
  paddingBottom: space.s2,
})
globalStyle(`${timeline} > li > span:last-of-type, ${timeline} [data-state=ahead]`, { color: color.muted })
globalStyle(`${timeline} > li > p`, { flexBasis: '100%', color: color.muted })
// The dots and the line between them.
globalStyle(`${timeline} > li::before`, {
  content: '',
  position: 'absolute',
  insetInlineStart: '.125rem',
  top: '.25rem',
  zIndex: 1,
  width: '1rem',
  height: '1rem',
  border: `2px solid ${color.controlBorder}`,
  borderRadius: '50%',
  background: color.surface,
})
globalStyle(`${timeline} > li:not([data-state=ahead])::before`, {
  borderColor: color.action,
  background: color.action,
  '@media': { [media.forcedColors]: { background: 'Highlight' } },
})
globalStyle(`${timeline} > [aria-current]::before`, { boxShadow: `inset 0 0 0 3px ${color.surface}` })
globalStyle(`${timeline} > li:not(:last-child)::after`, {
  content: '',
  position: 'absolute',
  insetInlineStart: '.625rem',
  top: '.75rem',
  bottom: '-.5rem',
  borderInlineStart: `2px solid ${color.hairline}`,
})
