import { globalStyle, style } from '@vanilla-extract/css'
import { color, gutter, space } from '../styles/tokens.css.ts'

/** A line of small cards, picture beside text, that scrolls sideways; the name's link covers its card. */
export const productLinks = style({
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: 'minmax(14.25rem,1fr)',
  gap: space.s2,
  overflowX: 'auto',
  // A name of which a browser sees a corner counts as hidden: focused, it comes into view with its picture.
  scrollPaddingInline: '6.25rem',
  marginInline: `calc(-1*${gutter})`,
  padding: `3px ${gutter} ${space.s1}`,
})
globalStyle(`${productLinks} li`, {
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: '5rem minmax(0,1fr)',
  alignContent: 'start',
  columnGap: space.card,
  maxWidth: '20rem',
})
globalStyle(`${productLinks} li > *`, { gridColumn: 2 })
globalStyle(`${productLinks} li > :first-child`, { gridArea: '1/1/9/2', alignSelf: 'start' })
globalStyle(`${productLinks} a`, { color: 'inherit', textDecoration: 'none' })
globalStyle(`${productLinks} a::after`, { content: '', position: 'absolute', inset: 0 })
globalStyle(`${productLinks} a:hover`, { color: color.action })
