import { globalStyle } from '@vanilla-extract/css'
import { media } from './media.ts'
import { color, fontFamily, fontSizes, radius } from './tokens.css.ts'

globalStyle('*, ::before, ::after', { boxSizing: 'border-box' })
globalStyle('html', {
  WebkitTextSizeAdjust: '100%',
  // A focused element must not be hidden by the sticky header or the phone bar (WCAG 2.4.11).
  scrollPaddingBlock: '6rem',
  '@media': { [media.tallDesktop]: { scrollPaddingBlock: '10rem 2rem' } },
})
globalStyle('body', {
  position: 'relative',
  margin: 0,
  background: color.bg,
  color: color.text,
  font: `1rem/1.5 ${fontFamily}`,
  overflowWrap: 'break-word',
  textWrap: 'pretty',
  '@media': { [media.print]: { background: 'none' } },
})
globalStyle('h1, h2, h3, p, ul, ol, dl, dd, figure, fieldset', { margin: 0, padding: 0, border: 0 })
globalStyle('fieldset', { minWidth: 0 })
// Headings may be very long product names: they must not widen their grid or row.
globalStyle('h1, h2, h3', { fontSize: '1rem', lineHeight: 1.25, overflowWrap: 'anywhere', textWrap: 'balance' })
globalStyle('h1', { fontSize: fontSizes.display })
globalStyle('h2', { fontSize: fontSizes.title })
globalStyle('ul, ol', { listStyle: 'none' })
globalStyle('img, svg', { display: 'block', maxWidth: '100%' })
globalStyle('img', { height: 'auto' })
// Every svg is an icon of the sprite, unless its component says otherwise.
globalStyle('svg', {
  width: '1.5rem',
  height: '1.5rem',
  flex: 'none',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.75,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
})
globalStyle('a', { color: color.action, textUnderlineOffset: '.2em', textDecorationThickness: 1 })
globalStyle('button, input, select, textarea', { font: 'inherit', color: 'inherit', margin: 0 })
globalStyle('summary', { cursor: 'pointer', listStyle: 'none' })
globalStyle('summary::-webkit-details-marker', { display: 'none' })
globalStyle(':focus-visible', { outline: `3px solid ${color.info}`, outlineOffset: 2, borderRadius: radius })
globalStyle('main:focus', { outline: 0 })

// vanilla-extract has no type for this at-rule.
const viewTransition: object = { navigation: 'auto', '@media': { [media.reducedMotion]: { navigation: 'none' } } }
globalStyle('@view-transition', viewTransition)
globalStyle('*, ::before, ::after', {
  '@media': { [media.reducedMotion]: { transition: 'none !important', animation: 'none !important' } },
})
