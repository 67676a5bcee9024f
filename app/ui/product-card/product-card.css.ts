import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../../styles/media.ts'
import { color, fastTransition, fontSizes, radius, space } from '../../styles/tokens.css.ts'

/** A column: picture, name, badges, and at the bottom price and button, so that neighbouring cards align. */
export const productCard = style({
  position: 'relative',
  containerType: 'inline-size',
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  padding: space.card,
  border: `1px solid ${color.hairline}`,
  borderRadius: radius,
  background: color.surface,
  transition: `border-color ${fastTransition}`,
  ':hover': { borderColor: color.controlBorder },
  selectors: { '&:has(h3 a:focus-visible)': { outline: `3px solid ${color.info}`, outlineOffset: 2 } },
  '@media': { [media.desktop]: { padding: space.s2 }, [media.print]: { breakInside: 'avoid' } },
})
globalStyle(`${productCard} > :first-child`, { marginBottom: space.card, aspectRatio: '5/4' })
globalStyle(`${productCard} h3`, { fontWeight: 400, lineHeight: 1.375 })
globalStyle(`${productCard} h3 a`, { color: color.muted, outline: 0, textDecoration: 'none' })
// The name's link covers the card; heart and button are above it.
globalStyle(`${productCard} h3 a::after`, { content: '', position: 'absolute', inset: 0, borderRadius: radius })
globalStyle(`${productCard} h3 :is(b, i)`, { color: color.text, fontStyle: 'normal', fontWeight: 600 })
globalStyle(`${productCard} h3 b`, { display: 'block', marginBottom: space.half })
globalStyle(`${productCard} h3 i`, { padding: '0 .375rem', borderRadius: '.375rem', background: color.sunken })
globalStyle(`${productCard}:hover h3 b`, { color: color.action })
// Badges.
globalStyle(`${productCard} > h3 + div`, {
  display: 'flex',
  flexWrap: 'wrap',
  alignContent: 'start',
  gap: space.half,
  paddingTop: space.s1,
})
// Price, by the unit and in all.
globalStyle(`${productCard} > small`, {
  marginTop: 'auto',
  paddingTop: space.s1,
  color: color.muted,
  fontSize: fontSizes.small,
})
globalStyle(`${productCard} h3 ~ p`, { marginTop: 'auto', paddingTop: space.s1 })
globalStyle(`${productCard} small + p`, { marginTop: 0, paddingTop: 0 })

/** In the corner of a generic's picture, as on its pack; its name says it whole. */
export const genericCard = style({})
globalStyle(`${genericCard}::before`, {
  content: '"G" / ""',
  position: 'absolute',
  inset: '.5rem auto auto .5rem',
  width: '1.5rem',
  borderRadius: '.375rem',
  background: color.accent,
  color: color.onAccent,
  fontWeight: 700,
  lineHeight: '1.5rem',
  textAlign: 'center',
  zIndex: 1,
})

export const buyForm = style({ position: 'relative', marginTop: space.card })
globalStyle(`${buyForm} > *`, { width: '100%', paddingInline: space.s1 })

export const quantityStepper = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  border: `1px solid ${color.action}`,
  borderRadius: radius,
  fontWeight: 600,
  whiteSpace: 'nowrap',
})

/**
 * Opens the quick view: with a mouse, at the bottom of the picture, whose height is four fifths of the card's inner width; without one, an
 * icon below the heart.
 */
export const quickViewLink = style({
  position: 'absolute',
  inset: '3.25rem .25rem auto auto',
  padding: space.card,
  fontSize: fontSizes.small,
  '@media': {
    [media.mouse]: {
      inset: `calc(80cqw - ${space.s4}) ${space.s3} auto`,
      padding: space.s1,
      borderRadius: radius,
      background: color.surface,
      lineHeight: 1.25,
      textAlign: 'center',
      opacity: 0,
    },
  },
  selectors: { [`${productCard}:hover > &, &:focus-visible`]: { opacity: 1 } },
})
globalStyle(`${quickViewLink} span`, { '@media': { [media.noMouse]: { display: 'none' } } })

export const favouriteForm = style({
  position: 'absolute',
  inset: '.75rem .75rem auto auto',
  '@media': { [media.desktop]: { inset: '1rem 1rem auto auto' } },
})
globalStyle(`${favouriteForm} button:not(:hover)`, { color: color.muted })
globalStyle(`${favouriteForm} [href$=full]`, { color: color.action })

/** Out of stock: only the picture fades. */
export const outOfStockCard = style({})
globalStyle(`${outOfStockCard} > :first-child`, { opacity: 0.45 })
globalStyle(`.${productCard}.${outOfStockCard} h3 b`, { color: color.muted })
globalStyle(`.${outOfStockCard} > .${buyForm}`, { marginTop: 'auto', paddingTop: space.card })
