import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../styles/media.ts'
import { color, fontSizes, innerRadius, radius, space, tapTarget } from '../styles/tokens.css.ts'

/** A page's heading, what is said beside it, and its links at the end. */
export const pageHeader = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: `${space.s1} ${space.s2}`,
  minHeight: tapTarget,
})
export const alignEnd = style({ marginLeft: 'auto' })

/** Narrow, for signing in. */
export const narrowColumn = style({ width: '100%', maxWidth: '28rem', marginInline: 'auto' })

/** A page's own search: as wide as its hint. */
export const searchForm = style({ width: '100%', maxWidth: '28rem' })

/** A panel without padding, for tables. */
export const tablePanel = style({
  background: color.surface,
  border: `1px solid ${color.hairline}`,
  borderRadius: radius,
  overflow: 'clip',
})

/** Above a table, or the chart of it. */
export const tableTitle = style({ padding: `${space.half} ${space.s2}` })

export const staffTable = style({ width: '100%', borderCollapse: 'collapse' })
globalStyle(`${staffTable} caption`, { padding: `${space.card} ${space.s2}`, textAlign: 'start', fontWeight: 600 })
globalStyle(`${staffTable} :is(th, td)`, {
  padding: space.card,
  textAlign: 'start',
  verticalAlign: 'middle',
  borderTop: `1px solid ${color.hairline}`,
  fontWeight: 400,
})
globalStyle(`${staffTable}:not([data-stacked]) :is(th, td):not(:first-child)`, {
  '@media': { [media.belowTablet]: { paddingLeft: space.half } },
})
globalStyle(`${staffTable}:not([data-stacked]) :is(th, td):not(:last-child)`, {
  '@media': { [media.belowTablet]: { paddingRight: space.half } },
})
globalStyle(`${staffTable} :is(th, td):first-child`, { paddingLeft: space.s2 })
globalStyle(`${staffTable} :is(th, td):last-child`, { paddingRight: space.s2 })
globalStyle(`${staffTable} thead th`, { paddingBlock: space.s1, color: color.muted })
globalStyle(`${staffTable} small`, { display: 'block', color: color.muted })
globalStyle(`${staffTable} [data-bad]`, { color: color.error, fontWeight: 600 })
globalStyle(`${staffTable} img`, {
  width: '2.75rem',
  height: '2.75rem',
  padding: '.125rem',
  borderRadius: innerRadius,
  background: color.pictureBackground,
})
globalStyle(`${staffTable} tr[data-late] > :first-child`, {
  '@media': { [media.tablet]: { boxShadow: `inset 4px 0 ${color.error}` } },
})
globalStyle(`${staffTable} tr[data-done]`, { background: color.actionSoft })
globalStyle(`${staffTable} input`, { minWidth: '5.5rem', '@media': { [media.desktop]: { maxWidth: '12rem' } } })
// On a phone each row is a block of its own.
globalStyle(`${staffTable}[data-stacked]`, { '@media': { [media.belowTablet]: { display: 'block' } } })
globalStyle(`${staffTable}[data-stacked] :is(tbody, caption)`, {
  '@media': { [media.belowTablet]: { display: 'block' } },
})
globalStyle(`${staffTable}[data-stacked] thead`, {
  '@media': {
    [media.belowTablet]: { position: 'absolute', clipPath: 'inset(50%)', height: 1, overflow: 'hidden' },
  },
})
globalStyle(`${staffTable}[data-stacked] tr`, {
  '@media': {
    [media.belowTablet]: {
      display: 'grid',
      // A state or a button that does not wrap widens its half, and never lies over the other one.
      gridTemplateColumns: 'repeat(2,minmax(min-content,1fr))',
      gap: space.s1,
      alignItems: 'center',
      padding: `${space.card} ${space.s2}`,
      borderTop: `1px solid ${color.hairline}`,
    },
  },
})
globalStyle(`${staffTable}[data-stacked] :is(th, td)`, {
  '@media': { [media.belowTablet]: { display: 'block', padding: '0 !important', border: 0 } },
})
globalStyle(`${staffTable}[data-stacked] tr[data-late]`, {
  '@media': { [media.belowTablet]: { boxShadow: `inset 4px 0 ${color.error}` } },
})
globalStyle(`${staffTable}[data-stacked] [data-wide]`, { '@media': { [media.belowTablet]: { gridColumn: '1 / -1' } } })

// Two names on one line stand level, however long what is below them.
globalStyle(`${staffTable}[data-stacked] td[data-label]`, { '@media': { [media.belowTablet]: { alignSelf: 'start' } } })
// A cell that does not explain itself has its column's name there.
globalStyle(`${staffTable}[data-stacked] [data-label]::before`, {
  '@media': {
    [media.belowTablet]: {
      content: 'attr(data-label)',
      display: 'block',
      color: color.muted,
      fontSize: fontSizes.small,
    },
  },
})

/** In a heading: whose orders the page shows. */
export const headingBranch = style({ color: color.muted, fontSize: fontSizes.title, fontWeight: 600 })

/** The queue: its sections have headings, and on a phone each order is four short lines, its tick beside them. */
export const queueTable = style({})
globalStyle(`${queueTable} tr[data-group]`, { background: color.sunken })
globalStyle(`${queueTable} tr[data-group] > th`, {
  paddingBlock: space.s1,
  '@media': { [media.belowTablet]: { gridColumn: '1 / -1' } },
})
globalStyle(`${queueTable} tr:has(input:checked)`, { background: color.actionSoft })
globalStyle(`${queueTable} [data-cell=status]`, { '@media': { [media.tablet]: { whiteSpace: 'nowrap' } } })
const queueCells = ['tick', 'order', 'due', 'branch', 'customer', 'items', 'status', 'step']
for (const cell of queueCells)
  globalStyle(`${queueTable}[data-stacked] [data-cell=${cell}]`, {
    '@media': { [media.belowTablet]: { gridArea: cell } },
  })
globalStyle(`${queueTable}[data-stacked] tr:has(> [data-cell])`, {
  '@media': {
    [media.belowTablet]: {
      gridTemplate:
        '"order branch" auto "due items" auto "customer customer" auto "status step" auto / minmax(0,1fr) auto',
      gap: `${space.half} ${space.s1}`,
    },
  },
})
globalStyle(`${queueTable}[data-stacked] tr:has(> [data-cell=tick])`, {
  '@media': {
    [media.belowTablet]: {
      gridTemplate:
        '"tick order branch" auto "tick due items" auto "tick customer customer" auto "status status step" auto / auto minmax(0,1fr) auto',
      paddingLeft: space.s1,
    },
  },
})
globalStyle(`${queueTable}[data-stacked] [data-cell] > small`, {
  '@media': { [media.belowTablet]: { display: 'inline-block', marginLeft: space.half } },
})
globalStyle(`${queueTable}[data-stacked] :is([data-cell=branch], [data-cell=items], [data-cell=step])`, {
  '@media': { [media.belowTablet]: { justifySelf: 'end', textAlign: 'end' } },
})
// Eight columns are as wide as a tablet.
globalStyle(`${queueTable} [data-cell]:not(:first-child)`, {
  '@media': { [media.belowDesktop]: { paddingLeft: space.half } },
})
globalStyle(`${queueTable} [data-cell]:not(:last-child)`, {
  '@media': { [media.belowDesktop]: { paddingRight: space.half } },
})
// A word is never cut in two, and a label not either where no box to tick takes its room.
globalStyle(`${queueTable} :is([data-cell=status], [data-cell=due])`, { overflowWrap: 'normal' })
globalStyle(
  `${queueTable} :is([data-cell=status] > :first-child, tr:not(:has(> [data-cell=tick])) > [data-cell=due] > *)`,
  // At 400 % there is no room for a label on one line.
  { '@media': { '(min-width: 22rem)': { whiteSpace: 'nowrap' } } },
)
export const tickBox = style({ display: 'grid', placeItems: 'center', minWidth: tapTarget, minHeight: tapTarget })
globalStyle(`${staffTable} ${tickBox} input`, { minWidth: '1.25rem', width: '1.25rem', height: '1.25rem' })

/** What is done with an order: it stays in sight while its goods are long. */
export const actionBar = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0,1fr)',
  gap: space.s1,
  padding: `${space.s1} ${space.s2}`,
  border: `1px solid ${color.controlBorder}`,
  borderRadius: radius,
  background: color.surface,
  '@media': {
    [media.tall]: { position: 'sticky', bottom: 0, zIndex: 3, maxHeight: '60svh', overflowY: 'auto' },
  },
})
globalStyle(`${actionBar} h2`, { fontSize: 'inherit' })
globalStyle(`html:has(${actionBar})`, { '@media': { [media.tall]: { scrollPaddingBottom: '12rem' } } })

export const numericCell = style({ textAlign: 'end !important' as 'end' })
globalStyle(`td.${numericCell}`, { whiteSpace: 'nowrap' })
// An amount stands below the others at the right edge, even alone in its row.
globalStyle(`${staffTable}[data-stacked] td.${numericCell}`, { '@media': { [media.belowTablet]: { gridColumn: '2' } } })
// Many figures stand three by three below the row's name.
globalStyle(`${staffTable}[data-figures] tr`, {
  '@media': { [media.belowTablet]: { gridTemplateColumns: 'repeat(3,minmax(min-content,1fr))' } },
})
globalStyle(`${staffTable}[data-figures] tr > th`, { '@media': { [media.belowTablet]: { gridColumn: '1 / -1' } } })
globalStyle(`${staffTable}[data-figures] tr > td.${numericCell}`, {
  '@media': { [media.belowTablet]: { gridColumn: 'auto' } },
})
export const nowrap = style({ whiteSpace: 'nowrap' })
/** An address without spaces, wherever it has to break. */
export const breakAnywhere = style({ overflowWrap: 'anywhere' })
export const successText = style({ color: color.action, fontWeight: 600 })

/** No wider than what is typed in it. */
export const narrowForm = style({ maxWidth: '36rem' })
/** Copied whole by one click. */
export const copyableCode = style({ overflowWrap: 'anywhere', userSelect: 'all' })
/** Takes the rest of its line. */
export const fillRow = style({ flex: '1 1 16rem' })

export const productRow = style({ display: 'flex', gap: space.card, alignItems: 'center' })

/** Price, stock and button of one branch, as wide as the columns above them. */
export const offerGrid = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0,1fr) minmax(0,1fr) 6rem',
  gap: space.s1,
  alignItems: 'end',
})
globalStyle(`${offerGrid} > :last-child:is(button)`, { alignSelf: 'end' })
globalStyle(`${offerGrid} small`, { gridColumn: '1 / -1' })
// What may not be changed stands level with what may.
globalStyle(`tbody ${offerGrid} > span`, { minHeight: tapTarget, alignContent: 'center' })

/** A field as wide as the others together. */
export const offerWideField = style({ gridColumn: '1 / -1' })

/** A label that a column's heading replaces where there is one. */
export const phoneOnly = style({
  '@media': {
    [media.tablet]: { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' },
  },
})

/** Labelled fields and buttons on a line, the buttons level with the controls. */
export const inlineFields = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: space.s1 })

/** Discount, its kind, and the two days. */
export const promotionFields = style({
  display: 'grid',
  // As wide as a browser's date field needs.
  gridTemplateColumns: 'repeat(auto-fit,minmax(min(100%,10rem),1fr))',
  gap: space.s2,
  alignItems: 'start',
})

/** Times, words and buttons of a history. */
export const historyList = style({ display: 'grid' })
globalStyle(`${historyList} > li`, {
  display: 'grid',
  // As wide as a date, which breaks before its time.
  gridTemplateColumns: '6.5em minmax(0,1fr) auto',
  gap: `0 ${space.s1}`,
  alignItems: 'center',
  paddingBlock: space.s1,
})
// Beside its button a subject would break within its words: on a phone it has the time above it.
globalStyle(`${historyList} > li:has(form)`, {
  '@media': { [media.belowTablet]: { gridTemplateColumns: 'minmax(0,1fr) auto' } },
})
globalStyle(`${historyList} > li > form`, { '@media': { [media.belowTablet]: { gridArea: '1/2/3/3' } } })
globalStyle(`${historyList} > li + li`, { borderTop: `1px solid ${color.hairline}` })
globalStyle(`${historyList} :is(time, small)`, { color: color.muted })
globalStyle(`${historyList} small`, { display: 'block' })

/** Below a table: its sums, and what comes next. */
export const tableFooter = style({
  display: 'grid',
  gap: space.card,
  padding: space.s2,
  borderTop: `1px solid ${color.hairline}`,
})

/** A folded form at the end of a panel. */
export const collapsibleForm = style({ padding: `0 ${space.s2}` })
globalStyle(`${collapsibleForm} > summary`, {
  display: 'flex',
  alignItems: 'center',
  minHeight: tapTarget,
  color: color.action,
  fontWeight: 600,
})
globalStyle(`${collapsibleForm} > summary::before`, {
  content: '""',
  width: '.5rem',
  height: '.5rem',
  margin: '-.25rem .75rem 0 .25rem',
  border: 'solid',
  borderWidth: '0 2px 2px 0',
  transform: 'rotate(45deg)',
})
globalStyle(`${collapsibleForm}[open] > summary::before`, { marginTop: '.25rem', transform: 'rotate(225deg)' })
globalStyle(`${collapsibleForm} > :not(summary)`, { paddingBottom: space.s2 })

/** A branch's fields: lists over the whole line, amounts beside each other. */
export const settings = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill,minmax(min(100%,17rem),1fr))',
  gap: space.s2,
})
globalStyle(`${settings} > [data-list]`, { gridColumn: '1 / -1' })

/** Parts of a shop's pages beside each other, each below its name. */
export const looks = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit,minmax(min(100%,16rem),1fr))',
  gap: space.s2,
})
globalStyle(`${looks} figure`, { margin: 0 })
globalStyle(`${looks} figcaption`, { marginBottom: space.s1, color: color.muted, fontSize: fontSizes.small })
export const looksHeader = style({
  display: 'flex',
  alignItems: 'center',
  minHeight: tapTarget,
  padding: space.card,
  border: `1px solid ${color.hairline}`,
  borderRadius: radius,
  color: color.brand,
})
export const looksLetter = style({
  display: 'grid',
  padding: space.card,
  border: `1px solid ${color.hairline}`,
  borderRadius: radius,
  color: color.muted,
  fontSize: fontSizes.small,
  overflowWrap: 'anywhere',
})
