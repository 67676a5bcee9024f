import { globalStyle, type StyleRule, style } from '@vanilla-extract/css'
import { media } from '../../styles/media.ts'
import { space, text } from '../../styles/tokens.css.ts'
import { buy, card, discount, favourite } from '../product-card/product-card.css.ts'

/** On phones a list's cards are horizontal: medicine names are long. */
export const horizontal = style({})
const inside = (selector: string, rules: StyleRule) =>
  globalStyle(`${horizontal} > ${card}${selector}`, { '@media': { [media.phone]: rules } })

inside('', {
  display: 'grid',
  // The picture gives way to a long price.
  gridTemplateColumns: 'minmax(3.5rem,min(100% - 13.5rem,5rem)) minmax(min-content,1fr) auto',
  columnGap: space.s1,
})
inside(' > :is(h3, div, small)', { gridColumn: '2/4', WebkitLineClamp: 'none' })
inside(' > img', { gridArea: '1/1/9/2', alignSelf: 'start', margin: 0 })
inside(' > h3 ~ p', { gridArea: '8/2', alignSelf: 'center', margin: `${space.s1} 0 0`, padding: 0 })
// A plate is one line, and what follows stands under it: there is no column for a picture.
inside(':has(> div:first-child)', { gridTemplateColumns: '0 minmax(min-content,1fr) auto', columnGap: 0 })
inside(' > div:first-child', {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: space.s1,
  margin: '0 0 .25rem',
})
inside(' > div:first-child > b', { fontSize: text.title })
inside(` > ${discount}`, { position: 'static', gridArea: '8/1', alignSelf: 'end' })
// Slim, so that on a shelf's narrow card it keeps its distance from the price.
inside(` > ${discount} > span`, { paddingInline: '.1875rem' })
inside(` > ${buy}`, { gridArea: '8/3', alignSelf: 'end', marginTop: space.s1 })
// Room for the heart.
inside(' > h3', { paddingRight: space.s4 })
// What is in the bag needs the whole width for its buttons; in the narrowest of cards any button does, the picture's, too.
inside(` > ${buy}:has(> div)`, { gridArea: '9/2/10/4' })
globalStyle(`${horizontal} > ${card} > ${buy}:nth-child(n)`, {
  '@container': { '(max-width: 16.5rem)': { gridArea: '9/1/10/4' } },
})
inside(` > ${favourite}`, { inset: '.25rem .25rem auto auto' })
