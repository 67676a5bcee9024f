import { globalStyle, type StyleRule, style } from '@vanilla-extract/css'
import { media } from '../styles/media.ts'
import { space } from '../styles/tokens.css.ts'
import { buyForm, discountBadge, productCard, quickViewLink } from '../ui/product-card/product-card.css.ts'
import { shelf } from '../ui/product-list/shelf.css.ts'

const lowShelf = style({
  '@media': {
    [media.grid]: {
      // Twice, above the shelf's own columns wherever its style sheet stands.
      selectors: {
        '&&': { gridAutoFlow: 'row', gridTemplateColumns: 'repeat(auto-fill,minmax(max(18rem,30%),1fr))' },
      },
    },
  },
})
const styleInCard = (selector: string, rules: StyleRule) =>
  globalStyle(`${lowShelf} > ${productCard}${selector}`, { '@media': { [media.grid]: rules } })

styleInCard('', { display: 'grid', gridTemplateColumns: '5rem minmax(min-content,1fr) auto', columnGap: space.s1 })
styleInCard(' > :is(h3, div, small)', { gridColumn: '2/4' })
styleInCard(' > h3', { paddingRight: space.s4 })
styleInCard(' > img', { gridArea: '1/1/9/2', alignSelf: 'start', margin: 0 })
// Level with the words of the button.
styleInCard(' > h3 ~ p', { gridArea: '8/2', alignSelf: 'end', margin: `0 0 ${space.s1}` })
styleInCard(` > ${discountBadge}`, { position: 'static', gridArea: '8/1', alignSelf: 'end' })
styleInCard(` > ${buyForm}`, { gridArea: '8/3', alignSelf: 'end' })
styleInCard(` > ${buyForm}:has(> div)`, { gridArea: '9/2/10/4' })
// There is no room for it on a small picture.
styleInCard(` > ${quickViewLink}`, { display: 'none' })

/** A shelf as low as its cards lying, three in a row: often there is but one, beside which a shelf's height would be empty. */
export const reorderShelf = `${shelf} ${lowShelf}`
