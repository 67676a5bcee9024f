import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../styles/media.ts'
import { color, radius, space, text } from '../styles/tokens.css.ts'

export const banners = style({
  display: 'grid',
  gap: space.s2,
  marginTop: space.s3,
  '@media': {
    [media.tablet]: { gridTemplate: '"a a" auto "b c" auto / 1fr 1fr' },
    [media.desktop]: { gridTemplate: '"a b" 1fr "a c" 1fr / 1.9fr 1fr' },
  },
})
globalStyle(`${banners} > a`, {
  position: 'relative',
  display: 'grid',
  alignContent: 'center',
  justifyItems: 'start',
  gap: space.s1,
  minHeight: '11rem',
  padding: space.s2,
  borderRadius: radius,
  overflow: 'hidden',
  background: color.infoSoft,
  color: color.text,
  textDecoration: 'none',
  '@media': { [media.tablet]: { padding: space.s3 }, [media.forced]: { border: '1px solid' } },
})
globalStyle(`${banners} > a:first-child`, {
  background: `radial-gradient(circle at 100% 110%,${color.brandRaised} 45%,transparent 45.2%) ${color.brand}`,
  color: color.onBrand,
  '@media': {
    [media.tablet]: { gridArea: 'a', minHeight: '18rem', padding: space.s6 },
    [media.desktop]: { minHeight: '24rem' },
  },
})
globalStyle(`${banners} > a:has(img)`, { paddingRight: '40%' })
globalStyle(`${banners} > a:has(> svg)`, { paddingRight: '7rem' })
// The shop's flower, in place of a picture.
globalStyle(`${banners} > a > svg`, {
  position: 'absolute',
  right: space.s3,
  insetBlock: 0,
  width: '4.5rem',
  height: '4.5rem',
  marginBlock: 'auto',
})
globalStyle(`${banners} > a:first-child > svg`, {
  '@media': { [media.tablet]: { right: '8%', width: '13rem', height: '13rem' } },
})
globalStyle(`${banners} > a:last-child`, { background: color.actionSoft })
globalStyle(`${banners} h2`, { maxWidth: '20rem' })
globalStyle(`${banners} > a:first-child h2`, { '@media': { [media.tablet]: { fontSize: text.display } } })
globalStyle(`${banners} p`, { maxWidth: '20rem', textWrap: 'balance' })
globalStyle(`${banners} b`, { fontWeight: 600 })
globalStyle(`${banners} > a:not(:first-child) b`, { color: color.action })
// A character, since an icon could wrap onto a line of its own.
globalStyle(`${banners} > a:not(:first-child) b::after`, { content: '"\\a0›" / ""' })
globalStyle(`${banners} > a:first-child b`, {
  // Beside a narrow banner's picture the text may overlap the column rather than wrap.
  margin: `${space.s1} -2rem 0 0`,
  padding: '.625rem 1rem',
  // Visible in forced colours only.
  border: '1px solid transparent',
  borderRadius: radius,
  background: color.ipe,
  color: color.onIpe,
  textAlign: 'center',
})
globalStyle(`${banners} > a:hover b`, { textDecoration: 'underline' })
globalStyle(`${banners} img`, {
  position: 'absolute',
  insetBlock: 0,
  insetInlineEnd: space.s2,
  marginBlock: 'auto',
  width: '36%',
  background: 'none',
})
