import { globalStyle, type StyleRule, style } from '@vanilla-extract/css'
import { media } from '../../styles/media.ts'
import { space } from '../../styles/tokens.css.ts'
import { buy, card, discount, favourite } from '../product-card/product-card.css.ts'

/** One to four columns, never five, so that 24 products leave no gap. On phones cards are horizontal: medicine names are long. */
export const grid = style({
  display: 'grid',
  gap: space.s1,
  '@media': {
    [media.grid]: { gridTemplateColumns: 'repeat(auto-fill,minmax(max(12.5rem,22%),1fr))', gap: space.s2 },
  },
})
const lying = (selector: string, rules: StyleRule) =>
  globalStyle(`${grid} > ${card}${selector}`, { '@media': { [media.phone]: rules } })

lying('', {
  display: 'grid',
  gridTemplateColumns: 'clamp(3.5rem,100% - 14rem,5rem) minmax(0,1fr) auto',
  columnGap: space.card,
  // Far below the window nothing is laid out, and no picture is fetched.
  contentVisibility: 'auto',
  containIntrinsicSize: 'auto 13rem',
})
lying(' > :is(h3, div, small)', { gridColumn: '2/4', WebkitLineClamp: 'none' })
lying(' > :is(img, div:first-child)', { gridArea: '1/1/10/2', alignSelf: 'start', margin: 0 })
lying(' > h3 ~ p', { gridArea: '8/2', alignSelf: 'center' })
lying(` > ${discount}`, { inset: '.5rem auto auto .5rem' })
lying(` > ${buy}`, { gridArea: '8/3', alignSelf: 'end', marginTop: space.s1 })
// Room for the heart.
lying(' > h3', { paddingRight: space.s4 })
// What is in the bag needs the whole width for its buttons.
lying(` > ${buy}:has(> div)`, { gridArea: '9/2/10/4' })
lying(` > ${favourite}`, { inset: '.25rem .25rem auto auto' })
