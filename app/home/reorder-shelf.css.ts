import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../styles/media.ts'
import { quickViewLink } from '../ui/product-card/product-card.css.ts'
import { layCards } from '../ui/product-list/horizontal-cards.css.ts'
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
layCards(lowShelf, media.grid)
// There is no room for it on a small picture.
globalStyle(`${lowShelf} ${quickViewLink}`, { '@media': { [media.grid]: { display: 'none' } } })

/** A shelf as low as its cards lying, three in a row: often there is but one, beside which a shelf's height would be empty. */
export const reorderShelf = `${shelf} ${lowShelf}`
