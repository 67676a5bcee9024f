import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../styles/media.ts'
import { color, innerRadius, radius, space, tapTarget } from '../styles/tokens.css.ts'

/** A banner as the home page has it. */
export const bannerPreview = style({
  position: 'relative',
  display: 'grid',
  alignContent: 'center',
  gap: space.s1,
  maxWidth: '36rem',
  minHeight: '9rem',
  padding: space.s3,
  paddingRight: 'min(40%,11rem)',
  borderRadius: radius,
  background: color.brand,
  color: color.onBrand,
})
globalStyle(`${bannerPreview} > :is(img, svg)`, {
  position: 'absolute',
  insetBlock: 0,
  right: space.s2,
  width: 'min(36%,8rem)',
  height: 'auto',
  maxHeight: '100%',
  marginBlock: 'auto',
  padding: 0,
  background: 'none',
})
globalStyle(`${bannerPreview}:has([sizes])`, { paddingRight: '46%' })
globalStyle(`${bannerPreview} > [sizes]`, {
  right: 0,
  width: '42%',
  height: '100%',
  borderRadius: `0 ${radius} ${radius} 0`,
  objectFit: 'cover',
})
// Those after the first are quieter.
globalStyle(`${bannerPreview}[data-small]`, { background: color.infoSoft, color: color.text })
globalStyle(`${bannerPreview}[data-small=second]`, { background: color.actionSoft })
globalStyle(`${bannerPreview}[data-small] > span`, { color: color.action, fontWeight: 600 })
globalStyle(`${bannerPreview}[data-small] > span::after`, { content: '"\\a0›" / ""' })
globalStyle(`${bannerPreview}:not([data-small]) > span`, {
  justifySelf: 'start',
  padding: `${space.s1} ${space.s2}`,
  borderRadius: innerRadius,
  background: color.accent,
  color: color.onAccent,
  fontWeight: 600,
})

/** Links to the panels of a long page. */
export const sectionLinks = style({ display: 'flex', flexWrap: 'wrap', gap: `0 ${space.s2}` })
globalStyle(`${sectionLinks} > a`, { display: 'flex', alignItems: 'center', minHeight: tapTarget })

/** A folded part inside a panel. */
export const disclosure = style({})
globalStyle(`${disclosure} > summary`, {
  display: 'flex',
  alignItems: 'center',
  minHeight: tapTarget,
  color: color.action,
  fontWeight: 600,
})

globalStyle(`${disclosure} > div`, { marginBottom: space.s2 })

/** A banner beside its form. */
export const bannerEditor = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0,1fr)',
  gap: space.s2,
  alignItems: 'start',
  paddingBottom: space.s2,
  borderBottom: `1px solid ${color.hairline}`,
  '@media': { [media.tablet]: { gridTemplateColumns: 'repeat(2,minmax(0,1fr))' } },
})

/** Two parts of a panel, the first one wider. */
export const twoColumnGrid = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0,1fr)',
  gap: space.s3,
  alignItems: 'start',
  '@media': { [media.tablet]: { gridTemplateColumns: 'minmax(0,2fr) minmax(0,1fr)' } },
})

/** What a tried search finds. */
export const searchResult = style({ padding: space.s2, borderRadius: innerRadius, background: color.sunken })
export const foundProducts = style({ display: 'grid', gap: space.s1 })
globalStyle(`${foundProducts} > li`, {
  display: 'grid',
  gridTemplateColumns: '2.75rem minmax(0,1fr) auto',
  gap: space.s1,
  alignItems: 'center',
})

export const plainList = style({ display: 'grid' })
globalStyle(`${plainList} > li`, { display: 'flex', alignItems: 'center', gap: space.s1, minHeight: tapTarget })
globalStyle(`${plainList} small`, { color: color.muted, whiteSpace: 'nowrap' })

/** A category's icon beside its choice. */
export const iconForm = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0,1fr) auto',
  gap: space.s1,
  alignItems: 'end',
  maxWidth: '36rem',
})
globalStyle(`${iconForm} > svg`, { width: '1.5rem', height: tapTarget })

/** Words that mean the same, and their buttons: beside them where there is room. */
export const synonymGroup = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0,1fr)',
  gap: space.s1,
  alignItems: 'start',
  '@media': { [media.tablet]: { gridTemplateColumns: 'minmax(0,1fr) auto' } },
})
// Level with the box: above that is a label for screen readers.
globalStyle(`${synonymGroup} > div:last-child`, { '@media': { [media.tablet]: { paddingTop: space.half } } })
// As high as what it holds; browsers that cannot do that go by the rows.
globalStyle(`${synonymGroup} textarea`, { fieldSizing: 'content', minHeight: tapTarget })
