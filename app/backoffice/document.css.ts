import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../styles/media.ts'
import { color, fontSizes, innerRadius, radius, space, tapTarget } from '../styles/tokens.css.ts'
import { columnLayouts } from '../ui/columns/columns.css.ts'
import { fileButtonRules } from '../ui/field/control.css.ts'

// Pages of the back office follow each other at once, without the shop's cross-fade: their styles are a file of their own, and a
// transition that is laid out before this has arrived ends with an error in the browser's log.
// vanilla-extract has no type for this at-rule.
const viewTransition: object = { navigation: 'none' }
globalStyle('@view-transition', viewTransition)

/** The back office's frame, denser than the shop's: its users work with it all day. */
export const page = style({
  minHeight: '100vh',
  display: 'flex',
  flexDirection: 'column',
  fontVariantNumeric: 'tabular-nums',
  fontSize: fontSizes.small,
  lineHeight: 1.4286,
})

/** Seen only while it has the focus. */
export const skipLink = style({
  position: 'absolute',
  inset: '.5rem auto auto .5rem',
  zIndex: 9,
  padding: space.card,
  borderRadius: radius,
  background: color.surface,
  transform: 'translateY(-200%)',
  ':focus': { transform: 'none' },
})

export const header = style({
  background: color.surface,
  borderBottom: `1px solid ${color.hairline}`,
  '@media': {
    [media.tallDesktop]: { position: 'sticky', top: 0, zIndex: 4 },
    [media.print]: { display: 'none' },
  },
})

export const headerGrid = style({
  display: 'grid',
  gridTemplate: '"logo account" auto "search search" auto "nav nav" auto / 1fr auto',
  gap: `${space.s1} ${space.s2}`,
  alignItems: 'center',
  paddingBlock: `${space.s1} 0`,
  '@media': {
    [media.tablet]: {
      gridTemplate: '"logo search account" auto "nav nav nav" auto / auto 1fr auto',
      gap: `${space.s1} ${space.s3}`,
    },
  },
})

export const logo = style({
  gridArea: 'logo',
  display: 'inline-flex',
  alignItems: 'center',
  gap: space.s1,
  minHeight: tapTarget,
  justifySelf: 'start',
  fontSize: fontSizes.title,
  fontWeight: 700,
  textDecoration: 'none',
})

globalStyle(`${logo} img`, { width: 'auto', height: '1.75rem' })

export const nav = style({
  gridArea: 'nav',
  display: 'flex',
  // On a phone in two lines: what is beyond an edge is not found.
  flexWrap: 'wrap',
  gap: `0 ${space.half}`,
  '@media': { [media.tablet]: { columnGap: space.s1 } },
})
globalStyle(`${nav} a`, {
  display: 'inline-flex',
  alignItems: 'center',
  gap: '.375rem',
  minHeight: tapTarget,
  paddingInline: space.s1,
  color: color.text,
  textDecoration: 'none',
})
globalStyle(`${nav} a:hover`, { color: color.action })
globalStyle(`${nav} a[aria-current]`, {
  color: color.action,
  fontWeight: 600,
  boxShadow: `inset 0 -3px ${color.action}`,
})
globalStyle(`${nav} :focus-visible`, { outlineOffset: -3 })
globalStyle(`${nav} b`, {
  minWidth: '1.25rem',
  paddingInline: '.3125rem',
  borderRadius: innerRadius,
  background: color.sunken,
  color: color.text,
  textAlign: 'center',
})

export const searchForm = style({
  gridArea: 'search',
  '@media': { [media.wide]: { maxWidth: '30rem', width: '100%', justifySelf: 'end' } },
})

export const accountMenu = style({ gridArea: 'account', position: 'relative' })
globalStyle(`${accountMenu} > summary`, {
  display: 'flex',
  alignItems: 'center',
  gap: space.s1,
  minHeight: tapTarget,
  paddingInline: space.s1,
})
globalStyle(`${accountMenu} small`, { display: 'block', color: color.muted })
globalStyle(`${accountMenu} > div`, {
  position: 'absolute',
  inset: '100% 0 auto auto',
  zIndex: 6,
  display: 'grid',
  minWidth: '13rem',
  padding: space.s1,
  background: color.surface,
  borderRadius: radius,
  boxShadow: color.shadow,
})

export const main = style({
  flex: 1,
  width: '100%',
  paddingBlock: `${space.s2} ${space.s6}`,
  '@media': { [media.print]: { padding: 0 } },
})

export const footer = style({
  borderTop: `1px solid ${color.hairline}`,
  color: color.muted,
  paddingBlock: space.card,
  '@media': { [media.print]: { display: 'none' } },
})

// The flash message, apart from the page below it.
globalStyle(`${main} > [role=status]`, { marginBottom: space.s2 })

// What follows a label is as small as the label.
globalStyle(`${page} ${main} label small`, { fontSize: 'inherit' })

// The browser's own button, as the shop's form for prescriptions has it.
globalStyle(`${main} ::file-selector-button`, fileButtonRules)

// The shop's summary stays in view below its higher header; here both columns begin level.
globalStyle(`${main} ${columnLayouts.aside} > :last-child`, { position: 'static' })

globalStyle(`html:has(${page})`, { scrollPaddingBlock: '7.5rem 5rem' })
