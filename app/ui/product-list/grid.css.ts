import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../../styles/media.ts'
import { space } from '../../styles/tokens.css.ts'
import { horizontalCards } from './horizontal-cards.css.ts'

/** One to four columns, never five, so that 24 products leave no gap. */
export const grid = style([
  horizontalCards,
  {
    display: 'grid',
    gap: space.s1,
    '@media': {
      [media.grid]: { gridTemplateColumns: 'repeat(auto-fill,minmax(max(12.5rem,22%),1fr))', gap: space.s2 },
    },
  },
])
// Far below a phone's window nothing is laid out, and no picture is fetched.
globalStyle(`${grid} > *`, {
  '@media': { [media.phone]: { contentVisibility: 'auto', containIntrinsicSize: 'auto 13rem' } },
})
