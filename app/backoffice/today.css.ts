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
/** Drawn by the server: bars over those of before. */
export const chart = style({ width: '100%', height: '10rem', stroke: 'none' })
globalStyle(`${metric} svg`, { width: '4rem', height: '2.5rem', stroke: 'none' })
globalStyle(`:is(${chart}, ${metric} svg) [data-now]`, { fill: color.action })
globalStyle(`:is(${chart}, ${metric} svg) [data-before]`, { fill: color.controlBorder, opacity: 0.45 })
/** Below a chart, a place for each of its bars. */
export const barLabels = style({ display: 'flex', overflow: 'hidden', color: color.muted })
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
export const legend = style({ display: 'flex', flexWrap: 'wrap', gap: space.s2, color: color.muted })
globalStyle(`${legend} > span::before`, {
  content: '""',
  display: 'inline-block',
  width: '.75rem',
  height: '.75rem',
  marginRight: space.half,
  background: color.action,
})
globalStyle(`${legend} > [data-before]::before`, { background: color.controlBorder, opacity: 0.45 })
