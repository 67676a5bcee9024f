import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../styles/media.ts'
import { color, fontSizes, radius, space } from '../styles/tokens.css.ts'

/** Figures side by side, each with its bars. */
export const metrics = style({
  display: 'grid',
  gap: space.s2,
  gridTemplateColumns: 'repeat(auto-fit,minmax(min(100%,16rem),1fr))',
})
export const metric = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0,1fr) 4rem',
  gap: `0 ${space.s1}`,
  alignItems: 'end',
  padding: space.s2,
  background: color.surface,
  border: `1px solid ${color.hairline}`,
  borderRadius: radius,
})
globalStyle(`${metric} > b`, { fontSize: fontSizes.title, lineHeight: 1.25, whiteSpace: 'nowrap' })
globalStyle(`${metric} a`, { color: 'inherit' })
globalStyle(`${metric} > :is(h2, small)`, { gridColumn: '1 / -1', fontSize: 'inherit', fontWeight: 400 })
globalStyle(`${metric} small`, { color: color.muted })
globalStyle(`${metric} svg`, { width: '4rem', height: '2.5rem', stroke: 'none' })
globalStyle(`${metric} svg [data-now]`, { fill: color.action })
globalStyle(`${metric} svg [data-before]`, { fill: color.controlBorder, opacity: 0.45 })

/** Drawn by the server, in the panel of the table that says the same: scale, bars, and below each its name. */
export const chart = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0,1fr)',
  columnGap: space.s1,
  padding: `0 ${space.s2} ${space.s2}`,
})
globalStyle(`${chart} > svg`, {
  width: '100%',
  height: '13rem',
  overflow: 'visible',
  fill: color.action,
  stroke: color.hairline,
  strokeWidth: 1,
})
// A hair apart where they stand on one another.
globalStyle(`${chart} rect`, { stroke: color.surface })
globalStyle(`${chart} [data-before]`, { stroke: color.text, strokeWidth: 2 })
globalStyle(`${chart} text`, {
  fill: color.text,
  stroke: 'none',
  fontSize: fontSizes.small,
  fontWeight: 600,
  textAnchor: 'middle',
  // A phone has no room for them: the table has.
  '@media': { [media.belowTablet]: { display: 'none' } },
})
/** Of the height that the chart has, but for what stands over its bars; each line's middle at what it says. */
export const scale = style({
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'space-between',
  margin: '.55rem 0 -.75rem',
  color: color.muted,
  lineHeight: '1.5rem',
  textAlign: 'end',
})
export const barLabels = style({
  gridColumn: 2,
  display: 'flex',
  paddingTop: space.s1,
  overflow: 'hidden',
  color: color.muted,
})
globalStyle(`${barLabels} > span`, { flex: '1 1 0', minWidth: 0, whiteSpace: 'nowrap', textAlign: 'center' })
/** Short lists side by side; one that is marked wide takes the whole line. */
export const reportGrid = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0,1fr)',
  gap: space.s2,
  alignItems: 'start',
  '@media': { [media.desktop]: { gridTemplateColumns: 'repeat(2,minmax(0,1fr))' } },
})
globalStyle(`${reportGrid} > [data-wide]`, { '@media': { [media.desktop]: { gridColumn: '1 / -1' } } })
export const legend = style({
  gridColumn: '1 / -1',
  display: 'flex',
  flexWrap: 'wrap',
  gap: `0 ${space.s2}`,
  paddingBottom: space.card,
  color: color.muted,
})
globalStyle(`${legend} > span::before`, {
  content: '""',
  display: 'inline-block',
  width: '.75rem',
  height: '.75rem',
  marginRight: space.s1,
  borderRadius: '.125rem',
  background: color.action,
})
// The second to fourth of a bar's parts, and their names.
const partColours = [color.info, color.warn, color.controlBorder]
for (const [index, partColour] of partColours.entries()) {
  globalStyle(`${chart} rect:nth-of-type(${index + 2})`, { fill: partColour })
  globalStyle(`${legend} > :nth-child(${index + 2}):not([data-before])::before`, { background: partColour })
}
globalStyle(`${legend} > [data-before]::before`, {
  height: 2,
  marginBottom: '.3em',
  borderRadius: 0,
  background: color.text,
})
