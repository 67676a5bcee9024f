import { globalStyle, style, styleVariants } from '@vanilla-extract/css'
import { media } from '../../styles/media.ts'
import { color, radius, space, tapTarget } from '../../styles/tokens.css.ts'

const notice = style({ '@media': { [media.print]: { display: 'none' } } })
globalStyle(`${notice} > div`, {
  display: 'grid',
  // Room is reserved for the button, so that the text does not move when it appears.
  gridTemplateColumns: 'minmax(0,1fr) 2rem',
  alignItems: 'center',
})
globalStyle(`${notice} p`, {
  display: 'flex',
  alignItems: 'center',
  gap: space.s1,
  justifySelf: 'center',
  paddingBlock: space.half,
  '@media': { [media.grid]: { fontWeight: 600 } },
})
// One slim line on phones.
globalStyle(`${notice} p > svg`, { '@media': { [media.phone]: { display: 'none' } } })
globalStyle(`${notice} button`, {
  display: 'grid',
  placeItems: 'center',
  width: tapTarget,
  height: tapTarget,
  // The line is slimmer than what is touched.
  marginBlock: '-.375rem',
  border: 0,
  borderRadius: radius,
  background: 'none',
  cursor: 'pointer',
})
globalStyle(`${notice} :focus-visible`, { outlineColor: 'currentColor', outlineOffset: -3 })

export const noticeKinds = styleVariants({
  // In a low window, as under zoom, the page itself comes first; that it is free, the page's foot says too.
  open: [notice, { background: color.brand, color: color.onBrand, '@media': { [media.short]: { display: 'none' } } }],
  closed: [notice, { background: color.infoSoft, color: color.text }],
  outsideCoverage: [notice, { background: color.warnSoft, color: color.warn }],
})
