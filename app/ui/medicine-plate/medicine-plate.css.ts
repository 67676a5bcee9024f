import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../../styles/media.ts'
import { color, innerRadius, space } from '../../styles/tokens.css.ts'

/** Quieter and lower than a picture; its words grow with its width. */
export const plate = style({
  containerType: 'inline-size',
  display: 'grid',
  alignContent: 'center',
  justifyItems: 'center',
  padding: space.s1,
  border: `1px solid ${color.line}`,
  borderRadius: innerRadius,
  background: color.surface,
  color: color.muted,
  lineHeight: 1.25,
  textAlign: 'center',
  // Its words stand in the name, too.
  '@media': { [media.short]: { display: 'none' } },
})
globalStyle(`${plate} > *`, { maxWidth: '100%', overflowWrap: 'anywhere' })
globalStyle(`${plate} > b`, { color: color.text, fontSize: 'clamp(.875rem,14cqw,1.75rem)' })
globalStyle(`${plate} > span`, { fontSize: 'clamp(.75rem,10cqw,1.125rem)' })
