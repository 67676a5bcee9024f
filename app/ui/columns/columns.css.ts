import { globalStyle, style, styleVariants } from '@vanilla-extract/css'
import { media } from '../../styles/media.ts'
import { space } from '../../styles/tokens.css.ts'

const columns = style({ display: 'grid', gridTemplateColumns: 'minmax(0,1fr)', gap: space.s2, alignItems: 'start' })
globalStyle(`${columns} > *`, { minWidth: 0 })
const evenColumns = style([columns, { '@media': { [media.grid]: { gridTemplateColumns: 'repeat(2,minmax(0,1fr))' } } }])

export const columnLayouts = styleVariants({
  /** A page and its summary, which stays in view. */
  aside: [columns, { '@media': { [media.desktop]: { gridTemplateColumns: 'minmax(0,1fr) 23rem', gap: space.s4 } } }],
  /** A menu and its page; on paper the page alone. */
  menu: [columns, { '@media': { [`screen and ${media.desktop}`]: { gridTemplateColumns: '13rem minmax(0,1fr)' } } }],
  /** A code of 15rem and the rest. */
  code: [columns, { '@media': { [media.tablet]: { gridTemplateColumns: '15rem minmax(0,1fr)', gap: space.s4 } } }],
  /** Fields side by side. */
  even: [evenColumns],
  /** Cards of one height. */
  cards: [evenColumns, { alignItems: 'stretch' }],
})
// Five chips need a tablet's full width.
globalStyle(`${columnLayouts.menu} > nav`, {
  '@media': {
    [media.tablet]: { gap: space.half },
    [media.desktop]: { flexDirection: 'column', gap: space.s1, paddingTop: 0 },
  },
})
globalStyle(`${columnLayouts.menu} > nav > a`, { '@media': { [media.tablet]: { paddingInline: space.card } } })
// Each card's button is at its end.
globalStyle(`${columnLayouts.cards} > *`, { gridTemplateRows: 'auto auto 1fr' })
globalStyle(`${columnLayouts.aside} > :last-child`, {
  '@media': { [media.tallDesktop]: { position: 'sticky', top: '9.5rem' } },
})
