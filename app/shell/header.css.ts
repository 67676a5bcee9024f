import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../styles/media.ts'
import { visuallyHidden } from '../styles/shared.css.ts'
import { color, fontFamily, fontSizes, radius, space, tapTarget } from '../styles/tokens.css.ts'

/**
 * One markup, two grids: on phones the search has its own line, which alone sticks; on desktops everything is on one sticky
 * line. In low windows, as under zoom, one short line that scrolls away.
 */
/** The height of the phone's first line, with the room above and below it. */
const firstLineHeight = `calc(${tapTarget} + ${space.s1})`

export const header = style({
  position: 'relative',
  zIndex: 4,
  background: color.surface,
  borderBottom: `1px solid ${color.hairline}`,
  '@media': {
    [media.tall]: { position: 'sticky', top: `calc(-1*${firstLineHeight})` },
    [media.tallDesktop]: { top: '-.5rem' },
    [media.print]: { display: 'none' },
  },
})
// Only the first: a panel that scripts insert into the header has its own layout.
globalStyle(`${header} > div:first-child`, {
  display: 'grid',
  grid: '"menu logo actions" auto "search search search" auto / auto minmax(0,1fr) auto',
  gap: `${space.half} ${space.half}`,
  alignItems: 'center',
  paddingBlock: `${space.half} ${space.s1}`,
  '@media': {
    [media.short]: {
      grid: '"menu logo search actions" auto / auto auto minmax(8rem,1fr) auto',
      paddingBlock: space.half,
    },
    [media.desktop]: {
      grid: '"logo search actions" auto / auto minmax(16rem,1fr) auto',
      columnGap: space.s3,
      paddingBlock: '.75rem .125rem',
    },
  },
})

export const headerActions = style({
  gridArea: 'actions',
  display: 'flex',
  alignItems: 'center',
  marginRight: '-.5rem',
  '@media': { [media.tablet]: { gap: space.s1 } },
})

export const headerAction = style({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: space.s1,
  minWidth: tapTarget,
  minHeight: tapTarget,
  paddingInline: space.s1,
  borderRadius: radius,
  color: color.text,
  fontSize: fontSizes.small,
  lineHeight: 1.25,
  textDecoration: 'none',
  ':hover': { background: color.sunken },
})
globalStyle(`${headerAction} > span:not(.${visuallyHidden})`, {
  maxWidth: '9rem',
  '@media': { '(max-width: 23.99rem)': { display: 'none' } },
})
globalStyle(`${headerAction} > span > *`, {
  display: 'block',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  fontSize: fontSizes.small,
})
globalStyle(`${headerAction} small`, { color: color.muted })
// The count on the bag and the heart.
globalStyle(`${headerAction} > b`, {
  position: 'absolute',
  top: 0,
  right: 0,
  minWidth: '1.25rem',
  paddingInline: '.25rem',
  borderRadius: radius,
  background: color.action,
  color: color.onAction,
  // Visible in forced colours only.
  border: '1px solid transparent',
  font: `700 .8125rem/1.125rem ${fontFamily}`,
  textAlign: 'center',
})

/** The postal code is outside coverage: red, with another icon and text beside it. */
export const uncoveredZipcode = style({})
globalStyle(`.${headerAction}.${uncoveredZipcode} :is(svg, small)`, { color: color.error })

/** Hidden on phones, where the bottom bar has it. */
export const hiddenOnPhones = style({ '@media': { [media.belowTablet]: { display: 'none' } } })

/** Leads to all categories where their line has no room. */
export const menuLink = style({
  gridArea: 'menu',
  marginLeft: `calc(-1*${space.card})`,
  '@media': { [media.desktop]: { display: 'none' } },
})

/** Of phones and tablets, the menu's page has them. */
export const categoryNav = style({ '@media': { [media.belowDesktop]: { display: 'none' } } })
globalStyle(`${categoryNav} ul`, { display: 'flex', gap: space.half, marginInline: `calc(-1*${space.card})` })
globalStyle(`${categoryNav} a`, {
  display: 'flex',
  alignItems: 'center',
  gap: space.s1,
  minHeight: tapTarget,
  paddingInline: space.card,
  background: `no-repeat bottom / calc(100% - 1.5rem) 0 linear-gradient(${color.action} 0 0)`,
  color: color.text,
  textDecoration: 'none',
  whiteSpace: 'nowrap',
})
globalStyle(`${categoryNav} a:is(:hover, [aria-current])`, { color: color.action })
globalStyle(`${categoryNav} [aria-current]`, {
  backgroundSize: 'calc(100% - 1.5rem) 3px',
  fontWeight: 600,
  '@media': { [media.forcedColors]: { textDecoration: 'underline' } },
})
globalStyle(`${categoryNav} :focus-visible`, { outlineOffset: -3 })
globalStyle(`${categoryNav} li:last-child`, { marginLeft: 'auto' })
