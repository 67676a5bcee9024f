import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../../styles/media.ts'
import { gutter, space } from '../../styles/tokens.css.ts'
import { horizontalCards } from './horizontal-cards.css.ts'

/** A line that scrolls sideways; five in view on desktops. */
export const shelf = style([
  horizontalCards,
  {
    display: 'grid',
    gridAutoFlow: 'column',
    gridAutoColumns: 'min(19rem,100%)',
    gap: space.s2,
    overflowX: 'auto',
    scrollSnapType: 'x proximity',
    scrollPaddingInline: gutter,
    scrollbarWidth: 'none',
    marginInline: `calc(-1*${gutter})`,
    padding: `3px ${gutter} ${space.s1}`,
    '@media': {
      [media.grid]: { gridAutoColumns: '13.5rem' },
      [`${media.desktop}, ${media.print}`]: {
        gridAutoFlow: 'row',
        gridTemplateColumns: 'repeat(5,minmax(0,1fr))',
        overflow: 'visible',
        marginInline: 0,
        padding: 0,
      },
    },
  },
])
globalStyle(`${shelf} > *`, { scrollSnapAlign: 'start' })
