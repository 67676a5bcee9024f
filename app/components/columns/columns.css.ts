import { globalStyle, style, styleVariants } from '@vanilla-extract/css'
import { media } from '../../styles/media.ts'
import { space } from '../../styles/tokens.css.ts'

const columns = style({ display: 'grid', gridTemplateColumns: 'minmax(0,1fr)', gap: space.s2, alignItems: 'start' })
globalStyle(`${columns} > *`, { minWidth: 0 })

export const ratios = styleVariants({
  /** A page and its summary, which stays in view. */
  aside: [columns, { '@media': { [media.desktop]: { gridTemplateColumns: 'minmax(0,1fr) 23rem', gap: space.s4 } } }],
  /** A menu and its page. */
  menu: [columns, { '@media': { [media.desktop]: { gridTemplateColumns: '13rem minmax(0,1fr)' } } }],
  /** A code of 15rem and the rest. */
  code: [columns, { '@media': { [media.tablet]: { gridTemplateColumns: '15rem minmax(0,1fr)', gap: space.s4 } } }],
  /** Fields side by side. */
  even: [columns, { '@media': { [media.grid]: { gridTemplateColumns: 'repeat(2,minmax(0,1fr))' } } }],
})
globalStyle(`${ratios.menu} > nav`, { '@media': { [media.desktop]: { flexDirection: 'column', paddingTop: 0 } } })
globalStyle(`${ratios.aside} > :last-child`, {
  '@media': { [media.tallDesktop]: { position: 'sticky', top: '9.5rem' } },
})
