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
  gridTemplateColumns: 'clamp(3.5rem,100% - 12.5rem,6.5rem) minmax(0,1fr)',
  columnGap: space.card,
})
lying(' > :is(p, h3, div)', { gridColumn: 2, WebkitLineClamp: 'none' })
lying(' > img', { gridArea: '1/1/9/2', alignSelf: 'start', margin: 0 })
lying(` > ${discount}`, { inset: '.5rem auto auto .5rem' })
// The heart is beside the button at the bottom of the card, so that the name has the whole line.
lying(` > ${buy}`, { gridArea: '8/2', alignSelf: 'end' })
lying(` > ${buy}:not(:last-child)`, { marginRight: '3.25rem' })
lying(` > ${favourite}`, { inset: 'auto .75rem .75rem auto' })
