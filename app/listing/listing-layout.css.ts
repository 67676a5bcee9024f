import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../styles/media.ts'
import { color, radius, space, tapTarget } from '../styles/tokens.css.ts'

/** On desktops the filters are a column; on narrower windows a <details> beside the order. */
export const listing = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: space.s1,
  marginTop: space.s1,
  '@media': {
    [media.desktop]: {
      display: 'grid',
      grid: '"side found sort" auto "side list list" 1fr / 15rem minmax(0,1fr) auto',
      gap: '1rem 1.5rem',
    },
  },
})
// Without subcategories in between.
globalStyle(`h1 + ${listing}`, { marginTop: space.s3 })
globalStyle(`${listing} > details`, { flex: 1, '@media': { [media.print]: { display: 'none' } } })
globalStyle(`${listing} > details > summary`, {
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: space.s1,
  minHeight: tapTarget,
  paddingInline: '.875rem',
  border: `1px solid ${color.controlBorder}`,
  borderRadius: radius,
  background: color.surface,
  fontWeight: 600,
  whiteSpace: 'nowrap',
})
globalStyle(`${listing} > details > summary > svg:nth-child(2)`, { width: '1.25rem', height: '1.25rem' })
globalStyle(`${listing} > details[open] > summary > svg:nth-child(2)`, { rotate: '180deg' })

export const filters = style({ '@media': { [media.desktop]: { gridArea: 'side' } } })
globalStyle(`${filters}[open]`, { '@media': { [media.belowDesktop]: { flexBasis: '100%' } } })
globalStyle(`${filters} form`, {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit,minmax(min(12rem,100%),1fr))',
  gap: space.s3,
  alignItems: 'start',
  paddingBlock: space.s2,
})
// The button has its own row.
globalStyle(`${filters} form > :last-child`, {
  gridColumn: '1/-1',
  // Far down the filters the button is still at hand: on phones above their bar.
  '@media': {
    [media.tall]: { position: 'sticky', bottom: 0, zIndex: 2, paddingBlock: space.s1, background: color.bg },
    [media.tallPhone]: { bottom: 'calc(3.75rem + 1px)' },
    [media.tallDesktop]: { background: color.surface },
  },
})
// What has the focus is not behind it.
globalStyle(`html:has(${filters} :focus-visible)`, { '@media': { [media.tall]: { scrollPaddingBottom: '9rem' } } })
// Browsers with `::details-content` show the filters permanently, without the summary; in others they stay a <details>.
globalStyle(`${filters}::details-content`, {
  '@media': { [media.desktop]: { contentVisibility: 'visible', blockSize: 'auto' } },
})
globalStyle(`${listing} > ${filters} > summary`, {
  '@media': { [media.desktop]: { '@supports': { 'selector(::details-content)': { display: 'none' } } } },
})
globalStyle(`${filters} form`, {
  '@media': {
    [media.desktop]: {
      padding: space.s3,
      border: `1px solid ${color.hairline}`,
      borderRadius: radius,
      background: color.surface,
    },
  },
})

export const sortMenu = style({ '@media': { [media.desktop]: { gridArea: 'sort' } } })
globalStyle(`${filters}[open] ~ ${sortMenu}`, { '@media': { [media.belowDesktop]: { display: 'none' } } })
globalStyle(`${sortMenu} > div`, { marginTop: space.s1 })
globalStyle(`${sortMenu} > summary > svg:first-child`, { '@media': { [media.phone]: { display: 'none' } } })

export const resultSummary = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: space.s1,
  flexBasis: '100%',
  '@media': { [media.desktop]: { gridArea: 'found' } },
})
export const results = style({ flexBasis: '100%', minWidth: 0, '@media': { [media.desktop]: { gridArea: 'list' } } })
