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
globalStyle(`${productCard} > :is(img, div:first-child)`, { marginBottom: space.card })
// A placeholder stands for a picture: quieter, and no higher than it has to be.
globalStyle(`${productCard}:has(> div:first-child)`, { background: 'none' })
globalStyle(`${productCard} h3`, {
  display: '-webkit-box',
  overflow: 'hidden',
  fontWeight: 400,
  lineHeight: 1.375,
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 4,
})
globalStyle(`${productCard} h3 a`, { color: 'inherit', outline: 0, textDecoration: 'none' })
// The name's link covers the card; heart and button are above it.
globalStyle(`${productCard} h3 a::after`, { content: '', position: 'absolute', inset: 0, borderRadius: radius })
globalStyle(`${productCard}:hover h3`, { color: color.action })
// Badges.
globalStyle(`${productCard} > h3 + div`, { display: 'flex', flexWrap: 'wrap', gap: space.half, paddingTop: space.s1 })
// Price, by the unit and in all.
globalStyle(`${productCard} > small`, {
  marginTop: 'auto',
  paddingTop: space.s1,
  color: color.muted,
  fontSize: fontSizes.small,
})
globalStyle(`${productCard} h3 ~ p`, { flexDirection: 'column', marginTop: 'auto', paddingTop: space.s1 })
globalStyle(`${productCard} small + p`, { marginTop: 0, paddingTop: 0 })

export const discountBadge = style({
  position: 'absolute',
  inset: '1.125rem auto auto 1.125rem',
  '@media': { [media.desktop]: { inset: '1.375rem auto auto 1.375rem' } },
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
 * Opens the quick view: with a mouse, at the bottom of the picture, whose height is the card's inner width; without one, an
 * icon below the heart.
 */
export const quickViewLink = style({
  position: 'absolute',
  inset: '3.25rem .25rem auto auto',
  padding: space.card,
  fontSize: fontSizes.small,
  '@media': {
    [media.mouse]: {
      inset: `calc(100cqw - ${space.s4}) ${space.s3} auto`,
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
globalStyle(`${outOfStockCard} img`, { opacity: 0.45 })
globalStyle(`.${productCard}.${outOfStockCard} h3`, { color: color.muted })
globalStyle(`.${outOfStockCard} > .${buyForm}`, { marginTop: 'auto', paddingTop: space.card })
