import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../styles/media.ts'
import { color, fontSizes, radius, space } from '../styles/tokens.css.ts'

export const banners = style({
  display: 'grid',
  gap: space.s2,
  marginTop: space.s2,
  '@media': { [media.tablet]: { gridAutoFlow: 'column', gridAutoColumns: '1fr', marginTop: space.s3 } },
})
export const mainBanner = style({})
globalStyle(`${banners} > a`, {
  position: 'relative',
  display: 'grid',
  alignContent: 'center',
  justifyItems: 'start',
  gap: space.s1,
  minHeight: '9rem',
  padding: space.s2,
  borderRadius: radius,
  overflow: 'hidden',
  background: color.infoSoft,
  color: color.text,
  textDecoration: 'none',
  '@media': { [media.tablet]: { padding: space.s3 }, [media.forcedColors]: { border: '1px solid' } },
})
globalStyle(`${mainBanner} > a`, {
  background: `radial-gradient(circle at 100% 110%,${color.brandRaised} 45%,transparent 45.2%) ${color.brand}`,
  color: color.onBrand,
  '@media': {
    [media.tablet]: { minHeight: '12rem', paddingInline: space.s6 },
  },
})
globalStyle(`${banners} > a:has(img)`, { paddingRight: '40%' })
globalStyle(`${banners} > a:has(> svg)`, { paddingRight: '7rem' })
// The demo's flower, in place of a picture.
globalStyle(`${banners} > a > svg`, {
  position: 'absolute',
  right: space.s3,
  insetBlock: 0,
  width: '4.5rem',
  height: '4.5rem',
  marginBlock: 'auto',
})
globalStyle(`${mainBanner} > a > svg`, {
  '@media': { [media.tablet]: { right: '8%', width: '9rem', height: '9rem' } },
})
globalStyle(`${banners} > a:nth-child(2)`, { background: color.actionSoft })
globalStyle(`${banners} h2`, { maxWidth: '20rem' })
globalStyle(`${mainBanner} > a h2`, { '@media': { [media.tablet]: { fontSize: fontSizes.display } } })
globalStyle(`${banners} p`, { maxWidth: '20rem', textWrap: 'balance' })
globalStyle(`${mainBanner} p`, { '@media': { [media.phone]: { display: 'none' } } })
globalStyle(`${banners} b`, { fontWeight: 600 })
globalStyle(`${banners}:not(.${mainBanner}) b`, { color: color.action })
// A character, since an icon could wrap onto a line of its own.
globalStyle(`${banners}:not(.${mainBanner}) b::after`, { content: '"\\a0›" / ""' })
globalStyle(`${mainBanner} > a b`, {
  // Beside a narrow banner's picture the text may overlap the column rather than wrap.
  margin: `${space.s1} -2rem 0 0`,
  padding: '.625rem 1rem',
  // Visible in forced colours only.
  border: '1px solid transparent',
  borderRadius: radius,
  background: color.accent,
  color: color.onAccent,
  textAlign: 'center',
})
globalStyle(`${banners} > a:hover b`, { textDecoration: 'underline' })
globalStyle(`${banners} img`, {
  position: 'absolute',
  insetBlock: 0,
  insetInlineEnd: space.s2,
  marginBlock: 'auto',
  width: '36%',
  maxHeight: '100%',
  // Of a wide banner's width a share would leave little of the picture.
  padding: space.s2,
  background: 'none',
})
// A photo, of which the page has two sizes, fills its side.
globalStyle(`${banners} > a:has([sizes])`, { paddingRight: '46%' })
globalStyle(`${mainBanner} > a:has([sizes])`, {
  background: color.brand,
  '@media': { [media.tablet]: { minHeight: '18rem' } },
})
globalStyle(`${banners} [sizes]`, {
  insetInlineEnd: 0,
  width: '42%',
  height: '100%',
  padding: 0,
  borderRadius: 0,
  objectFit: 'cover',
  '@media': { [media.desktop]: { width: '50%' } },
})
