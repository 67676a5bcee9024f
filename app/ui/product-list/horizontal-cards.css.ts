import { globalStyle, type StyleRule, style } from '@vanilla-extract/css'
import { media } from '../../styles/media.ts'
import { space } from '../../styles/tokens.css.ts'
import { buyForm, favouriteForm, productCard } from '../product-card/product-card.css.ts'

/** Cards that lie: the picture beside the name, under both price and button. */
export function layCards(list: string, query: string) {
  const styleInCard = (selector: string, rules: StyleRule) =>
    globalStyle(`${list} > ${productCard}${selector}`, { '@media': { [query]: rules } })

  styleInCard('', {
    display: 'grid',
    gridTemplateRows: 'auto 1fr',
    // The picture gives way to a long word.
    gridTemplateColumns: 'minmax(3.5rem,4.75rem) minmax(min-content,1fr) auto',
    columnGap: space.card,
  })
  styleInCard(' > :first-child', { gridArea: '1/1/3/2', alignSelf: 'start', margin: 0, aspectRatio: '1' })
  styleInCard(' > :is(h3, h3 + div)', { gridColumn: '2/4' })
  // Room for the heart.
  styleInCard(' > h3', { paddingRight: '2.5rem' })
  styleInCard(' > small', { gridArea: '3/1/4/3' })
  styleInCard(' > h3 ~ p', { gridArea: '4/1/5/3', alignSelf: 'end' })
  styleInCard(` > ${buyForm}`, { gridArea: '3/3/5/4', alignSelf: 'end', marginTop: space.s1 })
  // What is in the bag needs the whole width for its buttons; in the narrowest of cards any button does.
  styleInCard(` > ${buyForm}:has(> div)`, { gridArea: '5/1/6/4' })
  styleInCard(` > ${favouriteForm}`, { inset: '.25rem .25rem auto auto' })
}

/** On phones a list's cards lie: medicine names are long. */
export const horizontalCards = style({})
layCards(horizontalCards, media.phone)
globalStyle(`${horizontalCards} > ${productCard} > ${buyForm}:nth-child(n)`, {
  '@container': { '(max-width: 16.5rem)': { gridArea: '5/1/6/4' } },
})
