import { globalStyle, style } from '@vanilla-extract/css'
import { color, space } from '../../styles/tokens.css.ts'

/** Scrolls sideways where the products don't fit; the features' names stay. */
export const frame = style({ overflowX: 'auto' })

export const table = style({ width: '100%', borderCollapse: 'collapse', tableLayout: 'fixed' })
globalStyle(`${table} :is(th, td)`, {
  width: '11rem',
  padding: space.card,
  borderBottom: `1px solid ${color.line}`,
  textAlign: 'left',
  verticalAlign: 'top',
  fontWeight: 400,
})
globalStyle(`${table} :is(th, td):first-child`, {
  position: 'sticky',
  left: 0,
  width: '8.5rem',
  background: color.bg,
  color: color.muted,
})
globalStyle(`${table} thead img`, { marginBottom: space.s1 })

/** A feature in which the products differ. */
export const differs = style({})
globalStyle(`${differs} td`, { background: color.infoSoft, fontWeight: 600 })
globalStyle(`${differs} th small`, { display: 'block', color: color.infoInk, fontSize: 'inherit' })
