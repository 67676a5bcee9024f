import { globalStyle, type StyleRule, style } from '@vanilla-extract/css'
import { media } from '../../styles/media.ts'
import { fontSizes, space } from '../../styles/tokens.css.ts'
import { buyForm, discountBadge, favouriteForm, productCard } from '../product-card/product-card.css.ts'

/** On phones a list's cards are horizontal: medicine names are long. */
export const horizontalCards = style({})
const styleInCard = (selector: string, rules: StyleRule) =>
  globalStyle(`${horizontalCards} > ${productCard}${selector}`, { '@media': { [media.phone]: rules } })

styleInCard('', {
  display: 'grid',
  // The picture gives way to a long price.
  gridTemplateColumns: 'minmax(3.5rem,min(100% - 13.5rem,5rem)) minmax(min-content,1fr) auto',
  columnGap: space.s1,
})
styleInCard(' > :is(h3, div, small)', { gridColumn: '2/4', WebkitLineClamp: 'none' })
styleInCard(' > img', { gridArea: '1/1/9/2', alignSelf: 'start', margin: 0 })
styleInCard(' > h3 ~ p', { gridArea: '8/2', alignSelf: 'center', margin: `${space.s1} 0 0`, padding: 0 })
// A placeholder is one line, and what follows stands under it: there is no column for a picture.
styleInCard(':has(> div:first-child)', { gridTemplateColumns: '0 minmax(min-content,1fr) auto', columnGap: 0 })
styleInCard(' > div:first-child', {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: space.s1,
  margin: '0 0 .25rem',
})
styleInCard(' > div:first-child > b', { fontSize: fontSizes.title })
styleInCard(` > ${discountBadge}`, { position: 'static', gridArea: '8/1', alignSelf: 'end' })
// Slim, so that on a shelf's narrow card it keeps its distance from the price.
styleInCard(` > ${discountBadge} > span`, { paddingInline: '.1875rem' })
styleInCard(` > ${buyForm}`, { gridArea: '8/3', alignSelf: 'end', marginTop: space.s1 })
// Room for the heart.
styleInCard(' > h3', { paddingRight: space.s4 })
// What is in the bag needs the whole width for its buttons; in the narrowest of cards any button does, the picture's, too.
styleInCard(` > ${buyForm}:has(> div)`, { gridArea: '9/2/10/4' })
globalStyle(`${horizontalCards} > ${productCard} > ${buyForm}:nth-child(n)`, {
  '@container': { '(max-width: 16.5rem)': { gridArea: '9/1/10/4' } },
})
styleInCard(` > ${favouriteForm}`, { inset: '.25rem .25rem auto auto' })
