import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../styles/media.ts'
import { color, innerRadius, radius, space, tap, text } from '../styles/tokens.css.ts'
import { ratios } from '../ui/columns/columns.css.ts'
import { fileButton } from '../ui/field/control.css.ts'

// Pages of the counter follow each other at once, without the shop's cross-fade: their styles are a file of their own, and a
// transition that is laid out before this has arrived ends with an error in the browser's log.
// biome-ignore lint/suspicious/noExplicitAny: vanilla-extract has no type for this at-rule
globalStyle('@view-transition', { navigation: 'none' } as any)

/** The counter's frame, denser than the shop's: its people look at it all day. */
export const page = style({
  minHeight: '100vh',
  display: 'flex',
  flexDirection: 'column',
  fontVariantNumeric: 'tabular-nums',
  fontSize: text.small,
  lineHeight: 1.4286,
})

/** Seen only while it has the focus. */
export const skip = style({
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
  borderBottom: `1px solid ${color.line}`,
  '@media': {
    [media.tallDesktop]: { position: 'sticky', top: 0, zIndex: 4 },
    [media.print]: { display: 'none' },
  },
})

export const bar = style({
  display: 'grid',
  gridTemplate: '"mark me" auto "find find" auto "nav nav" auto / 1fr auto',
  gap: `${space.s1} ${space.s2}`,
  alignItems: 'center',
  paddingBlock: `${space.s1} 0`,
  '@media': {
    [media.tablet]: {
      gridTemplate: '"mark find me" auto "nav nav nav" auto / auto 1fr auto',
      gap: `${space.s1} ${space.s3}`,
    },
    [media.wide]: {
      gridTemplate: '"mark nav find me" auto / auto auto minmax(12rem,1fr) auto',
      gap: space.s3,
      paddingBlock: 0,
    },
  },
})

export const mark = style({
  gridArea: 'mark',
  display: 'inline-flex',
  alignItems: 'center',
  gap: space.s1,
  minHeight: tap,
  justifySelf: 'start',
  fontSize: text.title,
  fontWeight: 700,
  textDecoration: 'none',
})

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
  minHeight: tap,
  paddingInline: space.s1,
  color: color.text,
  textDecoration: 'none',
  '@media': { [media.wide]: { minHeight: '3.5rem' } },
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

export const find = style({
  gridArea: 'find',
  '@media': { [media.wide]: { maxWidth: '24rem', width: '100%', justifySelf: 'end' } },
})

export const me = style({ gridArea: 'me', position: 'relative' })
globalStyle(`${me} > summary`, {
  display: 'flex',
  alignItems: 'center',
  gap: space.s1,
  minHeight: tap,
  paddingInline: space.s1,
})
globalStyle(`${me} small`, { display: 'block', color: color.muted })
globalStyle(`${me} > div`, {
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
  borderTop: `1px solid ${color.line}`,
  color: color.muted,
  paddingBlock: space.card,
  '@media': { [media.print]: { display: 'none' } },
})

// What was said, apart from the page below it.
globalStyle(`${main} > [role=status]`, { marginBottom: space.s2 })

// The shop's summary stays in view below its higher header; here both columns begin level.
globalStyle(`${main} ${ratios.aside} > :last-child`, { position: 'static' })

/** A page's heading, what is said beside it, and its links at the end. */
export const top = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: `${space.s1} ${space.s2}`,
  minHeight: tap,
})
export const end = style({ marginLeft: 'auto' })

/** Narrow, for signing in. */
export const sign = style({ width: '100%', maxWidth: '28rem', marginInline: 'auto' })

/** A page's own search: as wide as its hint. */
export const search = style({ width: '100%', maxWidth: '28rem' })

/** A panel without padding, for tables. */
export const sheet = style({
  background: color.surface,
  border: `1px solid ${color.line}`,
  borderRadius: radius,
  overflow: 'clip',
})

export const tableStyle = style({ width: '100%', borderCollapse: 'collapse' })
globalStyle(`${tableStyle} caption`, { padding: `${space.card} ${space.s2}`, textAlign: 'start', fontWeight: 600 })
globalStyle(`${tableStyle} :is(th, td)`, {
  padding: space.card,
  textAlign: 'start',
  verticalAlign: 'middle',
  borderTop: `1px solid ${color.line}`,
  fontWeight: 400,
})
globalStyle(`${tableStyle}:not([data-stacked]) :is(th, td)`, {
  '@media': { [media.belowTablet]: { paddingInline: space.half } },
})
globalStyle(`${tableStyle} :is(th, td):first-child`, { paddingLeft: space.s2 })
globalStyle(`${tableStyle} :is(th, td):last-child`, { paddingRight: space.s2 })
globalStyle(`${tableStyle} thead th`, { paddingBlock: space.s1, color: color.muted })
globalStyle(`${tableStyle} small`, { display: 'block', color: color.muted })
globalStyle(`${tableStyle} [data-bad]`, { color: color.error, fontWeight: 600 })
globalStyle(`${tableStyle} img`, {
  width: '2.75rem',
  height: '2.75rem',
  padding: '.125rem',
  borderRadius: innerRadius,
  background: color.plate,
})
globalStyle(`${tableStyle} tr[data-late] > :first-child`, {
  '@media': { [media.tablet]: { boxShadow: `inset 4px 0 ${color.error}` } },
})
globalStyle(`${tableStyle} tr[data-done]`, { background: color.actionSoft })
globalStyle(`${tableStyle} input`, { minWidth: '5.5rem' })
// On a phone each row is a block of its own.
globalStyle(`${tableStyle}[data-stacked]`, { '@media': { [media.belowTablet]: { display: 'block' } } })
globalStyle(`${tableStyle}[data-stacked] :is(tbody, caption)`, {
  '@media': { [media.belowTablet]: { display: 'block' } },
})
globalStyle(`${tableStyle}[data-stacked] thead`, {
  '@media': {
    [media.belowTablet]: { position: 'absolute', clipPath: 'inset(50%)', height: 1, overflow: 'hidden' },
  },
})
globalStyle(`${tableStyle}[data-stacked] tr`, {
  '@media': {
    [media.belowTablet]: {
      display: 'grid',
      // A state or a button that does not wrap widens its half, and never lies over the other one.
      gridTemplateColumns: 'repeat(2,minmax(min-content,1fr))',
      gap: `${space.s1} ${space.s2}`,
      alignItems: 'center',
      padding: `${space.card} ${space.s2}`,
      borderTop: `1px solid ${color.line}`,
    },
  },
})
globalStyle(`${tableStyle}[data-stacked] :is(th, td)`, {
  '@media': { [media.belowTablet]: { display: 'block', padding: '0 !important', border: 0 } },
})
globalStyle(`${tableStyle}[data-stacked] tr[data-late]`, {
  '@media': { [media.belowTablet]: { boxShadow: `inset 4px 0 ${color.error}` } },
})
globalStyle(`${tableStyle}[data-stacked] [data-wide]`, { '@media': { [media.belowTablet]: { gridColumn: '1 / -1' } } })

export const number = style({ textAlign: 'end !important' as 'end' })
globalStyle(`td.${number}`, { whiteSpace: 'nowrap' })
// An amount stands below the others at the right edge, even alone in its row.
globalStyle(`${tableStyle}[data-stacked] td.${number}`, { '@media': { [media.belowTablet]: { gridColumn: '2' } } })
export const nowrap = style({ whiteSpace: 'nowrap' })
/** An address without spaces, wherever it has to break. */
export const address = style({ overflowWrap: 'anywhere' })
export const good = style({ color: color.action, fontWeight: 600 })

/** No wider than what is typed in it. */
export const form = style({ maxWidth: '36rem' })
/** Copied whole by one click. */
export const token = style({ overflowWrap: 'anywhere', userSelect: 'all' })
/** Takes the rest of its line. */
export const rest = style({ flex: '1 1 16rem' })

export const product = style({ display: 'flex', gap: space.card, alignItems: 'center' })

/** Price, stock and button of one branch, as wide as the columns above them. */
export const offer = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0,1fr) minmax(0,1fr) 6rem',
  gap: space.s1,
  alignItems: 'end',
})
globalStyle(`${offer} > :last-child:is(button)`, { alignSelf: 'end' })
globalStyle(`${offer} small`, { gridColumn: '1 / -1' })
// What may not be changed stands level with what may.
globalStyle(`tbody ${offer} > span`, { minHeight: tap, alignContent: 'center' })

/** A label that a column's heading replaces where there is one. */
export const onPhone = style({
  '@media': {
    [media.tablet]: { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' },
  },
})

/** Labelled fields and buttons on a line, the buttons level with the controls. */
export const fieldsInLine = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: space.s1 })

/** Discount, its kind, and the two days. */
export const promotion = style({
  display: 'grid',
  // As wide as a browser's date field needs.
  gridTemplateColumns: 'repeat(auto-fit,minmax(min(100%,10rem),1fr))',
  gap: space.s2,
  alignItems: 'start',
})

/** Times, words and buttons of a history. */
export const log = style({ display: 'grid' })
globalStyle(`${log} > li`, {
  display: 'grid',
  // As wide as a date, which breaks before its time.
  gridTemplateColumns: '6.5em minmax(0,1fr) auto',
  gap: `0 ${space.s1}`,
  alignItems: 'center',
  paddingBlock: space.s1,
})
globalStyle(`${log} > li + li`, { borderTop: `1px solid ${color.line}` })
globalStyle(`${log} :is(time, small)`, { color: color.muted })
globalStyle(`${log} small`, { display: 'block' })

globalStyle(`html:has(${page})`, { scrollPaddingBlock: '7.5rem 5rem' })

/** Below a table: its sums, and what comes next. */
export const sums = style({ display: 'grid', gap: space.card, padding: space.s2, borderTop: `1px solid ${color.line}` })

// The browser's own button, as the shop's form for prescriptions has it.
globalStyle(`${main} ::file-selector-button`, fileButton)

/** A folded form at the end of a panel. */
export const exception = style({ padding: `0 ${space.s2}` })
globalStyle(`${exception} > summary`, {
  display: 'flex',
  alignItems: 'center',
  minHeight: tap,
  color: color.action,
  fontWeight: 600,
})
globalStyle(`${exception} > :not(summary)`, { paddingBottom: space.s2 })
